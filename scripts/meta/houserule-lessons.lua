---@meta
-- Lessons, their steps and what they ask for, for lua-language-server.
-- Written by `houserule meta`; whatever is changed here is gone when it is written again.

--- What `lesson "name"` takes.
---@class houserule.Lesson
---@field title? string what people call it; its name, unless given: `title = "Roads"`
---@field author? string who made it; `houserule games` shows it: `author = "Ann"`
---@field version? string which version of it this is; `houserule games` shows it: `version = "1.2"`
---@field game? string the game that is played, with variants: `game = "tak+late-walls"`
---@field options? (table<string, boolean|number|string|table>) options of the rules, as `--set` sets them: `options = { size = 4 }`
---@field seed? number the seed of everything left to chance; 1 unless given: `seed = 7`
---@field course? string what it is listed under; the game's name, unless given: `course = "houserule"`
---@field level? number how hard it is, from 1 to 9; 1 unless given: `level = 2`
---@field steps? houserule.Step[] what is said and asked, in this order: `steps = { { say = "The middle is a good place.", ask = "Play there.", accept = "c3" } }`

--- A step of a lesson.
---@class houserule.Step
---@field say? string words that come before the picture: `say = "Nothing lies here yet."`
---@field game? string other rules than the lesson's, for this step and those that go on from it: `game = "tak+no-walls", ask = "Play.", accept = "c3"`
---@field options? (table<string, boolean|number|string|table>) other options than the lesson's, for this step and those that go on from it: `options = { size = 6 }, ask = "Play.", accept = "c3"`
---@field position? string a position that was set up, in the game's notation; it need not come about in play: `position = "x5/x5/x5/x5/1,1,1,1,x 1 6", ask = "Win.", accept = wins_in(1)`
---@field moves? string moves that lead to the position, from `position` or from the start; a step with neither goes on where the one before ended: `moves = "a1 e5", ask = "Play in the middle.", accept = "c3"`
---@field ask? string the question: `ask = "Where is the middle?", accept = "c3"`
---@field accept? (string|houserule.Goal|fun(before: houserule.View, after: houserule.View): boolean, string?|(string|houserule.Goal)[]) what is accepted: a move, a goal, a function of the view before and after the move, or a list of these of which any will do: `ask = "Play on an edge.", accept = { "a3", fills("c1") }`
---@field choices? string[] words to choose from, in a question that no move answers; `accept` is one of them: `ask = "Is c3 empty?", choices = { "yes", "no" }, accept = "yes"`
---@field hints? string[] shown one at a time to those who ask for them: `ask = "Play in the middle.", accept = "c3", hints = { "Not at an edge.", "In column c." }`
---@field wrong? table<string, string> what is said to particular moves that are legal and wrong: `ask = "Play in the middle.", accept = "c3", wrong = { b2 = "That is near it." }`
---@field refused? (table<string, string|table<string, string>>) what is said to particular moves that are not legal, beside the rule that forbids them; by the move, or by the id of the rule that forbids it, as `why` prints it, and then by the move: `ask = "Play.", accept = "c3", refused = { opening = { Sc3 = "No walls yet." } }`
---@field right? (string|table<string, string>) what is said to a right answer; by the move, where it differs: `ask = "Play in the middle.", accept = "c3", right = "There it is."`
---@field shows? (houserule.Goal|fun(before: houserule.View, after: houserule.View): boolean|houserule.Goal[]|table<string, houserule.Goal|houserule.Goal[]>) goals that every accepted move reaches too, so that the words under `right` are true; by the move, where they differ. Only `lesson --verify` looks at them: `ask = "Play in the middle.", accept = "c3", right = "c3 is yours.", shows = fills("c3")`
---@field reply? (string|table<string, string>|houserule.Reply) how the program answers a right move: with a move, by the learner's move, `best()` or `by_bot("greedy")`: `ask = "Play in the middle.", accept = "c3", reply = "e5"`
---@field labels? table<string, string> letters that are drawn on cells, by which the words speak of them: `ask = "Play at A.", labels = { A = "c3" }, accept = fills("A")`
---@field marks? string[] cells that are highlighted: `say = "This is the middle.", marks = { "c3" }`
---@field facts? houserule.Facts what must be true of the position, so that the words are: `legal`, `illegal` and `why`, `count`, `score`, `outcome` and `becomes`, as in `tests`: `say = "No walls in the first turn.", facts = { illegal = "Sc3", why = "opening" }`

