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
    fn from(is_proven: bool) -> Proof {
        if is_proven { Proof::Yes } else { Proof::No }
    }
}

/// AND-OR search for wins of one team.
pub struct Prover {
    team: Team,
    /// Id of the end rule that must bring the win, if one is required.
    end_rule: Option<String>,
    /// Remaining budget of moves to try, and a deadline.
    moves_left: u64,
    deadline: Option<Instant>,
    is_quick: bool,
    /// Killer heuristic, by depth: the reply that last refuted, and the move that last won, are tried first.
    killers: Vec<Option<Move>>,
    winning_moves: Vec<Option<Move>>,
    depth: usize,
    /// Transposition table for puzzles: arrangements that cannot be solved within a number of moves. Each is reached in
    /// many ways.
    disproved: HashMap<(u64, u32), u32>,
}

type ProofStep = Result<Proof, HookFault>;

/// Default limit of tried moves.
const MAX_PROOF_MOVES: u64 = 200_000_000;

/// Number of moves that a quick search tries between two clock readings.
const MOVES_PER_CLOCK_CHECK: u64 = 256;

/// Number of listed moves that cost a quick search as much as one tried move.
const LISTED_PER_TRIED: u64 = 256;

/// Maximum number of remembered arrangements.
const MAX_DISPROVED: usize = 1_000_000;

impl Prover {
    /// Prover of wins of a team.
    pub fn new(team: Team) -> Prover {
        Prover {
            team,
            end_rule: None,
            moves_left: MAX_PROOF_MOVES,
            deadline: None,
            is_quick: false,
            killers: Vec::new(),
            winning_moves: Vec::new(),
            depth: 0,
            disproved: HashMap::new(),
        }
    }

    /// Restricts the search to wins by one end rule.
    pub fn by_rule(self, rule: Option<&str>) -> Prover {
        Prover { end_rule: rule.map(str::to_string), ..self }
    }

    /// Limits the number of tried moves.
    pub fn with_move_limit(self, moves: u64) -> Prover {
        Prover { moves_left: moves, ..self }
    }

    /// Restricts the search to wins with one move per turn that end the game, and sets a deadline. Long move lists
    /// count as tried moves.
    pub fn quick(self, deadline: Option<Instant>) -> Prover {
        Prover { deadline, is_quick: true, ..self }
    }

    /// Resets the number of moves that may be tried.
    pub fn set_move_limit(&mut self, moves: u64) {
        self.moves_left = moves;
    }

    /// Number of moves that may still be tried.
    pub fn moves_left(&self) -> u64 {
        self.moves_left
    }

    /// Whether a game can be searched: perfect information, no chance, and seats that move in turn.
    pub fn can_prove(game: &Game) -> bool {
        let mechanic = &game.plan().mechanic;
        let has_open_information = || {
            let board = game.board().view().tile_game()?;
            Some(board.tile_game().dealing.as_ref()?.is_open && board.stock()?.is_fully_known())
        };
        !mechanic.is_race() && (!mechanic.has_chance() || has_open_information() == Some(true))
    }

    /// Whether the team, which is to move, wins within `turns` turns of its own whatever the others do.
    pub fn wins(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        if game.is_over() { Ok(Proof::No) } else { self.prove_own(game, turns) }
    }

    /// Whether the team wins with `mv` as its first move.
    pub fn wins_with(&mut self, game: &mut Game, mv: Move, turns: u32) -> ProofStep {
        self.try_move(game, mv, |prover, game, turn_continues| prover.after_own(game, turns, turn_continues))
    }

    /// The first of some listed moves that is proven to win within `turns` turns; immediate wins come first.
    pub fn winning_move(&mut self, game: &mut Game, moves: &[Move], turns: u32) -> Result<Option<Move>, HookFault> {
        Ok(self.first_win(game, moves, turns)?.0)
    }

