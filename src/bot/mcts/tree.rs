//! The tree of what was tried: one node a move, children linked one to the next, all in one stretch of memory.

use crate::mechanics::{MAX_SEATS, Move};

use crate::bot::table::Rewards;

/// A node's place.
pub type Index = u32;

const NONE: Index = Index::MAX;

/// What is known for certain of a position, for the side that moved into it; the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Proof {
    Loss,
    Draw,
    Win,
}

impl Proof {
    pub fn for_other(self) -> Proof {
        match self {
            Proof::Loss => Proof::Win,
            Proof::Draw => Proof::Draw,
            Proof::Win => Proof::Loss,
        }
    }

    /// What every one of two sides gets.
    pub fn rewards(self, side: u8) -> Rewards {
        let own = match self {
            Proof::Loss => 0.0,
            Proof::Draw => 0.5,
            Proof::Win => 1.0,
        };
        let mut rewards = [0.0; MAX_SEATS];
        (rewards[0], rewards[1]) = if side == 0 { (own, 1.0 - own) } else { (1.0 - own, own) };
        rewards
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub mv: Move,
    pub visits: u32,
    /// What the side that moved here got in all visits together.
    sum: f32,
    first: Index,
    next: Index,
    pub side: u8,
    pub proof: Option<Proof>,
}

impl Node {
    pub fn new(mv: Move, side: u8, proof: Option<Proof>) -> Node {
        Node { mv, visits: 0, sum: 0.0, first: NONE, next: NONE, side, proof }
    }

    pub fn is_bare(&self) -> bool {
        self.first == NONE
    }

    pub fn sum(&self) -> f32 {
        self.sum
    }
}

/// How readily a tree leaves the move that looks best for others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Appetite {
    /// What it adds to a move that it was seldom tried.
    curiosity: f32,
    /// By how much the moves grow that are considered, for the root of a node's visits.
    spread: f32,
}

impl Appetite {
    /// For games played out at random, each of which says little.
    pub const WIDE: Appetite = Appetite { curiosity: 0.6, spread: 2.0 };
    /// For positions that are measured: once says as much as a hundred times, so the search may go deep. In a road game
    /// 3,000 playouts of this kind won four games of five against as many of the other.
    pub const NARROW: Appetite = Appetite { curiosity: 0.1, spread: 1.0 };
}

#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    appetite: Appetite,
}

impl Tree {
    pub const ROOT: Index = 0;

    /// So many nodes are made in one search, and no more.
    pub const MOST: usize = 6_000_000;

    /// A tree of nothing but a position in which a side is to move. The proof of the root is for that side.
    pub fn new(side: u8, appetite: Appetite) -> Tree {
        Tree { nodes: vec![Node::new(Move(0), side, None)], appetite }
    }

    pub fn node(&self, at: Index) -> &Node {
        &self.nodes[at as usize]
    }

    pub fn is_bare(&self) -> bool {
        self.node(Tree::ROOT).is_bare()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it was visited so often that its sums soon cannot tell one visit from none.
    pub fn is_sated(&self) -> bool {
        const MOST_VISITS: u32 = 1 << 23;
        self.node(Tree::ROOT).visits >= MOST_VISITS
    }

    pub fn children(&self, of: Index) -> impl Iterator<Item = Index> + '_ {
        let link = |at: Index| (at != NONE).then_some(at);
        std::iter::successors(link(self.node(of).first), move |at| link(self.node(*at).next))
    }

    /// Hangs children below a node that has none, the one to be tried first first.
    pub fn hang(&mut self, below: Index, children: &[Node]) {
        let start = self.nodes.len() as Index;
        self.nodes.extend_from_slice(children);
        for at in start..self.nodes.len() as Index {
            self.nodes[at as usize].next = if at as usize + 1 < self.nodes.len() { at + 1 } else { NONE };
        }
        self.nodes[below as usize].first = if children.is_empty() { NONE } else { start };
    }

    /// Hangs one more child below a node.
    pub fn add(&mut self, below: Index, mut child: Node) -> Index {
        let at = self.nodes.len() as Index;
        child.next = self.node(below).first;
        self.nodes.push(child);
        self.nodes[below as usize].first = at;
        at
    }

    /// How many children of a node are considered, after so many visits.
    pub fn width(&self, of: Index) -> usize {
        const LEAST: f32 = 6.0;
        (LEAST + self.appetite.spread * (self.node(of).visits as f32).sqrt()) as usize
    }

