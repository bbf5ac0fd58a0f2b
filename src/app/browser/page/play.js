// What is chosen on the board, what it would do, and the lines that come of it. `gestures.js` has the mouse and the keys.

import { ask, sendLine } from "./link.js";
import * as board from "./board.js";
import { Choice } from "./choice.js";
import { button, byId, say, words } from "./dom.js";

const choice = new Choice();
const frame = byId("board");
const sentence = byId("choice");
let table = null;
let isNew = false;
/** What previews said about the position, by what was asked. */
let previews = new Map();
/** Number of the latest question; answers to earlier ones come too late. */
let latest = 0;
let redrawSupply = () => {};

export const current = choice;
export const onChoice = (listener) => { redrawSupply = listener; };

/** Whether this window may give every command, as one of the whole table may. */
export const mayCommand = () => Boolean(table) && !table.readonly && table.seat === null;

/** Whether this window may give the commands of its seat, now. */
export const mayAnswer = () => mayCommand() || Boolean(table?.seat && table.turn?.seats.includes(table.seat));

/** Whether this window may move. */
export const mayMove = () => Boolean(table?.game) && !table.readonly && !table.over;

/** Takes a new table: what this window may do, before the rest is drawn. */
export function take(next) {
  isNew ||= next.revision !== table?.revision;
  table = next;
}

/** Takes a new position, and asks for its legal moves. */
export async function update(next) {
  if (!isNew) {
    choice.table = table;
    return;
  }
  isNew = false;
  previews = new Map();
  latest += 1;
  choice.update(table, null);
  // What was said was about another state.
  tell("");
  refresh();
  try {
    const { moves, revision } = !next.game || next.over ? { moves: [] } : await ask("moves");
    // A table of the same state may have come since, with another time on its clock.
    if (next.revision !== table.revision || (revision !== undefined && revision !== table.revision)) return;
    choice.update(table, moves);
  } catch (error) {
    tell(error.message, true);
  }
  refresh();
  // What is shown is complete: a move can be chosen.
  document.body.dataset.moves = String(table.at ?? 0);
  if (choice.at && (board.hasFocus() || frame.matches(":hover"))) attend(choice.at, true);
  else if (!sentence.textContent) tell(describeChoice());
}

/** Shows the choice again: lit cells, buttons, the hand. */
export function refresh() {
  const pick = choice.pick;
  const chosen = pick?.type === "stack" ? [pick.cell, ...pick.cells]
    : pick?.type === "laid" ? [pick.cell] : choice.pinned ? [choice.pinned] : [];
  board.light(mayMove() ? choice.lit() : new Set(), chosen);
  byId("steps").replaceChildren(...steps());
  redrawSupply();
}

function steps() {
  const pick = choice.pick;
  if (!mayMove() || !pick) return [];
  const buttons = [];
  const proposal = choice.proposal(choice.at);
  if (pick.type === "stack") {
    const dropped = pick.cells.length ? pick.cells.at(-1) : null;
    const whole = dropped && choice.spreads().find((move) => move.path.length === pick.cells.length);
    if (whole && choice.spreads().length > 1) buttons.push(button("Drop the rest here", () => play(whole)));
    if (!pick.drops.length && choice.counts(pick.cell).length > 1) {
      buttons.push(button("Lift fewer", () => { choice.liftBy(-1); changed(); }));
      buttons.push(button("Lift more", () => { choice.liftBy(1); changed(); }));
    }
  }
  if (["tile", "any", "laid"].includes(pick.type) && choice.candidates(choice.at).length > 1) {
    buttons.push(button("Turn", () => turn(1)));
  }
  if (pick.type !== "stack" && proposal && (pick.type !== "piece" || isCoarse())) {
    buttons.push(button("Play it here", () => play(proposal)));
  }
  if (pick.type === "laid") buttons.push(...takeButton(pick));
  buttons.push(...choice.aside().map(moveButton));
  if (["tile", "laid", "stack"].includes(pick.type)) buttons.push(button("Put back", dropChoice));
  return buttons;
}

function takeButton(pick) {
  const take = choice.moves.find((move) => move.kind === "take" && move.tile === pick.tile);
  return take ? [button("Take it off", () => play(take))] : [];
}

/** A button for a move that is not made on the board. */
export function moveButton(move) {
  const texts = { give: `Give ${move.tile} to ${move.to}`, discard: `Discard ${move.tile}`, take: "Take the discard back" };
  const text = texts[move.kind] ?? move.text.charAt(0).toUpperCase() + move.text.slice(1);
  return button(text, () => play(move), { dataset: { id: `move-${move.notation}` } });
}

