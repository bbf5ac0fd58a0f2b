//! Multiple testing: more questions make a false positive more likely.

/// Corrects p-values by Holm's method and keeps their order: at a level of 5 % the probability of any false positive is
/// at most 5 %, however many there are.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut corrected = vec![1.0; values.len()];
    let mut running_max: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        running_max = running_max.max((values[index] * (values.len() - rank) as f64).min(1.0));
        corrected[index] = running_max;
    }
    corrected
}