--- What must be true of a position.
---@class houserule.Facts
---@field legal? string|string[] moves that are legal there: `moves = "a1 e5", legal = { "c3", "Sc3", "Cc3" }`
---@field illegal? string|string[] moves that are not: `moves = "a1 e5", illegal = { "a1", "e5" }`
---@field why? string words that the refusal of the illegal moves has in it: `moves = "a1", illegal = "Se5", why = "opening"`
---@field count? number how many moves are legal there: `count = 25`
---@field score? table<string, number> the points of sides: `moves = "a1 e5 c3", score = { white = 2, black = 1 }`
---@field outcome? string the last line of `houserule score` without its first word, or the beginning of that: `moves = "a1 e5", outcome = "open"`
---@field becomes? string the position in the game's notation; script variables are compared where it tells some with `| vars`: `moves = "a1 e5", becomes = "x4,1/x5/x5/x5/2,x4 1 2"`

--- What a move must do to be accepted.
---@class houserule.Goal

--- How the program answers.
---@class houserule.Reply

--- Any legal move; a step that asks for one lists `refused` moves too, for else nothing could go wrong.
---
--- ```lua
--- accept = legal()
--- ```
---@return houserule.Goal
function legal() end

--- What `illegal` takes.
---@class houserule.illegal.With
---@field [integer] string
---@field rule? string the id of the rule that refuses it, as `why` prints it; any, unless given: `accept = illegal("match")`

--- A move that the rules refuse; it is not played.
---
--- ```lua
--- accept = illegal("occupied")
--- ```
---@param with? houserule.illegal.With|string
---@return houserule.Goal
function illegal(with) end

--- What `wins_in` takes.
---@class houserule.wins_in.With
---@field [integer] integer
---@field turns? number in how many turns of one's own, 1 unless given: `accept = wins_in(2)`
---@field by? string the id of the end rule that must bring the win; any, unless given: `accept = wins_in { 1, by = "road" }`

--- A move after which one wins within so many turns, this one counted, whatever the others do. Proved by searching everything.
---
--- ```lua
--- accept = wins_in(2)
--- ```
---@param with? houserule.wins_in.With|integer
---@return houserule.Goal
function wins_in(with) end

--- What `threatens` takes.
---@class houserule.threatens.With
---@field [integer] integer
---@field turns? number in how many turns of one's own, 1 unless given: `accept = wins_in(2)`
---@field by? string the id of the end rule that must bring the win; any, unless given: `accept = wins_in { 1, by = "road" }`
---@field places? number in how many places at least, from 1 to 4, 1 unless given: two make a double threat. Moves that change a cell in common win in one place: `accept = threatens { places = 2 }`

--- A move after which one would win within so many turns if the others passed.
---
--- ```lua
--- accept = threatens { 1, places = 2 }
--- ```
---@param with? houserule.threatens.With|integer
---@return houserule.Goal
function threatens(with) end

--- A move after which one would win by the end rule `road` next turn if the others passed.
---
--- ```lua
--- accept = threatens_road()
--- ```
---@return houserule.Goal
function threatens_road() end

--- What `prevents` takes.
---@class houserule.prevents.With
---@field [integer] houserule.Goal
---@field goal? houserule.Goal the goal in question: `accept = prevents(wins_in(1))`

--- A move after which the next seat has no move that reaches a goal; `wins_in(1)`, unless another is given.
---
--- ```lua
--- accept = prevents(wins_in(1))
--- ```
---@param with? houserule.prevents.With|houserule.Goal
---@return houserule.Goal
function prevents(with) end

--- What `avoids` takes.
---@class houserule.avoids.With
---@field [integer] houserule.Goal
---@field goal? houserule.Goal the goal in question: `accept = prevents(wins_in(1))`

--- A move that does not reach a goal.
---
--- ```lua
--- accept = all_of { fills("A"), avoids(makes_loop()) }
--- ```
---@param with? houserule.avoids.With|houserule.Goal
---@return houserule.Goal
function avoids(with) end

