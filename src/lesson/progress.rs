//! What a learner has done: one small file among the user's own, written whole or not at all.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::config::Home;
use crate::files;

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

    /// What is kept in a file; nothing, if there is none. A file that cannot be read is nobody's to write over.
    pub fn read(path: &Path) -> Result<Progress, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Progress::default()),
            Err(error) => return Err(format!("cannot read {}: {error}", path.display())),
        };
        toml::from_str(&text).map_err(|error: toml::de::Error| {
            format!("cannot read {}: {}; mend or remove it", path.display(), error.message())
        })
    }

    /// Notes that a lesson was taken; the better result stays.
    pub fn note(&mut self, lesson: &str, questions: u32, solved: u32) {
        let taken = self.lessons.entry(lesson.to_string()).or_default();
        let better = if taken.questions == questions { taken.solved.max(solved) } else { solved };
        *taken = Taken { times: taken.times + 1, questions, solved: better };
    }

    /// Writes the file, and its folder where there is none.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        files::replace(path, text)
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
        std::fs::write(&file, "lessons = 7").expect("a folder to write to");
        let torn = Progress::read(&file);
        std::fs::remove_dir_all(&folder).expect("the folder is there");
        assert_eq!(read, Ok(progress.clone()));
        assert_eq!(progress.lessons["roads"], Taken { times: 2, questions: 4, solved: 3 });
        assert!(torn.is_err(), "a file that cannot be read is not an empty one: {torn:?}");
        assert_eq!(Progress::read(&file), Ok(Progress::default()), "no file is no progress");
    }
}
