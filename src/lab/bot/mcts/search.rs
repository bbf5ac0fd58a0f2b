//! One simulated game after another: down the tree, one step beyond it, and at random to the end.

use std::cmp::Reverse;
use std::time::Instant;

use super::tree::{Exploration, NodeIndex, ProvenValue, SearchTree, TreeNode};
use crate::bot::own_moves;
use crate::bot::players::{PlayerMap, Returns};
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{BotScript, BotScriptKind, Game, GameEnd, HookFault, ScriptBot};
use houserule_script::rules::HookKind;

/// A search in one position. The game is a fork that is played on and taken back.
pub struct MctsSearch {
    pub game: Game,
    pub table: PlayerMap,
    pub tree: SearchTree,
    seat: Seat,
    /// The longest that is played at random before the board is measured.
    most: usize,
    /// How many nodes the tree may have.
    room: usize,
    /// How many positions were looked at, and how many may be until no more moves are hung below nodes.
    pub positions: u64,
    pub allowance: Option<u64>,
    /// When the search is to be over.
    pub until: Option<Instant>,
    path: Vec<NodeIndex>,
    nodes: Vec<(i32, TreeNode)>,
    /// Says what a position is worth that is not the end.
    judge: Option<Box<dyn ScriptBot>>,
}

/// The longest random play, in games that end and in those that need not.
const MAX_PLAYOUT_PLIES: usize = 600;
const MAX_OPEN_ENDED_PLIES: usize = 60;

/// How many new nodes a game may pass on its way to the end of a turn.
const MAX_NODES_PAST_TURN: usize = 4;

/// How many moves are looked at between two looks at the clock.
const BETWEEN_CLOCKS: usize = 64;

/// Without a random move before a position is judged, the judgement is always the same.
fn exploration(most: usize) -> Exploration {
    if most == 0 { Exploration::NARROW } else { Exploration::WIDE }
}

impl MctsSearch {
    /// A search in a game of its own, one of so many that share the memory there is.
    pub fn new(game: Game, seat: Seat, sharers: usize) -> MctsSearch {
        let table = PlayerMap::of(&game);
        let most = match game.plan().mechanic.open_ended() {
            Some(_) => MAX_OPEN_ENDED_PLIES,
            // A script that ends games may turn what is good around.
            None if game.board().prefers_static_eval() && !game.plan().has_hook(HookKind::Finish) => 0,
            None => MAX_PLAYOUT_PLIES,
        };
        MctsSearch {
            tree: SearchTree::new(table.team(&game, seat), exploration(most)),
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

    /// Asks a script what positions are worth, after a few random moves if it wants them.
    pub fn ask(&mut self, judge: &dyn BotScript) -> Result<(), HookFault> {
        if let BotScriptKind::Judges { plies, .. } = judge.kind() {
            self.most = plies;
            self.tree = SearchTree::new(self.tree.node(SearchTree::ROOT).team, exploration(plies));
            self.judge = Some(judge.instantiate(self.game.plan())?);
        }
        Ok(())
    }

    /// Lists the moves to choose from: all there are, for whoever watches may want to see what any of them is worth.
    pub fn begin(&mut self, rng: &mut Rng) -> Result<(), HookFault> {
        self.game.determinise(self.seat, rng);
        let moves = own_moves(&mut self.game, self.seat)?;
        self.expand(SearchTree::ROOT, moves, rng)
    }

    /// Whether there is nothing left to find out: the best move is known, and where somebody wants that its worth.
    pub fn is_settled(&self, wants_worth: bool) -> bool {
        let enough = if wants_worth && self.table.can_prove() { 1 } else { 2 };
        let is_last = || !self.tree.has_contenders(enough);
        self.tree.node(SearchTree::ROOT).proof.is_some() || is_last()
    }

    /// Plays one game through the tree to its end and notes what came of it.
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

    /// Whether a team that has just moved moves again, and the board is measured right away. Measures tell who is to move:
    /// in the middle of a turn they would say that all is well, and every move whose turn was looked at to its end would
    /// seem worse than those that were not.
    fn is_within_turn(&self, team: Team) -> bool {
        let is_measured = self.most == 0 && self.judge.is_none() && !self.table.has_chance;
        is_measured && self.table.teams > 1 && self.table.team(&self.game, self.game.seat()) == team
    }

    /// The child to go on with; none where nobody can move.
    fn next(&mut self, at: NodeIndex, rng: &mut Rng) -> Result<Option<NodeIndex>, HookFault> {
        if self.tree.node(at).is_leaf() {
            let moves = self.game.search_moves()?;
            self.expand(at, moves, rng)?;
        }
        Ok(self.tree.select(at, self.tree.width(at), |_| true))
    }

    /// The child to go on with where the moves hang on what was dealt: other children of the same node wait for another
    /// deal.
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
                let node = TreeNode::new(mv, self.table.mover(&self.game, mv), None);
                return Ok(Some(self.tree.add(at, node)));
            }
        }
        Ok(self.tree.select(at, width, |mv| moves.binary_search(&mv).is_ok()))
    }

    /// What it is worth that nobody can move, or that nobody knows what can be moved.
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

    /// Hangs moves below a node, those that measure best first and equal ones in the order of the dice. A move that wins
    /// at once is the only one worth keeping. When the time is up the others come behind as they are.
    fn expand(&mut self, at: NodeIndex, mut moves: Vec<Move>, rng: &mut Rng) -> Result<(), HookFault> {
        rng.shuffle(&mut moves);
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clear();
        let mut is_late = false;
        for (number, mv) in moves.into_iter().enumerate() {
            let team = self.table.mover(&self.game, mv);
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
                // A win that nobody shares needs no proof against anybody.
                Some(end)
                    if at == SearchTree::ROOT
                        && !end.is_partial
                        && self.table.wins(&self.game, end, team) =>
                {
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

    /// Plays at random to the end.
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

    /// A race in which all keep the same pace: one after the other makes any of its moves.
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
