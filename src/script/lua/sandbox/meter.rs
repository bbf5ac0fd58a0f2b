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

use super::fault::RaisedFault;
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

/// Cost of a call before its first tick, in steps, so that many small calls add up too.
const CALL_COST: u64 = 64;

/// Cost of recording a line while loading, in steps: it takes about as long as that many instructions.
const LINE_COST: u64 = 8;

/// Maximum depth of Lua calls.
pub(super) const MAX_CALL_DEPTH: usize = 5_000;

/// Maximum depth of Rust functions that call a script's function that calls a Rust function, and so on.
///
/// Each of these needs kilobytes of the native stack, and overflowing that cannot be caught.
const MAX_CALLBACK_DEPTH: u32 = 16;

/// Cost of calling a Rust function, in steps, however little it does.
const RUST_CALL_COST: u64 = 16;

/// Bytes that a Rust function handles per step.
const BYTES_PER_STEP: usize = 8;

/// Cost above which a Rust function takes long enough to read the clock.
const LONG_RUST_CALL: u64 = 64;

/// Loading that takes longer than this can be stopped by Ctrl-C.
const LOAD_TIME_BEFORE_CTRL_C: Duration = Duration::from_millis(50);

/// One call in this many is timed from its beginning.
const SAMPLE_INTERVAL: u32 = 16;

/// Maximum time of a sample: a busy machine may pause the process in any call, and one such pause must not count
/// sixteen times.
const MAX_SAMPLE_TIME: Duration = Duration::from_millis(10);

/// What is known of the length of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CallLength {
    /// It ends before the first tick, so its instructions are not counted.
    Bounded,
    Unknown,
}

/// Limits of scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of Lua memory beyond what is already in use. When it runs out, one instruction collects all garbage, which
    /// takes 12 ms for [`MAX_MEMORY`](Self::MAX_MEMORY).
    pub memory: usize,
    /// Steps in one call.
    pub steps_per_call: u64,
    /// Steps in all calls of one span.
    pub steps_per_span: u64,
    /// Time in one call: with the slowest instructions after it, the call ends within a second.
    pub time_per_call: Duration,
    /// Time in all calls of one span, not counting the time between calls.
    pub time_per_span: Duration,
}

impl Limits {
    /// While a file is run.
    pub const LOAD: Limits = Limits {
        memory: 8 << 20,
        steps_per_call: 2_000_000,
        steps_per_span: 2_000_000,
        time_per_call: Duration::from_millis(900),
        time_per_span: Duration::from_millis(900),
    };

    /// While a file is run only for its manifest, beside many others.
    pub const LISTING: Limits = Limits {
        memory: 2 << 20,
        steps_per_call: 100_000,
        steps_per_span: 100_000,
        time_per_call: Duration::from_millis(100),
        time_per_span: Duration::from_millis(100),
    };

    /// While a file is run for its manifest after others have taken too long: enough for an ordinary file.
    pub const LATE_LISTING: Limits = Limits { steps_per_call: 5_000, steps_per_span: 5_000, ..Limits::LISTING };

    /// While functions of a loaded file are called.
    pub const HOOK: Limits = Limits {
        memory: 8 << 20,
        steps_per_call: 1_000_000,
        steps_per_span: 6_000_000,
        time_per_call: Duration::from_millis(900),
        time_per_span: Duration::from_secs(4),
    };

    /// Steps of a game's hooks that calls of one span may cause by looking ahead: enough to count the replies to every
    /// move on a large board, with one hook call for each. Steps of hooks that only read take 2 ns.
    pub const LOOKAHEAD_STEPS: u64 = 60_000_000;

    /// Maximum memory of one sandbox.
    pub const MAX_MEMORY: usize = Limits::LOAD.memory + Limits::HOOK.memory;
}

