//! Documentation of hooks: their arguments and results.

use super::{ParamDoc, taken};
use crate::rules::HookKind;

/// Documentation of a hook for authors.
#[derive(Debug)]
pub struct HookDoc {
    /// Parameters.
    pub takes: &'static [ParamDoc],
    /// Types of what it returns.
    pub gives: &'static [&'static str],
    /// When it is called and what its result means.
    pub says: &'static str,
    /// How the results of several scripts are combined.
    pub stacks: &'static str,
    /// What a function says that changes nothing.
    pub neutral: &'static str,
    /// Example function.
    pub example: &'static str,
}

const VIEW: ParamDoc = taken("view", "houserule.View", "the game as it stands");
const MOVE: ParamDoc = taken("move", "houserule.Move", "the move in question");
const AFTER: ParamDoc = taken("view", "houserule.View", "the game after the move");
const TAKEN_BACK: ParamDoc = taken("move", "houserule.Move", "the move, which is then taken back");
const BEFORE: ParamDoc = taken("view", "houserule.View", "the game before the first move");
const AS_DEALT: ParamDoc = taken("view", "houserule.View", "the game as it would begin with these tiles");
const TILES: ParamDoc =
    taken("tiles", "string[]", "every tile of the game by its name, in the order in which they would be drawn");
const BASE_ENDING: ParamDoc = taken("base", "fun(view: houserule.View): houserule.Ending?", "what the rules below say");
const BASE_POINTS: ParamDoc =
    taken("base", "fun(view: houserule.View): table<string, number>", "what the rules below count");
const BASE_SEAT: ParamDoc = taken("base", "fun(view: houserule.View): string", "who would be next");

/// Documentation of a hook kind. Long because it is a table of texts; the match makes sure that no kind is left out.
pub fn hook(kind: HookKind) -> HookDoc {
    match kind {
        HookKind::Allow => HookDoc {
            takes: &[VIEW, MOVE],
            gives: &["boolean", "string?"],
            says: "Asked about every move that the rules allow, before it is played: `false` and a reason forbid it.",
            stacks: "all must agree",
            neutral: "return true",
            example: r#"allow = function(view, move)
  if move.piece == "wall" and view.turn < 5 then return false, "walls wait until turn 5" end
  return true
end"#,
        },
        HookKind::Reject => HookDoc {
            takes: &[AFTER, TAKEN_BACK],
            gives: &["boolean|string|nil", "string?"],
            says: "Asked about the position after a move and what followed from it: `true`, or a reason, forbids the move.",
            stacks: "all must agree",
            neutral: "return false",
            example: r#"reject = function(view, move)
  if view:stack_height(move.to) > 4 then return "no tower is higher than four" end
end"#,
        },
        HookKind::AfterMove => HookDoc {
            takes: &[AFTER, MOVE],
            gives: &["houserule.Effect|houserule.Effect[]|nil"],
            says: "Asked after every move: what it returns happens then, and is taken back with the move.",
            stacks: "one after the other, as they are stacked",
            neutral: "return nil",
            example: r#"after_move = function(view, move)
  if move.crush then return skip() end
end"#,
        },
        HookKind::Finish => HookDoc {
            takes: &[VIEW, BASE_ENDING],
            gives: &["houserule.Ending?"],
            says: "Has the last word on whether the game is over: nil lets it go on. It may stand in place of the list \
                   `finish` too.",
            stacks: "the last one asks those below with `base(view)`",
            neutral: "return base(view)",
            example: r#"finish = function(view, base)
  if view.ply >= 100 then return tie "too-long" end
  return base(view)
end"#,
        },
        HookKind::Points => HookDoc {
            takes: &[VIEW, BASE_POINTS],
            gives: &["table<string, number>"],
            says: "Asked when the game is over: it has the last word on every side's points. It may stand in place of \
                   `points` too.",
            stacks: "the last one asks those below with `base(view)`",
            neutral: "return base(view)",
            example: r#"points = function(view, base)
  local points = base(view)
  for _, side in ipairs(view.sides) do points[side] = 2 * points[side] end
  return points
end"#,
        },
        HookKind::Moves => HookDoc {
            takes: &[VIEW],
            gives: &["string|string[]|nil"],
            says: "Offers moves beside those on the board, 64 at most, as words of 2 to 12 small letters and hyphens \
                   that are no commands of the prompt; what they do, an `after_move` hook says.",
            stacks: "what all offer is offered",
            neutral: "return nil",
            example: r#"moves = function(view)
  if view.turn > 2 then return "pass" end
end"#,
        },
        HookKind::Next => HookDoc {
            takes: &[VIEW, BASE_SEAT],
            gives: &["string?"],
            says: "Asked after every turn: who moves next. Nil leaves it as it is.",
            stacks: "the last one asks those below with `base(view)`",
            neutral: "return base(view)",
            example: r#"next = function(view, base)
  if view.ply % 3 == 2 then return view.seats[1] end
  return base(view)
end"#,
        },
        HookKind::Setup => HookDoc {
            takes: &[BEFORE],
            gives: &["houserule.Effect|houserule.Effect[]|nil"],
            says: "Asked once, before the first move: what it returns happens then.",
            stacks: "one after the other, as they are stacked",
            neutral: "return nil",
            example: r#"setup = function(view)
  return place { cell = view.cells[1], piece = "wall", seat = view.seats[1] }
end"#,
        },
        HookKind::Deal => HookDoc {
            takes: &[AS_DEALT, TILES],
            gives: &["string[]"],
            says: "Asked once, when a game with a bag begins: the same tiles in the order in which they are drawn, the hands \
                   first, first seat first, then those in the middle, then the bag. `tiles` are shuffled by the seed or as \
                   `deal` of `bag` gives them. A position that is set up or read from a record is not dealt.",
            stacks: "each is given what the one below it returned",
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