--- What `keeps_alive` takes.
---@class houserule.keeps_alive.With
---@field [integer] integer
---@field turns? number in how many turns of one's own, 1 unless given: `accept = wins_in(2)`

--- A move after which nobody else can force a win within so many turns; alone at the table: after which the game can still be won within so many moves.
---
--- ```lua
--- accept = keeps_alive(1)
--- ```
---@param with? houserule.keeps_alive.With|integer
---@return houserule.Goal
function keeps_alive(with) end

--- What `fills` takes.
---@class houserule.fills.With
---@field [integer] string
---@field cells? string|string[] labels of the step, or names of cells: `accept = fills { "A", "B" }`

--- A move after which something lies on a cell that was empty, by its label or its name; of several, on all of them.
---
--- ```lua
--- accept = fills("A")
--- ```
---@param with? houserule.fills.With|string|string[]
---@return houserule.Goal
function fills(with) end

--- What `makes` takes.
---@class houserule.makes.With
---@field [integer] integer
---@field forced? number tiles that are laid by force as part of the move: `accept = makes { forced = 2 }`
---@field spaces? number empty spaces, there afterwards, that are filled first: `accept = makes { spaces = 1 }`
---@field stack? number pieces in the tallest stack that one controls afterwards: `accept = makes { stack = 3 }`
---@field points? number points of one's side more than before: `accept = makes { points = 1 }`

--- A move that makes at least so many of something.
---
--- ```lua
--- accept = makes { forced = 2 }
--- ```
---@param with? houserule.makes.With|integer
---@return houserule.Goal
function makes(with) end

--- What `makes_line` takes.
---@class houserule.makes_line.With
---@field [integer] integer
---@field length? number how many at least: `accept = makes_line(5)`

--- A move after which one's longest line has so many tiles, or one's longest straight row so many pieces, and had fewer before.
---
--- ```lua
--- accept = makes_line(5)
--- ```
---@param with? houserule.makes_line.With|integer
---@return houserule.Goal
function makes_line(with) end

--- What `makes_loop` takes.
---@class houserule.makes_loop.With
---@field [integer] integer
---@field length? number how many tiles it has at least; any number, unless given: `accept = makes_loop(6)`

--- A move that closes a loop of one's own colour.
---
--- ```lua
--- accept = makes_loop()
--- ```
---@param with? houserule.makes_loop.With|integer
---@return houserule.Goal
function makes_loop(with) end

--- What `scores` takes.
---@class houserule.scores.With
---@field [integer] number
---@field points? number how many at least: `accept = scores(5)`

--- A move after which one's side has at least so many points, as `score` counts them.
---
--- ```lua
--- accept = scores(5)
--- ```
---@param with? houserule.scores.With|number
---@return houserule.Goal
function scores(with) end

--- What `types` takes.
---@class houserule.types.With
---@field [integer] string
---@field lines? string|string[] how the line begins; of several, any: `accept = types { "moves", "help" }`

--- Not a move but a command: a line typed at the prompt that begins so. It is obeyed.
---
--- ```lua
--- accept = types("why")
--- ```
---@param with? houserule.types.With|string|string[]
---@return houserule.Goal
function types(with) end

--- What `all_of` takes.
---@class houserule.all_of.With
---@field [integer] houserule.Goal
---@field goals? houserule.Goal[] the goals: `accept = all_of { makes_line(3), avoids(makes_loop()) }`

--- A move that reaches all of some goals. (A plain list means any of them.)
---
--- ```lua
--- accept = all_of { fills("A"), makes { forced = 1 } }
--- ```
---@param with? houserule.all_of.With|houserule.Goal[]
---@return houserule.Goal
function all_of(with) end

--- As a reply: the move that holds out longest, by search.
---
--- ```lua
--- accept = "c3", reply = best()
--- ```
---@return houserule.Reply
function best() end

--- What `by_bot` takes.
---@class houserule.by_bot.With
---@field [integer] string
---@field bot? string the bot's name, as `--seats` takes it: `accept = "c3", reply = by_bot("easy")`

--- As a reply: the move of a bot.
---
--- ```lua
--- accept = "c3", reply = by_bot("greedy")
--- ```
---@param with? houserule.by_bot.With|string
---@return houserule.Reply
function by_bot(with) end
