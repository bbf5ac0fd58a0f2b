//! One simulation after another: selection down the tree, expansion of a leaf, then a playout or a static evaluation.

use std::cmp::Reverse;
use std::time::Instant;

use super::tree::{Exploration, NodeIndex, ProvenValue, SearchTree, TreeNode};
use crate::bot::game_traits::{GameTraits, Returns};
use crate::bot::own_moves;
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{BotScript, BotScriptKind, Game, GameEnd, HookFault, ScriptBot};
use houserule_script::rules::HookKind;

/// Search of one position. `game` is a fork that is played on and undone.
pub struct MctsSearch {
    pub game: Game,
    pub traits: GameTraits,
    pub tree: SearchTree,
    seat: Seat,
    /// Maximum length of a playout; longer ones end with a static evaluation.
    max_plies: usize,
    /// Maximum number of tree nodes.
    max_nodes: usize,
    /// Positions evaluated so far, and the number after which no more nodes are expanded.
    pub positions: u64,
    pub max_positions: Option<u64>,
    /// Deadline of the search.
    pub deadline: Option<Instant>,
    path: Vec<NodeIndex>,
    node_buffer: Vec<(i32, TreeNode)>,
    /// Script that evaluates unfinished positions.
    evaluator: Option<Box<dyn ScriptBot>>,
}

/// Maximum playout length in games that always end, and in those that need not.
const MAX_PLAYOUT_PLIES: usize = 600;
const MAX_OPEN_ENDED_PLIES: usize = 60;

/// Number of new nodes a simulation may pass to reach the end of a turn.
const MAX_NODES_PAST_TURN: usize = 4;

/// Number of evaluated moves between two readings of the clock.
const MOVES_PER_CLOCK_READ: usize = 64;

/// Returns the exploration constants. An evaluation without a preceding random move is deterministic, so it needs less
/// exploration.
fn exploration(max_plies: usize) -> Exploration {
    if max_plies == 0 { Exploration::NARROW } else { Exploration::WIDE }
}

impl MctsSearch {
    /// Creates a search on a fork of the game. All `threads` searches share one memory limit.
    pub fn new(game: Game, seat: Seat, threads: usize) -> MctsSearch {
        let players = GameTraits::of(&game);
        let max_plies = match game.plan().mechanic.playout_limit() {
            Some(_) => MAX_OPEN_ENDED_PLIES,
            // A script that ends games may invert the evaluation.
            None if game.board().prefers_static_eval() && !game.plan().has_hook(HookKind::Finish) => 0,
            None => MAX_PLAYOUT_PLIES,
        };
        MctsSearch {
            tree: SearchTree::new(game.team_of(seat), exploration(max_plies)),
            game,
            traits: players,
            seat,
            max_plies,
            max_nodes: SearchTree::MAX_NODES / threads.max(1),
            positions: 0,
            max_positions: None,
            deadline: None,
            path: Vec::new(),
            node_buffer: Vec::new(),
            evaluator: None,
        }
    }

    /// Uses a script to evaluate positions, after a few random moves if the script requests them.
    pub fn use_evaluator(&mut self, evaluator: &dyn BotScript) -> Result<(), HookFault> {
        if let BotScriptKind::Evaluator { plies, .. } = evaluator.kind() {
            self.max_plies = plies;
            self.tree = SearchTree::new(self.tree.node(SearchTree::ROOT).team, exploration(plies));
            self.evaluator = Some(evaluator.instantiate(self.game.plan())?);
        }
        Ok(())
    }

    /// Expands the root. No move is pruned, because the observer may want the value of any of them.
    pub fn expand_root(&mut self, rng: &mut Rng) -> Result<(), HookFault> {
        self.game.determinise(self.seat, rng);
        let moves = own_moves(&mut self.game, self.seat)?;
        self.expand(SearchTree::ROOT, moves, rng)
    }

    /// Returns whether the search is complete: the best move is known and, if the observer wants it, its value.
    pub fn is_settled(&self, wants_value: bool) -> bool {
        let min_candidates = if wants_value && self.traits.can_prove() { 1 } else { 2 };
        let is_decided = || !self.tree.has_candidates(min_candidates);
        self.tree.node(SearchTree::ROOT).proof.is_some() || is_decided()
    }