thread_local! {
    /// Steps of all finished spans, in any sandbox.
    static STEPS_SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Returns the steps of scripts on this thread, not counting current spans: a measure of work that does not depend on
/// the machine.
pub fn steps_spent() -> u64 {
    STEPS_SPENT.get()
}

/// Budget of one sandbox. Cheap to clone: all clones share one account.
#[derive(Clone)]
pub struct Meter(Rc<MeterAccount>);

struct MeterAccount {
    limits: Cell<Limits>,
    /// Limits while a file is run, and while its functions are called.
    load_limits: Cell<Limits>,
    is_loading: Cell<bool>,
    call_limits: Cell<Limits>,
    call_steps: Cell<u64>,
    span_steps: Cell<u64>,
    /// Steps that other sandboxes took for the current span.
    lookahead_steps: Cell<u64>,
    call_time: Cell<Duration>,
    span_time: Cell<Duration>,
    /// Last reading of the clock in the current call.
    last_clock_reading: Cell<Option<Instant>>,
    /// Beginning of the current call, if it is sampled.
    sample_start: Cell<Option<Instant>>,
    rng: Cell<u32>,
    callback_depth: Cell<u32>,
    /// Lua's hook while instructions are not counted.
    paused_hook: Cell<Option<CountHook>>,
    /// Last recorded line, because memory errors have no position.
    last_line: Cell<Option<ScriptLine>>,
    memory: Memory,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter(Rc::new(MeterAccount {
            limits: Cell::new(Limits::LOAD),
            load_limits: Cell::new(Limits::LOAD),
            is_loading: Cell::new(false),
            call_limits: Cell::new(Limits::HOOK),
            call_steps: Cell::new(0),
            span_steps: Cell::new(0),
            lookahead_steps: Cell::new(0),
            call_time: Cell::new(Duration::ZERO),
            span_time: Cell::new(Duration::ZERO),
            last_clock_reading: Cell::new(None),
            sample_start: Cell::new(None),
            // This random number only affects the clock, which affects no result.
            rng: Cell::new(RandomState::new().hash_one(0) as u32),
            callback_depth: Cell::new(0),
            paused_hook: Cell::new(None),
            last_line: Cell::new(None),
            memory: Memory::default(),
        }))
    }
}

impl MeterAccount {
    fn close_span(&self) {
        STEPS_SPENT.set(STEPS_SPENT.get().wrapping_add(self.span_steps.take()));
        self.lookahead_steps.set(0);
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
        let steps = RUST_CALL_COST.saturating_add(items as u64);
        self.spend(steps).map_err(|message| RaisedFault::limit(None, message))?;
        // The time since the last reading, not that of this call: a long one is noticed by the next.
        if steps > LONG_RUST_CALL {
            self.check_clock().map_err(|message| RaisedFault::limit(None, message))
        } else {
            Ok(())
        }
    }

    /// Charges one call that handles `bytes` bytes of text.
    pub fn charge_bytes(&self, bytes: usize) -> mlua::Result<()> {
        self.charge(bytes / BYTES_PER_STEP)
    }

    /// Runs work for the current call that may call functions of other sandboxes: this call pays for them, and they end
    /// where it would.
    pub fn lend<R>(&self, work: impl FnOnce() -> mlua::Result<R>) -> mlua::Result<R> {
        self.check_clock().map_err(|message| RaisedFault::limit(None, message))?;
        let account = &*self.0;
        let limits = account.limits.get();
        let time = limits.time_per_call.saturating_sub(account.call_time.get());
        let time = time.min(limits.time_per_span.saturating_sub(account.span_time.get()));
        let loan = BudgetLoan::new(
            Limits::LOOKAHEAD_STEPS.saturating_sub(account.lookahead_steps.get()),
            time,
            limits.time_per_call,
        );
        let result = work();
        account.lookahead_steps.set(account.lookahead_steps.get() + loan.steps_taken());
        result
    }

