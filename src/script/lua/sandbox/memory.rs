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
const LARGE_BLOCK: usize = 8 * 1024;

// How Lua requests a new block (`lmem.c`): instead of the old size it passes the kind of object, or 0 for a vector. The
// sizes are those of 64-bit machines (`lobject.h`) and smaller on others, where they only err on the safe side.
const VECTOR: usize = 0;
const TEXT: usize = ffi::LUA_TSTRING as usize;
const TEXT_HEAD: usize = 25;
const KEY_SIZE: usize = 24;
pub(super) const ITEM_SIZE: usize = 16;

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
    allocator: Cell<Option<LimitedAllocator>>,
    used: Cell<usize>,
    limit: Cell<usize>,
    max_keys: Cell<usize>,
    /// Steps for large blocks that are not yet charged.
    uncharged_steps: Cell<u64>,
    /// Last refusal, and the position of the script.
    last_refusal: Cell<Option<(AllocationRefusal, Option<ScriptLine>)>>,
    /// Block that was refused last: Lua collects garbage and requests it again.
    last_request: Cell<(usize, usize, usize)>,
    /// Whether collecting garbage did not help. Each further block would be refused only after another collection, and
    /// Lua continues without some of them; so all are refused until the call ends.
    is_exhausted: Cell<bool>,
    /// Lua's hook that reads the clock, and whether it was made to fire early.
    counter: Cell<Option<CountHook>>,
    fires_early: Cell<bool>,
}

/// The allocator of `mlua`, which does the work, and the state that uses it.
#[derive(Clone, Copy)]
struct LimitedAllocator {
    allocate: ffi::lua_Alloc,
    user_data: *mut c_void,
    state: *mut ffi::lua_State,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            allocator: Cell::new(None),
            used: Cell::new(0),
            limit: Cell::new(usize::MAX),
            max_keys: Cell::new(MAX_KEYS),
            uncharged_steps: Cell::new(0),
            last_refusal: Cell::new(None),
            last_request: Cell::new((0, 0, 0)),
            is_exhausted: Cell::new(false),
            counter: Cell::new(None),
            fires_early: Cell::new(false),
        }
    }
}

impl Memory {
    /// Takes over from the allocator of `lua`.
    ///
    /// # Safety
    /// `self` must stay alive and in place until [`detach`](Self::detach) is called or the state is never used again.
    #[allow(unsafe_code)]
    pub unsafe fn attach(&self, lua: &Lua) -> mlua::Result<()> {
        self.used.set(lua.used_memory());
        // `mlua` expects every allocation to succeed unless a limit is set, and cannot set one once its allocator is
        // replaced.
        lua.set_memory_limit(isize::MAX as usize)?;
        lua.exec_raw_lua(|raw| {
            let state = raw.state();
            let mut user_data = std::ptr::null_mut();
            // SAFETY: the state is alive and no Lua code runs. Our allocator passes blocks of the previous one back to
            // it, with the same sizes.
            unsafe {
                let allocate = ffi::lua_getallocf(state, &mut user_data);
                self.allocator.set(Some(LimitedAllocator { allocate, user_data, state }));
                ffi::lua_setallocf(state, allocate_limited, (&raw const *self).cast_mut().cast());
            }
        });
        Ok(())
    }

    /// Returns the state to its own allocator, which has made all its blocks.
    #[allow(unsafe_code)]
    pub fn detach(&self, lua: &Lua) {
        let Some(LimitedAllocator { allocate, user_data, .. }) = self.allocator.take() else { return };
        // SAFETY: both come from this state, which keeps them alive until it is closed.
        lua.exec_raw_lua(|raw| unsafe { ffi::lua_setallocf(raw.state(), allocate, user_data) });
    }

    pub fn used(&self) -> usize {
        self.used.get()
    }

    pub fn set_limit(&self, bytes: usize) {
        self.limit.set(bytes);
    }

    /// Runs the compiler, which may use more keys than scripts.
    pub fn while_compiling<R>(&self, compile: impl FnOnce() -> R) -> R {
        self.max_keys.set(MAX_CONSTANTS);
        let compiled = compile();
        self.max_keys.set(MAX_KEYS);
        // The length of the file itself is limited elsewhere.
        self.uncharged_steps.set(0);
        compiled
    }

    /// Begins a call. Returns the steps for large blocks that the previous call did not pay.
    #[inline]
    pub fn begin_call(&self) -> u64 {
        self.is_exhausted.set(false);
        self.uncharged_steps.take()
    }

    /// Sets the hook that reads the clock after a large block.
    pub fn set_counter(&self, counter: CountHook) {
        self.counter.set(Some(counter));
    }

    /// Returns whether that hook was made to fire early, and resets the flag. It then fires after every instruction
    /// until it is set again.
    pub fn take_fires_early(&self) -> bool {
        self.fires_early.take()
    }

    /// Takes the steps for large blocks that were not charged yet.
    #[inline]
    pub fn take_uncharged_steps(&self) -> u64 {
        self.uncharged_steps.take()
    }

