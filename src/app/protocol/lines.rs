//! Lines of a stream, read on a separate thread so that the reader need not block.

use std::io::{BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use houserule_core::text::sanitised;

/// Maximum length of a line in bytes; longer lines are cut.
const MAX_LINE_LEN: usize = 1 << 20;

/// Capacity of the channel, in lines.
const MAX_QUEUED_LINES: usize = 256;

/// Spawns a thread that sends the lines of a stream, without their ends. The channel closes when the stream ends.
pub fn spawn_reader(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(MAX_QUEUED_LINES);
    std::thread::spawn(move || forward_lines(stream, &sender));
    receiver
}

/// Sends each line; invalid UTF-8 becomes replacement characters, control characters become blanks.
fn forward_lines(stream: impl Read, sender: &SyncSender<String>) {
    let mut line = Vec::new();
    for byte in BufReader::new(stream).bytes() {
        match byte {
            Ok(b'\n') => {
                let text = sanitised(&String::from_utf8_lossy(&std::mem::take(&mut line))).trim().to_string();
                if sender.send(text).is_err() {
                    return;
                }
            }
            Ok(byte) if line.len() < MAX_LINE_LEN => line.push(byte),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    if !line.is_empty() {
        // The receiver may be gone.
        let _ = sender.send(sanitised(&String::from_utf8_lossy(&line)).trim().to_string());
    }
}
