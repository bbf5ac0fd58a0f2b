// The connection to the program: its events, and what is asked of it. The key stands in the fragment of the address, which
// no browser sends anywhere.

const key = () => decodeURIComponent(location.hash.slice(1));

/** Longest silence: the program sends a sign of life every 15 seconds. */
const SILENCE = 40_000;
const PAUSES = [300, 1000, 2000, 5000];

export const LOST = "The connection is lost. The page connects again as soon as the program answers.";
export const ENDED = "The program has ended. Start it again and open the link that it prints.";
const NO_KEY = "This address lacks its key. Open the whole link that the program prints.";

async function post(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Houserule-Key": key() },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error(LOST);
  }
  const text = await answer.text();
  let value = null;
  try { value = text ? JSON.parse(text) : null; } catch { /* Not JSON: the status says enough. */ }
  if (!answer.ok) throw new Error(value?.error ?? `The program refused this (${answer.status}).`);
  return value;
}

/** Runs a line at the prompt; a move of the table with this number is refused if the position is another by then. */
export const sendLine = (line, revision) => post("/table/line", { line, revision });
/** Asks a question, which changes nothing. */
export const ask = (what, more = {}) => post("/table/ask", { ask: what, ...more });
/** Hands over a file that was dropped. */
export const sendFile = (name, text) => post("/table/file", { name, text });

/** Writes a changed script, unless its file has changed since it was read, and plays on under its rules. */
export const sendScript = (name, text, hash) => post("/table/script", { name, text, hash });

/** Follows the events of the table, connecting again whenever the stream breaks. `on(event, data)` gets each;
 * `state(sentence)` is called with "" once connected. */
export async function follow(on, state) {
  if (!key()) return state(NO_KEY);
  addEventListener("hashchange", () => location.reload());
  for (let failures = 0; ; failures += 1) {
    const ending = await stream((event, data) => {
      failures = 0;
      on(event, data);
    }, state);
    if (ending) return state(ending);
    state(LOST);
    await new Promise((done) => setTimeout(done, PAUSES[Math.min(failures, PAUSES.length - 1)]));
  }
}

/** Reads one stream to its end; returns a sentence if there is no sense in another. */
async function stream(on, state) {
  const aborter = new AbortController();
  let timer;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => aborter.abort(), SILENCE);
  };
  try {
    alive();
    const answer = await fetch("/table/events", { headers: { "X-Houserule-Key": key() }, signal: aborter.signal });
    if (!answer.ok) {
      const { error } = await answer.json().catch(() => ({}));
      return answer.status === 401 || answer.status === 403 ? error ?? NO_KEY : null;
    }
    state("");
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return null;
      alive();
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const { event, data } = read(block);
        if (event === "closed") return ENDED;
        if (event) on(event, data);
      }
    }
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    aborter.abort();
  }
}

function read(block) {
  let event = "";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return { event, data: data.length ? JSON.parse(data.join("\n")) : null };
}
