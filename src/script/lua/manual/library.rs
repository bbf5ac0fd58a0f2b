//! Functions that a script can call besides rule values and effects: ours, and those of Lua's library in the sandbox.

use super::{DocEntry, DocGroup, KeySpec, field, function, param};

const TEXT: KeySpec = param("text", "string", "a text");
const LIST: KeySpec = param("list", "table", "a list");
const NUMBER: KeySpec = param("x", "number", "a number");

/// Every function except the constructors, by table.
pub const LIBRARY: &[DocGroup] = &[
    DocGroup { title: "houserule", entries: OURS },
    DocGroup { title: "", entries: BASICS },
    DocGroup { title: "math", entries: MATH },
    DocGroup { title: "string", entries: STRING },
    DocGroup { title: "table", entries: TABLE },
];

const NAME: KeySpec = param("name", "string", "letters, digits and hyphens");

const OURS: &[DocEntry] = &[
    function(
        "game",
        &[NAME],
        &["fun(declaration: houserule.Script): houserule.Declared"],
        "Declares a game; a script ends with `return game \"name\" { ... }` or with a variant.",
        r#"game "tiny" { title = "Tiny", rules = {} }"#,
    ),
    function(
        "variant",
        &[NAME],
        &["fun(declaration: houserule.Script): houserule.Declared"],
        "Declares a variant of a game: its table says only what differs.",
        r#"variant "tinier" { base = "tiny", rules = {} }"#,
    ),
    function(
        "bot",
        &[NAME],
        &["fun(declaration: houserule.Bot): houserule.Declared"],
        "Declares a bot, which sits down wherever bots are named.",
        r#"bot "first" { choose = function(view) return view:moves()[1] end }"#,
    ),
    function(
        "lesson",
        &[NAME],
        &["fun(declaration: houserule.Lesson): houserule.Declared"],
        "Declares a lesson, which is taken at the prompt.",
        r#"lesson "first" { game = "tak", steps = { { say = "This is the board." } } }"#,
    ),
    function(
        "off",
        &[param("id", "string", "the id of a rule value of the base")],
        &["houserule.Off"],
        "Stands in a list of rule values and removes one.",
        r#"off "road""#,
    ),
    function(
        "tile_set",
        &[param("name", "string", "a tile set")],
        &["houserule.Tile[]"],
        "The tiles of a set, so that a script need not copy them.",
        r#"tile_set("tantrix")[1].edges --> "BRBRYY""#,
    ),
];

const BASICS: &[DocEntry] = &[
    function(
        "assert",
        &[param("value", "any", "what must be true"), param("message?", "string", "what is said if it is not")],
        &["any"],
        "Stops with a message unless a value is true; in `rules` it refuses options that do not go together.",
        r#"assert(1 < 2, "one is less") --> true"#,
    ),
    function(
        "error",
        &[
            param("message", "string", "what is said"),
            param("level?", "integer", "whose line is cited; 1 is the caller of `error`"),
        ],
        &["nil"],
        "Stops with a message.",
        r#"local function stop() error("no such board") end"#,
    ),
    function(
        "ipairs",
        &[param("list", "V[]", "a list")],
        &["fun(list: V[], i?: integer): integer, V", "V[]", "integer"],
        "Goes through a list in its order.",
        r#"for i, name in ipairs { "a", "b" } do assert(i and name) end"#,
    ),
    function(
        "pairs",
        &[param("table", "table<K, V>", "a table")],
        &["fun(table: table<K, V>, key?: K): K, V", "table<K, V>"],
        "Goes through a table, numbers first and then texts in the order of their letters: the same every time.",
        "for key, value in pairs { red = 1, blue = 2 } do assert(key and value) end",
    ),
    function(
        "select",
        &[param("n", "integer|\"#\"", "from which on, or `#`"), param("...", "any", "values")],
        &["any"],
        "The values from the nth on, or how many there are.",
        r##"select("#", "a", "b") --> 2"##,
    ),
    function(
        "tonumber",
        &[param("value", "any", "a text or a number"), param("base?", "integer", "2 to 36")],
        &["number?"],
        "A number from a text; nil if it is none.",
        r#"tonumber("12") --> 12"#,
    ),
    function(
        "tostring",
        &[param("value", "any", "anything")],
        &["string"],
        "A value as text.",
        r#"tostring(12) --> "12""#,
    ),
    function(
        "type",
        &[param("value", "any", "anything")],
        &["string"],
        "What kind of value it is.",
        r#"type("a1") --> "string""#,
    ),
];