    /// Takes the reason why the last block was refused, and the position of the script.
    pub fn take_refusal(&self, megabytes: usize) -> (String, Option<ScriptLine>) {
        let (refusal, place) = self.last_refusal.take().unwrap_or((AllocationRefusal::Memory, None));
        let message = match refusal {
            AllocationRefusal::Memory => format!("needs more than {megabytes} MB of memory"),
            AllocationRefusal::Text => too_long_message(),
            AllocationRefusal::Keys(MAX_CONSTANTS) => {
                format!("the file has more than {MAX_CONSTANTS} different names, texts and numbers")
            }
            AllocationRefusal::Keys(max) => {
                format!("the table would have more than {max} keys (items of a list do not count)")
            }
            AllocationRefusal::Items => format!("the list would have more than {MAX_ITEMS} items"),
            AllocationRefusal::Values => "too many values at once".to_string(),
        };
        (message, place)
    }

    /// Checks a block against the limits; `kind` is the type of object, if the block is new.
    fn check_block(&self, kind: Option<usize>, growth: usize, size: usize) -> Option<AllocationRefusal> {
        let max_keys = self.max_keys.get();
        if kind == Some(TEXT) && size > MAX_TEXT_LEN + TEXT_HEAD {
            return Some(AllocationRefusal::Text);
        }
        if kind == Some(VECTOR) && size > max_keys * KEY_SIZE && looks_like_keys(size) {
            return Some(AllocationRefusal::Keys(max_keys));
        }
        if size > MAX_BLOCK {
            let is_list = size.is_multiple_of(8 * ITEM_SIZE);
            return Some(if is_list { AllocationRefusal::Items } else { AllocationRefusal::Values });
        }
        let exceeds_limit = growth > 0 && self.used.get().saturating_add(growth) > self.limit.get();
        (exceeds_limit || growth > 0 && self.is_exhausted.get()).then_some(AllocationRefusal::Memory)
    }
}

/// Whether a vector has the size of a table's keys, the number of which is always a power of two. A list of 6,144
/// items, or that times a power of two, that is allocated at once has the same size and is mistaken for keys: [`list`]
/// and [`literals`](super::literals) avoid it.
pub(super) fn looks_like_keys(size: usize) -> bool {
    size.is_multiple_of(KEY_SIZE) && (size / KEY_SIZE).is_power_of_two()
}

/// Makes a list of Rust values for a script.
pub fn list<T: mlua::IntoLua>(lua: &Lua, items: Vec<T>) -> mlua::Result<mlua::Table> {
    // An odd number of slots is never mistaken for keys.
    let table = lua.create_table_with_capacity(items.len() | 1, 0)?;
    for (index, item) in items.into_iter().enumerate() {
        table.raw_seti(index + 1, item)?;
    }
    Ok(table)
}

pub(super) fn too_long_message() -> String {
    format!("the text would be longer than {} kB", MAX_TEXT_LEN / 1024)
}

/// Allocator that refuses blocks over the limits, and leaves the rest to that of `mlua`.
///
/// Lua passes `size` 0 to free a block, which is never refused.
#[allow(unsafe_code)]
unsafe extern "C" fn allocate_limited(
    memory: *mut c_void,
    block: *mut c_void,
    old_size: usize,
    size: usize,
) -> *mut c_void {
    // SAFETY: Lua passes the pointer that `attach` gave it, whose caller guarantees that it is alive. All fields are
    // cells, and there is no other thread.
    let memory = unsafe { &*memory.cast::<Memory>() };
    let Some(allocator) = memory.allocator.get() else { return std::ptr::null_mut() };
    let (is_new, previous_size) = (block.is_null(), if block.is_null() { 0 } else { old_size });
    let growth = size.saturating_sub(previous_size);
    if size > previous_size
        && let Some(refusal) = memory.check_block(is_new.then_some(old_size), growth, size)
    {
        let request = (block as usize, old_size, size);
        if memory.last_request.replace(request) == request {
            memory.is_exhausted.set(refusal == AllocationRefusal::Memory);
        }
        // SAFETY: `state` is alive, since it makes the request. Lua never requests a new block while its stack is being
        // moved, so the frames can be read, which allocates nothing.
        let place = if is_new { unsafe { ScriptLine::of_state(allocator.state) } } else { None };
        memory.last_refusal.set(Some((refusal, place)));
        return std::ptr::null_mut();
    }
    // The sizes of strings and vectors depend on the script alone; other sizes depend on what ran before. When a table
    // gets a key, its list keeps its size, and Lua counts its items.
    let is_charged = is_new && (old_size == TEXT || old_size == VECTOR) || !is_new && size == old_size;
    if is_charged && size >= UNCHARGED_BLOCK {
        let per_step = if is_new && old_size == VECTOR { FILLED_PER_STEP } else { COPIED_PER_STEP };
        memory.uncharged_steps.set(memory.uncharged_steps.get() + (size / per_step) as u64);
        if size >= LARGE_BLOCK
            && let Some(CountHook { hook, mask }) = memory.counter.get()
        {
            memory.fires_early.set(true);
            // SAFETY: `state` is alive. `lua_sethook` may be called at any time, even from a signal handler. The hook
            // is the one that `mlua` has set and keeps.
            unsafe { ffi::lua_sethook(allocator.state, hook, mask, 1) };
        }
    }
    // SAFETY: the state keeps its allocator and the user data alive; the sizes are those that Lua passed.
    let result = unsafe { (allocator.allocate)(allocator.user_data, block, old_size, size) };
    if size > previous_size {
        memory.last_request.set((0, 0, 0));
    }
    if size == 0 || !result.is_null() {
        memory.used.set((memory.used.get() + size).saturating_sub(previous_size));
    }
    result
}
