// What is being chosen on the board, and what it would do. Everything is picked from the legal moves that the program
// lists; what is legal is never decided here.
//
// A choice is one of
//   {type: "piece", piece}                      a piece to be placed
//   {type: "tile", tile, seat, turn}            a tile of a hand
//   {type: "any", turn}                         any tile, where there are no hands; the cell comes first
//   {type: "laid", tile, cell}                  a tile on the board, in a puzzle
//   {type: "stack", cell, count, cells, drops}  pieces that were lifted, and where some were dropped

import * as board from "./board.js";

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const same = (one, other) => one.length === other.length && one.every((each, index) => each === other[index]);
const unique = (values) => [...new Set(values)];
const ASIDE = new Set(["give", "discard"]);
/** How a tile lies, which also tells the faces of a tile apart. */
const lie = (move) => `${move.tile}:${move.turn}`;

export class Choice {
  constructor() {
    this.table = null;
    this.moves = [];
    this.pick = null;
    /** The cell that is looked at. */
    this.at = null;
    /** In games without hands: the cell that was clicked, whose tiles are being gone through. */
    this.pinned = null;
    /** Whether all that is in hand is dropped at once: while it is dragged, or with Shift. */
    this.dropsAll = false;
  }

  /** Takes the position and its legal moves, or null while they are not known. The tile that is held stays if it can
   * still be played, as when others move in a race; one on the board stays until it is turned or taken; a piece stays
   * until the next move. */
  update(table, listed) {
    const isSame = this.table?.at === table.at;
    const held = this.pick;
    this.table = table;
    this.moves = (listed ?? []).map((move) => ({ ...move, cell: move.cell?.join(","), path: this.keys(move.path) }));
    this.pinned = null;
    const isPlayable = (move) => move.tile === held.tile && ["lay", ...ASIDE].includes(move.kind);
    const stays = (held?.type === "tile" && (!listed || this.moves.some(isPlayable)))
      || (held?.type === "laid" && held.turn === null && board.target(held.cell)?.dataset.tile === held.tile)
      || (held?.type === "piece" && isSame && table.pieces?.some((piece) => piece.name === held.piece));
    this.pick = stays ? held : this.usual();
  }

  keys(path) {
    return (path ?? []).map((name) => board.cellNamed(name));
  }

  /** What is chosen unless something else is. */
  usual() {
    const piece = this.moves.find((move) => move.kind === "place")?.piece;
    if (piece) return { type: "piece", piece };
    if (this.isOpen()) return { type: "any", turn: null };
    return null;
  }

  /** Whether tiles come from nowhere in particular: no hand, no heap. */
  isOpen() {
    const { kind, puzzle, hands } = this.table;
    return kind === "tiles" && !puzzle && hands.every((hand) => hand.seat === null) && this.moves.some((move) => move.kind === "lay");
  }

  drop() {
    this.pick = this.usual();
    this.pinned = null;
  }

  chooseTile(tile, seat) {
    const again = this.pick?.type === "tile" && this.pick.tile === tile;
    this.pick = again ? this.usual() : { type: "tile", tile, seat, turn: null };
  }

  choosePiece(piece) {
    this.pick = { type: "piece", piece };
  }

  /** The spreads of the lifted pieces that agree with what was dropped so far. */
  spreads(pick = this.pick) {
    const { cell, count, cells, drops } = pick;
    return this.moves.filter((move) => move.kind === "spread" && move.cell === cell
      && sum(move.drops) === count
      && same(cells, move.path.slice(0, cells.length))
      && drops.every((drop, index) => (index < drops.length - 1 ? move.drops[index] === drop : move.drops[index] >= drop)));
  }

  /** How many pieces can be lifted from a cell. */
  counts(cell) {
    const counts = this.moves.filter((move) => move.kind === "spread" && move.cell === cell)
      .map((move) => sum(move.drops));
    return unique(counts).sort((one, other) => one - other);
  }

  /** Lifts as many pieces as a move may take, or this many. */
  lift(cell, count) {
    const counts = this.counts(cell);
    if (!counts.length) return false;
    this.pick = { type: "stack", cell, count: counts.includes(count) ? count : counts.at(-1), cells: [], drops: [] };
    return true;
  }

  /** Lifts more or fewer, as long as none was dropped. */
  liftBy(step) {
    const { cell, count, drops } = this.pick;
    const counts = this.counts(cell);
    if (drops.length || counts.length < 2) return;
    const index = (counts.indexOf(count) + step + counts.length) % counts.length;
    this.pick = { ...this.pick, count: counts[index] };
  }

