//! Asks the terminal what it is. Only what it confirms is used: a name in the environment may come from another
//! terminal, through ssh or tmux.

use super::graphics::Graphics;

/// What a terminal confirmed.
#[derive(Default)]
pub struct TerminalReply {
    /// How it shows pictures.
    pub graphics: Option<Graphics>,
    /// Keys that were pressed while it was asked.
    pub typed: String,
}

/// Asks which pictures the terminal shows. A terminal that says nothing within a moment shows none.
#[cfg(unix)]
pub fn probe() -> TerminalReply {
    unix::ask().map(|answer| TerminalReply { graphics: answer.graphics(), typed: answer.typed() }).unwrap_or_default()
}

#[cfg(not(unix))]
pub fn probe() -> TerminalReply {
    TerminalReply::default()
}

#[cfg(unix)]
mod unix {
    use std::fs::{File, OpenOptions};
    use std::io::{self, Read, Write};
    use std::os::fd::AsFd;
    use std::time::{Duration, Instant};

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
    use nix::unistd::{getpgrp, tcgetpgrp};

    use super::super::graphics::{Graphics, GraphicsProtocol};

    /// How long a terminal may take to answer, also at the other end of a slow line. Nearly all answer the last question
    /// at once.
    const ANSWER_TIMEOUT: Duration = Duration::from_millis(1500);

    /// Maximum length of all answers.
    const MAX_ANSWER_LEN: usize = 4096;

    /// What kitty's protocol answers to a picture of one pixel that it only checks.
    const KITTY_QUERY: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";

    /// Name and version; size of a character; attributes, which every terminal answers, so nothing comes after them.
    const QUERIES: &str = "\x1b[>q\x1b[16t\x1b[c";

    /// Size of a character where the terminal does not say it.
    const USUAL_CELL: [u32; 2] = [10, 20];

    /// What a terminal answered.
    #[derive(Default)]
    pub struct Answer {
        text: String,
        /// Size of a character in pixels, as the system knows it.
        cell: Option<[u32; 2]>,
    }

    /// Asks the controlling terminal.
    pub fn ask() -> io::Result<Answer> {
        let term = std::env::var("TERM").unwrap_or_default();
        // Some terminals print questions that they do not know.
        if matches!(term.as_str(), "" | "dumb" | "emacs" | "cons25" | "linux" | "vt100" | "vt220" | "ansi") {
            return Ok(Answer::default());
        }
        let mut tty = OpenOptions::new().read(true).write(true).open("/dev/tty")?;
        // A process in the background may not change the terminal.
        if tcgetpgrp(&tty)? != getpgrp() {
            return Ok(Answer::default());
        }
        let original = tcgetattr(&tty)?;
        let mut raw = original.clone();
        // Ctrl-C must not end the program before the settings are restored.
        raw.local_flags.remove(LocalFlags::ECHO | LocalFlags::ICANON | LocalFlags::ISIG);
        tcsetattr(&tty, SetArg::TCSANOW, &raw)?;
        let kitty = if may_be_kitty(&term) { KITTY_QUERY } else { "" };
        let answer = write!(tty, "{kitty}{QUERIES}").and_then(|()| read_answer(&mut tty));
        let _ = tcsetattr(&tty, SetArg::TCSANOW, &original);
        Ok(Answer { text: answer?, cell: window_cell(&tty) })
    }

    /// Returns the size of a character from that of the window.
    fn window_cell(tty: &File) -> Option<[u32; 2]> {
        let size = rustix::termios::tcgetwinsize(tty).ok()?;
        let side = |pixels: u16, cells: u16| pixels.checked_div(cells).filter(|side| *side > 0).map(u32::from);
        Some([side(size.ws_xpixel, size.ws_col)?, side(size.ws_ypixel, size.ws_row)?])
    }

