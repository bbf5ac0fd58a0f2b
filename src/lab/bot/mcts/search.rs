//! One simulation after another: selection down the tree, expansion by one node, and a playout to the end.

use std::cmp::Reverse;
use std::time::Instant;

use super::tree::{Exploration, NodeIndex, ProvenValue, SearchTree, TreeNode};
use crate::bot::own_moves;
use crate::bot::players::{PlayerMap, Returns};
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{BotScript, BotScriptKind, Game, GameEnd, HookFault, ScriptBot};
use houserule_script::rules::HookKind;

/// Search of one position. `game` is a fork that is played on and undone.
pub struct MctsSearch {
    pub game: Game,
    pub table: PlayerMap,
    pub tree: SearchTree,
    seat: Seat,
    /// Maximum length of a playout before the position is evaluated statically.
    most: usize,
    /// Maximum number of tree nodes.
    room: usize,
    /// Positions evaluated so far, and the number after which no more nodes are expanded.
    pub positions: u64,
    pub allowance: Option<u64>,
    /// Deadline of the search.
    pub until: Option<Instant>,
    path: Vec<NodeIndex>,
    nodes: Vec<(i32, TreeNode)>,
    /// Script that evaluates unfinished positions.
    judge: Option<Box<dyn ScriptBot>>,
}

/// Maximum playout length in games that always end, and in those that need not.
const MAX_PLAYOUT_PLIES: usize = 600;
const MAX_OPEN_ENDED_PLIES: usize = 60;

/// Number of new nodes a simulation may pass to reach the end of a turn.
const MAX_NODES_PAST_TURN: usize = 4;

/// Number of evaluated moves between two readings of the clock.
const BETWEEN_CLOCKS: usize = 64;

/// Exploration constants. An evaluation without a preceding random move is deterministic, so it needs less exploration.
fn exploration(most: usize) -> Exploration {
    if most == 0 { Exploration::NARROW } else { Exploration::WIDE }
}

impl MctsSearch {
    /// Search on a fork of the game, one of `sharers` that divide the memory limit among them.
    pub fn new(game: Game, seat: Seat, sharers: usize) -> MctsSearch {
        let table = PlayerMap::of(&game);
        let most = match game.plan().mechanic.open_ended() {
            Some(_) => MAX_OPEN_ENDED_PLIES,
            // A script that ends games may invert what is good.
            None if game.board().prefers_static_eval() && !game.plan().has_hook(HookKind::Finish) => 0,
            None => MAX_PLAYOUT_PLIES,
        };
        MctsSearch {
            tree: SearchTree::new(game.team_of(seat), exploration(most)),
            game,
            table,
            seat,
            most,
            room: SearchTree::MAX_NODES / sharers.max(1),
            positions: 0,
            allowance: None,
            until: None,
            path: Vec::new(),
            nodes: Vec::new(),
            judge: None,
        }
    }

    /// Uses a script to evaluate positions, after a few random moves if the script asks for them.
    pub fn ask(&mut self, judge: &dyn BotScript) -> Result<(), HookFault> {
        if let BotScriptKind::Judges { plies, .. } = judge.kind() {
            self.most = plies;
            self.tree = SearchTree::new(self.tree.node(SearchTree::ROOT).team, exploration(plies));
            self.judge = Some(judge.instantiate(self.game.plan())?);
        }
        Ok(())
    }

    /// Lists the root moves. None are pruned, because the observer may want the value of any of them.
    pub fn begin(&mut self, rng: &mut Rng) -> Result<(), HookFault> {
        self.game.determinise(self.seat, rng);
        let moves = own_moves(&mut self.game, self.seat)?;
        self.expand(SearchTree::ROOT, moves, rng)
    }

    /// Whether nothing remains to be found: the best move is known and, if the observer wants it, its value.
    pub fn is_settled(&self, wants_worth: bool) -> bool {
        let enough = if wants_worth && self.table.can_prove() { 1 } else { 2 };
        let is_last = || !self.tree.has_contenders(enough);
        self.tree.node(SearchTree::ROOT).proof.is_some() || is_last()
    }

