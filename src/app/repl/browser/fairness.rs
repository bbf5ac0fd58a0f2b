//! "Is it fair?": bots play many games under the rules of the table, on threads in the background, and windows hear how far
//! they are.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::browser::{Audience, Hub, Message, Refusal, RefusalKind};
use crate::protocol::parse_bot;
use crate::render::plot;
use crate::repl::mode::Prompt;
use crate::repl::{NO_GAME, THREAD_STACK_LEN};
use houserule_lab::bot::BotName;
use houserule_lab::cores;
use houserule_lab::simulation::{Experiment, Report, RunConfig, run};
use serde_json::{Value, json};

/// Maximum number of games.
const MAX_GAMES: u64 = 10_000;

/// Time after which a run ends with the games played so far.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// Time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Run in the background; dropping it stops it.
pub struct FairRun {
    stop: Arc<AtomicBool>,
}

impl Drop for FairRun {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Prompt {
    /// Starts a run in place of an earlier one; no games stop it.
    pub fn start_fair_run(&mut self, games: u64, bots: &[String]) -> Result<Value, Refusal> {
        let malformed = |message: String| Refusal::new(RefusalKind::Malformed, message);
        if games > MAX_GAMES {
            return Err(malformed(format!("at most {MAX_GAMES} games")));
        }
        let ruleset = match self.game() {
            None => return Err(Refusal::impossible(NO_GAME)),
            Some(game) => game.session.ruleset.clone(),
        };
        let bots: Result<Vec<BotName>, _> = bots.iter().map(|bot| parse_bot(bot)).collect();
        let bots = bots.map_err(|error| malformed(error.to_string()))?;
        if bots.is_empty() || bots.iter().any(|bot| matches!(bot, BotName::External(_))) {
            return Err(malformed("name the bots that play, such as easy; engines are for `simulate`".to_string()));
        }
        let hub = self.hub().ok_or_else(|| Refusal::impossible("the table is closed"))?;
        let Some(table) = &mut self.context.browser else { return Err(Refusal::impossible("the table is closed")) };
        table.fair_run = None;
        if games == 0 {
            return Ok(json!({ "games": 0 }));
        }
        let experiment = Experiment::new(ruleset, &bots, self.context.workspace.seed).map_err(Refusal::impossible)?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::Builder::new().name("fairness".to_string()).stack_size(THREAD_STACK_LEN);
        let spawned = thread.spawn(move || play_games(&experiment, &bots, games, &stopped, &hub));
        spawned.map_err(|error| Refusal::impossible(format!("cannot start a thread for the games: {error}")))?;
        table.fair_run = Some(FairRun { stop });
        Ok(json!({ "games": games }))
    }
}

/// Plays the games and reports to windows.
fn play_games(experiment: &Experiment, bots: &[BotName], games: u64, stop: &AtomicBool, hub: &Hub) {
    let mut report = Report::new(experiment, bots, games);
    let mut last_report = Instant::now();
    // The prompt and its bots need a core, too.
    let threads = cores().saturating_sub(1).max(1);
    let config = RunConfig { threads, block_size: 1, stop, deadline: Some(Instant::now() + TIME_LIMIT) };
    let worker = || {
        let mut runner = experiment.runner();
        move |number, is_stopped: &dyn Fn() -> bool| runner.play(number, is_stopped)
    };
    let send = |value: Value| {
        hub.tell(Message::Event { name: "fair", json: value.to_string().into(), audience: Audience::Table(None) });
    };
    let (played, result) = run(0..games, &config, worker, |number, game| {
        report.tally.add(experiment, number, &game);
        if last_report.elapsed() >= REPORT_INTERVAL {
            last_report = Instant::now();
            send(json!({ "played": number + 1, "games": games, "done": false }));
        }
        ControlFlow::Continue(())
    });
    if stop.load(Ordering::Relaxed) {
        return;
    }
    report.cover(0..played);
    let is_shown = played > 0;
    send(json!({
        "played": played,
        "games": games,
        "done": true,
        "text": is_shown.then(|| report.to_text()),
        "svg": is_shown.then(|| plot::report(&report)),
        "error": result.err().map(|error| error.to_string()),
    }));
}
