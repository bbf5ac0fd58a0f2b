//! Scoped access to the hook context: the only place that lends scripts a borrowed game, while a hook runs. A bot
//! searches a game of its own instead (`search`).

use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::rc::Rc;

use mlua::{Error, Lua, LuaString};

use super::NAME;
use super::search::{ListedMove, MovePath, SearchView};
use crate::game::{HookContext, HookMove};
use crate::lua::sandbox::Meter;
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Action, PieceKind, Seat, Team};
use houserule_core::names::Names;

/// Context that is set while a hook runs, or the position that a bot examines.
#[derive(Clone)]
pub struct ScopedContext {
    shared: Rc<ContextPointers>,
    /// Whether the call it was created for still runs: a retained view becomes invalid with its call.
    is_on: Rc<Cell<bool>>,
    /// Moves that lead to the position that a bot examines; `None` for hooks.
    pub(super) way: Option<MovePath>,
    /// Move that a bot examines.
    pub(super) listed: Option<Rc<ListedMove>>,
}

struct ContextPointers {
    context: Cell<Option<NonNull<HookContext<'static>>>>,
    asked: Cell<Option<NonNull<HookMove>>>,
    /// Search state of a bot while it chooses.
    ahead: RefCell<Option<SearchView>>,
    misused: Cell<bool>,
    meter: Meter,
    words: InternedNames,
}

/// Names that hooks read repeatedly, as Lua strings: creating one costs as much as calling a hook.
pub struct InternedNames {
    seats: IndexVec<Seat, LuaString>,
    pieces: IndexVec<PieceKind, LuaString>,
    teams: IndexVec<Team, LuaString>,
}

impl InternedNames {
    pub fn new(lua: &Lua, names: &Names) -> mlua::Result<InternedNames> {
        let words = |names: &[String]| -> mlua::Result<Vec<LuaString>> {
            names.iter().map(|name| lua.create_string(name)).collect()
        };
        Ok(InternedNames {
            seats: words(&names.seats)?.into(),
            pieces: words(&names.pieces)?.into(),
            teams: words(&names.teams)?.into(),
        })
    }
}

/// Clears the context when the hook ends, however it ends.
struct ScopeGuard<'a>(&'a ScopedContext);

impl Drop for ScopeGuard<'_> {
    fn drop(&mut self) {
        self.0.is_on.set(false);
        self.0.shared.context.set(None);
        self.0.shared.asked.set(None);
    }
}

impl ScopedContext {
    pub fn new(meter: Meter, words: InternedNames) -> ScopedContext {
        let (context, asked, ahead) = (Cell::new(None), Cell::new(None), RefCell::new(None));
        let shared = Rc::new(ContextPointers { context, asked, ahead, misused: Cell::new(false), meter, words });
        ScopedContext { shared, is_on: Rc::default(), way: None, listed: None }
    }

    /// The context for another call: views created for other calls are invalid while it runs.
    pub fn anew(&self) -> ScopedContext {
        ScopedContext { shared: self.shared.clone(), is_on: Rc::default(), way: None, listed: None }
    }

    /// The context for a bot that examines a position reached by some moves, or a move there.
    pub(super) fn at(&self, way: MovePath, listed: Option<Rc<ListedMove>>) -> ScopedContext {
        ScopedContext { shared: self.shared.clone(), is_on: self.is_on.clone(), way: Some(way), listed }
    }

    /// Runs `act` while a bot can look ahead in a game; `act` gets the initial context.
    pub fn think<R>(&self, ahead: SearchView, act: impl FnOnce(ScopedContext) -> R) -> R {
        let start = self.anew().at(Rc::new([]), None);
        *self.shared.ahead.borrow_mut() = Some(ahead);
        start.is_on.set(true);
        let answer = act(start.clone());
        start.is_on.set(false);
        *self.shared.ahead.borrow_mut() = None;
        answer
    }

