// The page of the table: it shows what the program sends, and sends what is clicked or typed.

import { follow } from "./link.js";
import * as board from "./board.js";
import * as panels from "./panels.js";
import * as play from "./play.js";
import { byId, el, say, words } from "./dom.js";

let table = null;
/** What the prompt said since the last table. */
let told = [];

function onTable(next) {
  const before = table;
  table = next;
  document.body.classList.toggle("readonly", next.readonly);
  document.body.classList.toggle("no-game", !next.game);
  play.take(next);
  byId("typed").hidden = next.readonly;
  byId("line").placeholder = next.seat === null ? "Type a move or a command, such as help" : "Type a move";
  if (!next.at || next.game?.name !== before?.game?.name) board.release();
  if (next.board) board.show(next.board.svg);
  panels.show(next);
  play.update(next);
  tick();
  if (before) announce(before, next);
  flush(before && before.at !== next.at);
}

/** Says which moves were made, and whose turn it is. */
function announce(before, next) {
  if (!next.game || before.at === next.at && before.over === next.over) return;
  const count = (each) => (each.moves ?? []).filter((group) => !group.undone).flatMap((group) => group.moves.map((move) => `${group.seat}: ${move}`));
  const [old, now] = [count(before), count(next)];
  const fresh = now.length > old.length ? now.slice(old.length) : [];
  const change = fresh.length ? fresh.join(", ") : now.length < old.length ? `Back to move ${now.length}` : "";
  say([change, byId("turn").textContent].filter(Boolean).join(". "));
}

// The prompt on the page.

const MOST_ENTRIES = 200;

/** Writes what was said, except for moves, which are on the board and in their list. */
function flush(isMove) {
  const log = byId("log");
  let isLonger = false;
  for (const { line, text, refused } of told) {
    if (isMove && !refused && !text.includes("\n")) continue;
    if (!refused) play.tell(text.includes("\n") ? "" : text);
    isLonger = true;
    log.append(el("div", { className: refused ? "entry refused" : "entry" },
      line && el("b", {}, `> ${line}`), el("pre", {}, ...words(text))));
  }
  while (log.children.length > MOST_ENTRIES) log.firstChild.remove();
  if (isLonger) log.scrollTop = log.scrollHeight;
  told = [];
}

function onTold(message) {
  told.push(message);
  if (message.refused) {
    play.tell(message.text, true);
    say(message.text);
  }
  // A line that changes nothing brings no table.
  setTimeout(() => flush(false), 400);
}

const history = [];
let place = 0;

byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId("line");
  const line = field.value;
  field.value = "";
  if (line.trim()) history.push(line);
  place = history.length;
  play.run(line);
});
byId("line").addEventListener("keydown", (event) => {
  if (event.key === "Escape") return byId("line").blur();
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  place = Math.min(history.length, Math.max(0, place + (event.key === "ArrowUp" ? -1 : 1)));
  event.target.value = history[place] ?? "";
});

// A file that is dropped.

addEventListener("dragover", (event) => {
  if (!play.mayCommand() || ![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  byId("drop").hidden = false;
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) byId("drop").hidden = true; });
addEventListener("drop", (event) => {
  event.preventDefault();
  byId("drop").hidden = true;
  if (play.mayCommand()) panels.load(event.dataTransfer.files[0]);
});

// Clocks run between two tables.

let arrived = performance.now();

function tick() {
  arrived = performance.now();
}
setInterval(() => {
  if (!table?.clock || table.clock.paused || table.over) return;
  const passed = (performance.now() - arrived) / 1000;
  for (const shown of document.querySelectorAll(".clock")) {
    const { seat } = shown.dataset;
    const runs = table.turn.seats.includes(seat);
    shown.textContent = panels.time(table.clock.left[seat] - (runs ? passed : 0));
  }
}, 250);

follow((event, data) => {
  if (event === "table") onTable(data);
  if (event === "told") onTold(data);
  if (event === "fair") panels.fairness.show(data);
}, (sentence) => {
  byId("connection").textContent = sentence;
  document.body.classList.toggle("offline", sentence !== "");
});