    /// Calls a script's function from a Rust function, as part of the current call. From here on instructions are
    /// counted, even if the call began with a bounded function.
    pub fn call_back<R: FromLuaMulti>(
        &self,
        lua: &Lua,
        function: &Function,
        args: impl IntoLuaMulti,
    ) -> mlua::Result<R> {
        let depth = &self.0.callback_depth;
        if depth.get() >= MAX_CALLBACK_DEPTH {
            return Err(RaisedFault::here("calls are nested too deep"));
        }
        if self.0.paused_hook.get().is_some() {
            self.start_counting(lua);
        }
        depth.set(depth.get() + 1);
        let result = function.call(args);
        depth.set(depth.get() - 1);
        result
    }

    /// Starts counting for a state, and limiting its memory.
    #[allow(unsafe_code)]
    pub(super) fn attach(&self, lua: &Lua) -> mlua::Result<()> {
        self.install_hook(lua, HookTriggers::new())?;
        // SAFETY: the account does not move: it is behind an `Rc`, which the sandbox holds until it has called
        // `detach`.
        unsafe { self.memory().attach(lua) }
    }

    pub(super) fn detach(&self, lua: &Lua) {
        self.memory().detach(lua);
    }

    pub(super) fn memory(&self) -> &Memory {
        &self.0.memory
    }

    /// Replaces all limits from now on.
    pub(super) fn set_limits(&self, limits: Limits) {
        self.0.load_limits.set(limits);
        self.0.call_limits.set(limits);
    }

    /// Allows the memory of the limits in addition to what is already used.
    fn limit_memory(&self, limits: Limits) {
        let used = self.memory().used();
        self.memory().set_limit((used + limits.memory).min(Limits::MAX_MEMORY));
    }

    /// Applies the limits of calls, after the garbage of loading has been collected.
    pub(super) fn apply_call_limits(&self) {
        self.limit_memory(self.0.call_limits.get());
    }

    /// Begins to load a file. While loading, every line is recorded as well, because memory errors have none: a file is
    /// run once, and a doubling string overflows long before the first tick.
    pub(super) fn begin_load(&self, lua: &Lua) -> mlua::Result<()> {
        if loan::is_past_deadline(Instant::now()) {
            return Err(RaisedFault::limit(None, loan::deadline_message()));
        }
        let limits = self.0.load_limits.get();
        self.0.limits.set(limits);
        self.0.is_loading.set(true);
        self.limit_memory(limits);
        self.begin_span();
        self.install_hook(lua, HookTriggers::EVERY_LINE)
    }

    pub(super) fn end_load(&self, lua: &Lua) -> mlua::Result<()> {
        self.0.limits.set(self.0.call_limits.get());
        self.0.is_loading.set(false);
        self.begin_span();
        self.install_hook(lua, HookTriggers::new())
    }

    pub(super) fn begin_span(&self) {
        self.0.close_span();
        self.0.span_time.set(Duration::ZERO);
    }