    /// Checks that a view or a move belongs to the current call.
    pub(super) fn is_there(&self) -> mlua::Result<()> {
        if self.is_on.get() {
            return Ok(());
        }
        self.shared.misused.set(true);
        Err(gone())
    }

    /// Whether a retained view was used while the last hook ran. A function that fails is called again to learn why,
    /// and may behave differently then.
    pub fn misused(&self) -> Option<Error> {
        self.shared.misused.take().then(gone)
    }

    /// Calls `think` with the bot's search state at the position of this context.
    pub(super) fn ahead<R>(&self, think: impl FnOnce(&mut SearchView) -> mlua::Result<R>) -> mlua::Result<R> {
        let way = self
            .way
            .as_ref()
            .ok_or_else(|| Error::runtime("only the view of a bot that chooses a move can do that, not a hook's"))?;
        self.is_there()?;
        let mut ahead = self.shared.ahead.try_borrow_mut().map_err(Error::external)?;
        let ahead = ahead.as_mut().ok_or_else(gone)?;
        self.charge(ahead.steps_to(way))?;
        ahead.go(way)?;
        think(ahead)
    }

    /// Moves that led to the position of this context, if the search knows them.
    pub(super) fn history(&self) -> mlua::Result<Option<Vec<String>>> {
        match self.way {
            None => Ok(None),
            Some(_) => self.ahead(|ahead| {
                let known = ahead.history().map(<[String]>::to_vec);
                self.charge(NAME * known.as_ref().map_or(0, Vec::len))?;
                Ok(known)
            }),
        }
    }

    /// Names of the teams.
    pub fn team_words(&self) -> &IndexVec<Team, LuaString> {
        &self.shared.words.teams
    }

    pub fn seat_word(&self, seat: Seat) -> LuaString {
        self.shared.words.seats[seat].clone()
    }

    pub(super) fn piece_word(&self, kind: PieceKind) -> LuaString {
        self.shared.words.pieces[kind].clone()
    }

    /// Runs `act` while scripts can see `context` and the move that is `asked` about.
    pub fn show<R>(&self, context: &HookContext, asked: Option<&HookMove>, act: impl FnOnce() -> R) -> R {
        let _scope_guard = ScopeGuard(self);
        self.shared.context.set(Some(NonNull::from(context).cast()));
        self.shared.asked.set(asked.map(NonNull::from));
        self.shared.misused.set(false);
        self.is_on.set(true);
        act()
    }

    /// Lends the context to `look` alone: a reference cannot escape.
    #[allow(unsafe_code)]
    pub(super) fn context<R>(&self, look: impl FnOnce(&HookContext) -> mlua::Result<R>) -> mlua::Result<R> {
        if self.way.is_some() {
            return self.ahead(|ahead| look(&ahead.context(self.listed.as_deref())));
        }
        self.is_there()?;
        let context = self.shared.context.get().ok_or_else(gone)?;
        self.charge(0)?;
        // SAFETY: `show` holds a borrow of the scene for as long as the pointer is set (the curtain clears it before
        // the borrow ends), nothing writes through it, and the stage cannot leave its thread (`Rc`).
        look(unsafe { context.as_ref() })
    }

    #[allow(unsafe_code)]
    pub(super) fn action<R>(&self, look: impl FnOnce(&Action) -> mlua::Result<R>) -> mlua::Result<R> {
        self.is_there()?;
        if let Some(listed) = &self.listed {
            return look(&listed.action);
        }
        let (context, asked) = self.shared.context.get().zip(self.shared.asked.get()).ok_or_else(gone)?;
        // SAFETY: as for the scene, and the same for the move; spelling it out reads the board and asks no script.
        let (context, asked) = unsafe { (context.as_ref(), asked.as_ref()) };
        look(asked.action(context.board))
    }

    pub(super) fn charge(&self, items: usize) -> mlua::Result<()> {
        self.shared.meter.charge(items)
    }
}

fn gone() -> Error {
    Error::runtime("the view and the move are there only while their hook runs; do not keep them")
}
