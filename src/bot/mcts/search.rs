//! One simulated game after another: down the tree, one step beyond it, and at random to the end.

use std::cmp::Reverse;
use std::time::Instant;

use super::tree::{Appetite, Index, Node, Proof, Tree};
use crate::bot::own_moves;
use crate::bot::table::{Rewards, TableView};
use crate::chance::Dice;
use crate::game::{Game, GameEnd, HookFault, Mind, MindKind, Thinker};
use crate::mechanics::{Move, Seat};
use crate::rules::HookKind;

/// A search in one position. The game is a fork that is played on and taken back.
pub struct Search {
    pub game: Game,
    pub table: TableView,
    pub tree: Tree,
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
    path: Vec<Index>,
    nodes: Vec<(i32, Node)>,
    /// Says what a position is worth that is not the end.
    judge: Option<Box<dyn Mind>>,
}

/// The longest random play, in games that end and in those that need not.
const LONGEST: usize = 600;
const LONGEST_OPEN_ENDED: usize = 60;

/// How many new nodes a game may pass on its way to the end of a turn.
const MOST_BEYOND: usize = 4;

/// How many moves are looked at between two looks at the clock.
const BETWEEN_CLOCKS: usize = 64;

/// Without a random move before a position is judged, the judgement is always the same.
fn appetite(most: usize) -> Appetite {
    if most == 0 { Appetite::NARROW } else { Appetite::WIDE }
}

impl Search {
    /// A search in a game of its own, one of so many that share the memory there is.
    pub fn new(game: Game, seat: Seat, sharers: usize) -> Search {
        let table = TableView::of(&game);
        let most = match game.plan().mechanic.open_ended() {
            Some(_) => LONGEST_OPEN_ENDED,
            // A script that ends games may turn what is good around.
            None if game.board().is_telling() && !game.plan().has_hook(HookKind::Finish) => 0,
            None => LONGEST,
        };
        Search {
            tree: Tree::new(table.side(&game, seat), appetite(most)),
            game,
            table,
            seat,
            most,
            room: Tree::MOST / sharers.max(1),
            positions: 0,
            allowance: None,
            until: None,
            path: Vec::new(),
            nodes: Vec::new(),
            judge: None,
        }
    }

    /// Asks a script what positions are worth, after a few random moves if it wants them.
    pub fn ask(&mut self, judge: &dyn Thinker) -> Result<(), HookFault> {
        if let MindKind::Judges { plies, .. } = judge.kind() {
            self.most = plies;
            self.tree = Tree::new(self.tree.node(Tree::ROOT).side, appetite(plies));
            self.judge = Some(judge.wake(self.game.plan())?);
        }
        Ok(())
    }

    /// Lists the moves to choose from: all there are, for whoever watches may want to see what any of them is worth.
    pub fn begin(&mut self, dice: &mut Dice) -> Result<(), HookFault> {
        self.game.determinise(self.seat, dice);
        let moves = own_moves(&mut self.game, self.seat)?;
        self.hang(Tree::ROOT, moves, dice)
    }

    /// Whether there is nothing left to find out: the best move is known, and where somebody wants that its worth.
    pub fn is_settled(&self, wants_worth: bool) -> bool {
        let enough = if wants_worth && self.table.can_prove() { 1 } else { 2 };
        let is_last = || !self.tree.has_contenders(enough);
        self.tree.node(Tree::ROOT).proof.is_some() || is_last()
    }

    /// Plays one game through the tree to its end and notes what came of it.
    pub fn simulate(&mut self, dice: &mut Dice) -> Result<(), HookFault> {
        if self.table.has_chance {
            self.game.determinise(self.seat, dice);
        }
        self.path.clear();
        self.path.push(Tree::ROOT);
        let rewards = self.descend(dice);
        self.game.take_back_all();
        self.tree.reward(&self.path, &rewards?);
        if self.table.can_prove() {
            self.tree.conclude(&self.path);
        }
        Ok(())
    }

