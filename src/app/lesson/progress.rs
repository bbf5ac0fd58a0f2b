//! What a learner has done: one small file among the user's own, written whole or not at all, and by one program at a time.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};

use crate::config::UserDirs;
use houserule_script::files;
use houserule_script::files::DisplayPath;

/// How a lesson went when it went best, and where it was left.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LessonResult {
    /// How often it was taken to its end.
    pub times: u32,
    pub questions: u32,
    /// Questions answered at the first try and without a hint.
    pub solved: u32,
    /// Where it is to be gone on with; nowhere, if it was taken to its end since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Bookmark>,
}

/// Where a lesson was left.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bookmark {
    /// What became of every step, by a sign of the prompt's own.
    pub marks: String,
    /// The moves to the position of every step that was come to; the last of them is the one that was left.
    pub moves: Vec<String>,
}

/// Every lesson that was taken, by its name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LessonProgress {
    #[serde(default)]
    pub lessons: BTreeMap<String, LessonResult>,
}

impl LessonProgress {
    /// Where it is kept; none where the user has no place for such things.
    pub fn file() -> Option<PathBuf> {
        UserDirs::find().map(|home| home.data.join("lessons.toml"))
    }

    /// What is kept in a file; nothing, if there is none. A file that cannot be read is nobody's to write over.
    pub fn read(path: &Path) -> anyhow::Result<LessonProgress> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(LessonProgress::default()),
            Err(error) => bail!("cannot read {}: {error}", path.shown()),
        };
        toml::from_str(&text).map_err(|error: toml::de::Error| {
            anyhow!("cannot read {}: {}; mend or remove it", path.shown(), error.message())
        })
    }

    /// Notes that a lesson was taken; the better result stays.
    pub fn note(&mut self, lesson: &str, questions: u32, solved: u32) {
        let taken = self.lessons.entry(lesson.to_string()).or_default();
        let better = if taken.questions == questions { taken.solved.max(solved) } else { solved };
        *taken = LessonResult { times: taken.times + 1, questions, solved: better, left: None };
    }

    /// Notes where a lesson is left, or that it has not been begun.
    pub fn leave(&mut self, lesson: &str, left: Option<Bookmark>) {
        let taken = self.lessons.entry(lesson.to_string()).or_default();
        taken.left = left;
        if *taken == LessonResult::default() {
            self.lessons.remove(lesson);
        }
    }

    /// Changes what is kept in a file, which need not be there yet. Other programs that do the same wait meanwhile, so that
    /// nothing is lost of what either of them notes.
    pub fn update(path: &Path, change: impl Fn(&mut LessonProgress)) -> anyhow::Result<()> {
        let changed = || {
            let before = LessonProgress::read(path)?;
            let mut after = before.clone();
            change(&mut after);
            anyhow::Ok(Some(after).filter(|after| *after != before))
        };
        if changed()?.is_none() {
            return Ok(());
        }
        let unwritable = || format!("cannot write {}", path.shown());
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).with_context(unwritable)?;
        let _lock = files::lock_waiting(&path.with_extension("lock")).with_context(unwritable)?;
        // Another program may have written meanwhile.
        let Some(progress) = changed()? else { return Ok(()) };
        let text = toml::to_string(&progress).with_context(unwritable)?;
        files::replace(path, text).with_context(unwritable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_result_stays() {
        let folder = std::env::temp_dir().join(format!("houserule-progress-{}", std::process::id()));
        let file = folder.join("lessons.toml");
        let mut progress = LessonProgress::default();
        progress.note("roads", 4, 3);
        progress.note("roads", 4, 2);
        progress.leave("walls", Some(Bookmark { marks: "+ ".into(), moves: vec!["a1".into(), String::new()] }));
        progress.leave("lids", None);
        assert_eq!(progress.lessons.len(), 2, "what was not begun is not noted");
        LessonProgress::update(&file, |kept| *kept = progress.clone()).expect("a folder to write to");
        let read = LessonProgress::read(&file);
        std::fs::write(&file, "lessons = 7").expect("a folder to write to");
        let torn = LessonProgress::read(&file);
        std::fs::remove_dir_all(&folder).expect("the folder is there");
        assert_eq!(read.expect("a file"), progress);
        assert_eq!(progress.lessons["roads"], LessonResult { times: 2, questions: 4, solved: 3, left: None });
        assert!(torn.is_err(), "a file that cannot be read is not an empty one: {torn:?}");
        let none = LessonProgress::read(&file).expect("no file is no progress");
        assert_eq!(none, LessonProgress::default());
    }

    #[test]
    fn what_many_note_at_once_is_all_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = &folder.path().join("data/lessons.toml");
        std::thread::scope(|scope| {
            for learner in 0..8 {
                scope.spawn(move || {
                    for lesson in ["roads", &format!("lesson-{learner}")] {
                        for _ in 0..4 {
                            LessonProgress::update(file, |progress| progress.note(lesson, 3, 2)).expect("it is kept");
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
