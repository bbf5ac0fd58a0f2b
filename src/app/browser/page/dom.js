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

/** What each part of a drawing was read from, before the page lit or chose it. */
const sources = new WeakMap();

/** Makes a drawing that is shown like another one, and returns it. Parts that are the same stay: laying a whole board out
 * anew takes a browser long, and the focus stays, too. */
export function redraw(shown, text) {
  const next = parse(text);
  if (!next) return null;
  const root = shown ?? document.createElementNS(SVG, "svg");
  mend(root, clean(next));
  for (const name of next.getAttributeNames()) {
    if (root.getAttribute(name) !== next.getAttribute(name)) root.setAttribute(name, next.getAttribute(name));
  }
  return root;
}

function mend(parent, next) {
  const old = new Map([...parent.children].map((child) => [sources.get(child), child]));
  const children = [...next.children].map((child) => {
    const source = child.localName === "defs" ? "defs" : child.outerHTML;
    const same = old.get(source);
    old.delete(source);
    if (same && source === "defs") mend(same, child);
    if (same) return same;
    if (source === "defs") for (const each of child.children) sources.set(each, each.outerHTML);
    sources.set(child, source);
    return child;
  });
  const stays = new Set(children);
  for (const child of [...parent.children]) if (!stays.has(child)) child.remove();
  // From the end, so that what stays is not moved.
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
  setTimeout(() => { live.textContent = text; }, 30);
}
