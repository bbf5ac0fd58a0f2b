---@meta
-- The rule values that games are made of, for lua-language-server.
-- Written by `houserule meta`; whatever is changed here is gone when it is written again.

--- A value of `board`: what is played on.
---@class houserule.Board

--- A value of `supply`: where tiles come from: bag, hands, pool.
---@class houserule.Supply

--- A value of `turn`: who moves when, and what a turn is made of.
---@class houserule.Turn

--- A value of `moves`: what a seat may do.
---@class houserule.Moves

--- A value of `constraints`: what makes a move illegal.
---@class houserule.Constraints

--- A value of `after`: what follows from a move by itself.
---@class houserule.After

--- A value of `finish`: what ends the game; judged after every move, in this order.
---@class houserule.Finish

--- A value of `points`: what it is worth.
---@class houserule.Points

--- What `square` takes.
---@class houserule.square.With
---@field size? number how many cells a side has (1 to 15); a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A square board; cells touch along their four edges.
---
--- ```lua
--- board = square(6)
--- ```
---@param with? houserule.square.With
---@return houserule.Board
---@overload fun(size: number): houserule.Board
function square(with) end

--- What `hex_rhombus` takes.
---@class houserule.hex_rhombus.With
---@field size? number how many cells a side has (1 to 15); a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A rhombus of hexagons; cells touch along their six edges.
---
--- ```lua
--- board = hex_rhombus(5)
--- ```
---@param with? houserule.hex_rhombus.With
---@return houserule.Board
---@overload fun(size: number): houserule.Board
function hex_rhombus(with) end

--- What `open_square` takes.
---@class houserule.open_square.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- No board: square tiles lie side by side, and the tiles in play are the board.
---
--- ```lua
--- board = open_square {}
--- ```
---@param with? houserule.open_square.With
---@return houserule.Board
function open_square(with) end

--- What `open_hex` takes.
---@class houserule.open_hex.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- No board: hexagonal tiles lie side by side, and the tiles in play are the board.
---
--- ```lua
--- board = open_hex {}
--- ```
---@param with? houserule.open_hex.With
---@return houserule.Board
function open_hex(with) end

--- What `triangle` takes.
---@class houserule.triangle.With
---@field side? number how many cells a side has; as many as the tiles need, unless given (1 to 40)
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A triangle of hexagons, a corner on top; the tiles fill it.
---
--- ```lua
--- board = triangle(4)
--- ```
---@param with? houserule.triangle.With
---@return houserule.Board
---@overload fun(side: number): houserule.Board
function triangle(with) end

--- What `hexagon` takes.
---@class houserule.hexagon.With
---@field side? number how many cells a side has; as many as the tiles need, unless given (1 to 40)
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A hexagon of hexagons; the tiles fill it.
---
--- ```lua
--- board = hexagon(2)
--- ```
---@param with? houserule.hexagon.With
---@return houserule.Board
---@overload fun(side: number): houserule.Board
function hexagon(with) end

--- What `cells` takes.
---@class houserule.cells.With
---@field [integer] string|integer
---@field cells? (string|number)[]|string|number the cells, each as "column,row"; a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- These cells; the tiles fill them.
---
--- ```lua
--- board = cells { "0,0", "1,0", "0,1" }
--- ```
---@param with? houserule.cells.With
---@return houserule.Board
---@overload fun(cells: string|integer): houserule.Board
function cells(with) end

--- What `bag` takes.
---@class houserule.bag.With
---@field [integer] string|integer
---@field tiles? (string|number)[]|string|number the tiles in the bag; all of the set unless given
---@field copies? number how many there are of each (1 to 100); 1 unless given
---@field deal? (string|number)[]|string|number every tile in the order of drawing, in place of a shuffle
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Tiles are drawn from a bag; without one there are as many as are needed.
---
--- ```lua
--- supply = { bag { copies = 2 } }
--- ```
---@param with? houserule.bag.With
---@return houserule.Supply
---@overload fun(tiles: string|integer): houserule.Supply
function bag(with) end

