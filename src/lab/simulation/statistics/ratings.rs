//! Ratings from pairwise games on the Elo scale, where 400 points are odds of ten to one: the Bradley-Terry model with
//! Davidson's draws, fitted by maximum likelihood, with intervals from the Fisher information.

use serde::Serialize;

use super::{Interval, critical_z};

/// Elo points for odds of e to one.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Upper limit of a rating difference: a larger one means that a player has not lost yet.
const MAX_STRENGTH: f64 = 4_000.0 / SCALE;

/// Rating of a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    pub estimate: f64,
    pub interval: Interval,
}

/// Games of two players, as indices into the list, from the first player's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub players: [usize; 2],
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// By player; the sum is 0.
    pub elo: Vec<Elo>,
    /// Whether each pair was given a pseudo-game, half won and half lost, because the likelihood alone has no maximum.
    pub is_bounded_by_hand: bool,
}

/// Computes maximum-likelihood ratings.
pub fn ratings(players: usize, meetings: &[Meeting], confidence: f64) -> Ratings {
    let plain: Vec<PairGames> = meetings.iter().map(|meeting| PairGames::of(meeting, 0.0)).collect();
    if let Some(elo) = fit(players, &plain, confidence) {
        return Ratings { elo, is_bounded_by_hand: false };
    }
    let padded: Vec<PairGames> = meetings.iter().map(|meeting| PairGames::of(meeting, 0.5)).collect();
    let unknown = Elo { estimate: 0.0, interval: Interval { low: f64::NEG_INFINITY, high: f64::INFINITY } };
    let elo = fit(players, &padded, confidence).unwrap_or_else(|| vec![unknown; players]);
    Ratings { elo, is_bounded_by_hand: true }
}

/// Games of a pair, with pseudo-games.
struct PairGames {
    players: [usize; 2],
    won: f64,
    drawn: f64,
    lost: f64,
}

impl PairGames {
    fn of(meeting: &Meeting, extra: f64) -> PairGames {
        let Meeting { players, won, drawn, lost } = *meeting;
        PairGames { players, won: won as f64 + extra, drawn: drawn as f64, lost: lost as f64 + extra }
    }

    fn total(&self) -> f64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the probability of a win, a draw and a loss at these strengths; `draws` is the draw parameter.
    fn probabilities(&self, strengths: &[f64], draws: f64) -> [f64; 3] {
        let half = (strengths[self.players[0]] - strengths[self.players[1]]) / 2.0;
        let shift = half.abs().max(draws);
        let weights = [half, draws, -half].map(|weight| (weight - shift).exp());
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    }
}

/// Maximises the likelihood, which is unimodal, by Newton's method. Returns `None` if it has no maximum, because a
/// player has only won.
fn fit(players: usize, games: &[PairGames], confidence: f64) -> Option<Vec<Elo>> {
    let drawn: f64 = games.iter().map(|games| games.drawn).sum();
    let decided: f64 = games.iter().map(|games| games.won + games.lost).sum();
    if players < 2 || decided == 0.0 {
        return None;
    }
    // The last player is fixed at 0; the draw parameter comes last.
    let (free, has_draws) = (players - 1, drawn > 0.0);
    let mut strengths = vec![0.0; players];
    let mut draws = if has_draws { (2.0 * drawn / decided).ln() } else { f64::NEG_INFINITY };
    const MAX_STEPS: usize = 200;
    for _ in 0..MAX_STEPS {
        let (gradient, information) = gradient_and_information(&strengths, draws, games, has_draws);
        let inverse = inverse(information)?;
        let step: Vec<f64> = inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
        let max_step = step.iter().fold(0.0f64, |most, step| most.max(step.abs()));
        // Far from the maximum the quadratic approximation is poor.
        let damping = (1.0 / max_step.max(1e-300)).min(1.0);
        strengths.iter_mut().zip(&step).take(free).for_each(|(strength, step)| *strength += damping * step);
        if has_draws {
            draws += damping * step[free];
        }
        if strengths.iter().any(|strength| strength.abs() > MAX_STRENGTH) {
            return None;
        }
        if max_step < 1e-10 {
            return Some(centre_ratings(&strengths, &inverse, confidence));
        }
    }
    None
}

/// Returns the gradient of the log-likelihood and the Fisher information, by the free ratings and the draw parameter.
fn gradient_and_information(
    strengths: &[f64],
    draws: f64,
    games: &[PairGames],
    has_draws: bool,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let free = strengths.len() - 1;
    let size = free + usize::from(has_draws);
    let (mut gradient, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for games in games {
        let [won, drawn, lost] = games.probabilities(strengths, draws);
        let (total, mean_lead) = (games.total(), (won - lost) / 2.0);
        let variance = (won + lost) / 4.0 - mean_lead * mean_lead;
        // Effect of each parameter on the games.
        let mut effects: Vec<(usize, f64)> = Vec::with_capacity(2);
        effects.extend((games.players[0] < free).then_some((games.players[0], 1.0)));
        effects.extend((games.players[1] < free).then_some((games.players[1], -1.0)));
        for &(one, sign) in &effects {
            gradient[one] += sign * ((games.won - games.lost) / 2.0 - total * mean_lead);
            effects.iter().for_each(|&(two, other)| information[one][two] += sign * other * total * variance);
            if has_draws {
                let cross_term = -sign * total * mean_lead * drawn;
                information[one][free] += cross_term;
                information[free][one] += cross_term;
            }
        }
        if has_draws {
            gradient[free] += games.drawn - total * drawn;
            information[free][free] += total * drawn * (1.0 - drawn);
        }
    }
    (gradient, information)
}

/// Shifts ratings to sum 0, with the uncertainty of each relative to the mean.
fn centre_ratings(strengths: &[f64], covariance: &[Vec<f64>], confidence: f64) -> Vec<Elo> {
    let (players, free) = (strengths.len() as f64, strengths.len() - 1);
    let mean = strengths.iter().sum::<f64>() / players;
    let covariance_of = |one: usize, two: usize| if one < free && two < free { covariance[one][two] } else { 0.0 };
    let total: f64 =
        (0..free).flat_map(|one| (0..free).map(move |two| (one, two))).map(|(one, two)| covariance_of(one, two)).sum();
    let elo = strengths.iter().enumerate().map(|(one, strength)| {
        let row_sum: f64 = (0..free).map(|two| covariance_of(one, two)).sum();
        let variance = covariance_of(one, one) - 2.0 * row_sum / players + total / (players * players);
        let estimate = SCALE * (strength - mean);
        let radius = SCALE * critical_z(confidence) * variance.max(0.0).sqrt();
        Elo { estimate, interval: Interval::around(estimate, radius) }
    });
    elo.collect()
}

/// Inverts a symmetric matrix (Gauss-Jordan elimination); `None` if it is singular.
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
        for rows in [&mut matrix, &mut inverse] {
            rows[column].iter_mut().for_each(|entry| *entry *= scale);
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for rows in [&mut matrix, &mut inverse] {
                let source = rows[column].clone();
                rows[row].iter_mut().zip(source).for_each(|(entry, source)| *entry -= factor * source);
            }
        }
    }
    Some(inverse)
}
