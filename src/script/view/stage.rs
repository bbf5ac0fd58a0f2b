//! Where the scene stands while a hook runs, and only then: the one place that hands scripts a borrowed game. A bot thinks
//! on a game of its own instead (`ahead`).

use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::rc::Rc;

use mlua::{Error, Lua, LuaString};

use super::ahead::{Ahead, Listed, Way};
use crate::game::{Asked, Scene};
use crate::mechanics::{Deed, Kind, Seat};
use crate::script::sandbox::Meter;
use crate::vocabulary::Names;

/// Where the scene stands while a hook runs; or where a bot is with its thoughts.
#[derive(Clone)]
pub struct Stage {
    shared: Rc<Pointers>,
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
struct Curtain<'a>(&'a Pointers);

impl Drop for Curtain<'_> {
    fn drop(&mut self) {
        self.0.scene.set(None);
        self.0.asked.set(None);
    }
}

impl Stage {
    pub fn new(meter: Meter, words: Words) -> Stage {
        let (scene, asked, ahead) = (Cell::new(None), Cell::new(None), RefCell::new(None));
        let shared = Rc::new(Pointers { scene, asked, ahead, meter, words });
        Stage { shared, way: None, listed: None }
    }

    /// The same stage for a bot that thinks about a position it comes to by some moves, or about a move there.
    pub(super) fn at(&self, way: Way, listed: Option<Rc<Listed>>) -> Stage {
        Stage { shared: self.shared.clone(), way: Some(way), listed }
    }

    /// Runs `act` while a bot can think ahead in a game.
    pub fn think<R>(&self, ahead: Ahead, act: impl FnOnce() -> R) -> R {
        *self.shared.ahead.borrow_mut() = Some(ahead);
        let answer = act();
        *self.shared.ahead.borrow_mut() = None;
        answer
    }

    /// What a bot thinks with, at the position of this stage.
    pub(super) fn ahead<R>(&self, think: impl FnOnce(&mut Ahead) -> mlua::Result<R>) -> mlua::Result<R> {
        let way = self.way.as_ref().ok_or_else(|| {
            Error::runtime("only the view of a bot that chooses a move can do that, not a hook's")
        })?;
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
                self.charge(known.as_ref().map_or(0, Vec::len))?;
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
        let _curtain = Curtain(&self.shared);
        self.shared.scene.set(Some(NonNull::from(scene).cast()));
        self.shared.asked.set(asked.map(NonNull::from));
        act()
    }

    /// The scene, lent to `look` alone: a reference cannot leave it.
    #[allow(unsafe_code)]
    pub(super) fn scene<R>(&self, look: impl FnOnce(&Scene) -> mlua::Result<R>) -> mlua::Result<R> {
        if self.way.is_some() {
            return self.ahead(|ahead| look(&ahead.scene(self.listed.as_deref())));
        }
        let scene = self.shared.scene.get().ok_or_else(gone)?;
        self.charge(0)?;
        // SAFETY: `show` holds a borrow of the scene for as long as the pointer is set (the curtain clears it before
        // the borrow ends), nothing writes through it, and the stage cannot leave its thread (`Rc`).
        look(unsafe { scene.as_ref() })
    }

    #[allow(unsafe_code)]
    pub(super) fn deed<R>(&self, look: impl FnOnce(&Deed) -> mlua::Result<R>) -> mlua::Result<R> {
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