--- What `hand` takes.
---@class houserule.hand.With
---@field size? (number|table<string, number>) how many tiles a seat holds (1 to 100; one for all, or by seat); a game must say it
---@field open? boolean whether all see it; true unless given
---@field refill? boolean whether a tile is drawn for every tile laid, while the bag lasts; true unless given
---@field first? (number|table<string, number>) how many tiles a seat draws at the start, if more; nothing is drawn until fewer than `size` are left (1 to 100; one for all, or by seat)
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Every seat lays tiles from a hand of its own.
---
--- ```lua
--- supply = { hand { size = 4, open = false } }
--- ```
---@param with? houserule.hand.With
---@return houserule.Supply
---@overload fun(size: number|table<string, number>): houserule.Supply
function hand(with) end

--- What `pool` takes.
---@class houserule.pool.With
---@field [integer] string|integer
---@field tiles? (string|number)[]|string|number the tiles, by their names; all of the set unless given
---@field copies? boolean whether a tile may come several times; false unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The tiles of a puzzle, in sight of all; every one is to be laid.
---
--- ```lua
--- supply = { pool { tiles = { 1, 2, 3 } } }
--- ```
---@param with? houserule.pool.With
---@return houserule.Supply
---@overload fun(tiles: string|integer): houserule.Supply
function pool(with) end

--- What `given` takes.
---@class houserule.given.With
---@field [integer] string|integer
---@field tiles? (string|number)[]|string|number the tiles, each as "tile@column,row" or "tile@column,row:rotation"; a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Tiles that lie from the start and stay there; one given with a rotation is not turned either.
---
--- ```lua
--- supply = { given { "1@0,0:0" } }
--- ```
---@param with? houserule.given.With
---@return houserule.Supply
---@overload fun(tiles: string|integer): houserule.Supply
function given(with) end

--- What `middle` takes.
---@class houserule.middle.With
---@field tiles? number how many (1 to 20); 1 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- After the hands some tiles are drawn and joined by chance, before anybody moves.
---
--- ```lua
--- supply = { middle { tiles = 2 } }
--- ```
---@param with? houserule.middle.With
---@return houserule.Supply
---@overload fun(tiles: number): houserule.Supply
function middle(with) end

--- What `remainder_to` takes.
---@class houserule.remainder_to.With
---@field seat? string the seat that takes it (a seat by its name); a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- What is left in the bag after the deal goes to one seat; without this it is not used.
---
--- ```lua
--- supply = { remainder_to { seat = "one" } }
--- ```
---@param with? houserule.remainder_to.With
---@return houserule.Supply
---@overload fun(seat: string): houserule.Supply
function remainder_to(with) end

--- What `discard` takes.
---@class houserule.discard.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A seat with no tile that fits anywhere puts one on a pile of discards, face up.
---
--- ```lua
--- supply = { discard {} }
--- ```
---@param with? houserule.discard.With
---@return houserule.Supply
function discard(with) end

--- What `start` takes.
---@class houserule.start.With
---@field by? "draw"|"draw_and_keep"|"highest_in_hand"|"first_seat" how it is found; "first_seat" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Which seat begins.
---
--- ```lua
--- turn = { start { by = "highest_in_hand" } }
--- ```
---@param with? houserule.start.With
---@return houserule.Turn
---@overload fun(by: "draw"|"draw_and_keep"|"highest_in_hand"|"first_seat"): houserule.Turn
function start(with) end

--- What `steps` takes.
---@class houserule.steps.With
---@field [integer] "fill"|"free"
---@field steps? ("fill"|"free")[]|"fill"|"free" the steps in their order; a game must say it
---@field first? number how many steps the very first turn of a game has, the last ones of them; all, unless given (1 to 16)
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A turn is made of steps: `free`, one move of choice, and `fill`, all moves that are owed. Pieces are never owed.
---
--- ```lua
--- turn = { steps { "free", "free", first = 1 } }
--- ```
---@param with? houserule.steps.With
---@return houserule.Turn
---@overload fun(steps: "fill"|"free"): houserule.Turn
function steps(with) end

