//! Functions that a script can call besides rule values and effects: ours, and those of Lua's library in the sandbox.

use super::{DocEntry, DocGroup, KeySpec, field, function, param};

const TEXT: KeySpec = param("text", "string", "string");
const LIST: KeySpec = param("list", "table", "list");
const NUMBER: KeySpec = param("x", "number", "number");

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
        "Declares a game: `return game \"name\" { ... }` ends the file.",
        r#"game "tiny" { title = "Tiny", rules = {} }"#,
    ),
    function(
        "variant",
        &[NAME],
        &["fun(declaration: houserule.Script): houserule.Declared"],
        "Declares a variant, with only the rules that differ from its base.",
        r#"variant "tinier" { base = "tiny", rules = {} }"#,
    ),
    function(
        "bot",
        &[NAME],
        &["fun(declaration: houserule.Bot): houserule.Declared"],
        "Declares a bot. Use its name wherever a bot is expected, such as `--seats human,first`.",
        r#"bot "first" { choose = function(view) return view:moves()[1] end }"#,
    ),
    function(
        "lesson",
        &[NAME],
        &["fun(declaration: houserule.Lesson): houserule.Declared"],
        "Declares a lesson. `houserule lesson NAME` starts it.",
        r#"lesson "first" { game = "tak", steps = { { say = "This is the board." } } }"#,
    ),
    function(
        "off",
        &[param("id", "string", "id of a rule value of the base")],
        &["houserule.Off"],
        "Removes a rule value from a list of the base.",
        r#"off "road""#,
    ),
    function(
        "tile_set",
        &[param("name", "string", "name of a tile set")],
        &["houserule.Tile[]"],
        "Returns the tiles of a set.",
        r#"tile_set("tantrix")[1].edges --> "BRBRYY""#,
    ),
];

const BASICS: &[DocEntry] = &[
    function(
        "assert",
        &[param("value", "any", "value that must be true"), param("message?", "string", "error message")],
        &["any"],
        "Fails with a message unless a value is true. Use it in `rules` to reject options that do not go together.",
        r#"assert(1 < 2, "one is less") --> true"#,
    ),
    function(
        "error",
        &[
            param("message", "string", "error message"),
            param(
                "level?",
                "integer",
                "line to report: 1, the default, is the call of `error`; 2 is the call of the function around it",
            ),
        ],
        &["nil"],
        "Fails with a message.",
        r#"local function stop() error("no such board") end"#,
    ),
    function(
        "ipairs",
        &[param("list", "V[]", "list")],
        &["fun(list: V[], i?: integer): integer, V", "V[]", "integer"],
        "Iterates over a list in order.",
        r#"for i, name in ipairs { "a", "b" } do assert(i and name) end"#,
    ),
    function(
        "pairs",
        &[param("table", "table<K, V>", "table")],
        &["fun(table: table<K, V>, key?: K): K, V", "table<K, V>"],
        "Iterates over a table in a fixed order: numbers first, then strings in alphabetical order.",
        "for key, value in pairs { red = 1, blue = 2 } do assert(key and value) end",
    ),
    function(
        "select",
        &[param("n", "integer|\"#\"", "first position, or `#`"), param("...", "any", "values")],
        &["any"],
        "Returns the values from position `n` on, or with `#` their number.",
        r##"select("#", "a", "b") --> 2"##,
    ),
    function(
        "tonumber",
        &[
            param("value", "any", "string or number"),
            param("base?", "integer", "base of the digits, 2 to 36; 10 by default"),
        ],
        &["number?"],
        "Converts a string to a number; nil if it is not one.",
        r#"tonumber("12") --> 12"#,
    ),
    function(
        "tostring",
        &[param("value", "any", "any value")],
        &["string"],
        "Converts a value to a string.",
        r#"tostring(12) --> "12""#,
    ),
    function(
        "type",
        &[param("value", "any", "any value")],
        &["string"],
        "Returns the name of a value's type.",
        r#"type("a1") --> "string""#,
    ),
];

