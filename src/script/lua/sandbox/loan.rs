//! Budget lent from one call to others.
//!
//! A bot or a lesson that looks ahead runs the hooks of the game in their own sandbox while its own call waits. What
//! they spend counts against that call: it lends them [`Limits::LOOKAHEAD_STEPS`] steps and its remaining time, and
//! when those are used up they end, whatever their own limits are. So the outermost call ends in time.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::meter::Limits;

thread_local! {
    /// Steps that the waiting call has left; practically unlimited if none waits.
    static STEPS_LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static TERMS: Cell<Option<LoanTerms>> = const { Cell::new(None) };
}

/// Time limit of the waiting call, and its deadline.
#[derive(Clone, Copy)]
struct LoanTerms {
    deadline: Instant,
    time_limit: Duration,
}

/// Takes steps from the loan; `false` if there are not enough.
#[inline]
pub(super) fn take_steps(steps: u64) -> bool {
    let left = STEPS_LEFT.get();
    STEPS_LEFT.set(left.saturating_sub(steps));
    left >= steps
}

/// Whether the deadline of the waiting call has passed.
#[inline]
pub(super) fn is_past_deadline(now: Instant) -> bool {
    TERMS.get().is_some_and(|terms| now > terms.deadline)
}

#[cold]
pub(super) fn out_of_steps_message() -> String {
    format!("ran too long: more than {} steps of hooks in one call that looks ahead", Limits::LOOKAHEAD_STEPS)
}

#[cold]
pub(super) fn deadline_message() -> String {
    let seconds = TERMS.get().map_or(Duration::ZERO, |terms| terms.time_limit).as_secs_f64();
    format!(
        "the call that looks ahead, and the hooks in it, took more than {seconds} s; the limit of {} steps did not end them \
         because single steps were slow",
        Limits::LOOKAHEAD_STEPS
    )
}

/// Loan; when dropped, the previous one is restored.
pub(super) struct BudgetLoan {
    steps: u64,
    previous: (u64, Option<LoanTerms>),
}

impl BudgetLoan {
    /// Lends the steps and time of a call whose limit is `time_limit`, or what an outer loan has left, if that is less.
    pub fn new(steps: u64, time: Duration, time_limit: Duration) -> BudgetLoan {
        let previous = (STEPS_LEFT.get(), TERMS.get());
        let deadline = Instant::now() + time;
        let granted = steps.min(previous.0);
        STEPS_LEFT.set(granted);
        TERMS.set(match previous.1 {
            Some(terms) if terms.deadline < deadline => Some(terms),
            _ => Some(LoanTerms { deadline, time_limit }),
        });
        BudgetLoan { steps: granted, previous }
    }

    /// Returns the steps taken from it.
    pub fn steps_taken(&self) -> u64 {
        self.steps - STEPS_LEFT.get()
    }
}

impl Drop for BudgetLoan {
    fn drop(&mut self) {
        STEPS_LEFT.set(self.previous.0);
        TERMS.set(self.previous.1);
    }
}

/// Runs work whose steps are free: reloading scripts is not what a call asked for, and whether it is needed depends on
/// what ran before. Its time still counts.
pub fn without_charge<R>(work: impl FnOnce() -> R) -> R {
    let left = STEPS_LEFT.replace(u64::MAX);
    let result = work();
    STEPS_LEFT.set(left);
    result
}