--- What `race` takes.
---@class houserule.race.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- There are no turns: any seat may move at any moment, and a move names its seat.
---
--- ```lua
--- turn = { race {} }
--- ```
---@param with? houserule.race.With
---@return houserule.Turn
function race(with) end

--- What `pace` takes.
---@class houserule.pace.With
---@field seconds? (number|table<string, number>) seconds a move (1 to 3600; one for all, or by seat); 10 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- How long a seat takes for a move when a race is simulated; every move is as legal as before.
---
--- ```lua
--- turn = { pace { seconds = { one = 5, two = 20 } } }
--- ```
---@param with? houserule.pace.With
---@return houserule.Turn
---@overload fun(seconds: number|table<string, number>): houserule.Turn
function pace(with) end

--- What `opening` takes.
---@class houserule.opening.With
---@field place? string the kind of piece that is placed (pieces by their names); a game must say it
---@field owner? "mover"|"opponent" whose piece it is, and from whose reserve it comes; "mover" unless given
---@field turns? number how many turns of each seat the opening lasts (1 to 100); 1 unless given
---@field stack? (number|table<string, number>) how many pieces are placed at once, as a stack (1 to 9; one for all, or by seat); 1 unless given
---@field cells? ("all"|"edge"|"inside"|"centre"|table<string, ("all"|"edge"|"inside"|"centre")>) where they may be placed (one for all, or by seat); "all" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- In its first turns every seat may only place one given kind of piece.
---
--- ```lua
--- turn = { opening { place = "flat", owner = "opponent", turns = 1 } }
--- ```
---@param with? houserule.opening.With
---@return houserule.Turn
---@overload fun(place: string): houserule.Turn
function opening(with) end

--- What `pie` takes.
---@class houserule.pie.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- After the first turn whoever moves second may take over what the first has begun, with the move `swap`.
---
--- ```lua
--- turn = { pie {} }
--- ```
---@param with? houserule.pie.With
---@return houserule.Turn
function pie(with) end

--- What `first` takes.
---@class houserule.first.With
---@field rotation? number the rotation, as the tile set counts them (0 to 5); 0 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The first tile of a game lies in one given rotation.
---
--- ```lua
--- turn = { first { rotation = 0 } }
--- ```
---@param with? houserule.first.With
---@return houserule.Turn
---@overload fun(rotation: number): houserule.Turn
function first(with) end

--- What `times` takes.
---@class houserule.times.With
---@field mean? number seconds (1 to 10000000); a game must say it
---@field up_to? number seconds, where it is told as a span (1 to 10000000)
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- How long people take on the average, to measure oneself by.
---
--- ```lua
--- turn = { times { mean = 360 } }
--- ```
---@param with? houserule.times.With
---@return houserule.Turn
---@overload fun(mean: number): houserule.Turn
function times(with) end

--- What `place` takes.
---@class houserule.place.With
---@field [integer] string
---@field pieces? string[]|string the kinds that may be placed; notation leaves out the letter of the first (pieces by their names); a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Put a piece from the reserve on an empty cell.
---
--- ```lua
--- moves = { place { "flat", "cap" } }
--- ```
---@param with? houserule.place.With
---@return houserule.Moves
---@overload fun(pieces: string): houserule.Moves
---@overload fun(effect: houserule.place.Effect): houserule.Effect
function place(with) end

--- What `spread` takes.
---@class houserule.spread.With
---@field carry? number how many pieces may be taken at once (1 to 9); a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Take pieces off the top of a stack you control and drop them along a straight line.
---
--- ```lua
--- moves = { spread { carry = 4 } }
--- ```
---@param with? houserule.spread.With
---@return houserule.Moves
---@overload fun(carry: number): houserule.Moves
function spread(with) end

--- What `lay` takes.
---@class houserule.lay.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Lay a tile on an empty space; wherever it touches another the colours match.
---
--- ```lua
--- moves = { lay {} }
--- ```
---@param with? houserule.lay.With
---@return houserule.Moves
function lay(with) end