  /** What is dropped by a click on a cell of the line: one piece, and one on each cell before it; null if no move does. */
  dropOn(cell) {
    const { count, cells, drops } = this.pick;
    const candidates = this.spreads().filter((move) => {
      const index = move.path.indexOf(cell);
      if (index < 0) return false;
      if (index === cells.length - 1) return move.drops[index] > drops[index];
      return index >= cells.length
        && drops.every((drop, nth) => move.drops[nth] === drop)
        && move.drops.slice(cells.length, index).every((drop) => drop === 1);
    });
    if (!candidates.length) return null;
    const { path } = candidates[0];
    const index = path.indexOf(cell);
    const next = path.slice(0, index + 1).map((_, nth) => (nth < drops.length ? drops[nth] : 1));
    if (index === cells.length - 1) next[index] += 1;
    const rest = count - sum(next);
    const whole = candidates.find((move) => move.path.length === index + 1);
    const isDone = rest === 0 || candidates.every((move) => move === whole);
    // A move that begins like this, to show it.
    const model = candidates.find((move) => next.every((drop, nth) => move.drops[nth] === drop));
    return { cells: path.slice(0, index + 1), drops: next, rest, whole, isDone, model };
  }

  /** The moves that a click on a cell could make, sorted by how the tile lies. */
  candidates(cell) {
    const pick = this.pick;
    const at = (kind) => this.moves.filter((move) => move.kind === kind && move.cell === cell);
    switch (pick?.type) {
      case "piece": return at("place").filter((move) => move.piece === pick.piece);
      case "tile": return at("lay").filter((move) => move.tile === pick.tile && (!pick.seat || !move.seat || move.seat === pick.seat))
        .sort((one, other) => one.turn - other.turn);
      case "any": return at("lay");
      case "laid": return cell === pick.cell
        ? this.moves.filter((move) => move.kind === "turn" && move.tile === pick.tile)
        : this.moves.filter((move) => move.kind === "swap" && same(ends(move), [pick.cell, cell].sort()));
      default: return [];
    }
  }

  /** The move that is shown while a cell is looked at; null if there is none. */
  proposal(cell) {
    if (!cell) return null;
    if (this.pick?.type === "stack") {
      const dropped = this.dropOn(cell);
      return dropped ? dropped.whole ?? null : null;
    }
    const candidates = this.candidates(cell);
    if (this.pick?.type === "laid" && cell === this.pick.cell && this.pick.turn === null) return null;
    return candidates.find((move) => lie(move) === this.pick.turn) ?? candidates[0] ?? null;
  }

  /** Turns the tile to the next of its legal turnings; returns whether there is another. */
  turn(cell, step = 1) {
    const candidates = this.candidates(cell);
    if (candidates.length < 1 || !["tile", "any", "laid"].includes(this.pick?.type)) return false;
    const index = candidates.findIndex((move) => lie(move) === this.pick.turn);
    const start = index < 0 && this.pick.type !== "laid" ? 0 : index;
    const next = candidates[(start + step + candidates.length) % candidates.length];
    this.pick = { ...this.pick, turn: lie(next) };
    return candidates.length > 1;
  }

  /** The moves with the tile of a hand that is chosen that are not made on the board. */
  aside() {
    const { type, tile, seat } = this.pick ?? {};
    if (type !== "tile") return [];
    return this.moves.filter((move) => ASIDE.has(move.kind) && move.tile === tile && (!seat || !move.seat || move.seat === seat));
  }

  /** The seats that can do nothing but give or discard a tile; a single empty name outside of races. */
  owing() {
    const seats = unique(this.moves.map((move) => move.seat ?? ""));
    return seats.filter((seat) => this.moves.every((move) => (move.seat ?? "") !== seat || ASIDE.has(move.kind)));
  }

  /** The cells where the choice can go. */
  lit() {
    const pick = this.pick;
    if (!pick) return new Set();
    if (pick.type === "stack") {
      return new Set(this.spreads().flatMap((move) => move.path).filter((cell) => this.dropOn(cell)));
    }
    if (pick.type === "laid") {
      return new Set(board.targets().map((each) => each.dataset.cell)
        .filter((cell) => cell !== pick.cell && this.candidates(cell).length));
    }
    if (pick.type === "piece") return new Set();
    return new Set(this.moves.filter((move) => move.kind === "lay" && (pick.type === "any" || move.tile === pick.tile))
      .map((move) => move.cell));
  }

  /** A line that would do what is not allowed here, to ask why: a legal move of the same kind, with this cell in place
   * of its own. */
  attempt(cell) {
    const pick = this.pick;
    const name = board.nameOf(cell);
    if (pick?.type === "piece") {
      const model = this.moves.find((move) => move.kind === "place" && move.piece === pick.piece);
      const letter = this.table.pieces.find((piece) => piece.name === pick.piece)?.letter ?? "";
      return model ? model.notation.replace(board.nameOf(model.cell), name) : letter + name;
    }
    if (pick?.type === "tile") {
      const model = this.moves.find((move) => move.kind === "lay" && move.tile === pick.tile);
      return model ? model.notation.replace(board.nameOf(model.cell), name) : `${pick.tile}@${name}`;
    }
    return null;
  }
}

/** The cells of a move that exchanges two tiles. */
const ends = (move) => [move.cell, board.cellNamed(move.to)].sort();
