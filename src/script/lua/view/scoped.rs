//! Scoped access to the hook context: the only place that lends scripts a borrowed game, while a hook runs. A bot
//! searches a game of its own instead (`search`).

use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::rc::Rc;

use mlua::{Error, Lua, LuaString};

use super::NAME_COST;
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
    /// Whether the call that it was created for still runs: a retained view expires with its call.
    is_active: Rc<Cell<bool>>,
    /// Moves that lead to the position that a bot examines; `None` for hooks.
    pub(super) path: Option<MovePath>,
    /// Move that a bot examines.
    pub(super) listed_move: Option<Rc<ListedMove>>,
}

struct ContextPointers {
    context: Cell<Option<NonNull<HookContext<'static>>>>,
    hook_move: Cell<Option<NonNull<HookMove>>>,
    /// Search state of a bot while it chooses.
    search: RefCell<Option<SearchView>>,
    was_misused: Cell<bool>,
    meter: Meter,
    names: InternedNames,
}

/// Names that hooks read repeatedly, as Lua strings: creating one costs as much as calling a hook.
pub struct InternedNames {
    seats: IndexVec<Seat, LuaString>,
    pieces: IndexVec<PieceKind, LuaString>,
    teams: IndexVec<Team, LuaString>,
}

impl InternedNames {
    pub fn new(lua: &Lua, names: &Names) -> mlua::Result<InternedNames> {
        let intern = |names: &[String]| -> mlua::Result<Vec<LuaString>> {
            names.iter().map(|name| lua.create_string(name)).collect()
        };
        Ok(InternedNames {
            seats: intern(&names.seats)?.into(),
            pieces: intern(&names.pieces)?.into(),
            teams: intern(&names.teams)?.into(),
        })
    }
}

/// Clears the context when the hook ends, however it ends.
struct ScopeGuard<'a>(&'a ScopedContext);

impl Drop for ScopeGuard<'_> {
    fn drop(&mut self) {
        self.0.is_active.set(false);
        self.0.shared.context.set(None);
        self.0.shared.hook_move.set(None);
    }
}

impl ScopedContext {
    pub fn new(meter: Meter, names: InternedNames) -> ScopedContext {
        let (context, hook_move, search) = (Cell::new(None), Cell::new(None), RefCell::new(None));
        let shared =
            Rc::new(ContextPointers { context, hook_move, search, was_misused: Cell::new(false), meter, names });
        ScopedContext { shared, is_active: Rc::default(), path: None, listed_move: None }
    }

    /// Makes a context for another call: views created for other calls are invalid while it runs.
    pub fn for_new_call(&self) -> ScopedContext {
        ScopedContext { shared: self.shared.clone(), is_active: Rc::default(), path: None, listed_move: None }
    }

    /// Makes a context for a bot that examines a position reached by some moves, or a move there.
    pub(super) fn at_position(&self, path: MovePath, listed_move: Option<Rc<ListedMove>>) -> ScopedContext {
        ScopedContext { shared: self.shared.clone(), is_active: self.is_active.clone(), path: Some(path), listed_move }
    }

    /// Runs `act` while a bot can look ahead in a game; `act` gets the initial context.
    pub fn with_search<R>(&self, search: SearchView, act: impl FnOnce(ScopedContext) -> R) -> R {
        let start = self.for_new_call().at_position(Rc::new([]), None);
        *self.shared.search.borrow_mut() = Some(search);
        start.is_active.set(true);
        let answer = act(start.clone());
        start.is_active.set(false);
        *self.shared.search.borrow_mut() = None;
        answer
    }

    /// Checks that a view or a move belongs to the current call.
    pub(super) fn check_active(&self) -> mlua::Result<()> {
        if self.is_active.get() {
            return Ok(());
        }
        self.shared.was_misused.set(true);
        Err(expired())
    }

    /// Returns an error if a retained view was used while the last hook ran, and resets the flag. A function that fails
    /// is called again to learn why, and may behave differently then.
    pub fn take_misuse(&self) -> Option<Error> {
        self.shared.was_misused.take().then(expired)
    }

    /// Calls `act` with the bot's search state at the position of this context.
    pub(super) fn search<R>(&self, act: impl FnOnce(&mut SearchView) -> mlua::Result<R>) -> mlua::Result<R> {
        let path = self
            .path
            .as_ref()
            .ok_or_else(|| Error::runtime("only the view in a bot's `choose` can do that, not the view of a hook"))?;
        self.check_active()?;
        let mut search = self.shared.search.try_borrow_mut().map_err(Error::external)?;
        let search = search.as_mut().ok_or_else(expired)?;
        self.charge(search.cost_to(path))?;
        search.go_to(path)?;
        act(search)
    }

    /// Returns the moves that led to the position of this context, if the search knows them.
    pub(super) fn history(&self) -> mlua::Result<Option<Vec<String>>> {
        match self.path {
            None => Ok(None),
            Some(_) => self.search(|search| {
                let known = search.history().map(<[String]>::to_vec);
                self.charge(NAME_COST * known.as_ref().map_or(0, Vec::len))?;
                Ok(known)
            }),
        }
    }

    /// Names of the teams.
    pub fn team_names(&self) -> &IndexVec<Team, LuaString> {
        &self.shared.names.teams
    }

    pub fn seat_name(&self, seat: Seat) -> LuaString {
        self.shared.names.seats[seat].clone()
    }

    pub(super) fn piece_name(&self, kind: PieceKind) -> LuaString {
        self.shared.names.pieces[kind].clone()
    }

    /// Runs `act` while scripts can see `context` and `hook_move`.
    pub fn with_context<R>(&self, context: &HookContext, hook_move: Option<&HookMove>, act: impl FnOnce() -> R) -> R {
        let _scope_guard = ScopeGuard(self);
        self.shared.context.set(Some(NonNull::from(context).cast()));
        self.shared.hook_move.set(hook_move.map(NonNull::from));
        self.shared.was_misused.set(false);
        self.is_active.set(true);
        act()
    }

    /// Lends the context to `read` alone: a reference cannot escape.
    #[allow(unsafe_code)]
    pub(super) fn context<R>(&self, read: impl FnOnce(&HookContext) -> mlua::Result<R>) -> mlua::Result<R> {
        if self.path.is_some() {
            return self.search(|search| read(&search.context(self.listed_move.as_deref())));
        }
        self.check_active()?;
        let context = self.shared.context.get().ok_or_else(expired)?;
        self.charge(0)?;
        // SAFETY: `with_context` borrows the context for as long as the pointer is set (`ScopeGuard` clears it before
        // the borrow ends), nothing writes through it, and a `ScopedContext` cannot leave its thread (`Rc`).
        read(unsafe { context.as_ref() })
    }

    #[allow(unsafe_code)]
    pub(super) fn action<R>(&self, read: impl FnOnce(&Action) -> mlua::Result<R>) -> mlua::Result<R> {
        self.check_active()?;
        if let Some(listed) = &self.listed_move {
            return read(&listed.action);
        }
        let (context, hook_move) = self.shared.context.get().zip(self.shared.hook_move.get()).ok_or_else(expired)?;
        // SAFETY: as in `context`, and the same for the move; unpacking it reads the board and calls no script.
        let (context, hook_move) = unsafe { (context.as_ref(), hook_move.as_ref()) };
        read(hook_move.action(context.board))
    }

    pub(super) fn charge(&self, items: usize) -> mlua::Result<()> {
        self.shared.meter.charge(items)
    }
}

fn expired() -> Error {
    Error::runtime("the view and the move are valid only while their hook runs; do not keep them")
}