--- What `put` takes.
---@class houserule.put.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Put a tile of the pool on an empty cell, turned any way; its edges need not match yet.
---
--- ```lua
--- moves = { put {} }
--- ```
---@param with? houserule.put.With
---@return houserule.Moves
function put(with) end

--- What `turn` takes.
---@class houserule.turn.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Turn a tile where it lies.
---
--- ```lua
--- moves = { turn {} }
--- ```
---@param with? houserule.turn.With
---@return houserule.Moves
function turn(with) end

--- What `take` takes.
---@class houserule.take.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Take a tile up again.
---
--- ```lua
--- moves = { take {} }
--- ```
---@param with? houserule.take.With
---@return houserule.Moves
function take(with) end

--- What `swap` takes.
---@class houserule.swap.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Let two tiles change places, each turned as it is.
---
--- ```lua
--- moves = { swap {} }
--- ```
---@param with? houserule.swap.With
---@return houserule.Moves
function swap(with) end

--- What `give` takes.
---@class houserule.give.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Hand a tile that is owed to an opponent; a seat that owes one does nothing else.
---
--- ```lua
--- moves = { give {} }
--- ```
---@param with? houserule.give.With
---@return houserule.Moves
---@overload fun(effect: houserule.give.Effect): houserule.Effect
function give(with) end

--- What `take_back` takes.
---@class houserule.take_back.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Put the top discard back into the bag when that was earned.
---
--- ```lua
--- moves = { take_back {} }
--- ```
---@param with? houserule.take_back.With
---@return houserule.Moves
function take_back(with) end

--- What `touch` takes.
---@class houserule.touch.With
---@field min? (number|table<string, number>) how many (1 to 6; one for all, or by seat); 1 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A tile touches at least so many others; the first tile touches none.
---
--- ```lua
--- constraints = { touch { min = 2 } }
--- ```
---@param with? houserule.touch.With
---@return houserule.Constraints
---@overload fun(min: number|table<string, number>): houserule.Constraints
function touch(with) end

--- What `no_triple` takes.
---@class houserule.no_triple.With
---@field sides? number how many sides are too many (2 to 6); 3 unless given
---@field while_? "always"|"bag_not_empty" as long as what the rule is in force; "always" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A move is illegal if afterwards one colour enters an empty space from too many sides.
---
--- ```lua
--- constraints = { no_triple { sides = 3 } }
--- ```
---@param with? houserule.no_triple.With
---@return houserule.Constraints
---@overload fun(sides: number): houserule.Constraints
function no_triple(with) end

--- What `no_fourth` takes.
---@class houserule.no_fourth.With
---@field sides? number how many are too many (2 to 6); 4 unless given
---@field while_? "always"|"bag_not_empty" as long as what the rule is in force; "always" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A tile is illegal if afterwards an empty space beside it touches too many tiles.
---
--- ```lua
--- constraints = { no_fourth { sides = 4, while_ = "bag_not_empty" } }
--- ```
---@param with? houserule.no_fourth.With
---@return houserule.Constraints
---@overload fun(sides: number): houserule.Constraints
function no_fourth(with) end

--- What `controlled_side` takes.
---@class houserule.controlled_side.With
---@field filled? number how many neighbours make a space that is thought filled; one more is too many (2 to 5); 3 unless given
---@field while_? "always"|"bag_not_empty" as long as what the rule is in force; "always" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A tile is illegal if filling the forced spaces again and again would give an empty space too many neighbours.
---
--- ```lua
--- constraints = { controlled_side { filled = 3 } }
--- ```
---@param with? houserule.controlled_side.With
---@return houserule.Constraints
---@overload fun(filled: number): houserule.Constraints
function controlled_side(with) end

--- What `fill_first` takes.
---@class houserule.fill_first.With
---@field sides? number how many neighbouring tiles make an empty space forced (2 to 6); 3 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- As long as a seat has a tile that may be laid on a forced space, it lays one there.
---
--- ```lua
--- constraints = { fill_first { sides = 3 } }
--- ```
---@param with? houserule.fill_first.With
---@return houserule.Constraints
---@overload fun(sides: number): houserule.Constraints
function fill_first(with) end