    /// Finds a reply of another team, which is to move, after which the team does not win within `turns` turns.
    pub fn find_refutation(&mut self, game: &mut Game, turns: u32) -> Result<Option<Move>, HookFault> {
        if game.is_over() || game.team_of(game.seat()) == self.team {
            return Ok(None);
        }
        for reply in game.legal_moves()? {
            if self.try_move(game, reply, |prover, game, _| prover.after_other(game, turns))? == Proof::No {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Principal variation of the win: winning moves, and the replies that hold out longest. Empty if there is no win.
    pub fn principal_variation(&mut self, game: &mut Game, turns: u32) -> Result<Vec<Move>, HookFault> {
        let mut pv = Vec::new();
        let move_count = game.move_count();
        let result = self.extend_pv(game, turns, &mut pv);
        while game.move_count() > move_count {
            game.undo();
        }
        result.map(|()| pv)
    }

    fn extend_pv(&mut self, game: &mut Game, turns: u32, pv: &mut Vec<Move>) -> Result<(), HookFault> {
        let mut turns_left = turns;
        while !game.is_over() && turns_left > 0 {
            let is_own = game.team_of(game.seat()) == self.team;
            let moves = game.legal_moves()?;
            let mut next = None;
            if is_own {
                // Fastest win.
                'quickest: for limit in 1..=turns_left {
                    for mv in &moves {
                        if self.wins_with(game, *mv, limit)? == Proof::Yes {
                            next = Some(*mv);
                            turns_left = limit;
                            break 'quickest;
                        }
                    }
                }
            } else {
                let mut longest = 0;
                for mv in &moves {
                    let mut turns_needed = turns_left + 1;
                    for limit in (1..=turns_left).rev() {
                        let proof = self.try_move(game, *mv, |prover, game, _| prover.after_other(game, limit))?;
                        if proof != Proof::Yes {
                            break;
                        }
                        turns_needed = limit;
                    }
                    if turns_needed > longest {
                        (longest, next) = (turns_needed, Some(*mv));
                    }
                }
            }
            let Some(mv) = next else { break };
            let turn = game.board().turn_state().turns;
            game.play(mv)?;
            pv.push(mv);
            if is_own && (self.is_solitaire(game) || game.board().turn_state().turns != turn) {
                turns_left -= 1;
            }
        }
        Ok(())
    }

    fn is_solitaire(&self, game: &Game) -> bool {
        game.plan().names.teams.len() == 1
    }

    /// Plays a move, calls `check` and undoes the move. `check` gets whether the turn continues.
    fn try_move(
        &mut self,
        game: &mut Game,
        mv: Move,
        check: impl FnOnce(&mut Prover, &mut Game, bool) -> ProofStep,
    ) -> ProofStep {
        let is_clock_due = self.moves_left.is_multiple_of(MOVES_PER_CLOCK_CHECK);
        if is_clock_due && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.moves_left = 0;
        }
        if self.moves_left == 0 {
            return Ok(Proof::Open);
        }
        self.moves_left -= 1;
        let turns = game.board().turn_state().turns;
        game.play(mv)?;
        self.depth += 1;
        let turn_continues = !self.is_solitaire(game) && game.board().turn_state().turns == turns;
        let proof = check(self, game, turn_continues);
        self.depth -= 1;
        game.undo();
        proof
    }

    /// Whether the team has won, alone or together with others; a draw is no win.
    fn is_won(&self, game: &mut Game, end: GameEnd) -> Result<bool, HookFault> {
        let mut seats = game.plan().names.seats.indices();
        let is_winner = seats.any(|seat| game.team_of(seat) == self.team && end.winners.has(seat));
        if end.is_draw || !is_winner {
            return Ok(false);
        }
        match &self.end_rule {
            None => Ok(true),
            Some(rule) => Ok(game.outcome()?.is_some_and(|outcome| outcome.reason == *rule)),
        }
    }

    /// Result for the team if the game is over; `None` otherwise.
    fn proof_at_end(&self, game: &mut Game) -> Result<Option<Proof>, HookFault> {
        match game.end() {
            Some(end) => Ok(Some(self.is_won(game, end)?.into())),
            None => Ok(None),
        }
    }

    /// Result for the team if the seat to move has no legal move.
    fn proof_if_stuck(&self, game: &mut Game) -> ProofStep {
        match game.end_if_stuck() {
            Some(end) if !self.is_quick => Ok(self.is_won(game, end)?.into()),
            _ => Ok(Proof::No),
        }
    }

    fn ordered_moves(&mut self, game: &mut Game, killer: Option<Move>) -> Result<Vec<Move>, HookFault> {
        let mut moves = game.legal_moves()?;
        if self.is_quick {
            self.moves_left = self.moves_left.saturating_sub(moves.len() as u64 / LISTED_PER_TRIED);
        }
        if let Some(index) = killer.and_then(|killer| moves.iter().position(|mv| *mv == killer)) {
            moves.swap(0, index);
        }
        Ok(moves)
    }

    fn entry(table: &mut Vec<Option<Move>>, depth: usize) -> &mut Option<Move> {
        if table.len() <= depth {
            table.resize(depth + 1, None);
        }
        &mut table[depth]
    }

    /// OR node: the team is to move and has `turns` turns.
    fn prove_own(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        // Only in a puzzle do the arrangement and the number of moves alone decide, not the history.
        let is_puzzle = game.plan().mechanic.puzzle().is_some() && !game.plan().is_scripted();
        if !is_puzzle {
            return self.search_own(game, turns);
        }
        // A puzzle is solved when all tiles are placed, and a move places one.
        let tiles_left = game.board().reserves_left(game.seat());
        let has_clash = || game.board().view().puzzle().is_some_and(PuzzlePosition::has_clash);
        if tiles_left > turns || tiles_left == turns && has_clash() {
            return Ok(Proof::No);
        }
        let key = (game.board().hash(), game.board().turn_state().ply);
        if self.disproved.get(&key).is_some_and(|limit| *limit >= turns) {
            return Ok(Proof::No);
        }
        let proof = self.search_own(game, turns)?;
        if proof == Proof::No && self.disproved.len() < MAX_DISPROVED {
            self.disproved.insert(key, turns);
        }
        Ok(proof)
    }

    fn search_own(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        let killer = *Self::entry(&mut self.winning_moves, self.depth);
        let moves = self.ordered_moves(game, killer)?;
        if moves.is_empty() {
            return self.proof_if_stuck(game);
        }
        match self.first_win(game, &moves, turns)? {
            (Some(mv), _) => {
                *Self::entry(&mut self.winning_moves, self.depth) = Some(mv);
                Ok(Proof::Yes)
            }
            (None, proof) => Ok(proof),
        }
    }

    /// First of some moves that is proven to win; otherwise whether all are disproven.
    fn first_win(&mut self, game: &mut Game, moves: &[Move], turns: u32) -> Result<(Option<Move>, Proof), HookFault> {
        let mut proof = Proof::No;
        // Immediate wins first.
        for limit in [1, turns].into_iter().take(turns.max(1) as usize) {
            for &mv in moves {
                match self.wins_with(game, mv, limit)? {
                    Proof::Yes => return Ok((Some(mv), proof)),
                    Proof::No => {}
                    Proof::Open => proof = Proof::Open,
                }
            }
        }
        Ok((None, proof))
    }

    /// Continues after a move of the team in the first of `turns` turns.
    fn after_own(&mut self, game: &mut Game, turns: u32, turn_continues: bool) -> ProofStep {
        if let Some(end) = self.proof_at_end(game)? {
            return Ok(end);
        }
        let is_own = game.team_of(game.seat()) == self.team;
        match (turn_continues, turns) {
            _ if self.is_quick && (is_own || turns == 1) => Ok(Proof::No),
            (true, _) if is_own => self.prove_own(game, turns),
            // No seat may be able to reply.
            (_, 1) => match self.cannot_win_if_stuck(game) {
                true => Ok(Proof::No),
                false => {
                    let moves = game.legal_moves()?;
                    if moves.is_empty() { self.proof_if_stuck(game) } else { Ok(Proof::No) }
                }
            },
            _ if is_own => self.prove_own(game, turns - 1),
            _ => self.prove_others(game, turns - 1),
        }
    }

    /// Whether the team never wins because a seat has no legal move: then that need not be checked. A script that fails
    /// is called again where it matters, and reported there.
    fn cannot_win_if_stuck(&self, game: &mut Game) -> bool {
        let end = game.end_if_stuck();
        end.is_none_or(|end| !self.is_won(game, end).unwrap_or(true))
    }

    /// Continues after a move of another team.
    fn after_other(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        if let Some(end) = self.proof_at_end(game)? {
            return Ok(end);
        }
        match game.team_of(game.seat()) == self.team {
            true => self.prove_own(game, turns),
            false if self.is_quick => Ok(Proof::No),
            false => self.prove_others(game, turns),
        }
    }

    /// AND node: another team is to move, and every reply must lose.
    fn prove_others(&mut self, game: &mut Game, turns: u32) -> ProofStep {
        let killer = *Self::entry(&mut self.killers, self.depth);
        let replies = self.ordered_moves(game, killer)?;
        if replies.is_empty() {
            return self.proof_if_stuck(game);
        }
        let mut is_open = false;
        for reply in replies {
            match self.try_move(game, reply, |prover, game, _| prover.after_other(game, turns))? {
                Proof::Yes => {}
                Proof::No => {
                    *Self::entry(&mut self.killers, self.depth) = Some(reply);
                    return Ok(Proof::No);
                }
                Proof::Open => is_open = true,
            }
        }
        Ok(if is_open { Proof::Open } else { Proof::Yes })
    }
}