const isCoarse = () => matchMedia("(pointer: coarse)").matches;

export function tell(text, isRefusal = false) {
  sentence.replaceChildren(...words(text));
  sentence.classList.toggle("refused", isRefusal);
}

/** Plays a legal move of the position that is shown. In a race others move meanwhile, and it may be legal all the same. */
export function play(move) {
  run(move.text ?? move.notation, table.turn.race ? undefined : table.revision);
}

/** Runs a line; a refusal is told where the board is. */
export async function run(line, revision) {
  latest += 1;
  board.ghost(null);
  try {
    await sendLine(line, revision);
  } catch (error) {
    tell(error.message, true);
    say(error.message);
  }
}

export function changed() {
  refresh();
  if (choice.at) attend(choice.at);
  else tell(describeChoice());
}

export function dropChoice() {
  choice.drop();
  board.ghost(null);
  tell("");
  changed();
}

/** `1 on a2, 2 in hand from a1`. */
function describeStack({ cells, drops } = choice.pick) {
  const { cell, count } = choice.pick;
  const dropped = cells.map((each, index) => `${drops[index]} on ${board.nameOf(each)}`);
  const left = count - drops.reduce((total, each) => total + each, 0);
  return [...dropped, `${left} in hand from ${board.nameOf(cell)}`].join(", ");
}

export function describeChoice() {
  const pick = choice.pick;
  if (pick?.type === "stack") return `${describeStack()}. Click along a line to drop one at a time.`;
  if (choice.aside().length && !choice.lit().size) {
    return choice.aside().some((move) => move.kind === "give") ? `Tile ${pick.tile}: choose who gets it.` : `Tile ${pick.tile}: discard it.`;
  }
  if (pick?.type === "tile") return `Tile ${pick.tile}: choose a lit space. R turns it.`;
  if (pick?.type === "laid") return `Tile ${pick.tile} on ${board.nameOf(pick.cell)}: R turns it; choose a tile to swap, or drag it to a space.`;
  if (mayMove()) return describeDebt();
  return "";
}

/** Who has to part with a tile before anything else. */
function describeDebt() {
  const isAlone = new Set(choice.moves.map((move) => move.seat)).size < 2;
  return choice.owing().map((seat) => {
    const gives = choice.moves.some((move) => move.kind === "give" && (move.seat ?? "") === seat);
    const debt = gives ? "Give 1 tile away: choose one of yours." : "Discard 1 tile: choose one of yours.";
    return isAlone ? debt : `${seat}: ${debt}`;
  }).join(" ");
}

/** What a click on a cell would do to lifted pieces: the move to ask about, the cells of its picture, and the words. */
function previewDrop(cell) {
  const dropped = mayMove() && choice.pick?.type === "stack" ? choice.dropOn(cell) : null;
  if (!dropped) return null;
  const { whole, isDone, model, cells } = dropped;
  const before = choice.pick.cells.length ? `${describeStack()}; a click here makes it ` : "";
  if (whole && (choice.dropsAll || isDone)) return { move: whole, words: (made) => before + made };
  const more = whole ? `; all of it here, with Shift, is ${whole.text ?? whole.notation}` : "";
  return model ? { move: model, cells: [choice.pick.cell, ...cells], words: () => `${before}${describeStack(dropped)}${more}` } : null;
}

/** Looks at a cell: what a click would do there, or why it would do nothing. Where the pointer only rests while the
 * board changes under it, such as on what was just laid, nothing is explained. */
export async function attend(cell, isResting = false) {
  choice.at = cell;
  const number = ++latest;
  refreshSteps();
  const drop = previewDrop(cell);
  const proposal = drop?.move ?? (mayMove() ? choice.proposal(cell) : null);
  if (!proposal) board.ghost(null);
  if (!cell) return tell(describeChoice());
  try {
    if (proposal) {
      const text = proposal.text ?? proposal.notation;
      if (!await stays(number, `move ${text}`)) return;
      const answer = await remembered(`move ${text}`, () => ask("preview", { move: text }));
      if (number !== latest) return;
      board.ghost(answer.svg ?? null, drop?.cells);
      const made = [text, answer.effect].filter(Boolean).join(": ");
      tell(drop ? drop.words(made) : made);
      if (board.hasFocus() && answer.effect && !drop?.cells) say(answer.effect);
      return;
    }
    if (choice.pick?.type === "stack") return tell(describeChoice());
    if (isResting) {
      const said = describeChoice();
      return said && tell(said);
    }
    const attempt = mayMove() && !canLift(cell) && !choice.lit().has(cell) ? choice.attempt(cell) : null;
    if (!attempt) return tell(describeChoice() || board.describe(cell));
    if (!await stays(number, `why ${attempt}`)) return;
    const answer = await remembered(`why ${attempt}`, () => ask("why", { text: attempt }));
    if (number !== latest) return;
    const described = board.isOccupied(cell) ? [board.describe(cell)] : [];
    tell([...described, ...answer.why].join("; "), answer.why.length > 0);
  } catch (error) {
    if (number === latest) tell(error.message, true);
  }
}

