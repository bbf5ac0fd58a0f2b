//! Budget of a script.
//!
//! There are two limits, because each alone can be circumvented. **Steps** are counted: Lua's instructions by a hook
//! that fires every [`TICK`] of them, library functions by the size of their arguments. They are the same on every
//! machine and in every run, so they are what an author meets: steps of ordinary code take 5 to 40 ns, so that on a
//! machine twenty times slower they still run out before the clock does. The **clock** is a safety net for steps that
//! are slow themselves (colliding keys, long strings, the garbage collector); it is read in the same hook. The time of
//! one step is bounded in [`memory`](super::memory).

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mlua::debug::{DebugEvent, HookTriggers};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, VmState, ffi};

use super::fault::Raised;
use super::loan::{self, BudgetLoan};
use super::memory::{CountHook, Memory};
use super::place::ScriptLine;
use crate::stop::STOP;

sentence_errors! {
    /// A call exceeded its steps, its time or its depth.
    LimitError;
}

/// Instructions between two checks of the budget.
///
/// Lua checks its counter after every instruction anyway, so a short tick costs little; and a hundred of the slowest
/// instructions without a large block take less than 0.1 s.
pub(super) const TICK: u32 = 128;

/// Cost of a call before its first tick, so that many small calls add up too.
const CALL: u64 = 64;

/// Cost of recording a line while loading, which takes about as long as that many instructions.
const LINE: u64 = 8;

/// Maximum depth of Lua calls.
pub(super) const MAX_CALL_DEPTH: usize = 5_000;

/// Maximum depth of Rust functions that call a script's function that calls a Rust function, and so on.
///
/// Each of these needs kilobytes of the native stack, and overflowing that cannot be caught.
const MAX_CALLBACK_DEPTH: u32 = 16;

/// Cost of calling a Rust function, however little it does.
const SERVICE: u64 = 16;

/// Bytes that a Rust function handles per step.
const BYTES_PER_STEP: usize = 8;

/// Cost above which a Rust function takes long enough to read the clock.
const LONG_SERVICE: u64 = 64;

/// Loading that takes longer than this can be stopped by Ctrl-C.
const LOAD_TIME_BEFORE_CTRL_C: Duration = Duration::from_millis(50);

/// One call in this many is timed from its beginning.
const SAMPLED: u32 = 16;

/// Maximum time of a sample: a busy machine may pause the process in any call, and one such pause must not count
/// sixteen times.
const MAX_SAMPLE: Duration = Duration::from_millis(10);

/// Limits of scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of Lua memory beyond what is already in use. When it runs out, one instruction collects all garbage, which
    /// takes 12 ms for [`MAX_MEMORY`](Self::MAX_MEMORY).
    pub memory: usize,
    /// Steps in one call.
    pub per_call: u64,
    /// Steps in all calls of one span.
    pub per_span: u64,
    /// Time in one call: with the slowest instructions after it, the call ends within a second.
    pub call_clock: Duration,
    /// Time in all calls of one span, not counting the time between calls.
    pub span_clock: Duration,
}

impl Limits {
    /// While a file is run.
    pub const LOAD: Limits = Limits {
        memory: 8 << 20,
        per_call: 2_000_000,
        per_span: 2_000_000,
        call_clock: Duration::from_millis(900),
        span_clock: Duration::from_millis(900),
    };

    /// While a file is run only for its manifest, beside many others.
    pub const LISTING: Limits = Limits {
        memory: 2 << 20,
        per_call: 100_000,
        per_span: 100_000,
        call_clock: Duration::from_millis(100),
        span_clock: Duration::from_millis(100),
    };

    /// While a file is run for its manifest after others have taken too long: enough for an ordinary file.
    pub const REST: Limits = Limits { per_call: 5_000, per_span: 5_000, ..Limits::LISTING };

