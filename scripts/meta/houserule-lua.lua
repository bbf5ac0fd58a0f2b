---@meta
-- The functions that scripts can call, for lua-language-server.
-- Written by `houserule meta`; whatever is changed here is gone when it is written again.

--- Declares a game; a script ends with `return game "name" { ... }` or with a variant.
---
--- ```lua
--- game "tiny" { title = "Tiny", rules = {} }
--- ```
---@param name string letters, digits and hyphens
---@return fun(declaration: houserule.Script): houserule.Declared
function game(name) end

--- Declares a variant of a game: its table says only what differs.
---
--- ```lua
--- variant "tinier" { base = "tiny", rules = {} }
--- ```
---@param name string letters, digits and hyphens
---@return fun(declaration: houserule.Script): houserule.Declared
function variant(name) end

--- Declares a bot, which sits down wherever bots are named.
---
--- ```lua
--- bot "first" { choose = function(view) return view:moves()[1] end }
--- ```
---@param name string letters, digits and hyphens
---@return fun(declaration: houserule.Bot): houserule.Declared
function bot(name) end

--- Declares a lesson, which is taken at the prompt.
---
--- ```lua
--- lesson "first" { game = "tak", steps = { { say = "This is the board." } } }
--- ```
---@param name string letters, digits and hyphens
---@return fun(declaration: houserule.Lesson): houserule.Declared
function lesson(name) end

--- Stands in a list of rule values and removes one.
---
--- ```lua
--- off "road"
--- ```
---@param id string the id of a rule value of the base
---@return houserule.Off
function off(id) end

--- The tiles of a set, so that a script need not copy them.
---
--- ```lua
--- tile_set("tantrix")[1].edges --> "BRBRYY"
--- ```
---@param name string a tile set
---@return houserule.Tile[]
function tile_set(name) end

--- Stops with a message unless a value is true; in `rules` it refuses options that do not go together.
---
--- ```lua
--- assert(1 < 2, "one is less") --> true
--- ```
---@param value any what must be true
---@param message? string what is said if it is not
---@return any
function assert(value, message) end

--- Stops with a message.
---
--- ```lua
--- local function stop() error("no such board") end
--- ```
---@param message string what is said
---@param level? integer whose line is cited; 1 is the caller of `error`
function error(message, level) end

--- Goes through a list in its order.
---
--- ```lua
--- for i, name in ipairs { "a", "b" } do assert(i and name) end
--- ```
---@generic V
---@param list V[] a list
---@return fun(list: V[], i?: integer): integer, V
---@return V[]
---@return integer
function ipairs(list) end

--- Goes through a table, numbers first and then texts in the order of their letters: the same every time.
---
--- ```lua
--- for key, value in pairs { red = 1, blue = 2 } do assert(key and value) end
--- ```
---@generic K, V
---@param table table<K, V> a table
---@return fun(table: table<K, V>, key?: K): K, V
---@return table<K, V>
function pairs(table) end

--- The values from the nth on, or how many there are.
---
--- ```lua
--- select("#", "a", "b") --> 2
--- ```
---@param n integer|"#" from which on, or `#`
---@param ... any values
---@return any
function select(n, ...) end

--- A number from a text; nil if it is none.
---
--- ```lua
--- tonumber("12") --> 12
--- ```
---@param value any a text or a number
---@param base? integer 2 to 36
---@return number?
function tonumber(value, base) end

--- A value as text.
---
--- ```lua
--- tostring(12) --> "12"
--- ```
---@param value any anything
---@return string
function tostring(value) end

--- What kind of value it is.
---
--- ```lua
--- type("a1") --> "string"
--- ```
---@param value any anything
---@return string
function type(value) end

---@class mathlib
math = {}

--- Without its sign.
---
--- ```lua
--- math.abs(-2) --> 2
--- ```
---@param x number a number
---@return number
function math.abs(x) end

--- Rounded up.
---
--- ```lua
--- math.ceil(1.5) --> 2
--- ```
---@param x number a number
---@return integer
function math.ceil(x) end

--- Rounded down.
---
--- ```lua
--- math.floor(1.5) --> 1
--- ```
---@param x number a number
---@return integer
function math.floor(x) end

--- The largest.
---
--- ```lua
--- math.max(3, 7, 5) --> 7
--- ```
---@param x number a number
---@param ... number more numbers
---@return number
function math.max(x, ...) end

