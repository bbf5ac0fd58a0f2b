//! Files that people name: read whole, within reason, or refused in a sentence; written whole, or left as they were.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::vocabulary::one_line;

/// A path as people are shown it: somebody else may have named the file.
pub trait Shown {
    fn shown(&self) -> String;
}

impl Shown for Path {
    fn shown(&self) -> String {
        one_line(&self.display().to_string(), usize::MAX)
    }
}

/// The text of a file of at most `longest` bytes. Devices, pipes and folders are not files.
pub fn read_text(path: &Path, longest: u64) -> Result<String, String> {
    let shown = path.shown();
    let told = |error: std::io::Error| format!("cannot read {shown}: {error}");
    let about = std::fs::metadata(path).map_err(told)?;
    if !about.is_file() {
        return Err(format!("cannot read {shown}: it is not a file"));
    }
    if about.len() > longest {
        return Err(format!("cannot read {shown}: it is longer than {} kB", longest / 1024));
    }
    let bytes = std::fs::read(path).map_err(told)?;
    String::from_utf8(bytes).map_err(|_| format!("cannot read {shown}: it is not UTF-8 text"))
}

/// Writes a file, or leaves the one that was there as it was: the text goes to a file beside it, is put on the disk and
/// only then takes the name, so that a cut in the middle (a full disk, a kill, no power) leaves the old or the new one.
pub fn replace(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    // A link stays, and what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let name = path.file_name().ok_or_else(|| io::Error::other("it is not the name of a file"))?;
    let prefix = format!(".{}.", name.to_string_lossy());
    let mut builder = Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    fs::metadata(&folder)?;
    // The error would name the unfinished file, which nobody knows.
    let mut file = builder.tempfile_in(&folder).map_err(|error| io::Error::from(error.kind()))?;
    if let Ok(about) = fs::metadata(&path) {
        fs::set_permissions(file.path(), about.permissions())?;
    }
    file.as_file_mut().write_all(text.as_ref())?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    sync_folder(&folder);
    Ok(())
}

/// Puts the names in a folder on the disk, where the system can: what was written is found by its new name after a power
/// cut, too. Where it cannot, the file is in place all the same, old or new, so that nobody needs to be told.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_a_link_stays_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.toml");
        replace(&path, "old").expect("written");
        replace(&path, "new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        #[cfg(unix)]
        {
            let link = folder.path().join("link.toml");
            std::os::unix::fs::symlink(&path, &link).expect("a link");
            replace(&link, "newer").expect("written");
            assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
            assert_eq!(fs::read_to_string(&path).expect("read"), "newer");
        }
        let names = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names, if cfg!(unix) { 2 } else { 1 }, "nothing unfinished stays");
    }
}
