//! Games that end by what people say: `resign`, and `draw` where all agree.

use std::io::Write;

use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, refused};
use houserule_core::mechanics::Seat;
use houserule_core::rng::Rng;
use houserule_core::text::{one_line, series};
use houserule_script::game::HookFault;
use houserule_script::play::{AgreedResult, Session};

/// How many games a bot plays to its end in its mind before it answers, and the share of them it is content with half
/// of the points for: it takes a draw where it stands worse.
const GAMES: usize = 60;
const CONTENT: f64 = 0.4;
/// No game in the mind is longer.
const MAX_IMAGINED_GAME_LEN: usize = 2_000;

impl Prompt {
    /// `resign`, or `resign black`.
    pub(super) fn resign(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let names = &session.plan().names;
        let seat = match rest {
            "" => match self.seated.person(names.seats.len()) {
                // Against bots it is clear who gives up.
                Some(chair) => session.game.player(chair),
                None if session.is_race() => {
                    return refused(format!("who resigns? resign {}", series(&names.seats, "or")));
                }
                None => session.game.seat(),
            },
            name => match names.seat(name) {
                Some(seat) => seat,
                None => {
                    let says = series(&names.seats, "and");
                    return refused(format!("there is no seat `{}`; the seats are {says}", one_line(name, 20)));
                }
            },
        };
        self.close(AgreedResult::Resigned(seat), out)
    }

    /// A draw: people at one table have agreed on it when one of them types it; bots are asked.
    pub(super) fn draw(&mut self, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        if let Err(says) = session.may_close(AgreedResult::Agreed) {
            return refused(says);
        }
        let seats = session.plan().names.seats.indices();
        for seat in seats {
            let Some(bot) = self.seated.bot_name(session.game.player(seat)) else { continue };
            match expects(session, seat) {
                Err(fault) => return refused(fault),
                Ok(share) if share > CONTENT => {
                    writeln!(out, "{bot} declines the draw: it hopes for more.")?;
                    return Ok(CommandOutcome::Done);
                }
                Ok(_) => {}
            }
        }
        self.close(AgreedResult::Agreed, out)
    }

    fn close(&mut self, closing: AgreedResult, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        if let Err(says) = session.close(closing) {
            return refused(says);
        }
        self.keep();
        self.show(out)?;
        Ok(CommandOutcome::Done)
    }
}

/// The share of the points that a seat gets in games played at random from here.
fn expects(session: &Session, seat: Seat) -> Result<f64, HookFault> {
    let mut rng = Rng::new(session.seed ^ session.moves().len() as u64);
    let mut sum = 0.0;
    for _ in 0..GAMES {
        let mut game = session.game.fork();
        game.determinise(seat, &mut rng);
        game.playout(MAX_IMAGINED_GAME_LEN, |bound| rng.below(bound))?;
        if let Some(outcome) = game.outcome()? {
            let team = game.plan().names.team_of[seat];
            let wins = outcome.winners.contains(&team);
            sum += if wins { 1.0 / outcome.winners.len() as f64 } else { 0.0 };
        }
    }
    Ok(sum / GAMES as f64)
}
