//! Multiple testing: the more questions, the more likely a false positive.

/// p-values after Holm's correction, in the order given: with a limit of 5 % the probability of any false positive is
/// at most 5 %, however many there are.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut corrected = vec![1.0; values.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max((values[index] * (values.len() - rank) as f64).min(1.0));
        corrected[index] = least;
    }
    corrected
}