--- What `fillable` takes.
---@class houserule.fillable.With
---@field sides? number how many neighbouring tiles make an empty space forced (2 to 6); 3 unless given
---@field while_? "always"|"bag_not_empty" as long as what the rule is in force; "always" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A tile may make a space forced only if the seat then holds one that fits it; filling a forced space may make others freely.
---
--- ```lua
--- constraints = { fillable { sides = 3 } }
--- ```
---@param with? houserule.fillable.With
---@return houserule.Constraints
---@overload fun(sides: number): houserule.Constraints
function fillable(with) end

--- What `within` takes.
---@class houserule.within.With
---@field width? number the most columns (2 to 200); a game must say it
---@field height? number the most rows (2 to 200); a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The tiles in play never span more than so many columns and rows.
---
--- ```lua
--- constraints = { within { width = 8, height = 8 } }
--- ```
---@param with? houserule.within.With
---@return houserule.Constraints
---@overload fun(width: number): houserule.Constraints
function within(with) end

--- What `auto_fill` takes.
---@class houserule.auto_fill.With
---@field same_colour? number from how many sides (2 to 6); 2 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- An empty space that one colour enters from several sides is filled at once, as part of the move, if exactly one tile in one turning matches it and joins those sides; where none does, or several do, it stays empty.
---
--- ```lua
--- after = { auto_fill { same_colour = 2 } }
--- ```
---@param with? houserule.auto_fill.With
---@return houserule.After
---@overload fun(same_colour: number): houserule.After
function auto_fill(with) end

--- What `reward` takes.
---@class houserule.reward.With
---@field neighbours? number how many tiles the space touches at least (1 to 6); 3 unless given
---@field give? number how many tiles of its hand the seat gives to opponents of its choice (0 to 10); 0 unless given
---@field take? number how many discards, from the top, go back to the bag or are laid at once (0 to 10); 0 unless given
---@field draw? number how many tiles the seat draws beside the usual one (0 to 10); 0 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- Filling a space with many neighbours earns something; of several rewards the one for most neighbours counts.
---
--- ```lua
--- after = { reward { neighbours = 3, give = 1 } }
--- ```
---@param with? houserule.reward.With
---@return houserule.After
---@overload fun(neighbours: number): houserule.After
function reward(with) end

--- What `road` takes.
---@class houserule.road.With
---@field tie? "mover"|"opponent"|"draw" who wins when one move completes a road for the mover and for others; "mover" unless given
---@field diagonal? boolean whether cells that touch at a corner are linked too; false unless given
---@field between? ("any"|"left_right"|"bottom_top"|table<string, ("any"|"left_right"|"bottom_top")>) which sides it joins; seats may differ (one for all, or by seat); "any" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A chain of cells topped by a seat's road pieces that joins two opposite sides wins.
---
--- ```lua
--- finish = { road { diagonal = true } }
--- ```
---@param with? houserule.road.With
---@return houserule.Finish
---@overload fun(tie: "mover"|"opponent"|"draw"): houserule.Finish
function road(with) end

--- What `in_a_row` takes.
---@class houserule.in_a_row.With
---@field count? number how many cells, along edges or across corners (2 to 15); a game must say it
---@field exactly? boolean whether a longer line does not count; false unless given
---@field pieces? string[]|string the pieces that count; all, unless given (pieces by their names)
---@field tie? "mover"|"opponent"|"draw" who wins when one move completes a line for the mover and for others; "mover" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- So many cells in a straight line, all topped by pieces of one seat, win.
---
--- ```lua
--- finish = { in_a_row { count = 5, exactly = true } }
--- ```
---@param with? houserule.in_a_row.With
---@return houserule.Finish
---@overload fun(count: number): houserule.Finish
function in_a_row(with) end

