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
    /// How the results of several scripts are combined.
    pub combination: &'static str,
    /// Body of a hook that changes nothing.
    pub neutral: &'static str,
    /// Example function.
    pub example: &'static str,
}

const VIEW: KeySpec = param("view", "houserule.View", "the game as it stands");
const MOVE: KeySpec = param("move", "houserule.Move", "the move in question");
const AFTER: KeySpec = param("view", "houserule.View", "the game after the move");
const UNDONE_MOVE: KeySpec = param("move", "houserule.Move", "the move, which is then taken back");
const BEFORE: KeySpec = param("view", "houserule.View", "the game before the first move");
const DEALT_VIEW: KeySpec = param("view", "houserule.View", "the game as it would begin with these tiles");
const TILES: KeySpec =
    param("tiles", "string[]", "every tile of the game by its name, in the order in which they would be drawn");
const BASE_ENDING: KeySpec = param("base", "fun(view: houserule.View): houserule.Ending?", "what the rules below say");
const BASE_POINTS: KeySpec =
    param("base", "fun(view: houserule.View): table<string, number>", "what the rules below count");
const BASE_SEAT: KeySpec = param("base", "fun(view: houserule.View): string", "who would be next");

/// Returns the documentation of a hook kind. The match makes sure that no kind is left out, and is long as a table is.
pub fn hook(kind: HookKind) -> HookDoc {
    match kind {
        HookKind::Allow => HookDoc {
            params: &[VIEW, MOVE],
            returns: &["boolean", "string?"],
            doc: "Asked about every move that the rules allow, before it is played: `false` and a reason forbid it.",
            combination: "all must agree",
            neutral: "return true",
            example: r#"allow = function(view, move)
  if move.piece == "wall" and view.turn < 5 then return false, "walls wait until turn 5" end
  return true
end"#,
        },
        HookKind::Reject => HookDoc {
            params: &[AFTER, UNDONE_MOVE],
            returns: &["boolean|string|nil", "string?"],
            doc: "Asked about the position after a move and what followed from it: `true`, or a reason, forbids the move.",
            combination: "all must agree",
            neutral: "return false",
            example: r#"reject = function(view, move)
  if view:stack_height(move.to) > 4 then return "no tower is higher than four" end
end"#,
        },
        HookKind::AfterMove => HookDoc {
            params: &[AFTER, MOVE],
            returns: &["houserule.Effect|houserule.Effect[]|nil"],
            doc: "Asked after every move: what it returns happens then, and is taken back with the move.",
            combination: "one after the other, as they are stacked",
            neutral: "return nil",
            example: r#"after_move = function(view, move)
  if move.crush then return skip() end
end"#,
        },
        HookKind::Finish => HookDoc {
            params: &[VIEW, BASE_ENDING],
            returns: &["houserule.Ending?"],
            doc: "Has the last word on whether the game is over: nil lets it go on. It may stand in place of the list \
                   `finish` too.",
            combination: "the last one asks those below with `base(view)`",
            neutral: "return base(view)",
            example: r#"finish = function(view, base)
  if view.ply >= 100 then return tie "too-long" end
  return base(view)
end"#,
        },
        HookKind::Points => HookDoc {
            params: &[VIEW, BASE_POINTS],
            returns: &["table<string, number>"],
            doc: "Asked when the game is over: it has the last word on every side's points. It may stand in place of \
                   `points` too.",
            combination: "the last one asks those below with `base(view)`",
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
            doc: "Offers moves beside those on the board, 64 at most, as words of 2 to 12 small letters and hyphens \
                   that are no commands of the prompt; what they do, an `after_move` hook says.",
            combination: "what all offer is offered",
            neutral: "return nil",
            example: r#"moves = function(view)
  if view.turn > 2 then return "pass" end
end"#,
        },
        HookKind::Next => HookDoc {
            params: &[VIEW, BASE_SEAT],
            returns: &["string?"],
            doc: "Asked after every turn: who moves next. Nil leaves it as it is.",
            combination: "the last one asks those below with `base(view)`",
            neutral: "return base(view)",
            example: r#"next = function(view, base)
  if view.ply % 3 == 2 then return view.seats[1] end
  return base(view)
end"#,
        },
        HookKind::Setup => HookDoc {
            params: &[BEFORE],
            returns: &["houserule.Effect|houserule.Effect[]|nil"],
            doc: "Asked once, before the first move: what it returns happens then.",
            combination: "one after the other, as they are stacked",
            neutral: "return nil",
            example: r#"setup = function(view)
  return place { cell = view.cells[1], piece = "wall", seat = view.seats[1] }
end"#,
        },
        HookKind::Deal => HookDoc {
            params: &[DEALT_VIEW, TILES],
            returns: &["string[]"],
            doc: "Asked once, when a game with a bag begins: the same tiles in the order in which they are drawn, the hands \
                   first, first seat first, then those in the middle, then the bag. `tiles` are shuffled by the seed or as \
                   `deal` of `bag` gives them. A position that is set up or read from a record is not dealt.",
            combination: "each is given what the one below it returned",
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
