// Mouse, finger and keyboard on the board: what they choose, and the lines that come of it.

import { ask, sendLine } from "./link.js";
import * as board from "./board.js";
import { Choice } from "./choice.js";
import { button, byId, say } from "./dom.js";

const choice = new Choice();
const frame = byId("board");
const sentence = byId("choice");
let table = null;
/** What previews said about the position, by what was asked. */
let previews = new Map();
/** Number of the latest question; answers to earlier ones come too late. */
let latest = 0;
let redrawSupply = () => {};

export const current = choice;
export const onChoice = (listener) => { redrawSupply = listener; };

/** Whether this window may move. */
export const mayMove = () => Boolean(table?.game) && !table.readonly && !table.over;

/** Takes a new position, and asks for its legal moves. */
export async function update(next) {
  const isNew = next.revision !== table?.revision;
  table = next;
  if (!isNew) return;
  previews = new Map();
  latest += 1;
  choice.update(table, null);
  refresh();
  try {
    const { moves, revision } = !next.game || next.over ? { moves: [] } : await ask("moves");
    if (next !== table || (revision !== undefined && revision !== table.revision)) return;
    choice.update(table, moves);
  } catch (error) {
    tell(error.message, true);
  }
  refresh();
  // What is shown is complete: a move can be chosen.
  document.body.dataset.moves = String(table.at ?? 0);
  if (!choice.at || !(board.hasFocus() || frame.matches(":hover"))) return;
  // What has just been laid needs no words.
  if (board.target(choice.at)?.dataset.last) tell("");
  else attend(choice.at);
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
  if (["tile", "laid", "stack"].includes(pick.type)) buttons.push(button("Put back", dropChoice));
  return buttons;
}

function takeButton(pick) {
  const take = choice.moves.find((move) => move.kind === "take" && move.tile === pick.tile);
  return take ? [button("Take it off", () => play(take))] : [];
}

const isCoarse = () => matchMedia("(pointer: coarse)").matches;

export function tell(text, isRefusal = false) {
  sentence.textContent = text;
  sentence.classList.toggle("refused", isRefusal);
}

/** Plays a legal move. */
export function play(move) {
  run(move.text ?? move.notation);
}

/** Runs a line; a refusal is told where the board is. */
export async function run(line) {
  board.ghost(null);
  try {
    await sendLine(line);
  } catch (error) {
    tell(error.message, true);
    say(error.message);
  }
}

