// Elements of the page. Text is always set as text: nothing that a game, a player or a file says becomes markup.

export const byId = (id) => document.getElementById(id);

/** Makes an element: properties, attributes by name, `on` for listeners, and children. */
export function el(tag, { on = {}, dataset = {}, ...rest } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null || value === false) continue;
    if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name === "className" ? "class" : name, value);
  }
  Object.assign(element.dataset, dataset);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function button(text, onClick, properties = {}) {
  return el("button", { type: "button", on: { click: onClick }, ...properties }, text);
}

/** Puts children in place of the old ones, unless nothing has changed: the focus and what is typed stay. Returns whether
 * it did. */
export function fill(parent, key, make) {
  const text = JSON.stringify(key);
  if (parent.dataset.key === text) return false;
  parent.dataset.key = text;
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  parent.replaceChildren(...make());
  if (focused) parent.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  return true;
}

/** Splits a sentence at its quoted words, which become code. */
export function words(text) {
  return text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 ? el("code", {}, part) : part)).filter((part) => part !== "");
}

const SVG = "http://www.w3.org/2000/svg";
const FORBIDDEN = new Set(["script", "foreignObject", "iframe", "a", "animate", "set", "style"]);

/** Reads a drawing of our own server; whatever could run or leave the page is left out all the same. */
export function svg(text) {
  const parsed = parse(text);
  return parsed && document.adoptNode(clean(parsed));
}

function parse(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return parsed.namespaceURI === SVG && parsed.localName === "svg" ? parsed : null;
}

function clean(drawing) {
  for (const element of drawing.querySelectorAll("*")) {
    if (FORBIDDEN.has(element.localName)) element.remove();
  }
  for (const element of [drawing, ...drawing.querySelectorAll("*")]) {
    for (const name of element.getAttributeNames()) {
      const isLink = name === "href" || name.endsWith(":href");
      if (name.startsWith("on") || (isLink && !element.getAttribute(name).startsWith("#"))) element.removeAttribute(name);
    }
  }
  return drawing;
}

/** Lines that hold no part of a drawing: our server writes each part on lines of its own. */
const NO_PART = /^(<svg .*|<\/svg>|<defs>|<\/defs>|)$/;

/** Splits a drawing into the texts of its parts, and the lines between them. */
function split(text) {
  const texts = [];
  let depth = 0;
  for (const line of text.split("\n")) {
    if (depth > 0) texts.push(`${texts.pop()}\n${line}`);
    else texts.push(line);
    if (!NO_PART.test(line)) depth += (line.match(/<\w/g) ?? []).length - (line.match(/<\/|\/>/g) ?? []).length;
  }
  return texts;
}

/** The parts of a drawing that is shown, by the texts that they were read from. */
const known = new WeakMap();

/** Makes a drawing that is shown like another one, each part in a group, and returns it. Parts that are the same are neither read nor laid out
 * again, which takes a browser long, and the focus stays on them. */
export function redraw(shown, text) {
  const old = new Map(known.get(shown));
  const parts = [];
  const texts = split(text).map((source) => {
    if (NO_PART.test(source)) return source;
    parts.push({ source, stays: old.get(source) });
    return old.delete(source) ? "<g/>" : `<g>${source}</g>`;
  });
  const next = parse(texts.join("\n"));
  const read = next ? [...clean(next).children].flatMap((each) => (each.localName === "defs" ? [...each.children] : [each])) : [];
  // Written in another way: the whole is read.
  if (read.length !== parts.length) return svg(text);
  const part = new Map(read.map((each, index) => [each, parts[index].stays ?? each]));
  const root = known.has(shown) ? mend(shown, next, part) : document.adoptNode(next);
  known.set(root, new Map(read.map((each, index) => [parts[index].source, part.get(each)])));
  return root;
}

/** Gives a drawing the attributes and the parts of the next one. */
function mend(root, next, part) {
  for (const name of next.getAttributeNames()) {
    if (root.getAttribute(name) !== next.getAttribute(name)) root.setAttribute(name, next.getAttribute(name));
  }
  const defs = [...root.children].find((each) => each.localName === "defs");
  place(root, [...next.children].map((each) => {
    if (each.localName !== "defs" || !defs) return part.get(each) ?? each;
    place(defs, [...each.children].map((inner) => part.get(inner)));
    return defs;
  }));
  return root;
}

/** Puts children in place of the old ones. Those that stay are not moved, which would take the focus from them. */
function place(parent, children) {
  const stays = new Set(children);
  for (const child of [...parent.children]) if (!stays.has(child)) child.remove();
  let after = null;
  for (const child of children.reverse()) {
    if (child.parentNode !== parent || child.nextElementSibling !== after) parent.insertBefore(child, after);
    after = child;
  }
}

/** Says something to screen readers; the same sentence twice is said twice. */
export function say(text) {
  const live = byId("live");
  live.textContent = "";
  setTimeout(() => { live.replaceChildren(...words(text)); }, 30);
}