/** Time on a cell before it is asked about: a mouse that only passes asks nothing, and a click need not wait for answers. */
const GLANCE = 25;

/** Waits that long, unless the answer is known; returns whether nothing else is looked at by then. */
async function stays(number, question) {
  if (!previews.has(question)) await new Promise((done) => setTimeout(done, GLANCE));
  return number === latest;
}

const refreshSteps = () => byId("steps").replaceChildren(...steps());

async function remembered(question, asker) {
  const known = previews;
  if (!known.has(question)) known.set(question, asker());
  return known.get(question);
}

export const canLift = (cell) => choice.counts(cell).length > 0;
export const isPuzzleTile = (cell) => choice.moves.some((move) => ["turn", "take"].includes(move.kind)
  && move.tile === board.target(cell)?.dataset.tile) && board.isOccupied(cell);

/** A click on a cell, or Enter. `level` is the piece of a stack that was hit, counted from below. */
export function choose(cell, { level = null, isKey = false, isDouble = false, isWhole = false } = {}) {
  if (!mayMove()) return;
  board.makeCurrent(cell);
  if (cell !== choice.pick?.cell) settle();
  const pick = choice.pick;
  if (pick?.type === "stack") return chooseInLine(cell, isDouble, isWhole);
  if (canLift(cell) && pick?.type !== "tile") {
    const height = board.target(cell).querySelectorAll("[data-level]").length;
    choice.lift(cell, level && level < height ? height - level + 1 : undefined);
    const counts = choice.counts(cell).length;
    say(`${describeChoice()}${counts > 1 ? " Plus and minus lift more or fewer." : ""}`);
    return changed();
  }
  if (pick?.type === "laid" && cell === pick.cell) {
    const proposal = choice.proposal(cell);
    return proposal ? play(proposal) : dropChoice();
  }
  if (isPuzzleTile(cell) && pick?.type !== "laid" && !choice.candidates(cell).length) {
    choice.pick = { type: "laid", tile: board.target(cell).dataset.tile, cell, turn: null };
    choice.at = cell;
    return changed();
  }
  const candidates = choice.candidates(cell);
  if (!candidates.length) return attend(cell);
  if (pick.type === "any" && candidates.length > 1 && !isKey) return goThrough(cell, isDouble);
  play(choice.proposal(cell));
}

/** Without hands, clicks on one cell go through what fits there; a double click lays what was shown before it. */
let beforeClick = null;
function goThrough(cell, isDouble) {
  if (isDouble && beforeClick?.cell === cell) return play(beforeClick.move);
  beforeClick = { cell, move: choice.proposal(cell) };
  if (choice.pinned === cell) choice.turn(cell);
  choice.pinned = cell;
  changed();
}

function chooseInLine(cell, isDouble, isWhole) {
  const { cell: origin, drops } = choice.pick;
  if (cell === origin && !drops.length) {
    if (choice.counts(cell).length > 1) choice.liftBy(-1);
    else choice.drop();
    say(describeChoice() || "Put back.");
    return changed();
  }
  if (isDouble && choice.pick.cells.at(-1) === cell) {
    const whole = choice.spreads().find((move) => move.path.length === choice.pick.cells.length);
    if (whole) return play(whole);
  }
  const dropped = choice.dropOn(cell);
  if (!dropped) return attend(cell);
  if ((dropped.isDone || isWhole) && dropped.whole) return play(dropped.whole);
  choice.pick = { ...choice.pick, cells: dropped.cells, drops: dropped.drops };
  say(describeChoice());
  changed();
}

/** Lets a tile of a puzzle lie as it was turned, before something else is chosen. */
export function settle() {
  const pick = choice.pick;
  const turned = pick?.type === "laid" ? choice.proposal(pick.cell) : null;
  if (!turned) return;
  choice.pick = null;
  play(turned);
}

/** Turns what is chosen, at the cell that is looked at. */
export function turn(step) {
  if (!choice.turn(choice.at, step)) return;
  changed();
}