const MATH: &[DocEntry] = &[
    function("abs", &[NUMBER], &["number"], "Without its sign.", "math.abs(-2) --> 2"),
    function("ceil", &[NUMBER], &["integer"], "Rounded up.", "math.ceil(1.5) --> 2"),
    function("floor", &[NUMBER], &["integer"], "Rounded down.", "math.floor(1.5) --> 1"),
    function(
        "max",
        &[NUMBER, param("...", "number", "more numbers")],
        &["number"],
        "The largest.",
        "math.max(3, 7, 5) --> 7",
    ),
    function(
        "min",
        &[NUMBER, param("...", "number", "more numbers")],
        &["number"],
        "The smallest.",
        "math.min(3, 7, 5) --> 3",
    ),
    function(
        "tointeger",
        &[param("x", "any", "a number")],
        &["integer?"],
        "A whole number as an integer; nil if it is not whole.",
        "math.tointeger(3.0) --> 3",
    ),
    field("huge", &["number"], "More than any number.", "math.huge > 1 --> true"),
    field("maxinteger", &["integer"], "The largest integer.", "math.maxinteger > 1 --> true"),
    field("mininteger", &["integer"], "The smallest integer.", "math.mininteger < 1 --> true"),
    field("pi", &["number"], "The circle's.", "math.pi > 3 --> true"),
];

const FROM: KeySpec = param("from?", "integer", "the first, counted from the end if negative; 1 unless given");
const TO: KeySpec = param("to?", "integer", "the last; the end unless given");

const STRING: &[DocEntry] = &[
    function(
        "byte",
        &[TEXT, param("from?", "integer", "1 unless given"), param("to?", "integer", "`from` unless given")],
        &["integer"],
        "The codes of letters.",
        r#"string.byte("a") --> 97"#,
    ),
    function(
        "char",
        &[param("...", "integer", "codes")],
        &["string"],
        "Letters from their codes.",
        r#"string.char(97, 98) --> "ab""#,
    ),
    function(
        "format",
        &[param("pattern", "string", "a text with `%d`, `%s` and the like"), param("...", "any", "what is filled in")],
        &["string"],
        "A text with values filled in; `%p` is refused.",
        r#"string.format("%s%d", "c", 3) --> "c3""#,
    ),
    function("len", &[TEXT], &["integer"], "How many bytes it has.", r#"("c3"):len() --> 2"#),
    function("lower", &[TEXT], &["string"], "In small letters.", r#"("C3"):lower() --> "c3""#),
    function("upper", &[TEXT], &["string"], "In capitals.", r#"("c3"):upper() --> "C3""#),
    function("reverse", &[TEXT], &["string"], "Backwards.", r#"("c3"):reverse() --> "3c""#),
    function(
        "rep",
        &[TEXT, param("times", "integer", "how often"), param("between?", "string", "what stands between")],
        &["string"],
        "The same again and again, 64 kB at most.",
        r#"("a"):rep(3, ",") --> "a,a,a""#,
    ),
    function(
        "sub",
        &[TEXT, param("from", "integer", "the first, counted from the end if negative"), TO],
        &["string"],
        "A part of it.",
        r#"("c3"):sub(1, 1) --> "c""#,
    ),
];

const TABLE: &[DocEntry] = &[
    function(
        "concat",
        &[LIST, param("between?", "string", "what stands between"), FROM, TO],
        &["string"],
        "The items as one text.",
        r#"table.concat({ 1, 2 }, ",") --> "1,2""#,
    ),
    function(
        "insert",
        &[
            LIST,
            param("at", "any", "the position, or the item that is put at the end"),
            param("item?", "any", "the item"),
        ],
        &["nil"],
        "Puts an item into a list.",
        r#"local list = {}; table.insert(list, "a1")"#,
    ),
    function(
        "remove",
        &[LIST, param("at?", "integer", "the position; the last unless given")],
        &["any"],
        "Takes an item out of a list.",
        r#"table.remove({ "a", "b" }) --> "b""#,
    ),
    function(
        "sort",
        &[LIST, param("before?", "fun(a: any, b: any): boolean", "whether one item comes before another")],
        &["nil"],
        "Sorts a list.",
        "local list = { 3, 1 }; table.sort(list); assert(list[1] == 1)",
    ),
    function(
        "unpack",
        &[LIST, FROM, TO],
        &["any"],
        "The items as so many values.",
        "math.max(table.unpack { 3, 7 }) --> 7",
    ),
];