    /// Runs one simulation through the tree and backpropagates its result.
    pub fn simulate(&mut self, rng: &mut Rng) -> Result<(), HookFault> {
        if self.traits.has_chance {
            self.game.determinise(self.seat, rng);
        }
        self.path.clear();
        self.path.push(SearchTree::ROOT);
        let rewards = self.descend(rng);
        self.game.undo_all();
        self.tree.backpropagate(&self.path, &rewards?);
        if self.traits.can_prove() {
            self.tree.backpropagate_proof(&self.path);
        }
        Ok(())
    }

    fn descend(&mut self, rng: &mut Rng) -> Result<Returns, HookFault> {
        let (mut at, mut new_nodes) = (SearchTree::ROOT, 0);
        loop {
            let node = *self.tree.node(at);
            if let Some(proof) = node.proof {
                return Ok(proof.rewards(node.team));
            }
            if at != SearchTree::ROOT
                && let Some(end) = self.game.end()
            {
                return Ok(self.traits.returns(&self.game, end));
            }
            let is_new = at != SearchTree::ROOT && node.visits == 0;
            let is_full = self.tree.len() >= self.max_nodes || node.is_leaf() && self.is_over_budget();
            let is_cut = at != SearchTree::ROOT && (self.traits.is_race || is_full);
            new_nodes += usize::from(is_new);
            if is_cut || is_new && (new_nodes > MAX_NODES_PAST_TURN || !self.is_within_turn(node.team)) {
                return self.play_out(rng);
            }
            let next = match self.traits.has_chance {
                true => self.select_legal_child(at, rng)?,
                false => self.select_child(at, rng)?,
            };
            let Some(next) = next else { return Ok(self.evaluate_stuck(at)) };
            if self.tree.node(at).proof.is_some() {
                continue;
            }
            self.game.play(self.tree.node(next).mv)?;
            self.path.push(next);
            at = next;
        }
    }

    fn is_over_budget(&self) -> bool {
        self.max_positions.is_some_and(|most| self.positions >= most)
    }

    /// Returns whether the team that has just moved moves again in a search with static evaluation. Evaluations depend
    /// on whose turn it is: in the middle of a turn they would be too high, and moves whose turn was searched to its
    /// end would look worse than the others.
    fn is_within_turn(&self, team: Team) -> bool {
        let is_static_eval = self.max_plies == 0 && self.evaluator.is_none() && !self.traits.has_chance;
        is_static_eval && self.traits.teams > 1 && self.game.team_of(self.game.seat()) == team
    }

    /// Selects a child; `None` if no move is legal.
    fn select_child(&mut self, at: NodeIndex, rng: &mut Rng) -> Result<Option<NodeIndex>, HookFault> {
        if self.tree.node(at).is_leaf() {
            let moves = self.game.search_moves()?;
            self.expand(at, moves, rng)?;
        }
        Ok(self.tree.select(at, self.tree.width(at), |_| true))
    }

    /// Selects a child that is legal in the current determinization, on which the legal moves depend (information-set
    /// MCTS).
    fn select_legal_child(&mut self, at: NodeIndex, rng: &mut Rng) -> Result<Option<NodeIndex>, HookFault> {
        let mut moves = match at {
            SearchTree::ROOT => own_moves(&mut self.game, self.seat)?,
            _ => self.game.legal_moves()?,
        };
        moves.sort_unstable();
        let width = self.tree.width(at);
        if at != SearchTree::ROOT {
            let is_legal = |mv: &Move| moves.binary_search(mv).is_ok();
            let expanded: Vec<Move> = self.tree.children(at).map(|child| self.tree.node(child).mv).collect();
            let legal_count = expanded.iter().filter(|mv| is_legal(mv)).count();
            if legal_count < width.min(moves.len()) {
                let unexpanded: Vec<Move> = moves.iter().copied().filter(|mv| !expanded.contains(mv)).collect();
                let mv = unexpanded[rng.below(unexpanded.len())];
                let node = TreeNode::new(mv, self.game.mover_team(mv), None);
                return Ok(Some(self.tree.add_child(at, node)));
            }
        }
        Ok(self.tree.select(at, width, |mv| moves.binary_search(&mv).is_ok()))
    }