--- What `tops` takes.
---@class houserule.tops.With
---@field count? string the kind of piece that counts (pieces by their names); a game must say it
---@field when? ("board_full"|"reserve_empty")[]|"board_full"|"reserve_empty" when it is counted: no cell is empty, some seat has no piece left; a game must say it
---@field komi? number added to the last seat's count, in half steps (in half steps); 0 unless given
---@field tie? string|"draw" the seat that wins a level count (a seat by its name); "draw" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game is decided by counting the cells topped by one kind of piece.
---
--- ```lua
--- finish = { tops { count = "flat", when = { "board_full" }, komi = 2.5 } }
--- ```
---@param with? houserule.tops.With
---@return houserule.Finish
---@overload fun(count: string): houserule.Finish
function tops(with) end

--- What `loop` takes.
---@class houserule.loop.With
---@field min? number the fewest tiles that count as a loop (1 to 1000); 1 unless given
---@field result? "win"|"loss" what it is for the seat of that colour; "win" unless given
---@field only_mover? boolean whether it counts only in the mover's own colour; false unless given
---@field tie? "mover"|"opponent"|"draw" who wins when one move does it for the mover and for others; "mover" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A closed track decides the game for the seat of its colour.
---
--- ```lua
--- finish = { loop { min = 6 } }
--- ```
---@param with? houserule.loop.With
---@return houserule.Finish
---@overload fun(min: number): houserule.Finish
function loop(with) end

--- What `line` takes.
---@class houserule.line.With
---@field across? number the fewest columns or rows the tiles must span in that direction (1 to 200); a game must say it
---@field result? "win"|"loss" what it is for the seat of that colour; "win" unless given
---@field only_mover? boolean whether it counts only in the mover's own colour; false unless given
---@field tie? "mover"|"opponent"|"draw" who wins when one move does it for the mover and for others; "mover" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A track whose ends leave the tiles in play through opposite outermost edges decides the game.
---
--- ```lua
--- finish = { line { across = 8 } }
--- ```
---@param with? houserule.line.With
---@return houserule.Finish
---@overload fun(across: number): houserule.Finish
function line(with) end

--- What `tiles_played` takes.
---@class houserule.tiles_played.With
---@field count? number how many tiles (1 to 100000); a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game is a draw when a number of tiles have been laid.
---
--- ```lua
--- finish = { tiles_played { count = 64 } }
--- ```
---@param with? houserule.tiles_played.With
---@return houserule.Finish
---@overload fun(count: number): houserule.Finish
function tiles_played(with) end

--- What `all_played` takes.
---@class houserule.all_played.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game ends when no seat has a tile left; most points win, and those who share the best score draw.
---
--- ```lua
--- finish = { all_played {} }
--- ```
---@param with? houserule.all_played.With
---@return houserule.Finish
function all_played(with) end

--- What `hand_empty` takes.
---@class houserule.hand_empty.With
---@field play_on? boolean whether the others play on for places, until one is left; false unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A seat is out when it has no tile left, nor any to come; the first to be out wins.
---
--- ```lua
--- finish = { hand_empty { play_on = true } }
--- ```
---@param with? houserule.hand_empty.With
---@return houserule.Finish
---@overload fun(play_on: boolean): houserule.Finish
function hand_empty(with) end

--- What `goal` takes.
---@class houserule.goal.With
---@field [integer] string|integer
---@field colours? (string|number)[]|string|number colours with what they are to form, such as "red:loop" and "blue:line"
---@field line? (string|number)[]|string|number the colours that are to form one line
---@field loop? (string|number)[]|string|number the colours that are to form one loop
---@field partial? boolean whether the first loop of a goal's colour ends the game, a smaller one as a partial success; false unless given
---@field longest? "line"|"loop" in a puzzle: the longest line or loop of every colour counts, all added up
---@field at_least? number what that sum must reach (1 to 10000)
---@field holes? boolean in a puzzle: whether empty cells may be enclosed; true unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game is solved if in the end one track of a colour goes through every tile that has the colour.
---
--- ```lua
--- finish = { goal { "red:loop", holes = false } }
--- ```
---@param with? houserule.goal.With
---@return houserule.Finish
---@overload fun(colours: string|integer): houserule.Finish
function goal(with) end

