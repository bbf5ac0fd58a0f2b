//! What a learner has done: one small file among the user's own, written whole or not at all.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::config::Home;

/// How a lesson went when it went best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Taken {
    /// How often it was taken to its end.
    pub times: u32,
    pub questions: u32,
    /// Questions answered at the first try and without a hint.
    pub solved: u32,
}

/// Every lesson that was taken, by its name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    #[serde(default)]
    pub lessons: BTreeMap<String, Taken>,
}

impl Progress {
    /// Where it is kept; none where the user has no place for such things.
    pub fn file() -> Option<PathBuf> {
        Home::find().map(|home| home.data.join("lessons.toml"))
    }

    /// What is kept in a file; nothing, if there is none or it cannot be read.
    pub fn read(path: &Path) -> Progress {
        let text = std::fs::read_to_string(path).ok();
        text.and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
    }

    /// Notes that a lesson was taken; the better result stays.
    pub fn note(&mut self, lesson: &str, questions: u32, solved: u32) {
        let taken = self.lessons.entry(lesson.to_string()).or_default();
        let better = if taken.questions == questions { taken.solved.max(solved) } else { solved };
        *taken = Taken { times: taken.times + 1, questions, solved: better };
    }

    /// Writes the file beside its place first, so that it is never half written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let beside = folder.join(format!(".lessons-{}.toml", std::process::id()));
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_result_stays() {
        let folder = std::env::temp_dir().join(format!("houserule-progress-{}", std::process::id()));
        let file = folder.join("lessons.toml");
        let mut progress = Progress::default();
        progress.note("roads", 4, 3);
        progress.note("roads", 4, 2);
        progress.write(&file).expect("a folder to write to");
        let read = Progress::read(&file);
        std::fs::remove_dir_all(&folder).expect("the folder is there");
        assert_eq!(read.lessons["roads"], Taken { times: 2, questions: 4, solved: 3 });
        assert_eq!(Progress::read(&file), Progress::default(), "no file is no progress");
    }
}
