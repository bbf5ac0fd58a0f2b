//! Cache of loaded rules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::ruleset::{LoadError, Ruleset};

/// Cache key: the parts of the reference and the settings.
type RulesetRequest = (Vec<String>, Vec<(String, String)>);

/// Maximum number of cached rules; a full cache is cleared.
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
            let key = (parts.to_vec(), sets.to_vec());
            if rules.len() >= CAPACITY && !rules.contains_key(&key) {
                rules.clear();
            }
            rules.entry(key).or_default().clone()
        };
        slot.get_or_init(load).clone()
    }
}

impl std::fmt::Debug for RulesetCache {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("RulesetCache")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn concurrent_requests_load_once_even_if_loading_fails() {
        let (cache, loads) = (RulesetCache::default(), AtomicUsize::new(0));
        let parts = ["no-such-game".to_string()];
        let request = |size: usize| {
            cache.get(&parts, &[("size".to_string(), size.to_string())], || {
                loads.fetch_add(1, Ordering::Relaxed);
                Err(LoadError::Usage(size.to_string()))
            })
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for index in 0..100 {
                        let message = request(index % 5).err().map(|error| error.to_string());
                        assert_eq!(message, Some((index % 5).to_string()));
                    }
                });
            }
        });
        assert_eq!(loads.load(Ordering::Relaxed), 5);
        // Rules that are all different do not accumulate.
        (0..10 * CAPACITY).for_each(|index| drop(request(index)));
        assert!(cache.rules.lock().unwrap_or_else(PoisonError::into_inner).len() <= CAPACITY);
    }
}
