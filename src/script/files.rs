//! Files named by users: read whole within limits, or rejected with a message; written whole, or left unchanged.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use houserule_core::text::one_line;

sentence_errors! {
    /// A file that cannot be read.
    FileError;
}

/// Path for messages, with untrusted characters made printable.
pub trait DisplayPath {
    /// Printable path.
    fn printable(&self) -> String;
}

impl DisplayPath for Path {
    fn printable(&self) -> String {
        one_line(&self.display().to_string(), usize::MAX)
    }
}

/// Reads the text of a file of at most `max_bytes` bytes. Devices, pipes and folders are rejected.
pub fn read_text(path: &Path, max_bytes: u64) -> Result<String, FileError> {
    let path_text = path.printable();
    let read_error = |error: std::io::Error| format!("cannot read {path_text}: {error}");
    let metadata = std::fs::metadata(path).map_err(read_error)?;
    if !metadata.is_file() {
        bail!("cannot read {path_text}: it is not a file");
    }
    if metadata.len() > max_bytes {
        bail!("cannot read {path_text}: it is longer than {} kB", max_bytes / 1024);
    }
    let bytes = std::fs::read(path).map_err(read_error)?;
    String::from_utf8(bytes).map_err(|_| format!("cannot read {path_text}: it is not UTF-8 text").into())
}

/// Replaces a file atomically: the text goes to a temporary file in the same folder, is synced, and then renamed, so
/// that an interruption (full disk, kill, power cut) leaves either the old or the new file. A symbolic link stays, and
/// its target is replaced. Devices and pipes are written to directly.
pub fn replace(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    write_whole(path, text.as_ref(), Durability::Synced, || Ok(()))
}

/// Like [`replace`], but fails with [`io::ErrorKind::ResourceBusy`] if the file no longer has the old text just before it
/// is replaced.
pub fn replace_unchanged(path: &Path, old: &str, text: impl AsRef<[u8]>) -> io::Result<()> {
    write_whole(path, text.as_ref(), Durability::Synced, || match fs::read(path)? == old.as_bytes() {
        true => Ok(()),
        false => Err(io::ErrorKind::ResourceBusy.into()),
    })
}

/// Like [`replace`], without syncing: after a full disk or a kill the old or the new file is there; after a power cut
/// possibly neither.
pub fn replace_unsynced(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    write_whole(path, text.as_ref(), Durability::Unsynced, || Ok(()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Durability {
    Synced,
    Unsynced,
}

/// Writes a file whole; `check` runs last before it takes the place of the old one.
fn write_whole(
    path: &Path,
    text: &[u8],
    durability: Durability,
    check: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let target = match Target::of(path)? {
        Target::Stream => return OpenOptions::new().write(true).open(path)?.write_all(text),
        Target::File(target) => target,
    };
    let (mut file, folder) = create_temp_file(&target)?;
    if let Ok(metadata) = fs::metadata(&target) {
        fs::set_permissions(file.path(), metadata.permissions())?;
    }
    file.as_file_mut().write_all(text)?;
    if durability == Durability::Synced {
        file.as_file().sync_all()?;
    }
    check()?;
    file.persist(&target).map_err(|error| error.error)?;
    if durability == Durability::Synced {
        sync_folder(&folder);
    }
    Ok(())
}

/// Checks that [`replace`] can write there later, without changing anything.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        // Opening a pipe would wait for a reader.
        Target::Stream => Ok(()),
        Target::File(target) => {
            if target.exists() {
                OpenOptions::new().append(true).open(&target)?;
            }
            create_temp_file(&target).map(|_| ())
        }
    }
}

/// Creates a file, whole or not at all. Fails with [`io::ErrorKind::AlreadyExists`] if the name is taken.
pub fn create(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    let (mut file, folder) = create_temp_file(path)?;
    file.as_file_mut().write_all(text.as_ref())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    sync_folder(&folder);
    Ok(())
}

/// Locks a lock file, unless another process has locked it. The returned file holds the lock; the system releases it
/// even if the process is killed.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        // On a file system without locks, assume that there is no other process.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Some(file)),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Like [`lock`], but waits a limited time for another process.
pub fn lock_waiting(path: &Path) -> io::Result<File> {
    const MAX_RETRIES: usize = 500;
    const RETRY_PAUSE: Duration = Duration::from_millis(10);
    for _ in 0..MAX_RETRIES {
        if let Some(file) = lock(path)? {
            return Ok(file);
        }
        std::thread::sleep(RETRY_PAUSE);
    }
    Err(io::Error::new(io::ErrorKind::TimedOut, "another program has locked it"))
}

/// Target of a path when writing.
pub enum Target {
    /// Regular file, existing or not; links are followed.
    File(PathBuf),
    /// Device or pipe: there is nothing to replace.
    Stream,
}

impl Target {
    /// Target of a path.
    pub fn of(path: &Path) -> io::Result<Target> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(metadata) if !metadata.is_file() => Ok(Target::Stream),
            Ok(_) => Ok(Target::File(fs::canonicalize(path)?)),
            Err(_) => Ok(Target::File(resolve_dangling_link(path))),
        }
    }
}

/// Target of a dangling link.
fn resolve_dangling_link(path: &Path) -> PathBuf {
    /// Usual limit of operating systems.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(next);
    }
    path
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Creates a temporary file that is renamed later, and returns it with its folder.
fn create_temp_file(path: &Path) -> io::Result<(NamedTempFile, PathBuf)> {
    let folder = folder_of(path);
    let name = path.file_name().ok_or_else(|| io::Error::other("it is not a file name"))?;
    let prefix = format!(".{}.", name.to_string_lossy());
    let mut builder = Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    fs::metadata(&folder)?;
    // The error would name the temporary file, which means nothing to the user.
    let file = builder.tempfile_in(&folder).map_err(|error| io::Error::from(error.kind()))?;
    Ok((file, folder))
}

/// Syncs a folder if the system can, so that the new name survives a power cut. If it cannot, the file is still
/// complete, old or new, so the failure is ignored.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_atomically_and_links_are_kept() {
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

    #[test]
    fn nothing_that_others_wrote_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rule.lua");
        create(&path, "old").expect("written");
        assert_eq!(create(&path, "again").expect_err("it exists").kind(), io::ErrorKind::AlreadyExists);
        let error = replace_unchanged(&path, "other", "new").expect_err("it has another text");
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        assert_eq!(fs::read_to_string(&path).expect("read"), "old");
        replace_unchanged(&path, "old", "new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing unfinished stays");
    }

    #[cfg(unix)]
    #[test]
    fn a_dangling_link_is_kept_and_its_target_is_created() {
        let folder = tempfile::tempdir().expect("a folder");
        let (link, file) = (folder.path().join("link.svg"), folder.path().join("file.svg"));
        std::os::unix::fs::symlink("file.svg", &link).expect("a link");
        check_writable(&link).expect("there is room");
        assert!(!file.exists(), "a check changes nothing");
        replace(&link, "drawn").expect("written");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("read"), "drawn");
    }
}
