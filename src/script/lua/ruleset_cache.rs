//! Cache of loaded rules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::ruleset::{LoadError, Ruleset};

/// Cache key: the parts of the reference and the settings.
type RulesetRequest = (Vec<String>, Vec<(String, String)>);

/// Maximum number of cached rules; then the cache is cleared.
const CAPACITY: usize = 64;

/// Loaded rules or errors, shared by workers: the first caller loads, the others wait.
#[derive(Default)]
pub struct RulesetCache {
    rules: Mutex<BTreeMap<RulesetRequest, Arc<CacheSlot>>>,
}

type CacheSlot = OnceLock<Result<Ruleset, LoadError>>;

impl RulesetCache {
    pub fn get(
        &self,
        parts: &[String],
        sets: &[(String, String)],
        load: impl FnOnce() -> Result<Ruleset, LoadError>,
    ) -> Result<Ruleset, LoadError> {
        let slot = {
            let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
            let asked = (parts.to_vec(), sets.to_vec());
            if rules.len() >= CAPACITY && !rules.contains_key(&asked) {
                rules.clear();
            }
            rules.entry(asked).or_default().clone()
        };
        slot.get_or_init(load).clone()
    }
}

impl std::fmt::Debug for RulesetCache {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Kept")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn what_many_ask_for_is_loaded_once_faults_included() {
        let (kept, loads) = (RulesetCache::default(), AtomicUsize::new(0));
        let parts = ["no-such-game".to_string()];
        let ask = |size: usize| {
            kept.get(&parts, &[("size".to_string(), size.to_string())], || {
                loads.fetch_add(1, Ordering::Relaxed);
                Err(LoadError::Usage(size.to_string()))
            })
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for asked in 0..100 {
                        let told = ask(asked % 5).err().map(|error| error.to_string());
                        assert_eq!(told, Some((asked % 5).to_string()));
                    }
                });
            }
        });
        assert_eq!(loads.load(Ordering::Relaxed), 5);
        // Rules that are all different do not accumulate.
        (0..10 * CAPACITY).for_each(|asked| drop(ask(asked)));
        assert!(kept.rules.lock().unwrap_or_else(PoisonError::into_inner).len() <= CAPACITY);
    }
}
