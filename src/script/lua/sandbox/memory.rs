//! What a script may have: so much memory in all, and no more than so much in one piece.
//!
//! The limits on single pieces are there for the clock. It is looked at between two instructions, and some instructions
//! take as long as what they handle is large: texts are compared and joined byte by byte, a table that grows moves all its
//! keys, and keys can be chosen so that each of them is compared with all others. Lua asks for a block of memory before it
//! does such work, so the size of the largest block bounds it. Large blocks are charged as steps besides, and let the clock
//! be looked at right after the instruction that asked for them.
//!
//! Times are those of one instruction at the limit, on the machine of docs/speed.md.

use std::cell::Cell;
use std::ffi::c_void;

use mlua::{Lua, ffi};

use super::place::ScriptLine;

/// The longest text, in bytes. Comparing two of them that hold nothing but NULs takes 0.6 ms.
pub const MAX_TEXT_LEN: usize = 64 * 1024;

/// The most keys of a table, those of its list aside. When all of them collide, one more key takes 5 ms; with twice as many
/// it would be 20 ms.
pub(super) const MAX_KEYS: usize = 2048;

/// The most names, texts and numbers of a file, which the compiler keeps as keys of one table. Compiling is no instruction:
/// where all of them collide it takes 0.1 s in all.
pub(super) const MAX_CONSTANTS: usize = 8192;

/// The most items of a list, which grows by doubling, and the largest block of all, which lies between this and the next
/// size: Lua's own stack has other sizes. Moving it takes 1 ms.
pub(super) const MAX_ITEMS: usize = 256 * 1024;
const MAX_BLOCK: usize = 6 << 20;

/// Bytes that are charged as one step: of a new vector, each place of which is filled, and of what is only copied or read
/// through.
const FILLED_PER_STEP: usize = 8;
const COPIED_PER_STEP: usize = 64;

/// Blocks below this are not charged: the instruction that asks for them is.
const UNCHARGED_BLOCK: usize = 1024;

/// After a block of this size the clock is looked at.
const LARGE: usize = 8 * 1024;

// How Lua asks for a new block (`lmem.c`): in place of its old size stands the kind of object it is for, or nothing for a
// vector. The sizes are those of 64-bit machines (`lobject.h`) and smaller on others, where they only err on the safe side.
const VECTOR: usize = 0;
const TEXT: usize = ffi::LUA_TSTRING as usize;
const TEXT_HEAD: usize = 25;
const KEY: usize = 24;
pub(super) const ITEM: usize = 16;

/// Why a block was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AllocationRefusal {
    Memory,
    Text,
    Keys(usize),
    Items,
    Values,
}

/// A hook of Lua and the events that it is called for.
#[derive(Clone, Copy)]
pub(super) struct CountHook {
    pub hook: Option<ffi::lua_Hook>,
    pub mask: i32,
}

/// The memory of one sandbox.
pub(super) struct Memory {
    stock: Cell<Option<LimitedAllocator>>,
    used: Cell<usize>,
    limit: Cell<usize>,
    most_keys: Cell<usize>,
    /// Steps for large blocks that nobody has paid yet.
    owed: Cell<u64>,
    /// What was refused last, and where the script was.
    refused: Cell<Option<(AllocationRefusal, Option<ScriptLine>)>>,
    /// The block that was refused last: Lua collects garbage and asks for it a second time.
    asked: Cell<(usize, usize, usize)>,
    /// Collecting garbage did not help. Each further block would be refused only after another collection, and Lua goes on
    /// without some of them; so all are refused until the call is over.
    exhausted: Cell<bool>,
    /// Lua's hook that looks at the clock, and whether it was told to come early.
    counter: Cell<Option<CountHook>>,
    hurried: Cell<bool>,
}

/// The allocator of `mlua`, which does the work, and the state that uses it.
#[derive(Clone, Copy)]
struct LimitedAllocator {
    allocate: ffi::lua_Alloc,
    with: *mut c_void,
    state: *mut ffi::lua_State,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            stock: Cell::new(None),
            used: Cell::new(0),
            limit: Cell::new(usize::MAX),
            most_keys: Cell::new(MAX_KEYS),
            owed: Cell::new(0),
            refused: Cell::new(None),
            asked: Cell::new((0, 0, 0)),
            exhausted: Cell::new(false),
            counter: Cell::new(None),
            hurried: Cell::new(false),
        }
    }
}

