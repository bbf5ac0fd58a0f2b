// The drawing of the board: its targets, what is lit on them, the arrow keys, and the picture of a move that is not made.
// What a click means is decided elsewhere.

import { byId, el, redraw, svg } from "./dom.js";

/** Time between two tiles that follow from a move. */
const STEP = 160;

/** Most pixels for each unit of the drawing; a cell is 80 units wide. */
const LARGEST = 1.5;

const frame = byId("board");
let drawing = null;
let shown = "";
/** Number of drawings shown so far. */
let drawings = 0;
let last = "";
/** The cell that the arrow keys are on. */
let current = null;

export const targets = () => (drawing ? [...drawing.querySelectorAll(".cell")] : []);
export const target = (cell) => (cell ? drawing?.querySelector(`.cell[data-cell="${CSS.escape(cell)}"]`) : null);
export const nameOf = (cell) => target(cell)?.dataset.at ?? cell;
export const describe = (cell) => target(cell)?.getAttribute("aria-label") ?? "";
export const isOccupied = (cell) => target(cell)?.classList.contains("occupied") ?? false;
export const cellNamed = (name) => targets().find((each) => each.dataset.at === name)?.dataset.cell;
export const currentCell = () => current;
export const hasFocus = () => frame.contains(document.activeElement);

/** Room on each side of a board that grows, so that it need not be drawn smaller with every tile. */
const ROOM = 80;
/** The part of the plane that was drawn last, as [left, top, right, bottom]. */
let view = null;

/** Lets the board have another size: it is another game. */
export function release() {
  view = null;
  frame.style.minHeight = "";
}
addEventListener("resize", () => { frame.style.minHeight = ""; });

/** Keeps what is drawn where it was, as far as it goes: the board stays under the pointer. */
function hold(fresh) {
  const { x, y, width, height } = fresh.viewBox.baseVal;
  const wanted = [x, y, x + width, y + height];
  const middle = view ? (view[0] + view[2]) / 2 : 0;
  if (view && wanted.some((edge, side) => (side < 2 ? edge < view[side] : edge > view[side]))) {
    view = view.map((edge, side) => {
      if (side < 2) return wanted[side] < edge ? wanted[side] - ROOM : edge;
      return wanted[side] > edge ? wanted[side] + ROOM : edge;
    });
    // A board that grows on both sides stays in the middle, where the frame is wide enough for it.
    const aside = Math.max(middle - view[0], view[2] - middle);
    if (2 * aside * frame.clientHeight <= (view[3] - view[1]) * frame.clientWidth) {
      [view[0], view[2]] = [middle - aside, middle + aside];
    }
  }
  view ??= wanted;
  const [left, top, right, bottom] = view;
  fresh.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  fresh.setAttribute("width", right - left);
  fresh.setAttribute("height", bottom - top);
}

/** Shows a drawing. What was laid since the last one arrives tile by tile. */
export function show(text) {
  if (text === shown) return;
  ghost(null);
  const focused = hasFocus() ? document.activeElement : null;
  if (drawing) frame.style.minHeight = `${frame.offsetHeight}px`;
  const next = redraw(drawing, text);
  if (!next) return;
  drawing = next;
  shown = text;
  hold(drawing);
  // Boards of few cells are not drawn larger than a hand.
  drawing.style.maxWidth = `${Math.round(LARGEST * (view[2] - view[0]))}px`;
  if (drawing.parentNode !== frame) frame.replaceChildren(drawing);
  const changed = targets().filter((each) => each.dataset.last)
    .sort((one, other) => one.dataset.last - other.dataset.last)
    .map((each) => each.dataset.cell);
  const key = changed.join(" ");
  if (key !== last && last !== "") arrive(changed);
  last = key || "none";
  if (!target(current)) current = changed[0] ?? targets()[0]?.dataset.cell ?? null;
  rove();
  if (focused && document.activeElement !== focused) target(current)?.focus({ preventScroll: true });
  drawings += 1;
  frame.dataset.drawings = String(drawings);
}