--- The smallest.
---
--- ```lua
--- math.min(3, 7, 5) --> 3
--- ```
---@param x number a number
---@param ... number more numbers
---@return number
function math.min(x, ...) end

--- A whole number as an integer; nil if it is not whole.
---
--- ```lua
--- math.tointeger(3.0) --> 3
--- ```
---@param x any a number
---@return integer?
function math.tointeger(x) end

--- More than any number.
---
--- ```lua
--- math.huge > 1 --> true
--- ```
---@type number
math.huge = nil

--- The largest integer.
---
--- ```lua
--- math.maxinteger > 1 --> true
--- ```
---@type integer
math.maxinteger = nil

--- The smallest integer.
---
--- ```lua
--- math.mininteger < 1 --> true
--- ```
---@type integer
math.mininteger = nil

--- The circle's.
---
--- ```lua
--- math.pi > 3 --> true
--- ```
---@type number
math.pi = nil

---@class stringlib
string = {}

--- The codes of letters.
---
--- ```lua
--- string.byte("a") --> 97
--- ```
---@param text string a text
---@param from? integer 1 unless given
---@param to? integer `from` unless given
---@return integer
function string.byte(text, from, to) end

--- Letters from their codes.
---
--- ```lua
--- string.char(97, 98) --> "ab"
--- ```
---@param ... integer codes
---@return string
function string.char(...) end

--- A text with values filled in; `%p` is refused.
---
--- ```lua
--- string.format("%s%d", "c", 3) --> "c3"
--- ```
---@param pattern string a text with `%d`, `%s` and the like
---@param ... any what is filled in
---@return string
function string.format(pattern, ...) end

--- How many bytes it has.
---
--- ```lua
--- ("c3"):len() --> 2
--- ```
---@param text string a text
---@return integer
function string.len(text) end

--- In small letters.
---
--- ```lua
--- ("C3"):lower() --> "c3"
--- ```
---@param text string a text
---@return string
function string.lower(text) end

--- In capitals.
---
--- ```lua
--- ("c3"):upper() --> "C3"
--- ```
---@param text string a text
---@return string
function string.upper(text) end

--- Backwards.
---
--- ```lua
--- ("c3"):reverse() --> "3c"
--- ```
---@param text string a text
---@return string
function string.reverse(text) end

--- The same again and again, 64 kB at most.
---
--- ```lua
--- ("a"):rep(3, ",") --> "a,a,a"
--- ```
---@param text string a text
---@param times integer how often
---@param between? string what stands between
---@return string
function string.rep(text, times, between) end

--- A part of it.
---
--- ```lua
--- ("c3"):sub(1, 1) --> "c"
--- ```
---@param text string a text
---@param from integer the first, counted from the end if negative
---@param to? integer the last; the end unless given
---@return string
function string.sub(text, from, to) end

---@class tablelib
table = {}

--- The items as one text.
---
--- ```lua
--- table.concat({ 1, 2 }, ",") --> "1,2"
--- ```
---@param list table a list
---@param between? string what stands between
---@param from? integer the first, counted from the end if negative; 1 unless given
---@param to? integer the last; the end unless given
---@return string
function table.concat(list, between, from, to) end

--- Puts an item into a list.
---
--- ```lua
--- local list = {}; table.insert(list, "a1")
--- ```
---@param list table a list
---@param at any the position, or the item that is put at the end
---@param item? any the item
function table.insert(list, at, item) end

--- Takes an item out of a list.
---
--- ```lua
--- table.remove({ "a", "b" }) --> "b"
--- ```
---@param list table a list
---@param at? integer the position; the last unless given
---@return any
function table.remove(list, at) end

--- Sorts a list.
---
--- ```lua
--- local list = { 3, 1 }; table.sort(list); assert(list[1] == 1)
--- ```
---@param list table a list
---@param before? fun(a: any, b: any): boolean whether one item comes before another
function table.sort(list, before) end

--- The items as so many values.
---
--- ```lua
--- math.max(table.unpack { 3, 7 }) --> 7
--- ```
---@param list table a list
---@param from? integer the first, counted from the end if negative; 1 unless given
---@param to? integer the last; the end unless given
---@return any
function table.unpack(list, from, to) end
