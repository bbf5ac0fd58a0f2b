//! Lines that somebody writes when they like, read on a thread of its own so that nobody has to wait for them.

use std::io::{BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use houserule_core::text::readable;

/// The longest line that is read; what is longer is cut.
const MAX_LINE_LEN: usize = 1 << 20;

/// So many lines may wait.
const WAITING: usize = 256;

/// The lines of a stream, without their ends. When the stream has ended so has the channel.
pub fn of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = sync_channel(WAITING);
    std::thread::spawn(move || pass_on(stream, &send));
    receive
}

/// Bytes that are no UTF-8 are passed on as replacement characters, and what would do something to a terminal as blanks.
fn pass_on(stream: impl Read, send: &SyncSender<String>) {
    let mut line = Vec::new();
    for byte in BufReader::new(stream).bytes() {
        match byte {
            Ok(b'\n') => {
                let text = readable(&String::from_utf8_lossy(&std::mem::take(&mut line))).trim().to_string();
                if send.send(text).is_err() {
                    return;
                }
            }
            Ok(byte) if line.len() < MAX_LINE_LEN => line.push(byte),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    if !line.is_empty() {
        // Whoever listened may have left.
        let _ = send.send(readable(&String::from_utf8_lossy(&line)).trim().to_string());
    }
}