    /// Evaluates a position without a legal move, or whose legal moves are unknown.
    fn evaluate_stuck(&mut self, at: NodeIndex) -> Returns {
        let Some(end) = self.game.end_if_stuck() else { return self.traits.evaluate(&self.game) };
        if self.traits.can_prove() {
            let proof = self.proof_of_end(end, self.tree.node(at).team);
            self.tree.prove(at, proof);
        }
        self.traits.returns(&self.game, end)
    }

    fn proof_of_end(&self, end: GameEnd, team: Team) -> ProvenValue {
        if self.traits.wins(&self.game, end, team) {
            return ProvenValue::Win;
        }
        if self.traits.wins(&self.game, end, team.other()) { ProvenValue::Loss } else { ProvenValue::Draw }
    }

    /// Expands a node: children in order of static evaluation, equal ones in random order. A winning move is the only
    /// child. When the time is up, the remaining moves are appended without an evaluation.
    fn expand(&mut self, at: NodeIndex, mut moves: Vec<Move>, rng: &mut Rng) -> Result<(), HookFault> {
        rng.shuffle(&mut moves);
        let mut nodes = std::mem::take(&mut self.node_buffer);
        nodes.clear();
        let mut is_timed_out = false;
        for (number, mv) in moves.into_iter().enumerate() {
            let team = self.game.mover_team(mv);
            is_timed_out |= number % MOVES_PER_CLOCK_READ == MOVES_PER_CLOCK_READ - 1
                && self.deadline.is_some_and(|until| Instant::now() >= until);
            if is_timed_out {
                nodes.push((i32::MIN, TreeNode::new(mv, team, None)));
                continue;
            }
            self.positions += 1;
            self.game.play(mv)?;
            let end = self.game.end();
            let lead = if end.is_none() { self.traits.lead(&self.game, team) } else { 0 };
            self.game.undo();
            let proof = match end {
                Some(end) if self.traits.can_prove() => Some(self.proof_of_end(end, team)),
                // An outright win needs no proof against the opponents.
                Some(end) if at == SearchTree::ROOT && !end.is_partial && self.traits.wins(&self.game, end, team) => {
                    Some(ProvenValue::Win)
                }
                _ => None,
            };
            if proof == Some(ProvenValue::Win) {
                nodes.clear();
            }
            nodes.push((lead, TreeNode::new(mv, team, proof)));
            if proof == Some(ProvenValue::Win) {
                break;
            }
        }
        nodes.sort_by_key(|(lead, _)| Reverse(*lead));
        let children: Vec<TreeNode> = nodes.iter().map(|(_, node)| *node).collect();
        self.node_buffer = nodes;
        self.tree.expand(at, &children);
        if let Some(proof) = self.tree.proven_by_children(at).filter(|_| self.traits.can_prove()) {
            self.tree.prove(at, proof);
        }
        Ok(())
    }

    /// Plays a random playout of at most `max_plies` moves and returns the value of its last position.
    fn play_out(&mut self, rng: &mut Rng) -> Result<Returns, HookFault> {
        let plies_before = self.game.move_count();
        match self.traits.is_race {
            true => self.race_playout(rng)?,
            false => self.game.playout(self.max_plies, |bound| rng.below(bound))?,
        }
        if let Some(end) = self.game.end() {
            return Ok(self.traits.returns(&self.game, end));
        }
        let is_stuck = self.game.move_count() - plies_before < self.max_plies;
        match self.game.end_if_stuck().filter(|_| is_stuck) {
            Some(end) => Ok(self.traits.returns(&self.game, end)),
            None => match &mut self.evaluator {
                Some(evaluator) => evaluator.evaluate(&self.game),
                None => Ok(self.traits.evaluate(&self.game)),
            },
        }
    }

    /// Plays a race at random, with one move of every seat in turn.
    fn race_playout(&mut self, rng: &mut Rng) -> Result<(), HookFault> {
        let seats = self.game.plan().names.seats.len();
        let (mut seat, mut passes, mut plies) = (self.seat, 0, 0);
        while passes < seats && plies < self.max_plies && !self.game.is_over() {
            seat = seat.next(seats);
            let moves = own_moves(&mut self.game, seat)?;
            if moves.is_empty() {
                passes += 1;
                continue;
            }
            self.game.play(moves[rng.below(moves.len())])?;
            (passes, plies) = (0, plies + 1);
        }
        Ok(())
    }
}