--- What `open_ended` takes.
---@class houserule.open_ended.With
---@field plies? number after how many moves play at random is broken off (1 to 100000); 200 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game goes on until it is solved; play at random is broken off.
---
--- ```lua
--- finish = { open_ended { plies = 200 } }
--- ```
---@param with? houserule.open_ended.With
---@return houserule.Finish
---@overload fun(plies: number): houserule.Finish
function open_ended(with) end

--- What `no_progress` takes.
---@class houserule.no_progress.With
---@field plies? number how many plies (1 to 10000); 50 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game is a draw after a number of plies without a placement or a crush.
---
--- ```lua
--- finish = { no_progress { plies = 50 } }
--- ```
---@param with? houserule.no_progress.With
---@return houserule.Finish
---@overload fun(plies: number): houserule.Finish
function no_progress(with) end

--- What `repetition` takes.
---@class houserule.repetition.With
---@field times? number at which occurrence (2 to 100); 3 unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game is a draw when the same position, with the same seat to move, occurs several times.
---
--- ```lua
--- finish = { repetition { times = 3 } }
--- ```
---@param with? houserule.repetition.With
---@return houserule.Finish
---@overload fun(times: number): houserule.Finish
function repetition(with) end

--- What `limit` takes.
---@class houserule.limit.With
---@field plies? number how many moves, all seats together (1 to 1000000); a game must say it
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game is a draw after a number of moves.
---
--- ```lua
--- finish = { limit { plies = 200 } }
--- ```
---@param with? houserule.limit.With
---@return houserule.Finish
---@overload fun(plies: number): houserule.Finish
function limit(with) end

--- What `stuck` takes.
---@class houserule.stuck.With
---@field result? "draw"|"loss"|"win"|"fewest" what that is for the seat that cannot move; `fewest`: who has the fewest tiles left wins; "draw" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- The game ends when the seat to move has no legal move.
---
--- ```lua
--- finish = { stuck { result = "draw" } }
--- ```
---@param with? houserule.stuck.With
---@return houserule.Finish
---@overload fun(result: "draw"|"loss"|"win"|"fewest"): houserule.Finish
function stuck(with) end

--- What `win_points` takes.
---@class houserule.win_points.With
---@field base? number a fixed number of points (0 to 1000000); 0 unless given
---@field cells? boolean one point for every cell of the board; false unless given
---@field reserve? boolean one point for every piece the winner has not played; false unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- What a win is worth in a match over several games.
---
--- ```lua
--- points = win_points { cells = true, reserve = true }
--- ```
---@param with? houserule.win_points.With
---@return houserule.Points
---@overload fun(base: number): houserule.Points
function win_points(with) end

--- What `longest` takes.
---@class houserule.longest.With
---@field line? number what a tile of a line is worth (0 to 1000); 1 unless given
---@field loop? number what a tile of a loop is worth (0 to 1000); 2 unless given
---@field colours? "best"|"sum" whether a side with several colours counts the best of them or all together; "best" unless given
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A side counts its longest line or loop, whichever is worth more.
---
--- ```lua
--- points = longest { line = 1, loop = 3 }
--- ```
---@param with? houserule.longest.With
---@return houserule.Points
---@overload fun(line: number): houserule.Points
function longest(with) end

--- What `places` takes.
---@class houserule.places.With
---@field id? string the name by which variants change or remove it; the constructor's, unless given: `finish = { limit { id = "long", plies = 300 } }`
---@field before? string of a variant: the id of the value before which it stands: `finish = { limit { plies = 300, before = "road" } }`
---@field after? string of a variant: the id of the value after which it stands: `finish = { limit { plies = 300, after = "road" } }`

--- A side counts one point for every other that comes in behind it.
---
--- ```lua
--- points = places {}
--- ```
---@param with? houserule.places.With
---@return houserule.Points
function places(with) end
