//! Documentation of hooks: their arguments and results.

use super::{KeySpec, param};
use crate::rules::HookKind;

/// Documentation of a hook for authors.
#[derive(Debug)]
pub struct HookDoc {
    /// Parameters.
    pub params: &'static [KeySpec],
    /// Types of what it returns.
    pub returns: &'static [&'static str],
    /// When it is called and what its result means.
    pub doc: &'static str,
    /// How the hooks of several scripts are combined; ends a sentence.
    pub combination: &'static str,
    /// Body of a hook that changes nothing.
    pub neutral: &'static str,
    /// Example function.
    pub example: &'static str,
}

const VIEW: KeySpec = param("view", "houserule.View", "the current game");
const MOVE: KeySpec = param("move", "houserule.Move", "the move");
const AFTER: KeySpec = param("view", "houserule.View", "the game after the move");
const UNDONE_MOVE: KeySpec = param("move", "houserule.Move", "the move; it is undone if the hook rejects it");
const BEFORE: KeySpec = param("view", "houserule.View", "the game before the first move");
const DEALT_VIEW: KeySpec = param("view", "houserule.View", "the game as it would start with these tiles");
const TILES: KeySpec = param("tiles", "string[]", "names of all tiles, in the order in which they would be drawn");
const BASE_ENDING: KeySpec =
    param("base", "fun(view: houserule.View): houserule.Ending?", "returns the result of the rules below");
const BASE_POINTS: KeySpec =
    param("base", "fun(view: houserule.View): table<string, number>", "returns the points from the rules below");
const BASE_SEAT: KeySpec = param("base", "fun(view: houserule.View): string", "returns the seat that would be next");

/// Returns the documentation of a hook kind. The match makes sure that no kind is left out, and is long as a table is.
pub fn hook(kind: HookKind) -> HookDoc {
    match kind {
        HookKind::Allow => HookDoc {
            params: &[VIEW, MOVE],
            returns: &["boolean", "string?"],
            doc: "Checks every move that the rules allow, before it is played. Return `false` and a reason to forbid it.",
            combination: "a move is legal only if all of them allow it",
            neutral: "return true",
            example: r#"allow = function(view, move)
  if move.piece == "wall" and view.turn < 5 then return false, "walls wait until turn 5" end
  return true
end"#,
        },
        HookKind::Reject => HookDoc {
            params: &[AFTER, UNDONE_MOVE],
            returns: &["boolean|string|nil", "string?"],
            doc: "Checks the position after a move and its consequences. Return `true` or a reason to forbid the move.",
            combination: "a move is legal only if none of them rejects it",
            neutral: "return false",
            example: r#"reject = function(view, move)
  if view:stack_height(move.to) > 4 then return "no tower is higher than four" end
end"#,
        },
        HookKind::AfterMove => HookDoc {
            params: &[AFTER, MOVE],
            returns: &["houserule.Effect|houserule.Effect[]|nil"],
            doc: "Called after every move. The effects it returns are part of the move: they are undone with it.",
            combination: "they run in the order in which the scripts are stacked",
            neutral: "return nil",
            example: r#"after_move = function(view, move)
  if move.crush then return skip() end
end"#,
        },
        HookKind::Finish => HookDoc {
            params: &[VIEW, BASE_ENDING],
            returns: &["houserule.Ending?"],
            doc: "Decides whether the game is over. Return `win`, `tie` or `base(view)`; nil means that the game goes on. The \
                   function can also take the place of the `finish` list: `finish = function(view) ... end`.",
            combination: "the last one decides; `base(view)` calls the one below",
            neutral: "return base(view)",
            example: r#"finish = function(view, base)
  if view.ply >= 100 then return tie "too-long" end
  return base(view)
end"#,
        },
        HookKind::Points => HookDoc {
            params: &[VIEW, BASE_POINTS],
            returns: &["table<string, number>"],
            doc: "Decides the points of every side when the game is over. The function can also take the place of the `points` \
                   value: `points = function(view) ... end`.",
            combination: "the last one decides; `base(view)` calls the one below",
            neutral: "return base(view)",
            example: r#"points = function(view, base)
  local points = base(view)
  for _, side in ipairs(view.sides) do points[side] = 2 * points[side] end
  return points
end"#,
        },
        HookKind::Moves => HookDoc {
            params: &[VIEW],
            returns: &["string|string[]|nil"],
            doc: "Offers extra moves, such as `pass`: up to 64 words of 2 to 12 lower-case letters and hyphens. Commands of \
                   the prompt are not allowed. An `after_move` hook decides what such a move does.",
            combination: "all their moves are offered",
            neutral: "return nil",
            example: r#"moves = function(view)
  if view.turn > 2 then return "pass" end
end"#,
        },
        HookKind::Next => HookDoc {
            params: &[VIEW, BASE_SEAT],
            returns: &["string?"],
            doc: "Called after every turn. Return the seat that moves next; nil keeps the usual order.",
            combination: "the last one decides; `base(view)` calls the one below",
            neutral: "return base(view)",
            example: r#"next = function(view, base)
  if view.ply % 3 == 2 then return view.seats[1] end
  return base(view)
end"#,
        },
        HookKind::Setup => HookDoc {
            params: &[BEFORE],
            returns: &["houserule.Effect|houserule.Effect[]|nil"],
            doc: "Called once, before the first move. The effects it returns set up the game.",
            combination: "they run in the order in which the scripts are stacked",
            neutral: "return nil",
            example: r#"setup = function(view)
  return place { cell = view.cells[1], piece = "wall", seat = view.seats[1] }
end"#,
        },
        HookKind::Deal => HookDoc {
            params: &[DEALT_VIEW, TILES],
            returns: &["string[]"],
            doc: "Called once, when a game with a bag starts. Return the same tiles in the order in which they are drawn: the \
                   hands, starting with the first seat, then the tiles in the middle, then the bag. `tiles` is shuffled \
                   with the seed, or ordered by `deal` of `bag`. Positions that are set up or loaded are not dealt.",
            combination: "each one gets the result of the one below",
            neutral: "return tiles",
            example: r#"deal = function(view, tiles)
  -- The lowest number begins the first hand.
  local low = 1
  for i, tile in ipairs(tiles) do
    if tonumber(tile) < tonumber(tiles[low]) then low = i end
  end
  tiles[1], tiles[low] = tiles[low], tiles[1]
  return tiles
end"#,
        },
    }
}
