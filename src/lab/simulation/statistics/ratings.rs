//! Ratings from pairwise games on the Elo scale, where 400 points are odds of ten to one: the Bradley-Terry model with
//! Davidson's draws, fitted by maximum likelihood, with intervals from the Fisher information.

use serde::Serialize;

use super::{Interval, deviations};

/// Elo points for odds of e to one.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Upper limit of a rating difference: a player that seems stronger has merely not lost yet.
const FAR: f64 = 4_000.0 / SCALE;

/// Rating of a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    pub estimate: f64,
    pub interval: Interval,
}

/// Games of two players, as indices into the list, seen from the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub players: [usize; 2],
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// By player; the sum is 0.
    pub elo: Vec<Elo>,
    /// Whether the games alone set no bound, so that each pair was given one more game, half won and half lost.
    pub is_bounded_by_hand: bool,
}

/// Maximum-likelihood ratings.
pub fn ratings(players: usize, meetings: &[Meeting], confidence: f64) -> Ratings {
    let plain: Vec<PairGames> = meetings.iter().map(|meeting| PairGames::of(meeting, 0.0)).collect();
    if let Some(elo) = fit(players, &plain, confidence) {
        return Ratings { elo, is_bounded_by_hand: false };
    }
    let more: Vec<PairGames> = meetings.iter().map(|meeting| PairGames::of(meeting, 0.5)).collect();
    let unknown = Elo { estimate: 0.0, interval: Interval { low: f64::NEG_INFINITY, high: f64::INFINITY } };
    let elo = fit(players, &more, confidence).unwrap_or_else(|| vec![unknown; players]);
    Ratings { elo, is_bounded_by_hand: true }
}

/// Games of a pair as the model sees them.
struct PairGames {
    players: [usize; 2],
    won: f64,
    drawn: f64,
    lost: f64,
}

impl PairGames {
    fn of(meeting: &Meeting, more: f64) -> PairGames {
        let Meeting { players, won, drawn, lost } = *meeting;
        PairGames { players, won: won as f64 + more, drawn: drawn as f64, lost: lost as f64 + more }
    }

    fn all(&self) -> f64 {
        self.won + self.drawn + self.lost
    }

    /// Probability of a win, a draw and a loss at these ratings; `draws` is the draw parameter.
    fn chances(&self, at: &[f64], draws: f64) -> [f64; 3] {
        let half = (at[self.players[0]] - at[self.players[1]]) / 2.0;
        let most = half.abs().max(draws);
        let weights = [half, draws, -half].map(|weight| (weight - most).exp());
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    }
}

/// Newton's method; the likelihood is unimodal. `None` if it has no maximum, because a player has only won.
fn fit(players: usize, games: &[PairGames], confidence: f64) -> Option<Vec<Elo>> {
    let drawn: f64 = games.iter().map(|games| games.drawn).sum();
    let decided: f64 = games.iter().map(|games| games.won + games.lost).sum();
    if players < 2 || decided == 0.0 {
        return None;
    }
    // The last player is fixed at 0; the draw parameter comes last.
    let (free, has_draws) = (players - 1, drawn > 0.0);
    let mut at = vec![0.0; players];
    let mut draws = if has_draws { (2.0 * drawn / decided).ln() } else { f64::NEG_INFINITY };
    const STEPS: usize = 200;
    for _ in 0..STEPS {
        let (slope, information) = slopes(&at, draws, games, has_draws);
        let inverse = inverse(information)?;
        let step: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
        let longest = step.iter().fold(0.0f64, |most, step| most.max(step.abs()));
        // Far from the maximum the quadratic approximation is poor.
        let length = (1.0 / longest.max(1e-300)).min(1.0);
        at.iter_mut().zip(&step).take(free).for_each(|(at, step)| *at += length * step);
        if has_draws {
            draws += length * step[free];
        }
        if at.iter().any(|at| at.abs() > FAR) {
            return None;
        }
        if longest < 1e-10 {
            return Some(centred(&at, &inverse, confidence));
        }
    }
    None
}

/// Gradient of the likelihood and its information, by the free ratings and the draw parameter.
fn slopes(at: &[f64], draws: f64, games: &[PairGames], has_draws: bool) -> (Vec<f64>, Vec<Vec<f64>>) {
    let free = at.len() - 1;
    let size = free + has_draws as usize;
    let (mut slope, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for games in games {
        let [won, drawn, lost] = games.chances(at, draws);
        let (all, ahead) = (games.all(), (won - lost) / 2.0);
        let varies = (won + lost) / 4.0 - ahead * ahead;
        // Effect of each parameter on the games: one player gets stronger, the other weaker, draws more common.
        let mut parts: Vec<(usize, f64)> = Vec::with_capacity(2);
        parts.extend((games.players[0] < free).then_some((games.players[0], 1.0)));
        parts.extend((games.players[1] < free).then_some((games.players[1], -1.0)));
        for &(one, sign) in &parts {
            slope[one] += sign * ((games.won - games.lost) / 2.0 - all * ahead);
            parts.iter().for_each(|&(two, other)| information[one][two] += sign * other * all * varies);
            if has_draws {
                let both = -sign * all * ahead * drawn;
                information[one][free] += both;
                information[free][one] += both;
            }
        }
        if has_draws {
            slope[free] += games.drawn - all * drawn;
            information[free][free] += all * drawn * (1.0 - drawn);
        }
    }
    (slope, information)
}

/// Ratings with sum 0, and the uncertainty of each relative to the others together.
fn centred(at: &[f64], covariance: &[Vec<f64>], confidence: f64) -> Vec<Elo> {
    let (players, free) = (at.len() as f64, at.len() - 1);
    let mean = at.iter().sum::<f64>() / players;
    let of = |one: usize, two: usize| if one < free && two < free { covariance[one][two] } else { 0.0 };
    let all: f64 = (0..free).flat_map(|one| (0..free).map(move |two| (one, two))).map(|(one, two)| of(one, two)).sum();
    let rated = at.iter().enumerate().map(|(one, at)| {
        let beside: f64 = (0..free).map(|two| of(one, two)).sum();
        let variance = of(one, one) - 2.0 * beside / players + all / (players * players);
        let estimate = SCALE * (at - mean);
        let radius = SCALE * deviations(confidence) * variance.max(0.0).sqrt();
        Elo { estimate, interval: Interval::around(estimate, radius) }
    });
    rated.collect()
}

/// Inverse of a symmetric matrix (Gauss-Jordan); `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(row == column)).collect()).collect();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = 1.0 / matrix[column][column];
        for both in [&mut matrix, &mut inverse] {
            both[column].iter_mut().for_each(|entry| *entry *= scale);
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for both in [&mut matrix, &mut inverse] {
                let source = both[column].clone();
                both[row].iter_mut().zip(source).for_each(|(entry, source)| *entry -= factor * source);
            }
        }
    }
    Some(inverse)
}
