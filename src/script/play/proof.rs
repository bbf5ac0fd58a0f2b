//! Proofs of wins: a full-width AND-OR search over a number of turns. Forced consequences of a move are part of it.
//! Both answers are exact.

use std::collections::HashMap;
use std::time::Instant;

use crate::game::{Game, GameEnd, HookFault};
use houserule_core::mechanics::puzzle::PuzzlePosition;
use houserule_core::mechanics::{Move, Team};

/// Result of a proof search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Proven.
    Yes,
    /// Disproven.
    No,
    /// Undecided within the limit.
    Open,
}

impl From<bool> for Proof {
    fn from(is_so: bool) -> Proof {
        if is_so { Proof::Yes } else { Proof::No }
    }
}

/// Somebody who looks for wins of one team.
pub struct Prover {
    team: Team,
    /// Id of the end rule that must bring the win, if one is required.
    by: Option<String>,
    /// Number of moves that may still be tried, and a deadline.
    left: u64,
    until: Option<Instant>,
    is_quick: bool,
    /// Killer heuristic, by depth: the reply that last refuted, and the move that last won, are tried first.
    killers: Vec<Option<Move>>,
    won: Vec<Option<Move>>,
    depth: usize,
    /// Transposition table for puzzles: arrangements that are not solved within a number of moves, since each is
    /// reached in many ways.
    hopeless: HashMap<(u64, u32), u32>,
}

type ProofStep = Result<Proof, HookFault>;

/// Default limit of tried moves.
const MAX_PROOF_MOVES: u64 = 200_000_000;

/// Number of moves that a quick search tries between two readings of the clock.
const MOVES_BETWEEN_CLOCKS: u64 = 256;

/// Number of listed moves that cost a quick search as much as one tried move.
const LISTED_PER_TRIED: u64 = 256;

/// Maximum number of remembered arrangements.
const MAX_REMEMBERED: usize = 1_000_000;

impl Prover {
    /// Prover of wins of a team.
    pub fn new(team: Team) -> Prover {
        Prover {
            team,
            by: None,
            left: MAX_PROOF_MOVES,
            until: None,
            is_quick: false,
            killers: Vec::new(),
            won: Vec::new(),
            depth: 0,
            hopeless: HashMap::new(),
        }
    }

    /// Restricts the search to wins by one end rule.
    pub fn by(self, rule: Option<&str>) -> Prover {
        Prover { by: rule.map(str::to_string), ..self }
    }

    /// Limits the number of tried moves.
    pub fn within(self, moves: u64) -> Prover {
        Prover { left: moves, ..self }
    }

    /// Restricts the search to wins by one move a turn that ends the game, and to a deadline. Long lists of moves count
    /// as tried moves.
    pub fn quick(self, until: Option<Instant>) -> Prover {
        Prover { until, is_quick: true, ..self }
    }

    /// Resets the number of moves that may be tried.
    pub fn limit(&mut self, moves: u64) {
        self.left = moves;
    }

    /// Number of moves that may still be tried.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Whether a game can be searched: perfect information, no chance, and seats that move in turn.
    pub fn can_prove(game: &Game) -> bool {
        let mechanic = &game.plan().mechanic;
        let is_seen = || {
            let board = game.board().view().tile_game()?;
            Some(board.plan().dealing.as_ref()?.open && board.stock()?.is_told())
        };
        !mechanic.is_race() && (!mechanic.has_chance() || is_seen() == Some(true))
    }

    /// Whether the team, which is to move, wins within `turns` turns of its own whatever the others do.
    pub fn wins(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        match game.ended() {
            true => Ok(Proof::No),
            false => self.own(game, turns),
        }
    }

    /// Whether the team wins with `mv` as its first move.
    pub fn wins_with(&mut self, game: &mut Game, mv: Move, turns: u32) -> ProofStep {
        self.tried(game, mv, |prover, game, went_on| prover.after_own(game, turns, went_on))
    }

    /// The first of some listed moves that is proven to win within `turns` turns; immediate wins come first.
    pub fn winning_move(&mut self, game: &mut Game, moves: &[Move], turns: u32) -> Result<Option<Move>, HookFault> {
        Ok(self.first_win(game, moves, turns)?.0)
    }

