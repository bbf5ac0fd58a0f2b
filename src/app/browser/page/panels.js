// What stands beside the board: pieces and hands, buttons, players, moves, and what can be folded open.

import { ask, sendFile } from "./link.js";
import { button, byId, el, fill, svg } from "./dom.js";
import { startDrag } from "./gestures.js";
import * as play from "./play.js";
import { Fairness, Workshop } from "./workshop.js";

const choice = play.current;

/** Draws everything that depends on the table alone. */
export function show(table) {
  document.title = table.game ? `${table.game.title} · Houserule` : "Houserule";
  byId("title").textContent = table.game?.title ?? "Houserule";
  byId("turn").textContent = headline(table);
  byId("turn").classList.toggle("over", Boolean(table.over));
  byId("sign").textContent = `${table.prompt}>`;
  showLesson(table);
  showPlayers(table);
  showMoves(table);
  showActions(table);
  showSupply();
  showFolds(table);
}

function headline(table) {
  if (!table.game) return "No game has started. Type play and a game, such as play tak.";
  if (table.over) return table.over;
  const undone = table.undone ? " Undone moves remain; redo plays them again." : "";
  if (table.thinking) return `${table.thinking} thinks…`;
  if (table.turn.race) return `Everyone may move.${undone}`;
  if (table.players.length === 1) return `Move ${table.turn.number}.${undone}`;
  const [seat] = table.turn.seats;
  const name = table.players.find((player) => player.seat === seat)?.name;
  const who = name && name !== "human" && name !== seat ? `${seat} (${name})` : seat;
  return `${capital(who ?? "player")} to move, turn ${table.turn.number}.${undone}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Pieces and hands.

function showSupply() {
  const { table, pick } = choice;
  if (!table?.game) return byId("supply").replaceChildren();
  fill(byId("supply"), [table.revision, choice.moves.length, pick, play.mayMove()], () => [
    ...(table.kind === "stones" ? [pieceRow(table)] : []),
    ...table.hands.filter((hand) => table.puzzle || hand.seat !== null).map(handRow),
    ...(others().length ? [el("div", { className: "buttons" }, ...others().map(play.moveButton))] : []),
  ].filter(Boolean));
}
play.onChoice(showSupply);

function pieceRow({ pieces, reserves, turn }) {
  if (pieces.length < 2 || !play.mayMove()) return null;
  const reserve = reserves.find((each) => each.seat === turn.seats[0]);
  return el("div", { className: "hand", role: "group", "aria-label": "Pieces" },
    ...pieces.map((piece) => {
      // One that cannot be placed now can be chosen all the same, to see why.
      const isPlaceable = choice.moves.some((move) => move.piece === piece.name);
      const left = reserve?.pieces.find((each) => each.piece === piece.name)?.left;
      const picture = piece.svg ? svg(piece.svg) : null;
      const isChosen = choice.pick?.type === "piece" && choice.pick.piece === piece.name;
      return el("button", {
        type: "button", className: isPlaceable ? "piece" : "piece barred", "aria-pressed": String(isChosen),
        dataset: { id: `piece-${piece.name}`, digit: piece.key, piece: piece.name },
        on: {
          click: () => { choice.choosePiece(piece.name); play.changed(); },
          pointerdown: (event) => startDrag(event, () => {
            choice.choosePiece(piece.name);
            return picture?.cloneNode(true) ?? el("span", {}, piece.name);
          }),
        },
      }, picture, el("span", {}, piece.name), left !== undefined && el("small", {}, `${left} left`), el("kbd", {}, piece.key));
    }));
}

function handRow(hand) {
  const name = hand.seat ?? "left";
  if (hand.hidden || !hand.tiles.length) {
    const count = hand.count ?? "?";
    return hand.seat === null || choice.table.over ? null : el("p", { className: "hand-count" }, `${capital(name)}: ${count} tiles${hand.hidden ? ", hidden" : ""}`);
  }
  const mine = hand.own && play.mayMove();
  const digits = mine && (hand.seat === null || choice.table.turn.seats[0] === hand.seat);
  return el("div", { className: mine ? "hand" : "hand other", role: "group", "aria-label": `Tiles of ${name}` },
    el("span", { className: "whose" }, name),
    ...hand.tiles.map((each, index) => {
      const picture = svg(each.svg);
      const isChosen = choice.pick?.type === "tile" && choice.pick.tile === each.tile;
      const fits = each.fits_forced ? ", fits a forced space" : "";
      const canMove = choice.moves.some((move) => move.tile === each.tile && ["lay", "give", "discard"].includes(move.kind));
      return el("button", {
        type: "button", className: each.fits_forced ? "tile fits" : "tile", disabled: !mine || !canMove,
        "aria-pressed": String(isChosen), "aria-label": `Tile ${each.tile}${fits}`, title: `Tile ${each.tile}${fits}`,
        dataset: { id: `tile-${name}-${each.tile}`, tile: each.tile, ...(digits && index < 9 ? { digit: index + 1 } : {}) },
        on: {
          click: () => { choice.chooseTile(each.tile, hand.seat); play.changed(); },
          pointerdown: (event) => startDrag(event, () => {
            choice.pick = { type: "tile", tile: each.tile, seat: hand.seat, turn: null };
            return picture.cloneNode(true);
          }),
        },
      }, picture, digits && index < 9 && el("kbd", {}, String(index + 1)));
    }));
}

/** Legal moves that need neither a cell nor a tile: passing, changing sides. */
function others() {
  if (!play.mayMove()) return [];
  return choice.moves.filter((move) => move.kind === "act" || (move.kind === "take" && !move.cell));
}

// Buttons of the game.

/** A seat has the buttons that it may use, in its turn; a window that only shows the game has none. */
function showActions(table) {
  const [isAll, isMine] = [play.mayCommand(), play.mayAnswer()];
  const isOn = Boolean(table.game) && !table.over;
  const line = (text, command, isPossible = true) => button(text, () => play.run(command), { disabled: !isPossible, dataset: { id: command } });
  const key = [isOn, isAll, isMine, table.readonly, table.at, table.undone, table.thinking, table.game?.name, table.players?.length];
  fill(byId("actions"), key, () => table.readonly ? [] : [
    line("Undo", "undo", isMine && Boolean(table.game)),
    line("Redo", "redo", isMine && table.undone > 0),
    isAll && line("Hint", "hint", isOn),
    table.thinking && isMine && line("Move now", "stop"),
    isAll && table.players?.length > 1 && line("Draw", "draw", isOn),
    line("Resign", "resign", isMine && isOn),
    isAll && line("New game", "new", Boolean(table.game)),
  ].filter(Boolean));
}

// The step of a lesson or quiz.

function showLesson({ lesson }) {
  fill(byId("lesson"), [lesson, play.mayCommand()], () => !lesson ? [] : [
    el("div", { className: "lesson" },
      el("h2", {}, lesson.step !== null && lesson.of ? `${lesson.name}, step ${lesson.step} of ${lesson.of}` : lesson.name),
      lesson.step !== null && lesson.of && el("progress", { max: String(lesson.of), value: String(lesson.step), "aria-label": "Steps of the lesson" }),
      lesson.say && el("p", {}, lesson.say), lesson.ask && el("p", {}, el("b", {}, lesson.ask)),
      play.mayCommand() && el("div", { className: "buttons" }, ...[...lesson.choices, ...lesson.words]
        .map((word) => button(capital(word), () => play.run(word), { dataset: { id: `word-${word}` } })))),
  ]);
}

// Players with reserves, score and clock.

function showPlayers(table) {
  const { players = [], reserves = [], score = [], status = [], clock, turn } = table;
  fill(byId("players"), [players, reserves, score, status, clock, turn, table.over, table.match], () => !table.game ? [] : [
    el("h2", {}, players.length > 1 ? "Players" : "Score"),
    players.length > 1 && el("ul", { className: "players" }, ...players.map((player) => {
      const reserve = reserves.find((each) => each.seat === player.seat);
      const left = clock?.left?.[player.seat];
      const isOn = !table.over && turn.seats.includes(player.seat);
      return el("li", isOn ? { className: "on" } : {},
        el("b", {}, player.seat), ` ${player.name === "human" ? "" : player.name}`,
        left !== undefined && el("span", { className: "clock", dataset: { seat: player.seat } }, time(left)),
        reserve && el("small", {}, reserve.text));
    })),
    ...(score.length ? [el("ul", { className: "score" }, ...score.map((line) => el("li", {}, scoreText(line))))] : []),
    ...(status.length ? [el("ul", { className: "score" }, ...status.map((line) => el("li", {}, line)))] : []),
    table.match && el("p", { className: "match" }, table.match.players
      .map((name, index) => `${name} ${table.match.points[index]}`).join(", ") + ` after ${table.match.games} ${table.match.games === 1 ? "game" : "games"}`),
  ].filter(Boolean));
}

/** `red: 21 (line of 21)`, unless there is nothing to explain. */
const scoreText = ({ side, text }) => {
  const [points, ...explanation] = text.slice(side.length + 1).split(" ");
  const words = explanation.join(" ");
  return `${side}: ${points}${/^(-|nothing)?$/.test(words) ? "" : ` (${words})`}`;
};

export function time(seconds) {
  const rest = Math.max(0, Math.ceil(Math.abs(seconds)));
  return `${seconds < 0 ? "-" : ""}${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
}

// Moves by turn, with notes.

function showMoves(table) {
  const { moves = [], at = 0, notes = [], variation } = table;
  const parent = byId("moves");
  const isNew = fill(parent, [moves, at, notes, variation, play.mayCommand(), play.mayAnswer()], () => {
    if (!table.game) return [];
    const noted = (ply) => notes.filter((note) => note.after === ply).map((note) => el("p", { className: "note" }, note.text));
    const entry = (group) => {
      const text = group.moves.join(" ");
      const properties = {
        dataset: { id: `ply-${group.ply}` }, "aria-current": !group.undone && group.ply === at ? "step" : null,
        title: `${group.seat}, turn ${group.turn}`,
      };
      return el("li", group.undone ? { className: "undone" } : {}, play.mayCommand()
        ? button(text, () => play.run(group.goto), { ...properties, "aria-label": `Turn ${group.turn}, ${group.seat}: ${text}` })
        : el("span", { ...properties, className: "made" }, text), ...noted(group.ply));
    };
    const turns = [];
    for (const group of moves) {
      if (turns.at(-1)?.turn !== group.turn) turns.push({ turn: group.turn, groups: [] });
      turns.at(-1).groups.push(group);
    }
    return [
      el("h2", {}, variation ? `Moves of variation ${variation}` : "Moves"),
      moves.length ? el("ol", { className: "moves" }, ...turns.map(({ turn, groups }) => el("li", {},
        el("span", { className: "number" }, `${turn}.`), el("ul", {}, ...groups.map(entry)))))
        : el("p", { className: "faint" }, "No move yet."),
      ...(moves.length && play.mayCommand() ? [button("Start", () => play.run("goto start"), { className: "small" }),
        button("End", () => play.run("goto end"), { className: "small" })] : []),
      ...(moves.length && play.mayAnswer() ? [noteForm()] : []),
    ];
  });
  if (!isNew) return;
  const list = parent.querySelector(".moves");
  const now = parent.querySelector("[aria-current]");
  if (list && now) list.scrollTop = now.offsetTop - list.clientHeight / 2;
}

function noteForm() {
  const field = el("input", { "aria-label": "Note on the last move", placeholder: "Note on the last move", dataset: { id: "note" } });
  return form(() => {
    if (field.value.trim()) play.run(`note ${field.value}`);
    field.value = "";
  }, field, el("button", { className: "small" }, "Note"));
}

function form(onSubmit, ...children) {
  return el("form", { className: "row", on: { submit: (event) => { event.preventDefault(); onSubmit(); } } }, ...children);
}

// What can be folded open: it is asked for only then.

let latest = null;
const workshop = new Workshop();
export const fairness = new Fairness();

function fold(id, title, draw) {
  const body = el("div", { className: "fold" });
  const details = el("details", { id, on: { toggle: () => {
    document.body.classList.toggle("wide", byId("workshop").open);
    if (details.open && latest) draw(body, latest);
  } } }, el("summary", {}, title), body);
  details.draw = () => draw(body, latest);
  return details;
}

function answerFold(question) {
  return async (body, table) => {
    if (!body.firstChild) body.append(el("pre", {}, "…"));
    const pre = body.firstChild;
    try {
      const text = table.game ? (await ask(question)).text : "";
      if (pre.textContent !== text) pre.textContent = text;
    } catch (error) {
      pre.textContent = error.message;
    }
  };
}

function showFolds(table) {
  latest = table;
  const parent = byId("folds");
  if (!parent.firstChild) {
    parent.append(
      fold("look", "Position in words", answerFold("look")),
      fold("rules", "Rules", answerFold("rules")),
      fold("seats", "Seats and bots", drawSeats),
      fold("options", "Options and variants", drawOptions),
      fold("files", "Save and load", drawFiles),
      fold("workshop", "Workshop", (body, now) => workshop.draw(body, now)),
      fold("fair", "Is it fair?", (body) => fairness.draw(body)),
      fold("keys", "Keys", drawKeys),
    );
  }
  // Only a window of the whole table changes rules, and one that only shows the game has no buttons at all.
  for (const id of ["workshop", "fair"]) byId(id).hidden = !play.mayCommand() || !table.game;
  for (const id of ["files", "keys"]) byId(id).hidden = table.readonly;
  for (const details of parent.children) if (details.open) details.draw();
}

function drawSeats(body, { players = [] }) {
  fill(body, [players, play.mayCommand()], () => {
    const row = (player, field) => el("label", { className: "row" }, el("span", {}, player.seat), field);
    if (!play.mayCommand()) return players.map((player) => row(player, el("b", {}, player.bot ?? player.name)));
    const fields = players.map((player) => el("input", {
      value: player.bot ?? player.name, list: "bots", "aria-label": `Who plays ${player.seat}`, dataset: { id: `seat-${player.seat}` } }));
    return [
      form(() => play.run(`seats ${fields.map((field) => field.value.trim() || "human").join(",")}`),
        ...fields.map((field, index) => row(players[index], field)), el("button", {}, "Change seats")),
      el("p", { className: "faint" }, "human, a name with a capital letter, or a bot"),
    ];
  });
}

function drawOptions(body, { game }) {
  fill(body, [game?.options, game?.variants, play.mayCommand()], () => !game ? []
    : play.mayCommand() ? [...game.options.map(optionForm), game.variants.length && variantList(game.variants)].filter(Boolean)
      : [...game.options.map(optionRow), ...game.variants.filter((variant) => variant.active).map((variant) =>
        el("p", {}, variant.title ?? variant.name))]);
}

function optionForm(option) {
  const field = el("input", { value: option.value, title: option.allowed ?? "", dataset: { id: `option-${option.key}` } });
  return form(() => play.run(`set ${option.key}=${field.value.trim()}`),
    el("label", { className: "row", title: option.doc ?? "" }, el("span", {}, option.key), field),
    el("button", { className: "small" }, "Set"), option.doc && el("small", {}, option.doc));
}

const optionRow = ({ key, value, doc }) => el("div", { className: "row" }, el("span", {}, key), el("b", {}, value), doc && el("small", {}, doc));

function variantList(variants) {
  return el("ul", { className: "variants" }, ...variants.map((variant) => {
    const box = el("input", { type: "checkbox", checked: Boolean(variant.active), dataset: { id: `variant-${variant.name}` },
      on: { change: () => play.run(`variant ${box.checked ? "+" : "-"}${variant.name}`) } });
    return el("li", {}, el("label", {}, box, ` ${variant.title ?? variant.name}`));
  }));
}

function drawFiles(body, { game }) {
  fill(body, [game?.formats, play.mayCommand()], () => [
    el("div", { className: "buttons" }, ...(game?.formats ?? []).map((format) => button(format.toUpperCase(), () => save(format), { title: `Save as .${format}` }))),
    ...(play.mayCommand() ? [el("label", { className: "row" }, el("span", {}, "Load"),
      el("input", { type: "file", on: { change: (event) => load(event.target.files[0]) } })),
    el("p", { className: "faint" }, "Or drop a file on the page.")] : []),
  ]);
}

async function save(format) {
  try {
    const { name, text, base64, type } = await ask("save", { format });
    const bytes = base64 ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) : text;
    const address = URL.createObjectURL(new Blob([bytes], { type: type ?? "application/octet-stream" }));
    el("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    play.tell(`Saved as ${name}.`);
  } catch (error) {
    play.tell(error.message, true);
  }
}

const LARGEST = 4 << 20;

export async function load(file) {
  if (!file) return;
  if (file.size > LARGEST) return play.tell(`${file.name} is larger than 4 MB, so it is not loaded.`, true);
  try {
    await sendFile(file.name, await file.text());
    play.tell(`Loaded ${file.name}.`);
  } catch (error) {
    play.tell(error.message, true);
  }
}

const KEYS = [
  ["Arrows", "go from cell to cell, once the board has the focus"], ["Enter", "choose, lift, drop or lay"],
  ["Shift+Enter", "drop all that is in hand"], ["1 2 3", "choose a piece or a tile; lift that many"], ["+ −", "lift more or fewer"],
  ["R", "turn the tile"], ["Escape", "put back"], ["Delete", "take a tile of a puzzle off"], ["U", "undo"], ["/", "type a line"],
];

function drawKeys(body) {
  fill(body, 1, () => [el("dl", { className: "keys" }, ...KEYS.flatMap(([key, text]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)]))]);
}