    /// Runs one simulation through the tree and backpropagates its result.
    pub fn simulate(&mut self, rng: &mut Rng) -> Result<(), HookFault> {
        if self.table.has_chance {
            self.game.determinise(self.seat, rng);
        }
        self.path.clear();
        self.path.push(SearchTree::ROOT);
        let rewards = self.descend(rng);
        self.game.undo_all();
        self.tree.backpropagate(&self.path, &rewards?);
        if self.table.can_prove() {
            self.tree.backpropagate_proof(&self.path);
        }
        Ok(())
    }

    fn descend(&mut self, rng: &mut Rng) -> Result<Returns, HookFault> {
        let (mut at, mut beyond) = (SearchTree::ROOT, 0);
        loop {
            let node = *self.tree.node(at);
            if let Some(proof) = node.proof {
                return Ok(proof.rewards(node.team));
            }
            if at != SearchTree::ROOT
                && let Some(end) = self.game.end()
            {
                return Ok(self.table.returns(&self.game, end));
            }
            let is_new = at != SearchTree::ROOT && node.visits == 0;
            let is_full = self.tree.len() >= self.room || node.is_leaf() && self.has_spent_all();
            let is_cut = at != SearchTree::ROOT && (self.table.is_race || is_full);
            beyond += usize::from(is_new);
            if is_cut || is_new && (beyond > MAX_NODES_PAST_TURN || !self.is_within_turn(node.team)) {
                return self.play_out(rng);
            }
            let next = match self.table.has_chance {
                true => self.next_by_chance(at, rng)?,
                false => self.next(at, rng)?,
            };
            let Some(next) = next else { return Ok(self.stuck(at)) };
            if self.tree.node(at).proof.is_some() {
                continue;
            }
            self.game.play(self.tree.node(next).mv)?;
            self.path.push(next);
            at = next;
        }
    }

    fn has_spent_all(&self) -> bool {
        self.allowance.is_some_and(|most| self.positions >= most)
    }

    /// Whether the team that has just moved moves again in a search that evaluates statically. Evaluations depend on
    /// whose turn it is: in the middle of a turn they would be too high, and every move whose turn was searched to its
    /// end would look worse than those that were not.
    fn is_within_turn(&self, team: Team) -> bool {
        let is_measured = self.most == 0 && self.judge.is_none() && !self.table.has_chance;
        is_measured && self.table.teams > 1 && self.game.team_of(self.game.seat()) == team
    }

    /// Child selected next; `None` where no move is legal.
    fn next(&mut self, at: NodeIndex, rng: &mut Rng) -> Result<Option<NodeIndex>, HookFault> {
        if self.tree.node(at).is_leaf() {
            let moves = self.game.search_moves()?;
            self.expand(at, moves, rng)?;
        }
        Ok(self.tree.select(at, self.tree.width(at), |_| true))
    }

    /// Child selected next where the legal moves depend on the determinization; children that are illegal in this one
    /// are skipped.
    fn next_by_chance(&mut self, at: NodeIndex, rng: &mut Rng) -> Result<Option<NodeIndex>, HookFault> {
        let mut moves = match at {
            SearchTree::ROOT => own_moves(&mut self.game, self.seat)?,
            _ => self.game.legal_moves()?,
        };
        moves.sort_unstable();
        let width = self.tree.width(at);
        if at != SearchTree::ROOT {
            let has = |mv: &Move| moves.binary_search(mv).is_ok();
            let known: Vec<Move> = self.tree.children(at).map(|child| self.tree.node(child).mv).collect();
            let open = known.iter().filter(|mv| has(mv)).count();
            if open < width.min(moves.len()) {
                let fresh: Vec<Move> = moves.iter().copied().filter(|mv| !known.contains(mv)).collect();
                let mv = fresh[rng.below(fresh.len())];
                let node = TreeNode::new(mv, self.game.mover_team(mv), None);
                return Ok(Some(self.tree.add(at, node)));
            }
        }
        Ok(self.tree.select(at, width, |mv| moves.binary_search(&mv).is_ok()))
    }

