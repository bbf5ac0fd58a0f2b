//! Agreed results: `resign` and `draw`.

use std::io::Write;

use super::active_game::ActiveGame;
use super::{CommandOutcome, CommandResult, Context, done, refuse};
use houserule_core::mechanics::Seat;
use houserule_core::rng::Rng;
use houserule_core::text::series;
use houserule_script::game::HookFault;
use houserule_script::play::{AgreedResult, Session};

/// Playouts with which a bot judges an offered draw, and the largest expected score at which it accepts.
const DRAW_PLAYOUTS: usize = 60;
const MAX_DRAW_SCORE: f64 = 0.4;
/// Maximum length of such a playout.
const MAX_DRAW_PLAYOUT_PLIES: usize = 2_000;

impl ActiveGame {
    /// `resign`, or `resign black`.
    pub fn resign(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        if let Some(refusal) = self.variation_refusal("`resign`") {
            return refuse(refusal);
        }
        let session = &self.session;
        let names = &session.plan().names;
        let seat = match rest {
            "" => match self.seating.only_person(names.seats.len()) {
                // The only person among bots resigns.
                Some(chair) => session.game.player(chair),
                None if session.is_race() => {
                    return refuse(format!("`resign` needs a seat: resign {}", series(&names.seats, "or")));
                }
                None => session.game.seat(),
            },
            name => or_refuse!(self.seat_named(name)),
        };
        let result = AgreedResult::Resigned(seat);
        let question = format!("Resign as {}? Type `resign` again to confirm.", names.seat_and_team(seat));
        or_refuse!(self.session.check_agreement(result));
        match self.confirms(&question, context) {
            true => self.close(result, context, out),
            false => done(writeln!(out, "{question}")),
        }
    }

    /// Returns whether a person has asked for something final twice in a row; programs do not need to.
    pub fn confirms(&mut self, question: &str, context: &Context) -> bool {
        if !context.is_interactive || self.asked.as_deref() == Some(question) {
            return true;
        }
        self.asked = Some(question.to_string());
        false
    }

    /// Agrees on a draw. People have agreed when one of them types it; bots are asked.
    pub fn draw(&mut self, context: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        if let Some(refusal) = self.variation_refusal("`draw`") {
            return refuse(refusal);
        }
        let session = &mut self.session;
        or_refuse!(session.check_agreement(AgreedResult::Agreed));
        let question = match self.seating.count_people(self.seats()) < self.seats() {
            true => "Offer a draw? Type `draw` again to confirm.",
            false => "Do all players agree on a draw? Type `draw` again to confirm.",
        };
        if !self.confirms(question, context) {
            return done(writeln!(out, "{question}"));
        }
        let session = &mut self.session;
        let seats = session.plan().names.seats.indices();
        for seat in seats {
            let Some(bot) = self.seating.bot_name(session.game.player(seat)) else { continue };
            if or_refuse!(expected_score(session, seat)) > MAX_DRAW_SCORE {
                writeln!(out, "{bot} declines the draw; it expects to do better.")?;
                return Ok(CommandOutcome::Done);
            }
        }
        self.close(AgreedResult::Agreed, context, out)
    }

    fn close(&mut self, result: AgreedResult, context: &Context, out: &mut dyn Write) -> CommandResult {
        or_refuse!(self.session.end_by_agreement(result));
        self.mark_changed();
        done(self.show(context, out))
    }
}

/// Estimates the expected score of a seat by random playouts.
fn expected_score(session: &Session, seat: Seat) -> Result<f64, HookFault> {
    let mut rng = Rng::new(session.seed ^ session.moves().len() as u64);
    let mut sum = 0.0;
    for _ in 0..DRAW_PLAYOUTS {
        let mut game = session.game.fork();
        game.determinise(seat, &mut rng);
        game.playout(MAX_DRAW_PLAYOUT_PLIES, |bound| rng.below(bound))?;
        if let Some(outcome) = game.outcome()? {
            let team = game.plan().names.team_of[seat];
            let wins = outcome.winners.contains(&team);
            sum += if wins { 1.0 / outcome.winners.len() as f64 } else { 0.0 };
        }
    }
    Ok(sum / DRAW_PLAYOUTS as f64)
}