impl Memory {
    /// Takes over from the allocator of `lua`.
    ///
    /// # Safety
    /// `self` stays where it is, alive, until [`leave`](Self::leave) was called or the state is never used again.
    #[allow(unsafe_code)]
    pub unsafe fn enter(&self, lua: &Lua) -> mlua::Result<()> {
        self.used.set(lua.used_memory());
        // `mlua` expects no block to be refused unless it knows of a limit, and afterwards does not find its own any more.
        lua.set_memory_limit(isize::MAX as usize)?;
        lua.exec_raw_lua(|raw| {
            let state = raw.state();
            let mut with = std::ptr::null_mut();
            // SAFETY: the state is alive and nothing of Lua runs. Blocks that the other allocator gave are handed back to
            // it by ours, with the same sizes.
            unsafe {
                let allocate = ffi::lua_getallocf(state, &mut with);
                self.stock.set(Some(LimitedAllocator { allocate, with, state }));
                ffi::lua_setallocf(state, allocate_within, (&raw const *self).cast_mut().cast());
            }
        });
        Ok(())
    }

    /// Gives the state back to its own allocator, which has made all its blocks.
    #[allow(unsafe_code)]
    pub fn leave(&self, lua: &Lua) {
        let Some(LimitedAllocator { allocate, with, .. }) = self.stock.take() else { return };
        // SAFETY: both were taken from this state, which has kept them alive: they go when it is closed.
        lua.exec_raw_lua(|raw| unsafe { ffi::lua_setallocf(raw.state(), allocate, with) });
    }

    pub fn used(&self) -> usize {
        self.used.get()
    }

    pub fn set_limit(&self, bytes: usize) {
        self.limit.set(bytes);
    }

    /// Runs the compiler, which has more keys than scripts may have.
    pub fn compiling<R>(&self, compile: impl FnOnce() -> R) -> R {
        self.most_keys.set(MAX_CONSTANTS);
        let compiled = compile();
        self.most_keys.set(MAX_KEYS);
        // What the file itself is as long as is limited elsewhere.
        self.owed.set(0);
        compiled
    }

    /// A new call begins. Gives the steps for large blocks that the one before has not paid.
    #[inline]
    pub fn begin(&self) -> u64 {
        self.exhausted.set(false);
        self.owed.take()
    }

    /// The hook that is to look at the clock after a large block.
    pub fn set_counter(&self, counter: CountHook) {
        self.counter.set(Some(counter));
    }

    /// Whether that hook was told to come early, and comes after every instruction until it is set again.
    pub fn was_hurried(&self) -> bool {
        self.hurried.take()
    }

    /// The steps for large blocks since the last time.
    #[inline]
    pub fn owed(&self) -> u64 {
        self.owed.take()
    }

    /// Why the last block was refused, and where the script was.
    pub fn refused(&self, megabytes: usize) -> (String, Option<ScriptLine>) {
        let (violation, place) = self.refused.take().unwrap_or((AllocationRefusal::Memory, None));
        let says = match violation {
            AllocationRefusal::Memory => format!("needs more than {megabytes} MB of memory"),
            AllocationRefusal::Text => too_long(),
            AllocationRefusal::Keys(MAX_CONSTANTS) => {
                format!("the file has more than {MAX_CONSTANTS} different names, texts and numbers")
            }
            AllocationRefusal::Keys(most) => {
                format!("the table would have more than {most} keys (items of a list do not count)")
            }
            AllocationRefusal::Items => format!("the list would have more than {MAX_ITEMS} items"),
            AllocationRefusal::Values => "too many values at once".to_string(),
        };
        (says, place)
    }

