//! A learner's progress: one file in the user's data directory, replaced atomically and locked while it is updated.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};

use crate::config::UserDirs;
use houserule_script::files;
use houserule_script::files::DisplayPath;

/// Best result of a lesson, and where it was left.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LessonResult {
    /// Times the lesson was finished.
    pub times: u32,
    pub questions: u32,
    /// Questions answered at the first attempt without a hint.
    pub solved: u32,
    /// Place to continue from; none after the lesson was finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Bookmark>,
}

/// Place where a lesson was left.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bookmark {
    /// Result of every step, one character each, as the prompt encodes them.
    pub marks: String,
    /// Moves to the position of every step reached so far; the last step is the one to continue with.
    pub moves: Vec<String>,
}

/// Results of all lessons, by lesson name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LessonProgress {
    #[serde(default)]
    pub lessons: BTreeMap<String, LessonResult>,
}

impl LessonProgress {
    /// Returns the path of the progress file; `None` if the user has no data directory.
    pub fn path() -> Option<PathBuf> {
        UserDirs::find().map(|dirs| dirs.data.join("lessons.toml"))
    }

    /// Reads the progress file, if there is one.
    pub fn load() -> anyhow::Result<LessonProgress> {
        LessonProgress::path().map_or_else(|| Ok(LessonProgress::default()), |path| LessonProgress::read(&path))
    }

    /// Reads a progress file; a missing file is empty. An unreadable file is an error, so it is never overwritten.
    pub fn read(path: &Path) -> anyhow::Result<LessonProgress> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(LessonProgress::default()),
            Err(error) => bail!("cannot read {}: {error}", path.printable()),
        };
        toml::from_str(&text).map_err(|error: toml::de::Error| {
            anyhow!("cannot read {}: {}; fix or delete the file", path.printable(), error.message())
        })
    }

    /// Records that a lesson was finished; keeps the better result.
    pub fn record(&mut self, lesson: &str, questions: u32, solved: u32) {
        let result = self.lessons.entry(lesson.to_string()).or_default();
        let best = if result.questions == questions { result.solved.max(solved) } else { solved };
        *result = LessonResult { times: result.times + 1, questions, solved: best, left: None };
    }

    /// Sets or removes the place where a lesson was left.
    pub fn set_bookmark(&mut self, lesson: &str, bookmark: Option<Bookmark>) {
        let result = self.lessons.entry(lesson.to_string()).or_default();
        result.left = bookmark;
        if *result == LessonResult::default() {
            self.lessons.remove(lesson);
        }
    }

    /// Updates a progress file, creating it if needed. A lock file serialises updates of several programs.
    pub fn update(path: &Path, change: impl Fn(&mut LessonProgress)) -> anyhow::Result<()> {
        let updated = || {
            let before = LessonProgress::read(path)?;
            let mut after = before.clone();
            change(&mut after);
            anyhow::Ok(Some(after).filter(|after| *after != before))
        };
        if updated()?.is_none() {
            return Ok(());
        }
        let unwritable = || format!("cannot write {}", path.printable());
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).with_context(unwritable)?;
        let _lock = files::lock_waiting(&path.with_extension("lock")).with_context(unwritable)?;
        // Read again under the lock: another program may have written.
        let Some(progress) = updated()? else { return Ok(()) };
        let text = toml::to_string(&progress).with_context(unwritable)?;
        files::replace(path, text).with_context(unwritable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_result_is_kept() {
        let folder = std::env::temp_dir().join(format!("houserule-progress-{}", std::process::id()));
        let file = folder.join("lessons.toml");
        let mut progress = LessonProgress::default();
        progress.record("roads", 4, 3);
        progress.record("roads", 4, 2);
        progress.set_bookmark("walls", Some(Bookmark { marks: "+ ".into(), moves: vec!["a1".into(), String::new()] }));
        progress.set_bookmark("lids", None);
        assert_eq!(progress.lessons.len(), 2, "what was not begun is not noted");
        LessonProgress::update(&file, |kept| *kept = progress.clone()).expect("a folder to write to");
        let read = LessonProgress::read(&file);
        std::fs::write(&file, "lessons = 7").expect("a folder to write to");
        let corrupt = LessonProgress::read(&file);
        std::fs::remove_dir_all(&folder).expect("the folder is there");
        assert_eq!(read.expect("a file"), progress);
        assert_eq!(progress.lessons["roads"], LessonResult { times: 2, questions: 4, solved: 3, left: None });
        assert!(corrupt.is_err(), "a file that cannot be read is not an empty one: {corrupt:?}");
        let none = LessonProgress::read(&file).expect("no file is no progress");
        assert_eq!(none, LessonProgress::default());
    }

    #[test]
    fn concurrent_updates_are_all_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = &folder.path().join("data/lessons.toml");
        std::thread::scope(|scope| {
            for learner in 0..8 {
                scope.spawn(move || {
                    for lesson in ["roads", &format!("lesson-{learner}")] {
                        for _ in 0..4 {
                            LessonProgress::update(file, |progress| progress.record(lesson, 3, 2)).expect("it is kept");
                        }
                    }
                });
            }
        });
        let kept = LessonProgress::read(file).expect("it can be read").lessons;
        let times: Vec<u32> = kept.values().map(|taken| taken.times).collect();
        assert_eq!(times, [4, 4, 4, 4, 4, 4, 4, 4, 32], "{kept:?}");
    }
}
