//! Files that people name: read whole, within reason, or refused in a sentence.

use std::path::Path;

/// The text of a file of at most `longest` bytes. Devices, pipes and folders are not files.
pub fn read_text(path: &Path, longest: u64) -> Result<String, String> {
    let shown = path.display();
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
