// Mouse, finger and keyboard on the board.

import * as board from "./board.js";
import { byId, say } from "./dom.js";
import * as play from "./play.js";

const choice = play.current;
const frame = byId("board");

// The mouse.

let drag = null;

function cellOf(event) {
  return event.target.closest?.(".cell")?.dataset.cell ?? null;
}

/** Where the pointer was last; an element that comes under it while it rests is not looked at. */
let rest = { x: -1, y: -1 };
addEventListener("pointermove", (event) => { rest = { x: event.clientX, y: event.clientY }; });
const isResting = (event) => event.clientX === rest.x && event.clientY === rest.y;

frame.addEventListener("pointerover", (event) => {
  const cell = cellOf(event);
  // What was clicked stays chosen while the pointer goes to its buttons.
  if (cell && cell !== choice.at && event.pointerType === "mouse" && !drag?.picture && !choice.pinned) play.attend(cell, isResting(event));
});
frame.addEventListener("pointerleave", (event) => {
  if (event.pointerType === "mouse" && !drag && !choice.pinned) play.attend(null);
});
frame.addEventListener("focusin", (event) => {
  const cell = cellOf(event);
  if (!cell || cell === choice.at) return;
  choice.pinned = null;
  play.attend(cell);
});
frame.addEventListener("click", (event) => {
  const cell = cellOf(event);
  if (!cell || drag?.wasMoved) return;
  // A finger shows first what it would do; a mouse has shown it before.
  if (event.pointerType === "touch" && choice.at !== cell && choice.proposal(cell) && choice.pick?.type !== "piece") {
    return play.attend(cell);
  }
  choice.at = cell;
  play.choose(cell, { level: Number(event.target.dataset.level) || null, isDouble: event.detail === 2, isWhole: event.shiftKey });
});
frame.addEventListener("contextmenu", (event) => {
  if (!cellOf(event) || !["tile", "any", "laid"].includes(choice.pick?.type)) return;
  event.preventDefault();
  play.turn(1);
});
frame.addEventListener("wheel", (event) => {
  const type = choice.pick?.type;
  if (!cellOf(event) || !play.mayMove() || !["tile", "any", "laid", "stack"].includes(type)) return;
  event.preventDefault();
  const step = event.deltaY > 0 ? 1 : -1;
  if (type !== "stack") return play.turn(step);
  choice.liftBy(-step);
  play.changed();
}, { passive: false });

/** Starts to drag what is chosen: a tile of a hand, a piece, or what is on a cell. */
export function startDrag(event, begin) {
  if (!play.mayMove() || event.button > 0) return;
  drag = { x: event.clientX, y: event.clientY, begin, picture: null, wasMoved: false };
}

frame.addEventListener("pointerdown", (event) => {
  const cell = cellOf(event);
  if (!cell) return;
  startDrag(event, () => {
    if (play.isPuzzleTile(cell)) choice.pick = { type: "laid", tile: board.target(cell).dataset.tile, cell, turn: null };
    else if (!play.canLift(cell) || !choice.lift(cell)) return null;
    return board.copyOf(cell);
  });
});
// Before the tile or the piece that is clicked is chosen.
byId("supply").addEventListener("click", play.settle, true);
addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.picture) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
    play.settle();
    const content = drag.begin();
    if (!content) {
      drag = null;
      return;
    }
    drag.wasMoved = true;
    choice.dropsAll = true;
    drag.picture = board.carried(content, board.cellSize());
    document.body.classList.add("dragging");
    play.refresh();
  }
  drag.picture.moveTo(event.clientX, event.clientY);
  const cell = board.cellAt(event.clientX, event.clientY);
  if (cell !== choice.at) play.attend(cell);
});
function endDrag(event, isDropped) {
  if (!drag?.picture) {
    drag = null;
    return;
  }
  drag.picture.drop();
  choice.dropsAll = false;
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
  if (pick?.type === "laid" && cell === pick.cell) return play.dropChoice();
  if (proposal) return play.play(proposal);
  if (pick?.type === "laid" && !board.isOccupied(cell)) return moveTile(pick, cell);
  if (pick?.type === "stack" && cell === pick.cell) return play.changed();
  play.attend(cell);
}

/** Moves a tile of a puzzle to a space: off the board, then back on it as it was turned. */
async function moveTile({ tile, cell: from }, cell) {
  const take = choice.moves.find((move) => move.kind === "take" && move.tile === tile);
  const turning = board.target(from)?.dataset.turn ?? 0;
  if (!take) return;
  const name = board.nameOf(cell);
  await play.run(take.text);
  await play.run(`${tile}@${name}:${turning}`);
}

function takeOff() {
  const take = choice.moves.find((move) => move.kind === "take" && move.tile === choice.pick.tile);
  if (take) play.play(take);
}

// The keyboard.

// Not a link to the board: the fragment of the address is the key.
byId("skip").addEventListener("click", board.enter);

function holdShift(isHeld) {
  if (choice.dropsAll === isHeld) return;
  choice.dropsAll = isHeld;
  if (choice.pick?.type === "stack" && choice.at) play.attend(choice.at);
}

addEventListener("keyup", (event) => { if (event.key === "Shift") holdShift(false); });
addEventListener("keydown", (event) => {
  if (event.key === "Shift") holdShift(true);
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !choice.table) return;
  const onBoard = board.hasFocus();
  if (onBoard && board.isArrow(event.key)) board.step(event.key);
  else if (onBoard && (event.key === "Enter" || event.key === " ")) pressEnter(event);
  else if (event.key === "Escape") play.dropChoice();
  else if (event.key === "r" || event.key === "R") play.turn(event.shiftKey ? -1 : 1);
  else if ((event.key === "u" || event.key === "U") && play.mayAnswer()) play.run("undo");
  else if (event.key === "/" && !choice.table.readonly) byId("line").focus();
  else if ((event.key === "+" || event.key === "-") && choice.pick?.type === "stack") {
    choice.liftBy(event.key === "+" ? 1 : -1);
    say(play.describeChoice());
    play.changed();
  } else if (/^[1-9]$/.test(event.key)) pressDigit(Number(event.key));
  else if ((event.key === "Delete" || event.key === "Backspace") && choice.pick?.type === "laid") takeOff();
  else return;
  event.preventDefault();
});

function pressEnter(event) {
  const cell = board.currentCell();
  choice.at = cell;
  play.choose(cell, { isKey: true, isDouble: event.shiftKey, isWhole: event.shiftKey });
}

/** Digits choose a piece or a tile of the hand, or how many pieces are lifted. */
function pressDigit(digit) {
  if (choice.pick?.type === "stack") {
    choice.lift(choice.pick.cell, digit);
    say(play.describeChoice());
    return play.changed();
  }
  document.querySelector(`#supply [data-digit="${digit}"]`)?.click();
}
