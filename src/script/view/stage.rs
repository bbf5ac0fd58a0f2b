//! Where the scene stands while a hook runs, and only then: the one place that hands scripts a borrowed game. A bot thinks
//! on a game of its own instead (`ahead`).

use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::rc::Rc;

use mlua::{Error, Lua, LuaString};

use super::NAME;
use super::ahead::{Ahead, Listed, Way};
use crate::game::{Asked, Scene};
use crate::mechanics::{Deed, Kind, Seat};
use crate::script::sandbox::Meter;
use crate::vocabulary::Names;

/// Where the scene stands while a hook runs; or where a bot is with its thoughts.
#[derive(Clone)]
pub struct Stage {
    shared: Rc<Pointers>,
    /// Whether the call that it was handed out for still runs: a view that a script keeps goes out of date with its call.
    is_on: Rc<Cell<bool>>,
    /// The moves that lead to the position that a bot looks at; none for hooks.
    pub(super) way: Option<Way>,
    /// The move that a bot looks at.
    pub(super) listed: Option<Rc<Listed>>,
}

struct Pointers {
    scene: Cell<Option<NonNull<Scene<'static>>>>,
    asked: Cell<Option<NonNull<Asked>>>,
    /// What a bot thinks with while it chooses.
    ahead: RefCell<Option<Ahead>>,
    misused: Cell<bool>,
    meter: Meter,
    words: Words,
}

/// The names that hooks read again and again, as Lua's own strings: making one costs as much as calling a hook.
pub struct Words {
    seats: Vec<LuaString>,
    pieces: Vec<LuaString>,
    sides: Vec<LuaString>,
}

impl Words {
    pub fn new(lua: &Lua, names: &Names) -> mlua::Result<Words> {
        let words = |names: &[String]| -> mlua::Result<Vec<LuaString>> {
            names.iter().map(|name| lua.create_string(name)).collect()
        };
        Ok(Words { seats: words(&names.seats)?, pieces: words(&names.pieces)?, sides: words(&names.sides)? })
    }
}

/// Empties the stage when the hook is done, however it ends.
struct Curtain<'a>(&'a Stage);

impl Drop for Curtain<'_> {
    fn drop(&mut self) {
        self.0.is_on.set(false);
        self.0.shared.scene.set(None);
        self.0.shared.asked.set(None);
    }
}

impl Stage {
    pub fn new(meter: Meter, words: Words) -> Stage {
        let (scene, asked, ahead) = (Cell::new(None), Cell::new(None), RefCell::new(None));
        let shared = Rc::new(Pointers { scene, asked, ahead, misused: Cell::new(false), meter, words });
        Stage { shared, is_on: Rc::default(), way: None, listed: None }
    }

    /// The same stage for another call: what was handed out for others shows nothing while it runs.
    pub fn anew(&self) -> Stage {
        Stage { shared: self.shared.clone(), is_on: Rc::default(), way: None, listed: None }
    }

    /// The same stage for a bot that thinks about a position it comes to by some moves, or about a move there.
    pub(super) fn at(&self, way: Way, listed: Option<Rc<Listed>>) -> Stage {
        Stage { shared: self.shared.clone(), is_on: self.is_on.clone(), way: Some(way), listed }
    }

    /// Runs `act` while a bot can think ahead in a game; it is given the stage at which it begins.
    pub fn think<R>(&self, ahead: Ahead, act: impl FnOnce(Stage) -> R) -> R {
        let start = self.anew().at(Rc::new([]), None);
        *self.shared.ahead.borrow_mut() = Some(ahead);
        start.is_on.set(true);
        let answer = act(start.clone());
        start.is_on.set(false);
        *self.shared.ahead.borrow_mut() = None;
        answer
    }

    /// That a view or a move belongs to the call that runs.
    pub(super) fn is_there(&self) -> mlua::Result<()> {
        if self.is_on.get() {
            return Ok(());
        }
        self.shared.misused.set(true);
        Err(gone())
    }

    /// Whether a kept view was looked at while the last hook ran. A function that fails is called again to learn why, and
    /// may have forgotten by then what it did.
    pub fn misused(&self) -> Option<Error> {
        self.shared.misused.take().then(gone)
    }

    /// What a bot thinks with, at the position of this stage.
    pub(super) fn ahead<R>(&self, think: impl FnOnce(&mut Ahead) -> mlua::Result<R>) -> mlua::Result<R> {
        let way = self.way.as_ref().ok_or_else(|| {
            Error::runtime("only the view of a bot that chooses a move can do that, not a hook's")
        })?;
        self.is_there()?;
        let mut ahead = self.shared.ahead.try_borrow_mut().map_err(Error::external)?;
        let ahead = ahead.as_mut().ok_or_else(gone)?;
        self.charge(ahead.steps_to(way))?;
        ahead.go(way)?;
        think(ahead)
    }

    /// The moves that led to the position of this stage, where whoever thinks ahead knows them.
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

    /// The names of the sides.
    pub fn side_words(&self) -> &[LuaString] {
        &self.shared.words.sides
    }

    pub fn seat_word(&self, seat: Seat) -> LuaString {
        self.shared.words.seats[seat as usize].clone()
    }

    pub(super) fn piece_word(&self, kind: Kind) -> LuaString {
        self.shared.words.pieces[kind as usize].clone()
    }

    /// Runs `act` while scripts can see `scene` and the move that is `asked` about.
    pub fn show<R>(&self, scene: &Scene, asked: Option<&Asked>, act: impl FnOnce() -> R) -> R {
        let _curtain = Curtain(self);
        self.shared.scene.set(Some(NonNull::from(scene).cast()));
        self.shared.asked.set(asked.map(NonNull::from));
        self.shared.misused.set(false);
        self.is_on.set(true);
        act()
    }

    /// The scene, lent to `look` alone: a reference cannot leave it.
    #[allow(unsafe_code)]
    pub(super) fn scene<R>(&self, look: impl FnOnce(&Scene) -> mlua::Result<R>) -> mlua::Result<R> {
        if self.way.is_some() {
            return self.ahead(|ahead| look(&ahead.scene(self.listed.as_deref())));
        }
        self.is_there()?;
        let scene = self.shared.scene.get().ok_or_else(gone)?;
        self.charge(0)?;
        // SAFETY: `show` holds a borrow of the scene for as long as the pointer is set (the curtain clears it before
        // the borrow ends), nothing writes through it, and the stage cannot leave its thread (`Rc`).
        look(unsafe { scene.as_ref() })
    }

    #[allow(unsafe_code)]
    pub(super) fn deed<R>(&self, look: impl FnOnce(&Deed) -> mlua::Result<R>) -> mlua::Result<R> {
        self.is_there()?;
        if let Some(listed) = &self.listed {
            return look(&listed.deed);
        }
        let (scene, asked) = self.shared.scene.get().zip(self.shared.asked.get()).ok_or_else(gone)?;
        // SAFETY: as for the scene, and the same for the move; spelling it out reads the board and asks no script.
        let (scene, asked) = unsafe { (scene.as_ref(), asked.as_ref()) };
        look(asked.deed(scene.board))
    }

    pub(super) fn charge(&self, items: usize) -> mlua::Result<()> {
        self.shared.meter.charge(items)
    }
}

fn gone() -> Error {
    Error::runtime("the view and the move are there only while their hook runs; do not keep them")
}
