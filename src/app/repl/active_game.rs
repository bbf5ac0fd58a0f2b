//! The game being played at the prompt: the session, the players, what can be taken back, and what the screen shows.

use std::time::Instant;

use super::Context;
use super::autosave::AutosaveFile;
use super::clock::TableClock;
use super::cover::Cover;
use super::file_watcher::WatchedFiles;
use super::match_play::MatchInProgress;
use super::puzzle::LastHint;
use super::race_pace::RacePace;
use super::search::BotSearch;
use super::seats::SeatedBots;
use crate::players::SeatAssignment;
use crate::render::{Replies, SpokenBoard};
use anyhow::Context as _;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::Seat;
use houserule_core::text::{one_line, series};
use houserule_script::notation::record::Record;
use houserule_script::play::{AgreedResult, Session};

/// Game being played, also the one of a lesson.
pub struct ActiveGame {
    pub session: Session,
    /// Number of changes to what a save contains.
    pub revision: u64,
    pub file: AutosaveFile,
    /// Start of the game.
    pub started: Instant,
    pub seating: SeatedBots,
    pub clock: Option<TableClock>,
    pub pace: Pace,
    /// Match that the game belongs to.
    pub match_play: Option<MatchInProgress>,
    /// Search of a bot on its own thread.
    pub search: Option<BotSearch>,
    /// Moves listed last, for `#1`.
    pub offered_moves: Vec<String>,
    pub last_hint: LastHint,
    /// Question that the last line asked; a line that would ask it again answers it with yes.
    pub asked: Option<String>,
    /// Whether moves were made since the board was shown.
    pub is_board_due: bool,
    /// What bots have done since a person moved.
    pub replies: Replies,
    /// What was said about the board, where the screen is for listeners, and the cells of moves announced since.
    pub spoken: Option<SpokenBoard>,
    pub announced: Vec<Coord>,
    /// Games before each set-up by hand, the latest last.
    pub setup_undos: Vec<Record>,
    /// Undone changes other than moves, each with the number of moves at that time; the latest last.
    pub redo_stack: Vec<(usize, Redoable)>,
    /// Number of moves before a change of rules cut the game short.
    pub moves_before_cut: Option<usize>,
    pub cover: Cover,
    /// Whether a hand is visible on the screen.
    pub is_hand_shown: bool,
    pub watched_files: Option<WatchedFiles>,
    /// Boards printed in this step.
    pub printed_boards: Vec<String>,
    /// When bots move in a race, while it is on a page.
    pub race_pace: Option<RacePace>,
}

/// Whether bots move when it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    Playing,
    /// An earlier turn is shown, and a bot's move would discard the later ones.
    Browsing,
    /// A game between bots was interrupted.
    Paused,
}

/// Change other than a move that `redo` can restore.
pub enum Redoable {
    AgreedResult(AgreedResult),
    SetUp(Box<Record>),
}

impl ActiveGame {
    /// Starts a game with the given players, or with the default ones.
    pub fn new(session: Session, occupants: Option<SeatAssignment>, context: &Context) -> ActiveGame {
        let fallback = || match context.is_interactive {
            true => SeatedBots::default_seats(session.plan()),
            false => SeatAssignment::new(),
        };
        let seating = SeatedBots::new(occupants.unwrap_or_else(fallback), session.seed);
        let cover = if context.is_interactive { Cover::Open } else { Cover::Never };
        ActiveGame { seating, cover, ..ActiveGame::of_lesson(session) }
    }

    /// Creates the game of a lesson, where the learner moves for every seat and sees everything.
    pub fn of_lesson(session: Session) -> ActiveGame {
        ActiveGame {
            seating: SeatedBots::new(SeatAssignment::new(), session.seed),
            clock: None,
            pace: Pace::of(&session),
            match_play: None,
            session,
            revision: 0,
            file: AutosaveFile::default(),
            started: Instant::now(),
            search: None,
            offered_moves: Vec::new(),
            last_hint: None,
            asked: None,
            is_board_due: false,
            replies: Replies::default(),
            spoken: None,
            announced: Vec::new(),
            setup_undos: Vec::new(),
            redo_stack: Vec::new(),
            moves_before_cut: None,
            cover: Cover::Never,
            is_hand_shown: false,
            watched_files: None,
            printed_boards: Vec::new(),
            race_pace: None,
        }
    }

    /// Sets the session; the players stay.
    pub fn set_session(&mut self, session: Session) {
        self.pace = match Pace::of(&session) {
            Pace::Playing if self.pace == Pace::Paused => Pace::Paused,
            pace => pace,
        };
        self.session = session;
        self.last_hint = None;
        self.spoken = None;
        self.replies = Replies::default();
        self.mark_changed();
    }

    /// Notes that the position, the rules or the players have changed: what was computed for them is out of date.
    pub fn mark_changed(&mut self) {
        self.revision += 1;
        self.offered_moves.clear();
        self.outdate_search();
    }

    /// Notes that the game is at another turn: in a race, bots do not answer a move that was taken back.
    pub fn mark_rewound(&mut self) {
        self.replies = Replies::default();
        self.seating.pending.clear();
        self.stop_race();
        self.mark_changed();
    }

    /// Returns a seat by its name.
    pub fn seat_named(&self, name: &str) -> anyhow::Result<Seat> {
        let names = &self.session.plan().names;
        names.seat(name).with_context(|| {
            format!("unknown seat `{}`; the seats are {}", one_line(name, 20), series(&names.seats, "and"))
        })
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> usize {
        self.session.plan().names.seats.len()
    }
}

impl Pace {
    /// Returns the pace of a game: later moves may remain to be played again.
    pub fn of(session: &Session) -> Pace {
        if session.undone_moves().is_empty() { Pace::Playing } else { Pace::Browsing }
    }
}
