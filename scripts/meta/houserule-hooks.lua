---@meta
-- What hooks see and what they return, for lua-language-server.
-- Written by `houserule meta`; whatever is changed here is gone when it is written again.

--- A piece in a stack.
---@class houserule.Stone
---@field piece string its kind
---@field seat string whose it is

--- An empty space that has to be filled first.
---@class houserule.ForcedSpace
---@field cell string where it is
---@field fits string[] the tiles of the seat to move that fit
---@field unseen_now integer how many of the unseen tiles fit now
---@field unseen_later integer how many fit once restrictions are lifted

--- How a tile joins two of its sides.
---@class houserule.Link
---@field colour string the colour of the track
---@field from string a side of the tile, such as NE
---@field to string the side it is joined to

--- How a colour stands.
---@class houserule.Track
---@field line integer tiles of its longest line
---@field loop integer tiles of its longest loop
---@field indirect integer tiles of its longest track once the forced spaces are filled
---@field blocked string[] spaces that an end points into and no tile left can fill

--- A tile of a set, as `tile_set` tells it.
---@class houserule.Tile
---@field name string its name or number
---@field edges string the letters of its edges, clockwise
---@field back? string the colour of its back

--- How a game ends: what `win`, `tie` and `base(view)` give.
---@class houserule.Ending: houserule.Effect
---@field winner? string the side that wins; nil in a draw, and where several win
---@field winners? string[] all sides that win, in what `base(view)` gives; in a draw those that share it
---@field how string by which rule

--- The game as a hook sees it.
---@class houserule.View
---@field seat string the seat to move; in a race the first of all seats `if view.seat == "white" then return nil end`
---@field movers string[] the seats that may move `local many = #view.movers > 1`
---@field turn integer the number of the round, from 1: a turn of every seat `local early = view.turn < 5`
---@field ply integer how many moves have been played `local is_first = view.ply == 0`
---@field quiet integer plies since something was done that cannot be undone by moving back `local is_dull = view.quiet > 20`
---@field width integer columns of the board, or of the tiles in play `local middle = (view.width + 1) // 2`
---@field height integer rows of the board, or of the tiles in play `local cells = view.width * view.height`
---@field seats string[] all seats, in the order of turns `local first = view.seats[1]`
---@field sides string[] all sides, which score and win; a seat is one, unless the rules say otherwise `for _, side in ipairs(view.sides) do assert(side) end`
---@field pieces string[] the kinds of pieces `local kinds = #view.pieces`
---@field cells string[] all cells of the board; in a game of tiles those on which one lies `for _, cell in ipairs(view.cells) do assert(cell) end`
---@field history string[] the moves played, as they are written `local last = view.history[#view.history]`
---@field winner string? the side that has won, once the game is over; nil in a draw `local won = view.winner == "white"`
---@field winners string[]? all sides that have won, once the game is over; in a draw those that share it; nil while it goes on `local share = view.winners and 1 / #view.winners`
---@field how string? by which rule the game ended; nil while it goes on `local by_road = view.how == "road"`
---@field tiles integer how many tiles lie `local many = view.tiles > 20`
---@field laid string[] the cells of the tiles that the last move laid, those that followed by themselves included `local chain = #view.laid > 1`
---@field bag integer? how many tiles are in the bag `local is_over = view.bag == 0`
---@field forced houserule.ForcedSpace[] the forced spaces `local owed = #view.forced > 0 and #view.forced[1].fits > 0`
---@field controlled string[] the cells on a controlled side `local held = #view.controlled`
---@field discards string[] the discarded tiles, the top last `local top = view.discards[#view.discards]`
---@field me string the bot's own seat `local mine = view.me == view.seat`
---@field choices integer how many moves are legal `local is_free = view.choices > 10`
local view = {}

--- the cells that touch a cell; in a game of tiles those on which one lies
---
--- ```lua
--- local around = #view:neighbours(view.cells[1])
--- ```
---@param cell string a cell by its name
---@return string[]
function view:neighbours(cell) end

--- the side that a seat plays for
---
--- ```lua
--- local mine = view:side(view.seat)
--- ```
---@param seat string a seat by its name
---@return string
function view:side(seat) end

--- the value of a script variable
---
--- ```lua
--- local n = view:var("captures")
--- ```
---@param name string a variable of `vars`
---@return any
function view:var(name) end

--- the piece on top of a cell and its seat; nil where the cell is empty
---
--- ```lua
--- local piece, seat = view:top(move.to)
--- ```
---@param cell string a cell by its name
---@return string?
---@return string?
function view:top(cell) end

--- how many pieces lie on a cell
---
--- ```lua
--- local is_tower = view:stack_height(move.to) > 3
--- ```
---@param cell string a cell by its name
---@return integer
function view:stack_height(cell) end

--- the pieces on a cell, from the bottom up
---
--- ```lua
--- local lowest = view:stack(move.to)[1]
--- ```
---@param cell string a cell by its name
---@return houserule.Stone[]
function view:stack(cell) end

--- how many pieces of a kind a seat can still place
---
--- ```lua
--- local left = view:reserve(view.seat, view.pieces[1])
--- ```
---@param seat string a seat by its name
---@param piece string a kind of piece
---@return integer
function view:reserve(seat, piece) end

--- how many cells are topped by a seat's pieces
---
--- ```lua
--- local lead = view:tops(view.seats[1]) - view:tops(view.seats[2])
--- ```
---@param seat string a seat by its name
---@param piece? string a kind of piece; any, unless given
---@return integer
function view:tops(seat, piece) end

