//! Memory limits: in all, and per block.
//!
//! The limits per block protect the clock. It is read between two instructions, and some instructions take time in
//! proportion to the size of their operands: strings are compared and joined byte by byte, a growing table moves all
//! its keys, and keys can be chosen so that each is compared with all others. Lua allocates a block before such work,
//! so the size of the largest block bounds it. Large blocks are also charged as steps, and cause the clock to be read
//! right after the instruction that allocated them.
//!
//! Times are those of one instruction at the limit, on the machine of docs/speed.md.

use std::cell::Cell;
use std::ffi::c_void;

use mlua::{Lua, ffi};

use super::place::ScriptLine;

/// Maximum length of a string, in bytes. Comparing two that consist of NULs takes 0.6 ms.
pub const MAX_TEXT_LEN: usize = 64 * 1024;

/// Maximum number of keys of a table, not counting its list. If all of them collide, one more key takes 5 ms; with
/// twice as many it would be 20 ms.
pub(super) const MAX_KEYS: usize = 2048;

/// Maximum number of names, strings and numbers in a file, which the compiler keeps as keys of one table. Compiling is
/// not an instruction: if all of them collide it takes 0.1 s in all.
pub(super) const MAX_CONSTANTS: usize = 8192;

/// Maximum number of items of a list, which grows by doubling, and the largest block, which is between this and the
/// next size: Lua's own stack has other sizes. Moving it takes 1 ms.
pub(super) const MAX_ITEMS: usize = 256 * 1024;
const MAX_BLOCK: usize = 6 << 20;

/// Bytes charged as one step: of a new vector, each slot of which is filled, and of what is only copied or read.
const FILLED_PER_STEP: usize = 8;
const COPIED_PER_STEP: usize = 64;

/// Smaller blocks are not charged, since the instruction that allocates them is.
const UNCHARGED_BLOCK: usize = 1024;

/// Size of a block after which the clock is read.
const LARGE: usize = 8 * 1024;

// How Lua requests a new block (`lmem.c`): instead of the old size it passes the kind of object, or 0 for a vector. The
// sizes are those of 64-bit machines (`lobject.h`) and smaller on others, where they only err on the safe side.
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

/// Hook of Lua and its events.
#[derive(Clone, Copy)]
pub(super) struct CountHook {
    pub hook: Option<ffi::lua_Hook>,
    pub mask: i32,
}

/// Memory of one sandbox.
pub(super) struct Memory {
    stock: Cell<Option<LimitedAllocator>>,
    used: Cell<usize>,
    limit: Cell<usize>,
    most_keys: Cell<usize>,
    /// Steps for large blocks that are not yet charged.
    owed: Cell<u64>,
    /// Last refusal, and the position of the script.
    refused: Cell<Option<(AllocationRefusal, Option<ScriptLine>)>>,
    /// Block that was refused last: Lua collects garbage and requests it again.
    asked: Cell<(usize, usize, usize)>,
    /// Whether collecting garbage did not help. Each further block would be refused only after another collection, and
    /// Lua continues without some of them; so all are refused until the call ends.
    exhausted: Cell<bool>,
    /// Lua's hook that reads the clock, and whether it was made to fire early.
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

    /// Returns the state to its own allocator, which has made all its blocks.
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

    /// Runs the compiler, which may use more keys than scripts.
    pub fn compiling<R>(&self, compile: impl FnOnce() -> R) -> R {
        self.most_keys.set(MAX_CONSTANTS);
        let compiled = compile();
        self.most_keys.set(MAX_KEYS);
        // The length of the file itself is limited elsewhere.
        self.owed.set(0);
        compiled
    }

    /// Begins a call. Returns the steps for large blocks that the previous one has not paid.
    #[inline]
    pub fn begin(&self) -> u64 {
        self.exhausted.set(false);
        self.owed.take()
    }

    /// Sets the hook that reads the clock after a large block.
    pub fn set_counter(&self, counter: CountHook) {
        self.counter.set(Some(counter));
    }

    /// Whether that hook was made to fire early, in which case it fires after every instruction until it is set again.
    pub fn was_hurried(&self) -> bool {
        self.hurried.take()
    }

    /// Steps for large blocks since the last call of this.
    #[inline]
    pub fn owed(&self) -> u64 {
        self.owed.take()
    }

    /// Why the last block was refused, and the position of the script.
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

    /// Why a block is refused, if it is. A `new` one has a `kind` instead of an old size.
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

/// Whether a vector of this size holds the keys of a table, the number of which is always a power of two. A list of
/// 6,144 items, or that times a power of two, that is allocated at once has the same size and is mistaken for keys:
/// [`list`] and [`literals`](super::literals) avoid it.
pub(super) fn are_keys(size: usize) -> bool {
    size.is_multiple_of(KEY) && (size / KEY).is_power_of_two()
}

/// List of Rust values, for a script.
pub fn list<T: mlua::IntoLua>(lua: &Lua, items: Vec<T>) -> mlua::Result<mlua::Table> {
    // An odd number of slots is never mistaken for keys.
    let table = lua.create_table_with_capacity(items.len() | 1, 0)?;
    for (index, item) in items.into_iter().enumerate() {
        table.raw_seti(index + 1, item)?;
    }
    Ok(table)
}

pub(super) fn too_long() -> String {
    format!("the text would be longer than {} kB", MAX_TEXT_LEN / 1024)
}

/// Allocator that refuses blocks over the limits, and leaves the rest to that of `mlua`.
///
/// Lua passes `size` 0 to free a block, which is never refused.
#[allow(unsafe_code)]
unsafe extern "C" fn allocate_within(memory: *mut c_void, block: *mut c_void, old: usize, size: usize) -> *mut c_void {
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
    // Strings and vectors are always as large as the script made them; other sizes depend on what ran before. A list
    // keeps its size when its table gets a key, and is counted through.
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
