//! Turn scheduler of races: the seat that is ready first moves next.

use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::rules::RulePlan;

/// Times at which the seats are ready to move again, in seconds of play.
pub struct TurnScheduler {
    ready_at: IndexVec<Seat, u64>,
    seconds_per_move: IndexVec<Seat, u64>,
}

impl TurnScheduler {
    /// Creates the scheduler of a race; `None` if seats take turns.
    pub fn of(plan: &RulePlan) -> Option<TurnScheduler> {
        plan.mechanic.is_race().then_some(())?;
        let seats = plan.names.seats.indices();
        let seconds_per_move: IndexVec<Seat, u64> =
            seats.map(|seat| plan.pace(seat).unwrap_or(1).max(1).into()).collect();
        Some(TurnScheduler { ready_at: seconds_per_move.clone(), seconds_per_move })
    }

    /// Returns the seat that moves next and its moves; `None` if no seat can move. A seat that is ready but has no move
    /// tries again after the time of one move. Ties are broken at random.
    pub fn next_seat(
        &mut self,
        moves: &[Move],
        mover: impl Fn(Move) -> Seat,
        rng: &mut Rng,
    ) -> Option<(Seat, Vec<Move>)> {
        let mut moves_by_seat: IndexVec<Seat, Vec<Move>> = vec![Vec::new(); self.ready_at.len()].into();
        moves.iter().for_each(|&mv| moves_by_seat[mover(mv)].push(mv));
        let movers = moves_by_seat.indices().filter(|&seat| !moves_by_seat[seat].is_empty());
        let now = movers.clone().map(|seat| self.ready_at[seat]).min()?;
        let tied: Vec<Seat> = movers.filter(|&seat| self.ready_at[seat] == now).collect();
        let seat = tied[rng.below(tied.len())];
        for (other, moves) in moves_by_seat.iter_enumerated() {
            while moves.is_empty() && self.ready_at[other] <= now {
                self.ready_at[other] += self.seconds_per_move[other];
            }
        }
        self.ready_at[seat] += self.seconds_per_move[seat];
        Some((seat, std::mem::take(&mut moves_by_seat[seat])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the order in which seats move; every seat has one move, whose number is the seat.
    fn order(seconds: &[u64], moves: usize) -> Vec<usize> {
        let mut scheduler =
            TurnScheduler { ready_at: seconds.to_vec().into(), seconds_per_move: seconds.to_vec().into() };
        let all: Vec<Move> = (0..seconds.len() as u64).map(Move).collect();
        let mut rng = Rng::new(1);
        let next =
            |_| scheduler.next_seat(&all, |mv| Seat::new(mv.0 as usize), &mut rng).map_or(9, |(seat, _)| seat.index());
        (0..moves).map(next).collect()
    }

    #[test]
    fn a_seat_that_is_twice_as_fast_moves_twice_as_often() {
        assert_eq!(order(&[4, 9], 6), [0, 0, 1, 0, 0, 1]);
        let first_seat_moves = order(&[10, 10], 1_000).into_iter().filter(|&seat| seat == 0).count();
        assert_eq!(first_seat_moves, 500, "equal paces share the moves equally");
    }

    #[test]
    fn a_seat_without_a_move_does_not_save_up_its_time() {
        let mut scheduler = TurnScheduler { ready_at: vec![1, 5].into(), seconds_per_move: vec![1, 5].into() };
        let mut rng = Rng::new(1);
        let mut next = |all: &[Move]| {
            scheduler.next_seat(all, |mv| Seat::new(mv.0 as usize), &mut rng).map(|(seat, _)| seat.index())
        };
        assert_eq!(next(&[]), None);
        assert_eq!([next(&[Move(1)]), next(&[Move(1)])], [Some(1), Some(1)]);
        assert_eq!([next(&[Move(0), Move(1)]), next(&[Move(0), Move(1)])], [Some(0), Some(0)]);
    }
}
