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

/** Puts children in place of the old ones, unless nothing has changed: the focus and what is typed stay. */
export function fill(parent, key, make) {
  const text = JSON.stringify(key);
  if (parent.dataset.key === text) return;
  parent.dataset.key = text;
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  parent.replaceChildren(...make());
  if (focused) parent.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

/** Splits a sentence at its quoted words, which become code. */
export function words(text) {
  return text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 ? el("code", {}, part) : part)).filter((part) => part !== "");
}

const SVG = "http://www.w3.org/2000/svg";
const FORBIDDEN = new Set(["script", "foreignObject", "iframe", "a", "animate", "set", "style"]);

/** Reads a drawing of our own server; whatever could run or leave the page is left out all the same. */
export function svg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.namespaceURI !== SVG || parsed.localName !== "svg") return null;
  for (const element of [...parsed.querySelectorAll("*")]) {
    if (FORBIDDEN.has(element.localName)) element.remove();
  }
  for (const element of [parsed, ...parsed.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const isLink = name === "href" || name.endsWith(":href");
      if (name.startsWith("on") || (isLink && !value.startsWith("#"))) element.removeAttribute(name);
    }
  }
  return document.importNode(parsed, true);
}

/** Says something to screen readers; the same sentence twice is said twice. */
export function say(text) {
  const live = byId("live");
  live.textContent = "";
  setTimeout(() => { live.replaceChildren(...words(text)); }, 30);
}