    /// While functions of a loaded file are called.
    pub const HOOK: Limits = Limits {
        memory: 8 << 20,
        per_call: 1_000_000,
        per_span: 6_000_000,
        call_clock: Duration::from_millis(900),
        span_clock: Duration::from_secs(4),
    };

    /// Steps of a game's hooks that calls of one span may cause by looking ahead: enough to count the replies to every
    /// move on a large board, with one hook call for each. Steps of hooks that only read take 2 ns.
    pub const LOOKAHEAD_STEPS: u64 = 60_000_000;

    /// Maximum memory of one sandbox.
    pub const MAX_MEMORY: usize = Limits::LOAD.memory + Limits::HOOK.memory;
}

thread_local! {
    /// Steps of all finished spans, in any sandbox.
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Steps of scripts on this thread, not counting current spans: a measure of work that does not depend on the machine.
pub fn steps_spent() -> u64 {
    SPENT.get()
}

/// Budget of one sandbox. Cheap to clone: all clones share one account.
#[derive(Clone)]
pub struct Meter(Rc<MeterAccount>);

struct MeterAccount {
    limits: Cell<Limits>,
    /// Limits while a file is run, and while its functions are called.
    loading: Cell<Limits>,
    is_loading: Cell<bool>,
    calling: Cell<Limits>,
    call: Cell<u64>,
    span: Cell<u64>,
    /// Steps that other sandboxes took for the current span.
    lent: Cell<u64>,
    call_time: Cell<Duration>,
    span_time: Cell<Duration>,
    /// Last reading of the clock in the current call.
    looked: Cell<Option<Instant>>,
    /// Beginning of the current call, if it is sampled.
    sampled: Cell<Option<Instant>>,
    rng: Cell<u32>,
    call_backs: Cell<u32>,
    /// Lua's hook while instructions are not counted.
    resting: Cell<Option<CountHook>>,
    /// Last line seen, because memory errors have none.
    seen: Cell<Option<ScriptLine>>,
    memory: Memory,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter(Rc::new(MeterAccount {
            limits: Cell::new(Limits::LOAD),
            loading: Cell::new(Limits::LOAD),
            is_loading: Cell::new(false),
            calling: Cell::new(Limits::HOOK),
            call: Cell::new(0),
            span: Cell::new(0),
            lent: Cell::new(0),
            call_time: Cell::new(Duration::ZERO),
            span_time: Cell::new(Duration::ZERO),
            looked: Cell::new(None),
            sampled: Cell::new(None),
            // This random number only affects the clock, which affects no result.
            rng: Cell::new(RandomState::new().hash_one(0) as u32),
            call_backs: Cell::new(0),
            resting: Cell::new(None),
            seen: Cell::new(None),
            memory: Memory::default(),
        }))
    }
}

impl MeterAccount {
    fn close_span(&self) {
        SPENT.set(SPENT.get().wrapping_add(self.span.take()));
        self.lent.set(0);
    }
}

impl Drop for MeterAccount {
    fn drop(&mut self) {
        self.close_span();
    }
}

impl Meter {
    /// Charges one call of a Rust function that handles `items` items.
    ///
    /// To be called *before* the work is done, and by every function that a script can call often.
    pub fn charge(&self, items: usize) -> mlua::Result<()> {
        let steps = SERVICE.saturating_add(items as u64);
        self.spend(steps).map_err(|message| Raised::limit(None, message))?;
        // The time since the last reading, not that of this call: a long one is noticed by the next.
        if steps > LONG_SERVICE { self.look_at_clock().map_err(|message| Raised::limit(None, message)) } else { Ok(()) }
    }

    /// Charges one call that handles `bytes` bytes of text.
    pub fn charge_bytes(&self, bytes: usize) -> mlua::Result<()> {
        self.charge(bytes / BYTES_PER_STEP)
    }