--- the sign of the tile on a cell, as notation writes it; nil where none lies
---
--- ```lua
--- local sign = view:sign(view.cells[1])
--- ```
---@param cell string a cell by its name
---@return string?
function view:sign(cell) end

--- the name of the tile on a cell; nil where none lies
---
--- ```lua
--- local name = view:tile(view.cells[1])
--- ```
---@param cell string a cell by its name
---@return string?
function view:tile(cell) end

--- how the tile on a cell joins its sides; nil where none lies
---
--- ```lua
--- local links = view:links(view.cells[1])
--- ```
---@param cell string a cell by its name
---@return houserule.Link[]?
function view:links(cell) end

--- how the longest tracks of a colour stand
---
--- ```lua
--- local length = view:track("red").line
--- ```
---@param colour string a colour of the tile set
---@return houserule.Track
function view:track(colour) end

--- the tiles a seat holds, by their names
---
--- ```lua
--- local left = #view:hand(view.seat)
--- ```
---@param seat string a seat by its name
---@return string[]
function view:hand(seat) end

--- how many tiles a seat has yet to give
---
--- ```lua
--- local in_debt = view:owes(view.seat) > 0
--- ```
---@param seat string a seat by its name
---@return integer
function view:owes(seat) end

--- the place of a seat that is out; nil while it plays
---
--- ```lua
--- local is_out = view:place(view.seat) ~= nil
--- ```
---@param seat string a seat by its name
---@return integer?
function view:place(seat) end

--- the legal moves, each as hooks see one
---
--- ```lua
--- local first = view:moves()[1].text
--- ```
---@return houserule.Move[]
function view:moves() end

--- the view of the position that a move leads to
---
--- ```lua
--- local wins = view:after(view:moves()[1]).winner == view:side(view.me)
--- ```
---@param move houserule.Move|string a legal move
---@return houserule.View
function view:after(move) end

--- a number from 1 to n, which follows from the seed
---
--- ```lua
--- local any = view:moves()[view:random(view.choices)]
--- ```
---@param n integer 1 or more
---@return integer
function view:random(n) end

--- The move that a hook is asked about.
---@class houserule.Move
---@field kind "place"|"spread"|"lay"|"turn"|"take"|"swap"|"give"|"discard"|"act" what is done; `act` is a word that changes sides or that a `moves` hook offers `local is_spread = move.kind == "spread"`
---@field seat string who moves `local mine = move.seat == view.seats[1]`
---@field text string the move as it is written `local is_corner = move.text == "a1"`
---@field piece string? the kind of piece that is placed `local wall = move.piece == "wall"`
---@field tile string? the tile that is laid, turned, taken, given or discarded `local is_first = move.tile == "1"`
---@field sign string? the sign of that tile `local curved = move.sign ~= "+"`
---@field rotation integer? by how many sides the tile is turned `local as_printed = move.rotation == 0`
---@field cell string? where the move begins: the cell of a placement, the first of a spread `local corner = move.cell == "a1"`
---@field to string? where it ends: the last cell of a spread; of a gift the seat that gets it `local stays = move.to == move.cell`
---@field count integer how many pieces are placed or taken `local heavy = move.count > 2`
---@field drops integer[]? of a spread: how many pieces are dropped on each cell `local steps = move.drops and #move.drops or 0`
---@field crush boolean of a spread: whether it crushes a piece `local hard = move.crush`
local move = {}

--- Something that is to happen after a move.
---@class houserule.Effect

--- What the effect `place` takes.
---@class houserule.place.Effect
---@field cell string where
---@field piece string which kind
---@field seat string whose

--- What the effect `remove` takes.
---@class houserule.remove.Effect
---@field cell string where

--- The top piece of a cell is taken out of the game.
---
--- ```lua
--- return remove(move.to)
--- ```
---@param with houserule.remove.Effect|string
---@return houserule.Effect
function remove(with) end

--- What the effect `give` takes.
---@class houserule.give.Effect
---@field seat string to whom
---@field piece string which kind
---@field count? integer how many; 1 unless given, and fewer than 0 takes away

--- What the effect `set` takes.
---@class houserule.set.Effect
---@field [string] boolean|number|string variables of `vars` with their new values

--- Script variables get new values of the type they began with.
---
--- ```lua
--- return set { captures = view:var("captures") + 1 }
--- ```
---@param with houserule.set.Effect
---@return houserule.Effect
function set(with) end

--- The seat that would move next is passed over: its turn, or what is left of it, goes by.
---
--- ```lua
--- return skip()
--- ```
---@return houserule.Effect
function skip() end

--- What the effect `win` takes.
---@class houserule.win.Effect
---@field seat string|string[] who wins, with its side; a list where several do
---@field how? string by which rule; `rule` unless given

--- The game is over and won.
---
--- ```lua
--- return win { seat = move.seat, how = "ambush" }
--- ```
---@param with houserule.win.Effect|string
---@return houserule.Ending
function win(with) end

--- What the effect `tie` takes.
---@class houserule.tie.Effect
---@field how? string by which rule; `rule` unless given
---@field seat? string[] who shares the draw, each with its side, while the others lose; all unless given

--- The game is over and a draw.
---
--- ```lua
--- return tie { seat = { "white", "black" }, how = "truce" }
--- ```
---@param with? houserule.tie.Effect|string
---@return houserule.Ending
function tie(with) end