function changed() {
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
function describeStack() {
  const { cell, count, cells, drops } = choice.pick;
  const dropped = cells.map((each, index) => `${drops[index]} on ${board.nameOf(each)}`);
  const left = count - drops.reduce((total, each) => total + each, 0);
  return [...dropped, `${left} in hand from ${board.nameOf(cell)}`].join(", ");
}

function describeChoice() {
  const pick = choice.pick;
  if (pick?.type === "stack") return `${describeStack()}. Click along a line to drop one at a time.`;
  if (pick?.type === "tile") return `Tile ${pick.tile}: choose a lit space. R turns it.`;
  if (pick?.type === "laid") return `Tile ${pick.tile} on ${board.nameOf(pick.cell)}: R turns it; choose a tile to swap, or drag it to a space.`;
  return "";
}

/** Looks at a cell: what a click would do there, or why it would do nothing. */
export async function attend(cell) {
  choice.at = cell;
  const number = ++latest;
  refreshSteps();
  const proposal = mayMove() ? choice.proposal(cell) : null;
  if (!proposal) board.ghost(null);
  if (!cell) return tell(describeChoice());
  try {
    if (proposal) {
      const text = proposal.text ?? proposal.notation;
      const answer = await remembered(`move ${text}`, () => ask("preview", { move: text }));
      if (number !== latest) return;
      board.ghost(answer.svg ?? null);
      const made = [text, answer.effect].filter(Boolean).join(": ");
      tell(choice.pick.type === "stack" ? `${describeStack()}; all of it here is ${made}` : made);
      if (board.hasFocus() && answer.effect) say(answer.effect);
      return;
    }
    if (choice.pick?.type === "stack") return tell(describeChoice());
    const attempt = mayMove() && !canLift(cell) && !choice.lit().has(cell) ? choice.attempt(cell) : null;
    if (!attempt) return tell(describeChoice() || board.describe(cell));
    const answer = await remembered(`why ${attempt}`, () => ask("why", { text: attempt }));
    if (number !== latest) return;
    const described = board.isOccupied(cell) ? [board.describe(cell)] : [];
    tell([...described, ...answer.why].join("; "), answer.why.length > 0);
  } catch (error) {
    if (number === latest) tell(error.message, true);
  }
}

const refreshSteps = () => byId("steps").replaceChildren(...steps());

async function remembered(question, asker) {
  const known = previews;
  if (!known.has(question)) known.set(question, asker());
  return known.get(question);
}

const canLift = (cell) => choice.counts(cell).length > 0;
const isPuzzleTile = (cell) => choice.moves.some((move) => ["turn", "take"].includes(move.kind)
  && move.tile === board.target(cell)?.dataset.tile) && board.isOccupied(cell);

/** A click on a cell, or Enter. `level` is the piece of a stack that was hit, counted from below. */
export function choose(cell, { level = null, isKey = false, isDouble = false } = {}) {
  if (!mayMove()) return;
  board.makeCurrent(cell);
  const pick = choice.pick;
  if (pick?.type === "stack") return chooseInLine(cell, isDouble);
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

function chooseInLine(cell, isDouble) {
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
  if (dropped.isDone && dropped.whole) return play(dropped.whole);
  choice.pick = { ...choice.pick, cells: dropped.cells, drops: dropped.drops };
  say(describeChoice());
  changed();
}

/** Turns what is chosen, at the cell that is looked at. */
export function turn(step) {
  if (!choice.turn(choice.at, step)) return;
  changed();
}

// The mouse.

let drag = null;

function cellOf(event) {
  return event.target.closest?.(".cell")?.dataset.cell ?? null;
}

frame.addEventListener("pointerover", (event) => {
  const cell = cellOf(event);
  if (cell && cell !== choice.at && event.pointerType === "mouse" && !drag?.picture) {
    if (choice.pinned && choice.pinned !== cell) choice.pinned = null;
    attend(cell);
  }
});
frame.addEventListener("pointerleave", (event) => {
  if (event.pointerType === "mouse" && !drag) attend(null);
});
frame.addEventListener("focusin", (event) => {
  const cell = cellOf(event);
  if (cell && cell !== choice.at) attend(cell);
});
frame.addEventListener("click", (event) => {
  const cell = cellOf(event);
  if (!cell || drag?.wasMoved) return;
  // A finger shows first what it would do; a mouse has shown it before.
  if (event.pointerType === "touch" && choice.at !== cell && choice.proposal(cell) && choice.pick?.type !== "piece") {
    return attend(cell);
  }
  choice.at = cell;
  choose(cell, { level: Number(event.target.dataset.level) || null, isDouble: event.detail === 2 });
});
frame.addEventListener("contextmenu", (event) => {
  if (!cellOf(event) || !["tile", "any", "laid"].includes(choice.pick?.type)) return;
  event.preventDefault();
  turn(1);
});
frame.addEventListener("wheel", (event) => {
  const type = choice.pick?.type;
  if (!cellOf(event) || !mayMove() || !["tile", "any", "laid", "stack"].includes(type)) return;
  event.preventDefault();
  const step = event.deltaY > 0 ? 1 : -1;
  if (type !== "stack") return turn(step);
  choice.liftBy(-step);
  changed();
}, { passive: false });

/** Starts to drag what is chosen: a tile of a hand, a piece, or what is on a cell. */
export function startDrag(event, begin) {
  if (!mayMove() || event.button > 0) return;
  drag = { x: event.clientX, y: event.clientY, begin, picture: null, wasMoved: false };
}

frame.addEventListener("pointerdown", (event) => {
  const cell = cellOf(event);
  if (!cell) return;
  startDrag(event, () => {
    if (isPuzzleTile(cell)) choice.pick = { type: "laid", tile: board.target(cell).dataset.tile, cell, turn: null };
    else if (!canLift(cell) || !choice.lift(cell)) return null;
    return board.copyOf(cell);
  });
});
addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.picture) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
    const content = drag.begin();
    if (!content) {
      drag = null;
      return;
    }
    drag.wasMoved = true;
    drag.picture = board.carried(content, board.cellSize());
    document.body.classList.add("dragging");
    refresh();
  }
  drag.picture.moveTo(event.clientX, event.clientY);
  const cell = board.cellAt(event.clientX, event.clientY);
  if (cell !== choice.at) attend(cell);
});
function endDrag(event, isDropped) {
  if (!drag?.picture) {
    drag = null;
    return;
  }
  drag.picture.drop();
  document.body.classList.remove("dragging");
  const cell = board.cellAt(event.clientX, event.clientY);
  if (isDropped && cell) dropAt(cell);
  else if (isDropped && choice.pick?.type === "laid") takeOff();
  // The click that follows belongs to the drag.
  setTimeout(() => { drag = null; });
}
addEventListener("pointerup", (event) => endDrag(event, true));
addEventListener("pointercancel", (event) => endDrag(event, false));