    /// Runs work for the current call that may call functions of other sandboxes: this call pays for them, and they end
    /// where it would.
    pub fn lend<R>(&self, work: impl FnOnce() -> mlua::Result<R>) -> mlua::Result<R> {
        self.look_at_clock().map_err(|message| Raised::limit(None, message))?;
        let account = &*self.0;
        let limits = account.limits.get();
        let time = limits.call_clock.saturating_sub(account.call_time.get());
        let time = time.min(limits.span_clock.saturating_sub(account.span_time.get()));
        let loan = BudgetLoan::new(Limits::LOOKAHEAD_STEPS.saturating_sub(account.lent.get()), time, limits.call_clock);
        let done = work();
        account.lent.set(account.lent.get() + loan.drawn());
        done
    }

    /// Calls a script's function from a Rust function, as part of the current call. From here on instructions are
    /// counted, even if the call began with a bounded function.
    pub fn call_back<R: FromLuaMulti>(
        &self,
        lua: &Lua,
        function: &Function,
        args: impl IntoLuaMulti,
    ) -> mlua::Result<R> {
        let depth = &self.0.call_backs;
        if depth.get() >= MAX_CALLBACK_DEPTH {
            return Err(Raised::here("calls are nested too deep"));
        }
        if self.0.resting.get().is_some() {
            self.count(lua);
        }
        depth.set(depth.get() + 1);
        let result = function.call(args);
        depth.set(depth.get() - 1);
        result
    }

    /// Starts counting for a state, and limiting its memory.
    #[allow(unsafe_code)]
    pub(super) fn enter(&self, lua: &Lua) -> mlua::Result<()> {
        self.watch(lua, HookTriggers::new())?;
        // SAFETY: the account stands still behind its `Rc`, of which the sandbox has one until it has called `leave`.
        unsafe { self.memory().enter(lua) }
    }

    pub(super) fn leave(&self, lua: &Lua) {
        self.memory().leave(lua);
    }

    pub(super) fn memory(&self) -> &Memory {
        &self.0.memory
    }

    /// Replaces all limits from now on.
    pub(super) fn limit(&self, limits: Limits) {
        self.0.loading.set(limits);
        self.0.calling.set(limits);
    }

    /// Allows the memory of the limits in addition to what is already used.
    fn limit_memory(&self, limits: Limits) {
        let used = self.memory().used();
        self.memory().set_limit((used + limits.memory).min(Limits::MAX_MEMORY));
    }

    /// Applies the limits of calls, after the garbage of loading has been collected.
    pub(super) fn settle(&self) {
        self.limit_memory(self.0.calling.get());
    }

    /// While loading, every line is recorded as well, because memory errors have none: a file is run once, and a
    /// doubling string overflows long before the first tick.
    pub(super) fn begin_load(&self, lua: &Lua) -> mlua::Result<()> {
        if loan::is_over(Instant::now()) {
            return Err(Raised::limit(None, loan::too_late()));
        }
        let limits = self.0.loading.get();
        self.0.limits.set(limits);
        self.0.is_loading.set(true);
        self.limit_memory(limits);
        self.begin_span();
        self.watch(lua, HookTriggers::EVERY_LINE)
    }

    pub(super) fn end_load(&self, lua: &Lua) -> mlua::Result<()> {
        self.0.limits.set(self.0.calling.get());
        self.0.is_loading.set(false);
        self.begin_span();
        self.watch(lua, HookTriggers::new())
    }

    pub(super) fn begin_span(&self) {
        self.0.close_span();
        self.0.span_time.set(Duration::ZERO);
    }