    /// With another team to move: a reply after which the team does not win within `turns` turns.
    pub fn answer(&mut self, game: &mut Game, turns: u32) -> Result<Option<Move>, HookFault> {
        if game.ended() || game.team_of(game.seat()) == self.team {
            return Ok(None);
        }
        for answer in game.legal_moves()? {
            if self.tried(game, answer, |prover, game, _| prover.after_other(game, turns))? == Proof::No {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Principal variation of the win: winning moves, and the replies that hold out longest. Empty if there is no win.
    pub fn line(&mut self, game: &mut Game, turns: u32) -> Result<Vec<Move>, HookFault> {
        let mut line = Vec::new();
        let played = game.played();
        let found = self.follow(game, turns, &mut line);
        while game.played() > played {
            game.undo();
        }
        found.map(|()| line)
    }

    fn follow(&mut self, game: &mut Game, turns: u32, line: &mut Vec<Move>) -> Result<(), HookFault> {
        let mut left = turns;
        while !game.ended() && left > 0 {
            let own = game.team_of(game.seat()) == self.team;
            let moves = game.legal_moves()?;
            let mut next = None;
            if own {
                // Fastest win.
                'quickest: for within in 1..=left {
                    for mv in &moves {
                        if self.wins_with(game, *mv, within)? == Proof::Yes {
                            next = Some(*mv);
                            left = within;
                            break 'quickest;
                        }
                    }
                }
            } else {
                let mut longest = 0;
                for mv in &moves {
                    let mut needs = left + 1;
                    for within in (1..=left).rev() {
                        let seen = self.tried(game, *mv, |prover, game, _| prover.after_other(game, within))?;
                        if seen != Proof::Yes {
                            break;
                        }
                        needs = within;
                    }
                    if needs > longest {
                        (longest, next) = (needs, Some(*mv));
                    }
                }
            }
            let Some(mv) = next else { break };
            let turn = game.board().clock().turns;
            game.play(mv)?;
            line.push(mv);
            if own && (self.is_alone(game) || game.board().clock().turns != turn) {
                left -= 1;
            }
        }
        Ok(())
    }

    fn is_alone(&self, game: &Game) -> bool {
        game.plan().names.teams.len() == 1
    }

    /// Plays a move, calls `look` and undoes the move. `look` gets whether the turn continues.
    fn tried(
        &mut self,
        game: &mut Game,
        mv: Move,
        look: impl FnOnce(&mut Prover, &mut Game, bool) -> ProofStep,
    ) -> ProofStep {
        let is_time = self.left.is_multiple_of(MOVES_BETWEEN_CLOCKS);
        if is_time && self.until.is_some_and(|until| Instant::now() >= until) {
            self.left = 0;
        }
        if self.left == 0 {
            return Ok(Proof::Open);
        }
        self.left -= 1;
        let turns = game.board().clock().turns;
        game.play(mv)?;
        self.depth += 1;
        let goes_on = !self.is_alone(game) && game.board().clock().turns == turns;
        let seen = look(self, game, goes_on);
        self.depth -= 1;
        game.undo();
        seen
    }

    /// Whether the team has won, alone or together with others; a draw is no win.
    fn is_won(&self, game: &mut Game, end: GameEnd) -> Result<bool, HookFault> {
        let mut seats = game.plan().names.seats.indices();
        let is_winner = seats.any(|seat| game.team_of(seat) == self.team && end.winners.has(seat));
        if end.is_draw || !is_winner {
            return Ok(false);
        }
        match &self.by {
            None => Ok(true),
            Some(by) => Ok(game.outcome()?.is_some_and(|outcome| outcome.how == *by)),
        }
    }

    /// What an end is for the team; none if the game goes on.
    fn at_end(&self, game: &mut Game) -> Result<Option<Proof>, HookFault> {
        match game.end() {
            Some(end) => Ok(Some(self.is_won(game, end)?.into())),
            None => Ok(None),
        }
    }

    /// What having no move is for the team.
    fn stuck(&self, game: &mut Game) -> ProofStep {
        match game.end_if_stuck() {
            Some(end) if !self.is_quick => Ok(self.is_won(game, end)?.into()),
            _ => Ok(Proof::No),
        }
    }

    fn moves(&mut self, game: &mut Game, first: Option<Move>) -> Result<Vec<Move>, HookFault> {
        let mut moves = game.legal_moves()?;
        if self.is_quick {
            self.left = self.left.saturating_sub(moves.len() as u64 / LISTED_PER_TRIED);
        }
        if let Some(index) = first.and_then(|first| moves.iter().position(|mv| *mv == first)) {
            moves.swap(0, index);
        }
        Ok(moves)
    }

    fn remembered(memory: &mut Vec<Option<Move>>, depth: usize) -> &mut Option<Move> {
        if memory.len() <= depth {
            memory.resize(depth + 1, None);
        }
        &mut memory[depth]
    }

    /// The team is to move and has `turns` turns.
    fn own(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        // Only in a puzzle do the arrangement and the number of moves alone decide, not the history.
        let is_puzzle = game.plan().mechanic.puzzle().is_some() && !game.plan().is_scripted();
        if !is_puzzle {
            return self.search(game, turns);
        }
        // A puzzle is solved when all tiles are placed, and a move places one.
        let left = game.board().reserves_left(game.seat());
        let has_clash = || game.board().view().puzzle().is_some_and(PuzzlePosition::has_clash);
        if left > turns || left == turns && has_clash() {
            return Ok(Proof::No);
        }
        let key = (game.board().hash(), game.board().clock().ply);
        if self.hopeless.get(&key).is_some_and(|within| *within >= turns) {
            return Ok(Proof::No);
        }
        let seen = self.search(game, turns)?;
        if seen == Proof::No && self.hopeless.len() < MAX_REMEMBERED {
            self.hopeless.insert(key, turns);
        }
        Ok(seen)
    }

    fn search(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        let first = *Self::remembered(&mut self.won, self.depth);
        let moves = self.moves(game, first)?;
        if moves.is_empty() {
            return self.stuck(game);
        }
        match self.first_win(game, &moves, turns)? {
            (Some(mv), _) => {
                *Self::remembered(&mut self.won, self.depth) = Some(mv);
                Ok(Proof::Yes)
            }
            (None, others) => Ok(others),
        }
    }

    /// The first of some moves that wins; beside it whether the others are proved not to.
    fn first_win(&mut self, game: &mut Game, moves: &[Move], turns: u32) -> Result<(Option<Move>, Proof), HookFault> {
        let mut others = Proof::No;
        // Immediate wins are found before others.
        for within in [1, turns].into_iter().take(turns.max(1) as usize) {
            for &mv in moves {
                match self.wins_with(game, mv, within)? {
                    Proof::Yes => return Ok((Some(mv), others)),
                    Proof::No => {}
                    Proof::Open => others = Proof::Open,
                }
            }
        }
        Ok((None, others))
    }

    /// The team has moved, in the first of `turns` turns.
    fn after_own(&mut self, game: &mut Game, turns: u32, goes_on: bool) -> ProofStep {
        if let Some(end) = self.at_end(game)? {
            return Ok(end);
        }
        let is_own = game.team_of(game.seat()) == self.team;
        match (goes_on, turns) {
            _ if self.is_quick && (is_own || turns == 1) => Ok(Proof::No),
            (true, _) if is_own => self.own(game, turns),
            // No seat may be able to reply.
            (_, 1) => match self.stuck_wins_nothing(game) {
                true => Ok(Proof::No),
                false => {
                    let moves = game.legal_moves()?;
                    if moves.is_empty() { self.stuck(game) } else { Ok(Proof::No) }
                }
            },
            _ if is_own => self.own(game, turns - 1),
            _ => self.others(game, turns - 1),
        }
    }

    /// Whether having no legal move, if it can happen at all, is not a win: then it need not be checked. A script that
    /// fails is called again where it matters, and reported there.
    fn stuck_wins_nothing(&self, game: &mut Game) -> bool {
        let end = game.end_if_stuck();
        end.is_none_or(|end| !self.is_won(game, end).unwrap_or(true))
    }

    /// Another team has moved.
    fn after_other(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        if let Some(end) = self.at_end(game)? {
            return Ok(end);
        }
        match game.team_of(game.seat()) == self.team {
            true => self.own(game, turns),
            false if self.is_quick => Ok(Proof::No),
            false => self.others(game, turns),
        }
    }

    /// Another team is to move: no reply may avoid the loss.
    fn others(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        let first = *Self::remembered(&mut self.killers, self.depth);
        let answers = self.moves(game, first)?;
        if answers.is_empty() {
            return self.stuck(game);
        }
        let mut is_open = false;
        for answer in answers {
            match self.tried(game, answer, |prover, game, _| prover.after_other(game, turns))? {
                Proof::Yes => {}
                Proof::No => {
                    *Self::remembered(&mut self.killers, self.depth) = Some(answer);
                    return Ok(Proof::No);
                }
                Proof::Open => is_open = true,
            }
        }
        Ok(if is_open { Proof::Open } else { Proof::Yes })
    }
}