function arrive(cells) {
  cells.forEach((cell, index) => {
    for (const piece of drawing.querySelectorAll(`[data-on="${CSS.escape(cell)}"]`)) {
      piece.classList.add("arrives");
      piece.style.animationDelay = `${index * STEP}ms`;
    }
  });
}

/** One cell at a time can be reached with Tab; the arrow keys go on from there. */
function rove() {
  for (const each of targets()) {
    const index = each.dataset.cell === current ? "0" : "-1";
    if (each.getAttribute("tabindex") !== index) each.setAttribute("tabindex", index);
  }
}

export function focusOn(cell) {
  if (!target(cell)) return;
  current = cell;
  rove();
  target(cell).focus({ preventScroll: true });
}

/** Goes to the board, to the cell that the arrow keys are on. */
export function enter() {
  if (target(current)) focusOn(current);
  else frame.focus();
}

/** Marks a cell as the one that is looked at, without taking the focus from a text field. */
export function makeCurrent(cell) {
  if (target(cell)) {
    current = cell;
    rove();
  }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Goes to the next cell in the direction of an arrow key: the nearest one, with those straight ahead first. */
export function step(arrow) {
  const [dx, dy] = ARROWS[arrow];
  const from = target(current);
  if (!from) return focusOn(targets()[0]?.dataset.cell);
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const each of targets()) {
    const [toX, toY] = centre(each);
    const ahead = (toX - x) * dx + (toY - y) * dy;
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    const distance = ahead + 2 * aside;
    if (ahead > 1 && aside <= 2 * ahead && distance < least) [best, least] = [each, distance];
  }
  if (best) focusOn(best.dataset.cell);
}

export const isArrow = (keyName) => keyName in ARROWS;

const centre = (each) => each.dataset.centre.split(",").map(Number);

/** Lights the cells where something can be done, and those that are chosen. */
export function light(lit, chosen = []) {
  for (const each of targets()) {
    each.classList.toggle("lit", lit.has(each.dataset.cell));
    each.classList.toggle("chosen", chosen.includes(each.dataset.cell));
  }
}

/** Lays the picture of a move over the board, or what it does to some cells; null takes it away. */
export function ghost(text, cells = null) {
  drawing?.querySelector(".ghost")?.remove();
  for (const hidden of drawing?.querySelectorAll(".under-ghost") ?? []) hidden.classList.remove("under-ghost");
  const picture = text ? svg(text) : null;
  if (!picture || !drawing) return;
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  layer.setAttribute("class", "ghost");
  layer.setAttribute("aria-hidden", "true");
  layer.append(...picture.childNodes);
  for (const piece of layer.querySelectorAll("[data-on]")) {
    if (cells && !cells.includes(piece.dataset.on)) {
      piece.remove();
      continue;
    }
    for (const under of drawing.querySelectorAll(`[data-on="${piece.dataset.on}"]`)) under.classList.add("under-ghost");
  }
  const above = [...drawing.children].find((part) => part.matches(".cell") || part.querySelector(".cell"));
  drawing.insertBefore(layer, above ?? null);
}

/** The cell under a point of the window. */
export function cellAt(x, y) {
  return document.elementFromPoint(x, y)?.closest?.(".cell")?.dataset.cell ?? null;
}

/** A picture that follows the pointer while something is dragged. */
export function carried(content, size = 64) {
  const picture = el("div", { className: "carried", "aria-hidden": "true" });
  picture.append(content);
  picture.style.width = `${size}px`;
  document.body.append(picture);
  return {
    moveTo(x, y) { picture.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px)`; },
    drop() { picture.remove(); },
  };
}

/** A copy of what is on a cell, to be carried. */
export function copyOf(cell) {
  const on = drawing?.querySelector(`[data-on="${CSS.escape(cell)}"]`);
  if (!on) return null;
  const copy = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  copy.setAttribute("viewBox", "-48 -48 96 96");
  const piece = on.cloneNode();
  piece.setAttribute("x", "0");
  piece.setAttribute("y", "0");
  copy.append(piece);
  return copy;
}

/** Width of a cell on the screen. */
export const cellSize = () => target(current)?.getBoundingClientRect().width ?? 64;