    /// Begins a call; one that is `brief` ends before the first tick, so nothing is counted.
    #[inline]
    pub(super) fn begin_call(&self, lua: &Lua, brief: bool) -> mlua::Result<()> {
        let account = &*self.0;
        account.call.set(CALL);
        account.call_time.set(Duration::ZERO);
        let steps = CALL + account.memory.begin();
        account.span.set(account.span.get().saturating_add(steps));
        let is_lent = loan::draw(steps);
        account.call_backs.set(0);
        account.seen.set(None);
        account.looked.set(None);
        // The time before the first tick is not worth two readings of the clock in every call. But it must not be free
        // either: one call in sixteen, which no script can predict, pays for all. A file is run once.
        let rng = account.rng.get();
        account.rng.set(rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let sampled = (rng < u32::MAX / SAMPLED || account.is_loading.get()).then(Instant::now);
        account.sampled.set(sampled);
        match brief {
            true if account.resting.get().is_some() && !account.memory.was_hurried() => {}
            true => self.rest(lua),
            false => self.count(lua),
        }
        let limits = account.limits.get();
        if account.span.get() > limits.per_span || account.span_time.get() > limits.span_clock {
            return Err(self.overdrawn());
        }
        if !is_lent {
            return Err(Raised::limit(None, loan::used_up()));
        }
        if sampled.is_some_and(loan::is_over) {
            return Err(Raised::limit(None, loan::too_late()));
        }
        Ok(())
    }

    /// Error for a call without any budget left.
    #[cold]
    fn overdrawn(&self) -> mlua::Error {
        let left = self.spend(0).and_then(|()| self.judge_time());
        Raised::limit(None, left.err().map(String::from).unwrap_or_default())
    }

    #[inline]
    pub(super) fn end_call(&self) {
        if let Some(begun) = self.0.sampled.take() {
            // Checked when the next call begins: this one is over.
            self.note_time(Duration::ZERO, self.extrapolated(begun.elapsed()));
        }
    }

    pub(super) fn last_seen(&self) -> Option<ScriptLine> {
        self.0.seen.get()
    }

    /// Message about a refused block of memory, and its position.
    pub(super) fn out_of_memory(&self) -> (String, Option<ScriptLine>) {
        self.memory().refused(self.0.limits.get().memory >> 20)
    }

    fn watch(&self, lua: &Lua, triggers: HookTriggers) -> mlua::Result<()> {
        let meter = self.clone();
        self.0.resting.set(None);
        let triggers = triggers.every_nth_instruction(TICK);
        lua.set_global_hook(triggers, move |lua, frame| {
            match frame.event() {
                DebugEvent::Line => meter.line(ScriptLine::of_frame(frame))?,
                _ => meter.tick(lua)?,
            }
            Ok(VmState::Continue)
        })?;
        set_counter(lua, |now| {
            self.memory().set_counter(now);
            now
        });
        Ok(())
    }

    /// Restarts the counter, so that the next tick comes a full [`TICK`] from now.
    ///
    /// Lua's counter continues from call to call. Otherwise, whether a call near its limit passes would depend on what
    /// ran before it.
    #[inline]
    fn count(&self, lua: &Lua) {
        let resting = self.0.resting.take();
        set_counter(lua, |now| resting.unwrap_or(now));
    }

    /// Stops counting: while a hook is set, Lua takes the slow path through every call and return.
    #[cold]
    fn rest(&self, lua: &Lua) {
        set_counter(lua, |now| {
            self.0.resting.set(Some(now));
            CountHook { hook: None, mask: 0 }
        });
    }

    fn line(&self, place: Option<ScriptLine>) -> mlua::Result<()> {
        self.0.seen.set(place.or(self.0.seen.get()));
        self.spend(LINE).map_err(|message| Raised::limit(self.0.seen.get(), message))
    }

    fn tick(&self, lua: &Lua) -> mlua::Result<()> {
        if self.memory().was_hurried() {
            self.count(lua);
        }
        self.spend(u64::from(TICK).saturating_add(self.memory().owed()))
            .and_then(|()| self.look_at_clock())
            .map_err(|message| Raised::limit(ScriptLine::on_stack(lua, 0), message))?;
        // The call is to blame, not the callee.
        look_at_depth(lua).map_err(|message| Raised::at(ScriptLine::of_caller(lua), message))?;
        if self.memory().used() > self.0.limits.get().memory / 2 {
            self.0.seen.set(ScriptLine::on_stack(lua, 0));
        }
        Ok(())
    }

    #[inline]
    fn spend(&self, steps: u64) -> Result<(), LimitError> {
        let account = &*self.0;
        let limits = account.limits.get();
        account.call.set(account.call.get().saturating_add(steps));
        account.span.set(account.span.get().saturating_add(steps));
        if account.call.get() > limits.per_call {
            return Err(too_long("one call", limits.per_call));
        }
        if account.span.get() > limits.per_span {
            return Err(too_long("all calls for one move or command", limits.per_span));
        }
        if !loan::draw(steps) {
            return Err(loan::used_up().into());
        }
        Ok(())
    }

    fn look_at_clock(&self) -> Result<(), LimitError> {
        let now = Instant::now();
        let (call, span) = match (self.0.looked.replace(Some(now)), self.0.sampled.take()) {
            (Some(looked), _) => (now - looked, now - looked),
            (None, Some(begun)) => (now - begun, self.extrapolated(now - begun)),
            (None, None) => (Duration::ZERO, Duration::ZERO),
        };
        self.note_time(call, span);
        if loan::is_over(now) {
            return Err(loan::too_late().into());
        }
        let is_loading = self.0.is_loading.get();
        if is_loading && self.0.call_time.get() > LOAD_TIME_BEFORE_CTRL_C && STOP.load(Ordering::Relaxed) {
            return Err("stopped by Ctrl-C".into());
        }
        self.judge_time()
    }

    /// Estimate for all calls like a sampled one before their first tick.
    fn extrapolated(&self, sample: Duration) -> Duration {
        if self.0.is_loading.get() { sample } else { sample.min(MAX_SAMPLE) * SAMPLED }
    }

    #[inline]
    fn note_time(&self, call: Duration, span: Duration) {
        self.0.call_time.set(self.0.call_time.get() + call);
        self.0.span_time.set(self.0.span_time.get() + span);
    }

    fn judge_time(&self) -> Result<(), LimitError> {
        let limits = self.0.limits.get();
        if self.0.call_time.get() > limits.call_clock {
            return Err(too_slow("ran", limits.call_clock, limits.per_call));
        }
        if self.0.span_time.get() > limits.span_clock {
            let what = "all calls for one move or command together ran";
            return Err(too_slow(what, limits.span_clock, limits.per_span));
        }
        Ok(())
    }
}

#[cold]
fn too_long(what: &str, steps: u64) -> LimitError {
    format!("ran too long: more than {steps} steps in {what}").into()
}

#[cold]
fn too_slow(what: &str, clock: Duration, steps: u64) -> LimitError {
    let seconds = clock.as_secs_f64();
    format!(
        "{what} for more than {seconds} s; the limit of {steps} steps did not end it because single steps were slow"
    )
    .into()
}

fn look_at_depth(lua: &Lua) -> Result<(), LimitError> {
    match lua.inspect_stack(MAX_CALL_DEPTH, |_| ()) {
        Some(()) => bail!("calls are nested more than {MAX_CALL_DEPTH} deep"),
        None => Ok(()),
    }
}

/// Replaces the counter and restarts it.
#[inline]
#[allow(unsafe_code)]
fn set_counter(lua: &Lua, next: impl FnOnce(CountHook) -> CountHook) {
    lua.exec_raw_lua(|raw| {
        let state = raw.state();
        // SAFETY: `state` is the live state behind `lua`, locked for the length of this closure. The only hooks that are
        // ever set are none and the one that was there before, made by `lua` and kept by it until `watch` makes another,
        // which forgets the old one here too. Setting a hook allocates nothing and raises nothing.
        unsafe {
            let now = CountHook { hook: ffi::lua_gethook(state), mask: ffi::lua_gethookmask(state) };
            let CountHook { hook, mask } = next(now);
            ffi::lua_sethook(state, hook, mask, TICK as i32);
        }
    });
}