    /// What speaks against a block. A `new` one has no old size but a `kind`.
    fn judge(&self, new: bool, kind: usize, growth: usize, size: usize) -> Option<AllocationRefusal> {
        let most_keys = self.most_keys.get();
        if new && kind == TEXT && size > MAX_TEXT_LEN + TEXT_HEAD {
            return Some(AllocationRefusal::Text);
        }
        if new && kind == VECTOR && size > most_keys * KEY && are_keys(size) {
            return Some(AllocationRefusal::Keys(most_keys));
        }
        if size > MAX_BLOCK {
            let is_list = size.is_multiple_of(8 * ITEM);
            return Some(if is_list { AllocationRefusal::Items } else { AllocationRefusal::Values });
        }
        let too_much = growth > 0 && self.used.get().saturating_add(growth) > self.limit.get();
        (too_much || growth > 0 && self.exhausted.get()).then_some(AllocationRefusal::Memory)
    }
}

/// Whether a vector of this size holds the keys of a table, the number of which is always a power of two. A list of 6,144
/// items, or as many times a power of two, that is made in one go takes as much, and is taken for keys: [`list`] and
/// [`literals`](super::literals) avoid it.
pub(super) fn are_keys(size: usize) -> bool {
    size.is_multiple_of(KEY) && (size / KEY).is_power_of_two()
}

/// A list of values of ours, for a script.
pub fn list<T: mlua::IntoLua>(lua: &Lua, items: Vec<T>) -> mlua::Result<mlua::Table> {
    // An odd number of places is never taken for keys.
    let table = lua.create_table_with_capacity(items.len() | 1, 0)?;
    for (index, item) in items.into_iter().enumerate() {
        table.raw_seti(index + 1, item)?;
    }
    Ok(table)
}

pub(super) fn too_long() -> String {
    format!("the text would be longer than {} kB", MAX_TEXT_LEN / 1024)
}

/// The allocator: refuses what is too large, and leaves the rest to that of `mlua`.
///
/// Lua asks for a block with `size` 0 to give it back, and that is never refused.
#[allow(unsafe_code)]
unsafe extern "C" fn allocate_within(
    memory: *mut c_void,
    block: *mut c_void,
    old: usize,
    size: usize,
) -> *mut c_void {
    // SAFETY: Lua hands over the pointer that `enter` gave it, whose caller has promised that it lives. Everything in it is
    // a cell, and there is no other thread.
    let memory = unsafe { &*memory.cast::<Memory>() };
    let Some(stock) = memory.stock.get() else { return std::ptr::null_mut() };
    let (new, had) = (block.is_null(), if block.is_null() { 0 } else { old });
    let growth = size.saturating_sub(had);
    if size > had
        && let Some(violation) = memory.judge(new, old, growth, size)
    {
        let asked = (block as usize, old, size);
        if memory.asked.replace(asked) == asked {
            memory.exhausted.set(violation == AllocationRefusal::Memory);
        }
        // SAFETY: `state` lives, for it asks. A new block is never asked for while the stack is being moved, so that the
        // frames can be read, which asks for no memory.
        let place = if new { unsafe { ScriptLine::of_state(stock.state) } } else { None };
        memory.refused.set(Some((violation, place)));
        return std::ptr::null_mut();
    }
    // Texts and vectors are always as large as the script made them; what else there is depends on what ran before. A list
    // keeps its size where its table gets a key, and is counted through.
    let is_work = new && (old == TEXT || old == VECTOR) || !new && size == old;
    if is_work && size >= UNCHARGED_BLOCK {
        let per_step = if new && old == VECTOR { FILLED_PER_STEP } else { COPIED_PER_STEP };
        memory.owed.set(memory.owed.get() + (size / per_step) as u64);
        if size >= LARGE
            && let Some(CountHook { hook, mask }) = memory.counter.get()
        {
            memory.hurried.set(true);
            // SAFETY: `state` lives. Setting a hook changes three fields and a mark in every frame, whatever Lua is doing:
            // it is made for signal handlers. The hook is the one that `mlua` has set and keeps.
            unsafe { ffi::lua_sethook(stock.state, hook, mask, 1) };
        }
    }
    // SAFETY: the allocator of this state and what it is called with, both kept alive by the state; the sizes are those
    // that Lua gave, and Lua's are those that the blocks have.
    let got = unsafe { (stock.allocate)(stock.with, block, old, size) };
    if size > had {
        memory.asked.set((0, 0, 0));
    }
    if size == 0 || !got.is_null() {
        memory.used.set((memory.used.get() + size).saturating_sub(had));
    }
    got
}