    /// The child to be tried next of those that `is_open`: one that was not tried yet, or the best by what it brought and
    /// how seldom it was tried. Of many children those at the end wait until the node was visited often; lost ones are
    /// left alone as long as there is another.
    pub fn pick(&self, of: Index, width: usize, is_open: impl Fn(Move) -> bool) -> Option<Index> {
        let log = natural_log(self.node(of).visits.max(1));
        let mut best: Option<(f32, Index)> = None;
        let mut seen = 0;
        for at in self.children(of) {
            let node = self.node(at);
            if node.proof == Some(Proof::Loss) || !is_open(node.mv) {
                continue;
            }
            if node.visits == 0 {
                return Some(at);
            }
            let visits = node.visits as f32;
            let value = node.sum / visits + self.appetite.curiosity * (log / visits).sqrt();
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, at));
            }
            seen += 1;
            if seen >= width {
                break;
            }
        }
        let any = || self.children(of).find(|at| is_open(self.node(*at).mv));
        best.map(|(_, at)| at).or_else(any)
    }

    /// Notes what a game brought to all nodes on its way.
    pub fn reward(&mut self, path: &[Index], rewards: &Rewards) {
        for &at in path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.sum += rewards[node.side as usize];
        }
    }

    pub fn prove(&mut self, at: Index, proof: Proof) {
        self.nodes[at as usize].proof = Some(proof);
    }

    /// Draws the conclusions from the proof of the last node of a path for those before it.
    pub fn conclude(&mut self, path: &[Index]) {
        for &at in path.iter().rev() {
            if self.node(at).proof.is_some() {
                continue;
            }
            let Some(proof) = self.proven_by_children(at) else { return };
            self.prove(at, proof);
        }
    }

    /// What follows for a node: the side to move there takes the best of its moves.
    pub fn proven_by_children(&self, at: Index) -> Option<Proof> {
        let mut best = Proof::Loss;
        let mut all = true;
        let mut mover = None;
        for child in self.children(at) {
            let child = self.node(child);
            mover = Some(child.side);
            match child.proof {
                Some(proof) => best = best.max(proof),
                None => all = false,
            }
        }
        let mover = mover.filter(|_| all || best == Proof::Win)?;
        Some(if mover == self.node(at).side { best } else { best.for_other() })
    }

    /// The node that a move of the root leads to.
    pub fn child(&self, mv: Move) -> Option<Index> {
        self.children(Tree::ROOT).find(|at| self.node(*at).mv == mv)
    }

    /// The moves that are expected after a node: from each the best that is known, as far as something is.
    pub fn line(&self, from: Index) -> Vec<Move> {
        const LONGEST: usize = 24;
        let rank = |at: &Index| {
            let node = self.node(*at);
            (node.proof.map_or(Proof::Draw, |proof| proof), node.visits, std::cmp::Reverse(*at))
        };
        let next = |at: &Index| self.children(*at).max_by_key(rank);
        let is_known = |at: &Index| self.node(*at).visits > 0 || self.node(*at).proof.is_some();
        std::iter::successors(next(&from), next)
            .take_while(is_known)
            .take(LONGEST)
            .map(|at| self.node(at).mv)
            .collect()
    }

    /// Whether so many children of the root may still be the best. There may be very many of them, and it is asked often.
    pub fn has_contenders(&self, enough: usize) -> bool {
        let mut open = self.children(Tree::ROOT).filter(|at| self.node(*at).proof != Some(Proof::Loss));
        enough == 0 || open.nth(enough - 1).is_some()
    }

    /// What lies below a node, as a tree of its own in which a side is to move.
    pub fn below(&self, root: Index, side: u8) -> Tree {
        let mut top = *self.node(root);
        top.proof = top.proof.map(|proof| if top.side == side { proof } else { proof.for_other() });
        (top.side, top.sum) = (side, 0.0);
        (top.first, top.next) = (NONE, NONE);
        let mut tree = Tree { nodes: vec![top], appetite: self.appetite };
        let mut open = vec![(root, Tree::ROOT)];
        let mut copied = Vec::new();
        while let Some((from, to)) = open.pop() {
            copied.clear();
            for child in self.children(from) {
                open.push((child, (tree.nodes.len() + copied.len()) as Index));
                copied.push(Node { first: NONE, ..*self.node(child) });
            }
            tree.hang(to, &copied);
        }
        tree
    }
}

/// A natural logarithm that is the same on every machine, near enough for curiosity.
fn natural_log(number: u32) -> f32 {
    const OF_TWO: f32 = std::f32::consts::LN_2;
    let whole = number.ilog2();
    let part = number as f32 / (1u64 << whole) as f32 - 1.0;
    OF_TWO * (whole as f32 + part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(proofs: &[Option<Proof>]) -> Tree {
        let mut tree = Tree::new(0, Appetite::WIDE);
        let children: Vec<Node> =
            proofs.iter().zip(0..).map(|(proof, mv)| Node::new(Move(mv), 0, *proof)).collect();
        tree.hang(Tree::ROOT, &children);
        tree
    }

    #[test]
    fn one_win_proves_a_position_and_a_loss_only_if_all_are() {
        use Proof::{Draw, Loss, Win};
        let proven = |proofs: &[Option<Proof>]| tree(proofs).proven_by_children(Tree::ROOT);
        assert_eq!(proven(&[None, Some(Win)]), Some(Win));
        assert_eq!(proven(&[None, Some(Loss)]), None);
        assert_eq!(proven(&[Some(Loss), Some(Loss)]), Some(Loss));
        assert_eq!(proven(&[Some(Loss), Some(Draw)]), Some(Draw));
        assert_eq!(proven(&[]), None);
    }

    #[test]
    fn a_part_of_a_tree_is_seen_by_the_side_that_is_to_move() {
        let mut whole = tree(&[None, Some(Proof::Loss)]);
        whole.hang(2, &[Node::new(Move(7), 1, Some(Proof::Win)), Node::new(Move(8), 1, None)]);
        let part = whole.below(2, 1);
        assert_eq!(part.node(Tree::ROOT).proof, Some(Proof::Win));
        assert_eq!(
            part.children(Tree::ROOT).map(|at| part.node(at).mv).collect::<Vec<_>>(),
            [Move(7), Move(8)]
        );
    }

    #[test]
    fn logarithms_are_near_the_true_ones() {
        for number in [1, 2, 3, 10, 1000, 123_456] {
            assert!((natural_log(number) - (number as f32).ln()).abs() < 0.07, "{number}");
        }
    }
}