const MATH: &[DocEntry] = &[
    function("abs", &[NUMBER], &["number"], "Returns the absolute value.", "math.abs(-2) --> 2"),
    function("ceil", &[NUMBER], &["integer"], "Rounds up.", "math.ceil(1.5) --> 2"),
    function("floor", &[NUMBER], &["integer"], "Rounds down.", "math.floor(1.5) --> 1"),
    function(
        "max",
        &[NUMBER, param("...", "number", "more numbers")],
        &["number"],
        "Returns the largest number.",
        "math.max(3, 7, 5) --> 7",
    ),
    function(
        "min",
        &[NUMBER, param("...", "number", "more numbers")],
        &["number"],
        "Returns the smallest number.",
        "math.min(3, 7, 5) --> 3",
    ),
    function(
        "tointeger",
        &[param("x", "any", "number")],
        &["integer?"],
        "Converts a whole number to an integer; nil if it is not whole.",
        "math.tointeger(3.0) --> 3",
    ),
    field("huge", &["number"], "Infinity.", "math.huge > 1 --> true"),
    field("maxinteger", &["integer"], "The largest integer.", "math.maxinteger > 1 --> true"),
    field("mininteger", &["integer"], "The smallest integer.", "math.mininteger < 1 --> true"),
    field("pi", &["number"], "The number π.", "math.pi > 3 --> true"),
];

const FROM: KeySpec = param("from?", "integer", "first position, 1 by default; a negative number counts from the end");
const TO: KeySpec = param("to?", "integer", "last position; the end by default");

const STRING: &[DocEntry] = &[
    function(
        "byte",
        &[
            TEXT,
            param("from?", "integer", "first position, 1 by default"),
            param("to?", "integer", "last position, `from` by default"),
        ],
        &["integer"],
        "Returns the codes of characters.",
        r#"string.byte("a") --> 97"#,
    ),
    function(
        "char",
        &[param("...", "integer", "codes")],
        &["string"],
        "Returns the characters for some codes.",
        r#"string.char(97, 98) --> "ab""#,
    ),
    function(
        "format",
        &[param("pattern", "string", "string with `%d`, `%s` and the like"), param("...", "any", "values to fill in")],
        &["string"],
        "Fills values into a string; `%p` is not allowed.",
        r#"string.format("%s%d", "c", 3) --> "c3""#,
    ),
    function("len", &[TEXT], &["integer"], "Returns the length in bytes.", r#"("c3"):len() --> 2"#),
    function("lower", &[TEXT], &["string"], "Converts to lower case.", r#"("C3"):lower() --> "c3""#),
    function("upper", &[TEXT], &["string"], "Converts to upper case.", r#"("c3"):upper() --> "C3""#),
    function("reverse", &[TEXT], &["string"], "Reverses a string.", r#"("c3"):reverse() --> "3c""#),
    function(
        "rep",
        &[TEXT, param("times", "integer", "number of copies"), param("between?", "string", "separator")],
        &["string"],
        "Repeats a string, up to 64 kB.",
        r#"("a"):rep(3, ",") --> "a,a,a""#,
    ),
    function(
        "sub",
        &[TEXT, param("from", "integer", "first position; a negative number counts from the end"), TO],
        &["string"],
        "Returns a part of a string.",
        r#"("c3"):sub(1, 1) --> "c""#,
    ),
];

const TABLE: &[DocEntry] = &[
    function(
        "concat",
        &[LIST, param("between?", "string", "separator"), FROM, TO],
        &["string"],
        "Joins the items into one string.",
        r#"table.concat({ 1, 2 }, ",") --> "1,2""#,
    ),
    function(
        "insert",
        &[
            LIST,
            param("at", "any", "position, or the item itself to append it"),
            param("item?", "any", "item, if a position comes first"),
        ],
        &["nil"],
        "Inserts an item into a list.",
        r#"local list = {}; table.insert(list, "a1")"#,
    ),
    function(
        "remove",
        &[LIST, param("at?", "integer", "position; the last by default")],
        &["any"],
        "Removes an item from a list and returns it.",
        r#"table.remove({ "a", "b" }) --> "b""#,
    ),
    function(
        "sort",
        &[LIST, param("before?", "fun(a: any, b: any): boolean", "returns whether `a` comes before `b`")],
        &["nil"],
        "Sorts a list in place.",
        "local list = { 3, 1 }; table.sort(list); assert(list[1] == 1)",
    ),
    function(
        "unpack",
        &[LIST, FROM, TO],
        &["any"],
        "Returns the items as separate values.",
        "math.max(table.unpack { 3, 7 }) --> 7",
    ),
];