    /// Whether the terminal may know kitty's protocol. Others would have to ignore the question, which not all do.
    fn may_be_kitty(term: &str) -> bool {
        // Inside a multiplexer the environment is that of the terminal around it.
        if std::env::var_os("TMUX").is_some() || std::env::var_os("STY").is_some() {
            return false;
        }
        let program = std::env::var("TERM_PROGRAM").unwrap_or_default().to_ascii_lowercase();
        ["kitty", "ghostty"].iter().any(|name| term.contains(name) || program.contains(name))
            || ["wezterm", "konsole", "rio", "warpterminal"].contains(&program.as_str())
            || ["KITTY_WINDOW_ID", "KONSOLE_VERSION", "GHOSTTY_RESOURCES_DIR"]
                .iter()
                .any(|name| std::env::var_os(name).is_some())
    }

    /// Reads until the last question is answered.
    fn read_answer(tty: &mut File) -> io::Result<String> {
        let until = Instant::now() + ANSWER_TIMEOUT;
        let mut answer = Vec::new();
        while answer.len() < MAX_ANSWER_LEN && attributes(&String::from_utf8_lossy(&answer)).is_none() {
            let left = until.saturating_duration_since(Instant::now());
            let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::ZERO);
            if poll(&mut [PollFd::new(tty.as_fd(), PollFlags::POLLIN)], timeout)? == 0 {
                break;
            }
            let mut bytes = [0; 256];
            let count = tty.read(&mut bytes)?;
            if count == 0 {
                break;
            }
            answer.extend_from_slice(&bytes[..count]);
        }
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Returns the attributes in an answer: `ESC [ ? 62 ; 4 c`.
    fn attributes(answer: &str) -> Option<&str> {
        answer.split("\x1b[?").skip(1).find_map(|rest| {
            let (attributes, _) = rest.split_once('c')?;
            attributes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';').then_some(attributes)
        })
    }

    impl Answer {
        /// Returns what is not part of an answer: keys that were pressed meanwhile.
        pub fn typed(&self) -> String {
            let mut typed = String::new();
            let mut letters = self.text.chars().peekable();
            while let Some(letter) = letters.next() {
                if letter != '\x1b' {
                    typed.push(letter);
                    continue;
                }
                // A control string ends with ESC and a backslash, another sequence with a letter.
                match letters.next() {
                    Some('P' | '_' | ']') => {
                        while letters.next().is_some_and(|letter| letter != '\x1b') {}
                        letters.next_if_eq(&'\\');
                    }
                    Some('[') => while letters.next().is_some_and(|letter| !letter.is_ascii_alphabetic()) {},
                    _ => {}
                }
            }
            typed
        }

        /// Returns the best way to show pictures that the terminal confirmed.
        pub fn graphics(&self) -> Option<Graphics> {
            let name = self.text.split("\x1bP>|").nth(1).unwrap_or_default();
            let has_sixel = attributes(&self.text).is_some_and(|list| list.split(';').skip(1).any(|code| code == "4"));
            let protocol = match () {
                () if self.text.contains("\x1b_Gi=31;OK") => GraphicsProtocol::Kitty,
                () if name.starts_with("iTerm2") || name.starts_with("WezTerm") => GraphicsProtocol::Iterm,
                () if has_sixel => GraphicsProtocol::Sixel,
                () => return None,
            };
            // Only Sixel has to know the size; the others fit a picture to the characters that it shall take.
            let cell = match protocol {
                GraphicsProtocol::Sixel => self.cell_size()?,
                _ => self.cell_size().unwrap_or(USUAL_CELL),
            };
            Some(Graphics { protocol, cell })
        }

        /// Returns the size of a character in pixels: `ESC [ 6 ; 18 ; 9 t`, or that of the window in characters.
        fn cell_size(&self) -> Option<[u32; 2]> {
            let reported = self.text.split("\x1b[6;").nth(1).and_then(|rest| rest.split('t').next());
            let reported = reported.and_then(|size| size.split_once(';'));
            let size = reported.and_then(|(height, width)| Some([width.parse().ok()?, height.parse().ok()?]));
            size.or(self.cell).filter(|size| size.iter().all(|side| (3..=200).contains(side)))
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        const ATTRIBUTES: &str = "\x1b[?62;22c";
        const SIXEL_ATTRIBUTES: &str = "\x1b[?62;4;22c";

        fn answer(text: &str) -> Answer {
            Answer { text: text.to_string(), cell: None }
        }

        fn protocol(text: &str) -> Option<GraphicsProtocol> {
            answer(text).graphics().map(|graphics| graphics.protocol)
        }

        #[test]
        fn only_confirmed_pictures_are_used() {
            for (text, expected) in [
                ("", None),
                (ATTRIBUTES, None),
                ("\x1b_Gi=31;OK\x1b\\\x1b[?62c", Some(GraphicsProtocol::Kitty)),
                ("\x1b_Gi=31;ENOENT:no\x1b\\\x1b[?62c", None),
                ("\x1bP>|iTerm2 3.5.0\x1b\\\x1b[?62c", Some(GraphicsProtocol::Iterm)),
                ("\x1bP>|WezTerm 2024\x1b\\\x1b[?65;4c", Some(GraphicsProtocol::Iterm)),
                ("\x1bP>|XTerm(390)\x1b\\\x1b[6;20;10t\x1b[?62;4c", Some(GraphicsProtocol::Sixel)),
                ("\x1b[6;20;10t\x1b[?62;14;44c", None),
                ("\x1b[6;20;10t\x1b[?4c", None),
            ] {
                assert_eq!(protocol(text), expected, "{text:?}");
            }
        }

        #[test]
        fn sixel_needs_the_size_of_a_character() {
            assert_eq!(protocol(SIXEL_ATTRIBUTES), None);
            let of_window = Answer { text: SIXEL_ATTRIBUTES.to_string(), cell: Some([9, 18]) };
            assert_eq!(of_window.graphics().map(|graphics| graphics.cell), Some([9, 18]));
            let cell = |size: &str| answer(&format!("\x1b[6;{size}t{SIXEL_ATTRIBUTES}")).graphics();
            assert_eq!(cell("18;9").map(|graphics| graphics.cell), Some([9, 18]), "the height comes first");
            for nonsense in ["", "18", "18;x", "0;0", "9999;9", "-18;9"] {
                assert_eq!(cell(nonsense).map(|graphics| graphics.cell), None, "{nonsense}");
            }
            let kitty = answer("\x1b_Gi=31;OK\x1b\\\x1b[6;0;0t\x1b[?62c");
            assert_eq!(kitty.graphics().map(|graphics| graphics.cell), Some(USUAL_CELL));
        }

        #[test]
        fn the_attributes_end_the_answer() {
            assert_eq!(attributes(ATTRIBUTES), Some("62;22"));
            for incomplete in ["", "\x1b", "\x1b[?", "\x1b[?62;", "\x1b[?62;22", "\x1b[?62h c", "62;22c"] {
                assert_eq!(attributes(incomplete), None, "{incomplete:?}");
            }
            assert_eq!(attributes("\x1b[?1h\x1b[?62;4c"), Some("62;4"), "another report first");
        }

        #[test]
        fn keys_between_the_answers_are_kept() {
            for (text, typed) in [
                ("a1\r\x1b[?62;22c", "a1\r"),
                ("\x1bP>|XTerm(390)\x1b\\e\x1b[6;20;10t5\x1b[?62c\r", "e5\r"),
                ("\x1b_Gi=31;OK\x1b\\x", "x"),
                ("\x1b[?62", ""),
                ("\x1b]11;rgb:0/0/0\x1b\\z\x1b", "z"),
            ] {
                assert_eq!(answer(text).typed(), typed, "{text:?}");
            }
        }
    }
}