    /// Value of a position without a legal move, or whose legal moves are unknown.
    fn stuck(&mut self, at: NodeIndex) -> Returns {
        let Some(end) = self.game.end_if_stuck() else { return self.table.evaluate(&self.game) };
        if self.table.can_prove() {
            let proof = self.proof(end, self.tree.node(at).team);
            self.tree.prove(at, proof);
        }
        self.table.returns(&self.game, end)
    }

    fn proof(&self, end: GameEnd, team: Team) -> ProvenValue {
        if self.table.wins(&self.game, end, team) {
            return ProvenValue::Win;
        }
        if self.table.wins(&self.game, end, team.other()) { ProvenValue::Loss } else { ProvenValue::Draw }
    }

    /// Expands a node, best static evaluation first, equal moves in random order. A move that wins at once is kept
    /// alone. When the time is up, the remaining moves are appended without an evaluation.
    fn expand(&mut self, at: NodeIndex, mut moves: Vec<Move>, rng: &mut Rng) -> Result<(), HookFault> {
        rng.shuffle(&mut moves);
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clear();
        let mut is_late = false;
        for (number, mv) in moves.into_iter().enumerate() {
            let team = self.game.mover_team(mv);
            is_late |= number % BETWEEN_CLOCKS == BETWEEN_CLOCKS - 1
                && self.until.is_some_and(|until| Instant::now() >= until);
            if is_late {
                nodes.push((i32::MIN, TreeNode::new(mv, team, None)));
                continue;
            }
            self.positions += 1;
            self.game.play(mv)?;
            let end = self.game.end();
            let lead = if end.is_none() { self.table.lead(&self.game, team) } else { 0 };
            self.game.undo();
            let proof = match end {
                Some(end) if self.table.can_prove() => Some(self.proof(end, team)),
                // A win that is not shared needs no proof against the opponents.
                Some(end) if at == SearchTree::ROOT && !end.is_partial && self.table.wins(&self.game, end, team) => {
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
        self.nodes = nodes;
        self.tree.expand(at, &children);
        if let Some(proof) = self.tree.proven_by_children(at).filter(|_| self.table.can_prove()) {
            self.tree.prove(at, proof);
        }
        Ok(())
    }

    /// Plays a random playout to the end and returns its value.
    fn play_out(&mut self, rng: &mut Rng) -> Result<Returns, HookFault> {
        let before = self.game.played();
        match self.table.is_race {
            true => self.race(rng)?,
            false => self.game.playout(self.most, |bound| rng.below(bound))?,
        }
        if let Some(end) = self.game.end() {
            return Ok(self.table.returns(&self.game, end));
        }
        let is_stuck = self.game.played() - before < self.most;
        match self.game.end_if_stuck().filter(|_| is_stuck) {
            Some(end) => Ok(self.table.returns(&self.game, end)),
            None => match &mut self.judge {
                Some(judge) => judge.judge(&self.game),
                None => Ok(self.table.evaluate(&self.game)),
            },
        }
    }

    /// Race playout in which all seats keep the same pace: each in turn plays a random move.
    fn race(&mut self, rng: &mut Rng) -> Result<(), HookFault> {
        let seats = self.game.plan().names.seats.len();
        let (mut seat, mut idle, mut played) = (self.seat, 0, 0);
        while idle < seats && played < self.most && !self.game.ended() {
            seat = seat.next(seats);
            let moves = own_moves(&mut self.game, seat)?;
            if moves.is_empty() {
                idle += 1;
                continue;
            }
            self.game.play(moves[rng.below(moves.len())])?;
            (idle, played) = (0, played + 1);
        }
        Ok(())
    }
}
