//! Where the scene stands while a hook runs, and only then: the one place that hands scripts a borrowed game.

use std::cell::Cell;
use std::ptr::NonNull;
use std::rc::Rc;

use mlua::{Error, Lua, LuaString};

use crate::game::{Asked, Scene};
use crate::mechanics::{Deed, Kind, Seat};
use crate::script::sandbox::Meter;
use crate::vocabulary::Names;

/// Where the scene stands while a hook runs.
#[derive(Clone)]
pub struct Stage(Rc<Pointers>);

struct Pointers {
    scene: Cell<Option<NonNull<Scene<'static>>>>,
    asked: Cell<Option<NonNull<Asked>>>,
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
        Stage(Rc::new(Pointers { scene: Cell::new(None), asked: Cell::new(None), meter, words }))
    }

    /// The names of the sides.
    pub fn side_words(&self) -> &[LuaString] {
        &self.0.words.sides
    }

    pub fn seat_word(&self, seat: Seat) -> LuaString {
        self.0.words.seats[seat as usize].clone()
    }

    pub(super) fn piece_word(&self, kind: Kind) -> LuaString {
        self.0.words.pieces[kind as usize].clone()
    }

    /// Runs `act` while scripts can see `scene` and the move that is `asked` about.
    pub fn show<R>(&self, scene: &Scene, asked: Option<&Asked>, act: impl FnOnce() -> R) -> R {
        let _curtain = Curtain(&self.0);
        self.0.scene.set(Some(NonNull::from(scene).cast()));
        self.0.asked.set(asked.map(NonNull::from));
        act()
    }

    /// The scene, lent to `look` alone: a reference cannot leave it.
    #[allow(unsafe_code)]
    pub(super) fn scene<R>(&self, look: impl FnOnce(&Scene) -> mlua::Result<R>) -> mlua::Result<R> {
        let scene = self.0.scene.get().ok_or_else(gone)?;
        self.charge(0)?;
        // SAFETY: `show` holds a borrow of the scene for as long as the pointer is set (the curtain clears it before
        // the borrow ends), nothing writes through it, and the stage cannot leave its thread (`Rc`).
        look(unsafe { scene.as_ref() })
    }

    #[allow(unsafe_code)]
    pub(super) fn deed<R>(&self, look: impl FnOnce(&Deed) -> mlua::Result<R>) -> mlua::Result<R> {
        let (scene, asked) = self.0.scene.get().zip(self.0.asked.get()).ok_or_else(gone)?;
        // SAFETY: as for the scene, and the same for the move; spelling it out reads the board and asks no script.
        let (scene, asked) = unsafe { (scene.as_ref(), asked.as_ref()) };
        look(asked.deed(scene.board))
    }

    pub(super) fn charge(&self, items: usize) -> mlua::Result<()> {
        self.0.meter.charge(items)
    }
}

fn gone() -> Error {
    Error::runtime("the view and the move are there only while their hook runs; do not keep them")
}
