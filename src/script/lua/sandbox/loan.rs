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
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static TERMS: Cell<Option<LoanTerms>> = const { Cell::new(None) };
}

/// Time limit of the waiting call, and its deadline.
#[derive(Clone, Copy)]
struct LoanTerms {
    until: Instant,
    clock: Duration,
}

/// Takes steps from the loan; `false` if there are not enough.
#[inline]
pub(super) fn draw(steps: u64) -> bool {
    let left = LEFT.get();
    LEFT.set(left.saturating_sub(steps));
    left >= steps
}

/// Whether the deadline of the waiting call has passed.
#[inline]
pub(super) fn is_over(now: Instant) -> bool {
    TERMS.get().is_some_and(|terms| now > terms.until)
}

#[cold]
pub(super) fn used_up() -> String {
    format!("ran too long: more than {} steps of hooks in one call that looks ahead", Limits::LOOKAHEAD_STEPS)
}

#[cold]
pub(super) fn too_late() -> String {
    let seconds = TERMS.get().map_or(Duration::ZERO, |terms| terms.clock).as_secs_f64();
    format!(
        "the call that looks ahead, and the hooks in it, took more than {seconds} s; the limit of {} steps did not end them \
         because single steps were slow",
        Limits::LOOKAHEAD_STEPS
    )
}

/// Loan; when dropped, the previous one is restored.
pub(super) struct BudgetLoan {
    lent: u64,
    before: (u64, Option<LoanTerms>),
}

impl BudgetLoan {
    /// Lends steps and time of a call with the limit `clock`, or what a call that waits for that one has left, if that
    /// is less.
    pub fn new(steps: u64, time: Duration, clock: Duration) -> BudgetLoan {
        let before = (LEFT.get(), TERMS.get());
        let until = Instant::now() + time;
        let lent = steps.min(before.0);
        LEFT.set(lent);
        TERMS.set(match before.1 {
            Some(terms) if terms.until < until => Some(terms),
            _ => Some(LoanTerms { until, clock }),
        });
        BudgetLoan { lent, before }
    }

    /// Steps taken from it.
    pub fn drawn(&self) -> u64 {
        self.lent - LEFT.get()
    }
}

impl Drop for BudgetLoan {
    fn drop(&mut self) {
        LEFT.set(self.before.0);
        TERMS.set(self.before.1);
    }
}

/// Runs work whose steps are free: reloading scripts is not what a call asked for, and whether it is needed depends on
/// what ran before. Its time still counts.
pub fn unpaid<R>(work: impl FnOnce() -> R) -> R {
    let left = LEFT.replace(u64::MAX);
    let done = work();
    LEFT.set(left);
    done
}
