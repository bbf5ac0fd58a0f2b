// The scripts of the rules, to be changed beside the game; and the games that bots play to see whether it is fair.

import { ask, sendScript } from "./link.js";
import { button, el, svg } from "./dom.js";

/** Time without typing after which a script is checked. */
const PAUSE = 500;

/** The editor; it is made once, and keeps what is typed. */
export class Workshop {
  constructor() {
    this.scripts = [];
    this.script = null;
    this.timer = 0;
    this.choice = el("select", { "aria-label": "Script", on: { change: () => this.open(this.choice.value) } });
    this.numbers = el("pre", { className: "numbers", "aria-hidden": "true" });
    this.field = el("textarea", {
      spellcheck: "false", autocomplete: "off", wrap: "off", rows: "18", "aria-label": "Rules in Lua", "aria-describedby": "faults",
      on: { input: () => this.typed(), scroll: () => this.scrolled(), keydown: (event) => this.indent(event) },
    });
    /** What is said under faulty lines; the list below the editor says it to screen readers. */
    this.tags = el("div", { className: "tags", "aria-hidden": "true" });
    this.faults = el("ul", { id: "faults", className: "faults", role: "status" });
    this.apply = button("Apply", () => this.save(), { disabled: true });
    this.where = el("p", { className: "faint" });
    this.parts = [el("div", { className: "row" }, this.choice, this.apply, button("Read again", () => this.read(true))),
      el("div", { className: "editor" }, this.numbers, this.field, this.tags), this.faults, this.where];
  }

  /** Shows the scripts of the rules in force. A script that is being changed stays. */
  async draw(body, table) {
    if (!body.firstChild) body.append(...this.parts);
    const rules = table.rules_hash;
    if (rules !== this.rules && !this.isChanged()) await this.read();
    this.rules = rules;
  }

  isChanged() {
    return this.script !== null && this.field.value !== withPlainEnds(this.script.text);
  }

  /** The text with the line ends of its file, which a text area does not keep. */
  text() {
    return this.script.text.includes("\r\n") ? this.field.value.replaceAll("\n", "\r\n") : this.field.value;
  }

  async read(isAgain = false) {
    try {
      ({ scripts: this.scripts } = await ask("scripts"));
    } catch (error) {
      return this.tell([error.message]);
    }
    this.choice.replaceChildren(...this.scripts.map((script) => el("option", { value: script.name }, script.name)));
    const name = this.scripts.some((script) => script.name === this.script?.name) ? this.script.name : this.scripts.at(-1)?.name;
    if (name !== undefined) this.open(name);
    if (isAgain) this.tell(["Read again from its file."]);
  }

  open(name) {
    this.script = this.scripts.find((script) => script.name === name);
    this.choice.value = name;
    this.field.value = this.script.text;
    const { built_in: isBuiltIn, target } = this.script;
    this.where.textContent = isBuiltIn ? `Built in; a change is saved as the copy ${target}.` : `A change is saved in ${target}.`;
    this.tell([]);
    this.number([]);
    this.apply.disabled = true;
  }

  /** Numbers the lines, and marks those that have faults. */
  number(faults) {
    const count = this.field.value.split("\n").length;
    const said = (line) => faults.filter((fault) => fault.line === line).map((fault) => fault.message).join("\n");
    this.numbers.replaceChildren(...Array.from({ length: count }, (_, index) => {
      const fault = said(index + 1);
      return el("span", fault ? { className: "faulty", title: fault } : {}, `${index + 1}\n`);
    }));
    this.tags.replaceChildren(...faults.filter((fault) => fault.line).map((fault) =>
      el("p", { dataset: { line: fault.line } }, fault.message)));
    this.scrolled();
  }

  /** Puts numbers and faults beside and under their lines. */
  scrolled() {
    const { scrollTop } = this.field;
    this.numbers.scrollTop = scrollTop;
    const { lineHeight, paddingTop } = getComputedStyle(this.field);
    for (const tag of this.tags.children) {
      tag.style.top = `${parseFloat(paddingTop) + tag.dataset.line * parseFloat(lineHeight) - scrollTop}px`;
    }
  }

  tell(lines) {
    this.faults.replaceChildren(...lines.map((line) => el("li", {}, line)));
  }

  typed() {
    this.number([]);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    const text = this.text();
    try {
      const { ok, faults, effect } = await ask("check", { name: this.script.name, text });
      if (text !== this.text()) return;
      this.apply.disabled = !ok || !this.isChanged();
      this.number(faults);
      if (ok) return this.tell([effect || "No fault."]);
      this.faults.replaceChildren(...faults.map((fault) => el("li", { className: "fault" },
        fault.line ? button(`Line ${fault.line}`, () => this.goTo(fault), { className: "small" }) : null, ` ${fault.message}`)));
    } catch (error) {
      this.apply.disabled = true;
      this.tell([error.message]);
    }
  }

  goTo({ line, column = 1, length = 0 }) {
    const before = this.field.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const start = before + Math.max(0, column - 1);
    this.field.focus();
    this.field.setSelectionRange(start, start + length);
  }

  async save() {
    const text = this.text();
    try {
      const { file, hash } = await sendScript(this.script.name, text, this.script.hash);
      Object.assign(this.script, { text, hash });
      this.apply.disabled = true;
      this.where.textContent = `Saved in ${file}.`;
    } catch (error) {
      this.tell([error.message]);
    }
  }

  /** Tab indents; Escape and then Tab leaves the field. */
  indent(event) {
    if (event.key === "Escape") this.leaves = true;
    else if (event.key === "Tab" && !event.shiftKey && !this.leaves) {
      event.preventDefault();
      this.field.setRangeText("  ", this.field.selectionStart, this.field.selectionEnd, "end");
      this.typed();
    } else this.leaves = false;
  }
}

const withPlainEnds = (text) => text.replace(/\r\n?/g, "\n");

/** Games that bots play in the background. */
export class Fairness {
  constructor() {
    this.games = el("input", { type: "number", min: "1", max: "10000", value: "200", "aria-label": "Games" });
    this.bot = el("input", { value: "greedy", list: "bots", "aria-label": "Bot" });
    this.bar = el("progress", { max: "1", value: "0", "aria-label": "Games played" });
    this.text = el("pre", { role: "status" });
    this.plot = el("div", { className: "plot" });
    this.form = el("form", { className: "row", on: { submit: (event) => { event.preventDefault(); this.run(Number(this.games.value)); } } },
      this.games, this.bot, el("button", {}, "Play them"), button("Stop", () => this.run(0)));
  }

  draw(body) {
    if (!body.firstChild) body.append(el("p", { className: "faint" }, "Bots play games under these rules; yours goes on."), this.form, this.bar, this.text, this.plot);
  }

  async run(games) {
    try {
      await ask("fair", { games, bots: [this.bot.value.trim()] });
      if (games) this.text.textContent = "";
    } catch (error) {
      this.text.textContent = error.message;
    }
  }

  show({ played, games, text, svg: picture, error }) {
    this.bar.max = games || 1;
    this.bar.value = played;
    if (text || error) this.text.textContent = error ?? text;
    if (picture) this.plot.replaceChildren(...[svg(picture)].filter(Boolean));
  }
}