/** Lets go of what was dragged: all of a stack goes to this cell, with one on each cell before it. */
function dropAt(cell) {
  choice.at = cell;
  const pick = choice.pick;
  const proposal = choice.proposal(cell);
  if (pick?.type === "laid" && cell === pick.cell) return dropChoice();
  if (proposal) return play(proposal);
  if (pick?.type === "laid" && !board.isOccupied(cell)) return moveTile(pick, cell);
  if (pick?.type === "stack" && cell === pick.cell) return changed();
  attend(cell);
}

/** Moves a tile of a puzzle to a space: off the board, then back on it as it was turned. */
async function moveTile({ tile, cell: from }, cell) {
  const take = choice.moves.find((move) => move.kind === "take" && move.tile === tile);
  const turning = board.target(from)?.dataset.turn ?? 0;
  if (!take) return;
  const name = board.nameOf(cell);
  await run(take.text);
  await run(`${tile}@${name}:${turning}`);
}

function takeOff() {
  const take = choice.moves.find((move) => move.kind === "take" && move.tile === choice.pick.tile);
  if (take) play(take);
}

// The keyboard.

addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !table) return;
  const onBoard = board.hasFocus();
  if (onBoard && board.isArrow(event.key)) board.step(event.key);
  else if (onBoard && (event.key === "Enter" || event.key === " ")) pressEnter(event);
  else if (event.key === "Escape") dropChoice();
  else if (event.key === "r" || event.key === "R") turn(event.shiftKey ? -1 : 1);
  else if (event.key === "u" || event.key === "U") run("undo");
  else if (event.key === "/") byId("line").focus();
  else if ((event.key === "+" || event.key === "-") && choice.pick?.type === "stack") {
    choice.liftBy(event.key === "+" ? 1 : -1);
    say(describeChoice());
    changed();
  } else if (/^[1-9]$/.test(event.key)) pressDigit(Number(event.key));
  else if ((event.key === "Delete" || event.key === "Backspace") && choice.pick?.type === "laid") takeOff();
  else return;
  event.preventDefault();
});

function pressEnter(event) {
  const cell = board.currentCell();
  choice.at = cell;
  choose(cell, { isKey: true, isDouble: event.shiftKey });
}

/** Digits choose a piece or a tile of the hand, or how many pieces are lifted. */
function pressDigit(digit) {
  if (choice.pick?.type === "stack") {
    choice.lift(choice.pick.cell, digit);
    say(describeChoice());
    return changed();
  }
  document.querySelector(`#supply [data-digit="${digit}"]`)?.click();
}

export { changed };
