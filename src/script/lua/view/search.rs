//! Lookahead for bots: the legal moves, and the positions they lead to. A view is the path to its position; the single
//! game behind all of them moves there when it is needed.

use std::rc::Rc;

use mlua::{Error, IntoLua, Lua, UserDataFields, UserDataMethods, Value};

use super::View;
use super::moves::MoveView;
use super::names::expect_name;
use super::scoped::ScopedContext;
use crate::game::{Game, HookContext, HookFault};
use crate::lua::api::describe_type;
use crate::lua::sandbox::{Meter, list, raise_fault};
use houserule_core::mechanics::{Action, Move, Seat};
use houserule_core::rng::Rng;

/// Moves that lead to a position.
pub type MovePath = Rc<[Move]>;

/// Move that a bot may make in some position.
pub struct ListedMove {
    pub mv: Move,
    pub action: Action,
}

/// Game that a bot plays back and forth while it searches.
pub struct SearchView {
    /// Pays for the game's own hooks.
    meter: Meter,
    game: Game,
    seat: Seat,
    rng: Rng,
    path: Vec<Move>,
    /// Moves played before, in notation, and those since, if they are known.
    history: Option<Vec<String>>,
}

/// Cost of making or undoing a move, and of listing one, in steps.
const MOVE_COST: usize = 64;
const LISTING_COST: usize = 24;

impl SearchView {
    /// Starts a search at the position of a game, for a seat.
    pub fn new(meter: Meter, game: Game, seat: Seat, rng: Rng) -> SearchView {
        SearchView { meter, game, seat, rng, path: Vec::new(), history: None }
    }

    /// Adds the moves that led to the position.
    pub fn with_history(self, history: &[String]) -> SearchView {
        SearchView { history: Some(history.to_vec()), ..self }
    }

    /// Returns the moves that led here, if they are known.
    pub fn history(&self) -> Option<&[String]> {
        self.history.as_deref()
    }

    fn common_prefix(&self, path: &[Move]) -> usize {
        self.path.iter().zip(path).take_while(|(was, is)| was == is).count()
    }

    /// Returns the cost of going to a position, in steps.
    pub fn cost_to(&self, path: &[Move]) -> usize {
        (self.path.len() + path.len() - 2 * self.common_prefix(path)) * MOVE_COST
    }

    pub fn go_to(&mut self, path: &[Move]) -> mlua::Result<()> {
        let common_prefix = self.common_prefix(path);
        while self.path.len() > common_prefix {
            self.path.pop();
            self.game.undo();
            self.history.as_mut().map(Vec::pop);
        }
        for mv in &path[common_prefix..] {
            let text = self.history.is_some().then(|| self.notation_of(&self.game.unpack(*mv)));
            self.meter.lend(|| self.game.play(*mv).map_err(to_lua_error))?;
            self.path.push(*mv);
            if let Some(history) = &mut self.history {
                history.extend(text);
            }
        }
        Ok(())
    }

    pub fn context(&self, listed: Option<&ListedMove>) -> HookContext<'_> {
        self.game.context(listed.map_or(self.game.seat(), |listed| self.game.mover(&listed.action)))
    }

    /// Lists the legal moves; in a race at first those of the bot's own seat.
    fn moves(&mut self) -> mlua::Result<Vec<Move>> {
        let mut moves = self.meter.lend(|| self.game.legal_moves().map_err(to_lua_error))?;
        if self.path.is_empty() {
            moves.retain(|mv| self.game.mover_of(*mv) == self.seat);
        }
        Ok(moves)
    }

    fn notation_of(&self, action: &Action) -> String {
        self.game.plan().notation.write_action(action, self.game.board())
    }

    /// Finds the legal move with this notation.
    fn find(&mut self, name: &str) -> mlua::Result<Move> {
        let moves = self.moves()?;
        let matching = moves.into_iter().find(|mv| self.notation_of(&self.game.unpack(*mv)) == name);
        matching.ok_or_else(|| Error::runtime(format!("`{name}` is not a legal move here")))
    }
}

fn to_lua_error(fault: HookFault) -> Error {
    raise_fault(fault.kind, fault.to_string())
}

impl ScopedContext {
    /// Parses a move from a script: its notation, or a listed move.
    pub fn parse_move(&self, value: &Value) -> mlua::Result<Move> {
        if let Value::String(_) = value {
            let name = expect_name(value, "move")?;
            return self.search(|search| {
                self.charge(LISTING_COST * search.moves()?.len())?;
                search.find(&name)
            });
        }
        let view = value.as_userdata().and_then(|data| data.borrow::<MoveView>().ok());
        if let Some(view) = &view {
            view.0.check_active()?;
        }
        let Some((path, listed)) = view.and_then(|mv| Some((mv.0.path.clone()?, mv.0.listed_move.clone()?))) else {
            return Err(Error::runtime(format!("expected a move, not {}", describe_type(value))));
        };
        if self.path.as_ref() != Some(&path) {
            return Err(Error::runtime("that move was listed in another position"));
        }
        Ok(listed.mv)
    }

    /// Returns the context one move later.
    pub fn after_move(&self, mv: Move) -> ScopedContext {
        let so_far = self.path.iter().flat_map(|moves| moves.iter().copied());
        self.at_position(so_far.chain([mv]).collect(), None)
    }
}

pub(super) fn fields<F: UserDataFields<View>>(fields: &mut F) {
    fields.add_field_method_get("me", |_, view| view.0.search(|search| Ok(view.0.seat_name(search.seat))));
    fields.add_field_method_get("choices", |_, view| {
        view.0.search(|search| {
            let moves = search.moves()?.len();
            view.0.charge(moves)?;
            Ok(moves)
        })
    });
}

pub(super) fn methods<M: UserDataMethods<View>>(methods: &mut M) {
    methods.add_method("moves", |lua, view, ()| {
        let scope = &view.0;
        let path = scope.path.clone().unwrap_or_else(|| Rc::new([]));
        let listed = scope.search(|search| {
            let moves = search.moves()?;
            scope.charge(LISTING_COST * moves.len())?;
            let to_listed = |mv: Move| ListedMove { mv, action: search.game.unpack(mv) };
            Ok(moves.into_iter().map(to_listed).collect::<Vec<_>>())
        })?;
        let to_view = |listed: ListedMove| MoveView(scope.at_position(path.clone(), Some(Rc::new(listed))));
        list(lua, listed.into_iter().map(to_view).collect())
    });
    methods.add_method("after", |lua: &Lua, view, mv: Value| {
        let mv = view.0.parse_move(&mv)?;
        // Goes there at once, so that an error is reported on this line.
        let scope = view.0.after_move(mv);
        scope.search(|_| Ok(()))?;
        View(scope).into_lua(lua)
    });
    methods.add_method("random", |_, view, max: i64| {
        const MAX_RANDOM: i64 = 1 << 32;
        if !(1..=MAX_RANDOM).contains(&max) {
            return Err(Error::runtime(format!("`random` needs a whole number from 1 to {MAX_RANDOM}")));
        }
        view.0.search(|search| Ok(search.rng.below(max as usize) as i64 + 1))
    });
}
