//! Turn scheduler of races: the seat whose time comes first moves next.

use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::rules::RulePlan;

/// Time at which every seat is ready to move again, in seconds of play.
pub struct TurnScheduler {
    ready: IndexVec<Seat, u64>,
    seconds: IndexVec<Seat, u64>,
}

impl TurnScheduler {
    /// Scheduler of a race; `None` if seats take turns.
    pub fn of(plan: &RulePlan) -> Option<TurnScheduler> {
        plan.mechanic.is_race().then_some(())?;
        let seats = plan.names.seats.indices();
        let seconds: IndexVec<Seat, u64> = seats.map(|seat| plan.pace(seat).unwrap_or(1).max(1).into()).collect();
        Some(TurnScheduler { ready: seconds.clone(), seconds })
    }

    /// Seat that moves next, with its moves among all legal ones; `None` if no seat can move. A seat that is ready but
    /// has no move tries again after the time of one. Ties are broken at random.
    pub fn next(&mut self, moves: &[Move], mover: impl Fn(Move) -> Seat, rng: &mut Rng) -> Option<(Seat, Vec<Move>)> {
        let mut own: IndexVec<Seat, Vec<Move>> = vec![Vec::new(); self.ready.len()].into();
        moves.iter().for_each(|&mv| own[mover(mv)].push(mv));
        let able = own.indices().filter(|&seat| !own[seat].is_empty());
        let now = able.clone().map(|seat| self.ready[seat]).min()?;
        let first: Vec<Seat> = able.filter(|&seat| self.ready[seat] == now).collect();
        let seat = first[rng.below(first.len())];
        for (other, moves) in own.iter_enumerated() {
            while moves.is_empty() && self.ready[other] <= now {
                self.ready[other] += self.seconds[other];
            }
        }
        self.ready[seat] += self.seconds[seat];
        Some((seat, std::mem::take(&mut own[seat])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every seat has one move; its number is the seat.
    fn order(seconds: &[u64], moves: usize) -> Vec<usize> {
        let mut pace = TurnScheduler { ready: seconds.to_vec().into(), seconds: seconds.to_vec().into() };
        let all: Vec<Move> = (0..seconds.len() as u64).map(Move).collect();
        let mut rng = Rng::new(1);
        let next = |_| pace.next(&all, |mv| Seat::new(mv.0 as usize), &mut rng).map_or(9, |(seat, _)| seat.index());
        (0..moves).map(next).collect()
    }

    #[test]
    fn who_is_twice_as_fast_moves_twice_as_often() {
        assert_eq!(order(&[4, 9], 6), [0, 0, 1, 0, 0, 1]);
        let often = order(&[10, 10], 1_000).into_iter().filter(|&seat| seat == 0).count();
        assert_eq!(often, 500, "equal paces share the moves equally");
    }

    #[test]
    fn who_has_no_move_waits_and_does_not_save_its_time_up() {
        let mut pace = TurnScheduler { ready: vec![1, 5].into(), seconds: vec![1, 5].into() };
        let mut rng = Rng::new(1);
        let mut next =
            |all: &[Move]| pace.next(all, |mv| Seat::new(mv.0 as usize), &mut rng).map(|(seat, _)| seat.index());
        assert_eq!(next(&[]), None);
        assert_eq!([next(&[Move(1)]), next(&[Move(1)])], [Some(1), Some(1)]);
        assert_eq!([next(&[Move(0), Move(1)]), next(&[Move(0), Move(1)])], [Some(0), Some(0)]);
    }
}