    fn descend(&mut self, dice: &mut Dice) -> Result<Rewards, HookFault> {
        let (mut at, mut beyond) = (Tree::ROOT, 0);
        loop {
            let node = *self.tree.node(at);
            if let Some(proof) = node.proof {
                return Ok(proof.rewards(node.side));
            }
            if at != Tree::ROOT
                && let Some(end) = self.game.end()
            {
                return Ok(self.table.of_end(&self.game, end));
            }
            let is_new = at != Tree::ROOT && node.visits == 0;
            let is_full = self.tree.len() >= self.room || node.is_bare() && self.has_spent_all();
            let is_cut = at != Tree::ROOT && (self.table.is_race || is_full);
            beyond += usize::from(is_new);
            if is_cut || is_new && (beyond > MOST_BEYOND || !self.is_within_turn(node.side)) {
                return self.play_out(dice);
            }
            let next = match self.table.has_chance {
                true => self.next_by_chance(at, dice)?,
                false => self.next(at, dice)?,
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

    /// Whether a side that has just moved moves again, and the board is measured right away. Measures tell who is to move:
    /// in the middle of a turn they would say that all is well, and every move whose turn was looked at to its end would
    /// seem worse than those that were not.
    fn is_within_turn(&self, side: u8) -> bool {
        let is_measured = self.most == 0 && self.judge.is_none() && !self.table.has_chance;
        is_measured && self.table.sides > 1 && self.table.side(&self.game, self.game.seat()) == side
    }

    /// The child to go on with; none where nobody can move.
    fn next(&mut self, at: Index, dice: &mut Dice) -> Result<Option<Index>, HookFault> {
        if self.tree.node(at).is_bare() {
            let moves = self.game.moves_that_matter()?;
            self.hang(at, moves, dice)?;
        }
        Ok(self.tree.pick(at, self.tree.width(at), |_| true))
    }

    /// The child to go on with where the moves hang on what was dealt: other children of the same node wait for another
    /// deal.
    fn next_by_chance(&mut self, at: Index, dice: &mut Dice) -> Result<Option<Index>, HookFault> {
        let mut moves = match at {
            Tree::ROOT => own_moves(&mut self.game, self.seat)?,
            _ => self.game.legal_moves()?,
        };
        moves.sort_unstable();
        let width = self.tree.width(at);
        if at != Tree::ROOT {
            let has = |mv: &Move| moves.binary_search(mv).is_ok();
            let known: Vec<Move> = self.tree.children(at).map(|child| self.tree.node(child).mv).collect();
            let open = known.iter().filter(|mv| has(mv)).count();
            if open < width.min(moves.len()) {
                let fresh: Vec<Move> = moves.iter().copied().filter(|mv| !known.contains(mv)).collect();
                let mv = fresh[dice.below(fresh.len())];
                let node = Node::new(mv, self.table.mover(&self.game, mv), None);
                return Ok(Some(self.tree.add(at, node)));
            }
        }
        Ok(self.tree.pick(at, width, |mv| moves.binary_search(&mv).is_ok()))
    }

    /// What it is worth that nobody can move, or that nobody knows what can be moved.
    fn stuck(&mut self, at: Index) -> Rewards {
        let Some(end) = self.game.end_if_stuck() else { return self.table.of_middle(&self.game) };
        if self.table.can_prove() {
            let proof = self.proof(end, self.tree.node(at).side);
            self.tree.prove(at, proof);
        }
        self.table.of_end(&self.game, end)
    }

    fn proof(&self, end: GameEnd, side: u8) -> Proof {
        if self.table.wins(&self.game, end, side) {
            return Proof::Win;
        }
        if self.table.wins(&self.game, end, 1 - side) { Proof::Loss } else { Proof::Draw }
    }

    /// Hangs moves below a node, those that measure best first and equal ones in the order of the dice. A move that wins
    /// at once is the only one worth keeping. When the time is up the others come behind as they are.
    fn hang(&mut self, at: Index, mut moves: Vec<Move>, dice: &mut Dice) -> Result<(), HookFault> {
        dice.shuffle(&mut moves);
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clear();
        let mut is_late = false;
        for (number, mv) in moves.into_iter().enumerate() {
            let side = self.table.mover(&self.game, mv);
            is_late |= number % BETWEEN_CLOCKS == BETWEEN_CLOCKS - 1
                && self.until.is_some_and(|until| Instant::now() >= until);
            if is_late {
                nodes.push((i32::MIN, Node::new(mv, side, None)));
                continue;
            }
            self.positions += 1;
            self.game.play(mv)?;
            let end = self.game.end();
            let lead = if end.is_none() { self.table.lead(&self.game, side) } else { 0 };
            self.game.undo();
            let proof = match end {
                Some(end) if self.table.can_prove() => Some(self.proof(end, side)),
                // A win that nobody shares needs no proof against anybody.
                Some(end)
                    if at == Tree::ROOT && !end.is_partial && self.table.wins(&self.game, end, side) =>
                {
                    Some(Proof::Win)
                }
                _ => None,
            };
            if proof == Some(Proof::Win) {
                nodes.clear();
            }
            nodes.push((lead, Node::new(mv, side, proof)));
            if proof == Some(Proof::Win) {
                break;
            }
        }
        nodes.sort_by_key(|(lead, _)| Reverse(*lead));
        let children: Vec<Node> = nodes.iter().map(|(_, node)| *node).collect();
        self.nodes = nodes;
        self.tree.hang(at, &children);
        if let Some(proof) = self.tree.proven_by_children(at).filter(|_| self.table.can_prove()) {
            self.tree.prove(at, proof);
        }
        Ok(())
    }

    /// Plays at random to the end.
    fn play_out(&mut self, dice: &mut Dice) -> Result<Rewards, HookFault> {
        let before = self.game.played();
        match self.table.is_race {
            true => self.race(dice)?,
            false => self.game.wander(self.most, |bound| dice.below(bound))?,
        }
        if let Some(end) = self.game.end() {
            return Ok(self.table.of_end(&self.game, end));
        }
        let is_stuck = self.game.played() - before < self.most;
        match self.game.end_if_stuck().filter(|_| is_stuck) {
            Some(end) => Ok(self.table.of_end(&self.game, end)),
            None => match &mut self.judge {
                Some(judge) => judge.judge(&self.game),
                None => Ok(self.table.of_middle(&self.game)),
            },
        }
    }

    /// A race in which all keep the same pace: one after the other makes any of its moves.
    fn race(&mut self, dice: &mut Dice) -> Result<(), HookFault> {
        let seats = self.game.plan().names.seats.len() as Seat;
        let (mut seat, mut idle, mut played) = (self.seat, 0, 0);
        while idle < seats && played < self.most && !self.game.ended() {
            seat = (seat + 1) % seats;
            let moves = own_moves(&mut self.game, seat)?;
            if moves.is_empty() {
                idle += 1;
                continue;
            }
            self.game.play(moves[dice.below(moves.len())])?;
            (idle, played) = (0, played + 1);
        }
        Ok(())
    }
}
