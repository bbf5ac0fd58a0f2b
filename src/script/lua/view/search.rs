//! Lookahead for bots: the legal moves, and the positions they lead to. A view is the path to its position; the single
//! game behind all of them moves there when it is needed.

use std::rc::Rc;

use mlua::{Error, IntoLua, Lua, UserDataFields, UserDataMethods, Value};

use super::View;
use super::moves::MoveView;
use super::names::text;
use super::scoped::ScopedContext;
use crate::game::{Game, HookContext, HookFault};
use crate::lua::api::kind_of;
use crate::lua::sandbox::{Meter, list, raised};
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
    at: Vec<Move>,
    /// Moves played before, in notation, and those since, if they are known.
    past: Option<Vec<String>>,
}

/// Cost of making or undoing a move, and of listing one.
const STEP: usize = 64;
const LISTED: usize = 24;

impl SearchView {
    /// Game in which nothing was played yet, seen by a seat.
    pub fn new(meter: Meter, game: Game, seat: Seat, rng: Rng) -> SearchView {
        SearchView { meter, game, seat, rng, at: Vec::new(), past: None }
    }

    /// With the moves that led to the position.
    pub fn remembering(self, past: &[String]) -> SearchView {
        SearchView { past: Some(past.to_vec()), ..self }
    }

    /// Moves that led here, if they are known.
    pub fn history(&self) -> Option<&[String]> {
        self.past.as_deref()
    }

    fn shared(&self, way: &[Move]) -> usize {
        self.at.iter().zip(way).take_while(|(was, is)| was == is).count()
    }

    /// Cost of going to a position.
    pub fn steps_to(&self, way: &[Move]) -> usize {
        (self.at.len() + way.len() - 2 * self.shared(way)) * STEP
    }

    pub fn go(&mut self, way: &[Move]) -> mlua::Result<()> {
        let shared = self.shared(way);
        while self.at.len() > shared {
            self.at.pop();
            self.game.undo();
            self.past.as_mut().map(Vec::pop);
        }
        for mv in &way[shared..] {
            let text = self.past.is_some().then(|| self.written(&self.game.unpack_named(*mv)));
            self.meter.lend(|| self.game.play(*mv).map_err(told))?;
            self.at.push(*mv);
            if let Some(past) = &mut self.past {
                past.extend(text);
            }
        }
        Ok(())
    }

    pub fn context(&self, listed: Option<&ListedMove>) -> HookContext<'_> {
        self.game.context(listed.map_or(self.game.seat(), |listed| self.game.mover(&listed.action)))
    }

    /// Legal moves; in a race at first those of the bot's own seat.
    fn moves(&mut self) -> mlua::Result<Vec<Move>> {
        let mut moves = self.meter.lend(|| self.game.legal_moves().map_err(told))?;
        if self.at.is_empty() {
            moves.retain(|mv| self.game.mover_of(*mv) == self.seat);
        }
        Ok(moves)
    }

    fn written(&self, action: &Action) -> String {
        self.game.plan().notation.written(action, self.game.board())
    }

    /// Legal move with this notation.
    fn named(&mut self, name: &str) -> mlua::Result<Move> {
        let moves = self.moves()?;
        let named = moves.into_iter().find(|mv| self.written(&self.game.unpack_named(*mv)) == name);
        named.ok_or_else(|| Error::runtime(format!("`{name}` is not a legal move here")))
    }
}

fn told(fault: HookFault) -> Error {
    raised(fault.kind, fault.to_string())
}

impl ScopedContext {
    /// Move that a script gave, by its text or as it was listed.
    pub fn chosen(&self, value: &Value) -> mlua::Result<Move> {
        if let Value::String(_) = value {
            let name = text(value, "move")?;
            return self.ahead(|ahead| {
                self.charge(LISTED * ahead.moves()?.len())?;
                ahead.named(&name)
            });
        }
        let given = value.as_userdata().and_then(|data| data.borrow::<MoveView>().ok());
        if let Some(given) = &given {
            given.0.is_there()?;
        }
        let Some((way, listed)) = given.and_then(|mv| Some((mv.0.way.clone()?, mv.0.listed.clone()?))) else {
            return Err(Error::runtime(format!("expected a move, not {}", kind_of(value))));
        };
        if self.way.as_ref() != Some(&way) {
            return Err(Error::runtime("that move was listed in another position"));
        }
        Ok(listed.mv)
    }

    /// Context one move later.
    pub fn played(&self, mv: Move) -> ScopedContext {
        let so_far = self.way.iter().flat_map(|way| way.iter().copied());
        self.at(so_far.chain([mv]).collect(), None)
    }
}

pub(super) fn fields<F: UserDataFields<View>>(fields: &mut F) {
    fields.add_field_method_get("me", |_, view| view.0.ahead(|ahead| Ok(view.0.seat_word(ahead.seat))));
    fields.add_field_method_get("choices", |_, view| {
        view.0.ahead(|ahead| {
            let moves = ahead.moves()?.len();
            view.0.charge(moves)?;
            Ok(moves)
        })
    });
}

pub(super) fn methods<M: UserDataMethods<View>>(methods: &mut M) {
    methods.add_method("moves", |lua, view, ()| {
        let stage = &view.0;
        let way = stage.way.clone().unwrap_or_else(|| Rc::new([]));
        let listed = stage.ahead(|ahead| {
            let moves = ahead.moves()?;
            stage.charge(LISTED * moves.len())?;
            let spelled = |mv: Move| ListedMove { mv, action: ahead.game.unpack_named(mv) };
            Ok(moves.into_iter().map(spelled).collect::<Vec<_>>())
        })?;
        let seen = |listed: ListedMove| MoveView(stage.at(way.clone(), Some(Rc::new(listed))));
        list(lua, listed.into_iter().map(seen).collect())
    });
    methods.add_method("after", |lua: &Lua, view, mv: Value| {
        let mv = view.0.chosen(&mv)?;
        // If a script fails, this is the line that asked for it.
        let stage = view.0.played(mv);
        stage.ahead(|_| Ok(()))?;
        View(stage).into_lua(lua)
    });
    methods.add_method("random", |_, view, sides: i64| {
        const MAX_RANDOM: i64 = 1 << 32;
        if !(1..=MAX_RANDOM).contains(&sides) {
            return Err(Error::runtime(format!("`random` takes a whole number from 1 to {MAX_RANDOM}")));
        }
        view.0.ahead(|ahead| Ok(ahead.rng.below(sides as usize) as i64 + 1))
    });
}