    #[inline]
    pub(super) fn begin_call(&self, lua: &Lua, length: CallLength) -> mlua::Result<()> {
        let account = &*self.0;
        account.call_steps.set(CALL_COST);
        account.call_time.set(Duration::ZERO);
        let steps = CALL_COST + account.memory.begin_call();
        account.span_steps.set(account.span_steps.get().saturating_add(steps));
        let has_loan = loan::take_steps(steps);
        account.callback_depth.set(0);
        account.last_line.set(None);
        account.last_clock_reading.set(None);
        // The time before the first tick is not worth two readings of the clock in every call. But it must not be free
        // either: one call in sixteen, which no script can predict, pays for all. A file is run once.
        let rng = account.rng.get();
        account.rng.set(rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let sample_start = (rng < u32::MAX / SAMPLE_INTERVAL || account.is_loading.get()).then(Instant::now);
        account.sample_start.set(sample_start);
        match length {
            CallLength::Bounded if account.paused_hook.get().is_some() && !account.memory.take_fires_early() => {}
            CallLength::Bounded => self.stop_counting(lua),
            CallLength::Unknown => self.start_counting(lua),
        }
        let limits = account.limits.get();
        if account.span_steps.get() > limits.steps_per_span || account.span_time.get() > limits.time_per_span {
            return Err(self.exhausted_error());
        }
        if !has_loan {
            return Err(RaisedFault::limit(None, loan::out_of_steps_message()));
        }
        if sample_start.is_some_and(loan::is_past_deadline) {
            return Err(RaisedFault::limit(None, loan::deadline_message()));
        }
        Ok(())
    }

    /// Makes the error for a call without any budget left.
    #[cold]
    fn exhausted_error(&self) -> mlua::Error {
        let checked = self.spend(0).and_then(|()| self.check_time());
        RaisedFault::limit(None, checked.err().map(String::from).unwrap_or_default())
    }

    #[inline]
    pub(super) fn end_call(&self) {
        if let Some(start) = self.0.sample_start.take() {
            // Checked when the next call begins: this one is over.
            self.add_time(Duration::ZERO, self.extrapolate(start.elapsed()));
        }
    }

    pub(super) fn last_line(&self) -> Option<ScriptLine> {
        self.0.last_line.get()
    }

    /// Returns the message about a refused block of memory, and its position.
    pub(super) fn out_of_memory(&self) -> (String, Option<ScriptLine>) {
        self.memory().take_refusal(self.0.limits.get().memory >> 20)
    }

    fn install_hook(&self, lua: &Lua, triggers: HookTriggers) -> mlua::Result<()> {
        let meter = self.clone();
        self.0.paused_hook.set(None);
        let triggers = triggers.every_nth_instruction(TICK);
        lua.set_global_hook(triggers, move |lua, frame| {
            match frame.event() {
                DebugEvent::Line => meter.record_line(ScriptLine::of_frame(frame))?,
                _ => meter.tick(lua)?,
            }
            Ok(VmState::Continue)
        })?;
        replace_hook(lua, |current| {
            self.memory().set_counter(current);
            current
        });
        Ok(())
    }

    /// Restarts the counter, so that the next tick comes a full [`TICK`] from now.
    ///
    /// Lua's counter continues from call to call. Otherwise, whether a call near its limit passes would depend on what
    /// ran before it.
    #[inline]
    fn start_counting(&self, lua: &Lua) {
        let paused_hook = self.0.paused_hook.take();
        replace_hook(lua, |current| paused_hook.unwrap_or(current));
    }

    /// Stops counting: while a hook is set, Lua takes the slow path through every call and return.
    #[cold]
    fn stop_counting(&self, lua: &Lua) {
        replace_hook(lua, |current| {
            self.0.paused_hook.set(Some(current));
            CountHook { hook: None, mask: 0 }
        });
    }

    fn record_line(&self, place: Option<ScriptLine>) -> mlua::Result<()> {
        self.0.last_line.set(place.or(self.0.last_line.get()));
        self.spend(LINE_COST).map_err(|message| RaisedFault::limit(self.0.last_line.get(), message))
    }

    fn tick(&self, lua: &Lua) -> mlua::Result<()> {
        if self.memory().take_fires_early() {
            self.start_counting(lua);
        }
        self.spend(u64::from(TICK).saturating_add(self.memory().take_uncharged_steps()))
            .and_then(|()| self.check_clock())
            .map_err(|message| RaisedFault::limit(ScriptLine::on_stack(lua, 0), message))?;
        // The call is to blame, not the callee.
        check_depth(lua).map_err(|message| RaisedFault::at(ScriptLine::of_caller(lua), message))?;
        if self.memory().used() > self.0.limits.get().memory / 2 {
            self.0.last_line.set(ScriptLine::on_stack(lua, 0));
        }
        Ok(())
    }

    #[inline]
    fn spend(&self, steps: u64) -> Result<(), LimitError> {
        let account = &*self.0;
        let limits = account.limits.get();
        account.call_steps.set(account.call_steps.get().saturating_add(steps));
        account.span_steps.set(account.span_steps.get().saturating_add(steps));
        if account.call_steps.get() > limits.steps_per_call {
            return Err(out_of_steps("one call", limits.steps_per_call));
        }
        if account.span_steps.get() > limits.steps_per_span {
            return Err(out_of_steps("all calls for one move or command", limits.steps_per_span));
        }
        if !loan::take_steps(steps) {
            return Err(loan::out_of_steps_message().into());
        }
        Ok(())
    }

    fn check_clock(&self) -> Result<(), LimitError> {
        let now = Instant::now();
        let (call, span) = match (self.0.last_clock_reading.replace(Some(now)), self.0.sample_start.take()) {
            (Some(previous), _) => (now - previous, now - previous),
            (None, Some(start)) => (now - start, self.extrapolate(now - start)),
            (None, None) => (Duration::ZERO, Duration::ZERO),
        };
        self.add_time(call, span);
        if loan::is_past_deadline(now) {
            return Err(loan::deadline_message().into());
        }
        let is_loading = self.0.is_loading.get();
        if is_loading && self.0.call_time.get() > LOAD_TIME_BEFORE_CTRL_C && STOP.load(Ordering::Relaxed) {
            return Err("stopped by Ctrl-C".into());
        }
        self.check_time()
    }

    /// Estimates the time of all calls like a sampled one before their first tick.
    fn extrapolate(&self, sample: Duration) -> Duration {
        if self.0.is_loading.get() { sample } else { sample.min(MAX_SAMPLE_TIME) * SAMPLE_INTERVAL }
    }

    #[inline]
    fn add_time(&self, call: Duration, span: Duration) {
        self.0.call_time.set(self.0.call_time.get() + call);
        self.0.span_time.set(self.0.span_time.get() + span);
    }

    fn check_time(&self) -> Result<(), LimitError> {
        let limits = self.0.limits.get();
        if self.0.call_time.get() > limits.time_per_call {
            return Err(out_of_time("ran", limits.time_per_call, limits.steps_per_call));
        }
        if self.0.span_time.get() > limits.time_per_span {
            let what = "all calls for one move or command together ran";
            return Err(out_of_time(what, limits.time_per_span, limits.steps_per_span));
        }
        Ok(())
    }
}

#[cold]
fn out_of_steps(what: &str, steps: u64) -> LimitError {
    format!("ran too long: more than {steps} steps in {what}").into()
}

#[cold]
fn out_of_time(what: &str, limit: Duration, steps: u64) -> LimitError {
    let seconds = limit.as_secs_f64();
    format!(
        "{what} for more than {seconds} s; the limit of {steps} steps did not end it because single steps were slow"
    )
    .into()
}

fn check_depth(lua: &Lua) -> Result<(), LimitError> {
    match lua.inspect_stack(MAX_CALL_DEPTH, |_| ()) {
        Some(()) => bail!("calls are nested more than {MAX_CALL_DEPTH} deep"),
        None => Ok(()),
    }
}

/// Replaces the counter and restarts it.
#[inline]
#[allow(unsafe_code)]
fn replace_hook(lua: &Lua, replacement: impl FnOnce(CountHook) -> CountHook) {
    lua.exec_raw_lua(|raw| {
        let state = raw.state();
        // SAFETY: `state` is the live state behind `lua`, locked for the length of this closure. The hook is either
        // none or the one that `mlua` created, which lives until `install_hook` replaces it and clears the saved one.
        // Setting a hook allocates nothing and raises no error.
        unsafe {
            let current = CountHook { hook: ffi::lua_gethook(state), mask: ffi::lua_gethookmask(state) };
            let CountHook { hook, mask } = replacement(current);
            ffi::lua_sethook(state, hook, mask, TICK as i32);
        }
    });
}
