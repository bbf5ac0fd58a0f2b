//! Search tree: one node per move, children linked as a list, all nodes in one vector.

use houserule_core::mechanics::{Move, Team};

use crate::bot::players::Returns;

/// Index of a node.
pub type NodeIndex = u32;

const NONE: NodeIndex = NodeIndex::MAX;

/// Proven value of a position for the team that moved into it (MCTS-Solver), worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ProvenValue {
    Loss,
    Draw,
    Win,
}

impl ProvenValue {
    pub fn for_other(self) -> ProvenValue {
        match self {
            ProvenValue::Loss => ProvenValue::Win,
            ProvenValue::Draw => ProvenValue::Draw,
            ProvenValue::Win => ProvenValue::Loss,
        }
    }

    /// Results of both teams.
    pub fn rewards(self, team: Team) -> Returns {
        let own = match self {
            ProvenValue::Loss => 0.0,
            ProvenValue::Draw => 0.5,
            ProvenValue::Win => 1.0,
        };
        let mut rewards = Returns::default();
        (rewards[team], rewards[team.other()]) = (own, 1.0 - own);
        rewards
    }
}

#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    pub mv: Move,
    pub visits: u32,
    /// Sum of the results of the team that moved here, over all visits.
    sum: f32,
    first: NodeIndex,
    next: NodeIndex,
    pub team: Team,
    pub proof: Option<ProvenValue>,
}

impl TreeNode {
    pub fn new(mv: Move, team: Team, proof: Option<ProvenValue>) -> TreeNode {
        TreeNode { mv, visits: 0, sum: 0.0, first: NONE, next: NONE, team, proof }
    }

    pub fn is_leaf(&self) -> bool {
        self.first == NONE
    }

    pub fn sum(&self) -> f32 {
        self.sum
    }
}

/// Exploration constants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploration {
    /// Constant c of UCT: weight of the term for rarely visited moves.
    exploration: f32,
    /// Progressive widening: children considered, per square root of the node's visits.
    widening: f32,
}

impl Exploration {
    /// For random playouts, which say little individually.
    pub const WIDE: Exploration = Exploration { exploration: 0.6, widening: 2.0 };
    /// For static evaluations: one says as much as a hundred, so the search may go deep. In a road game 3,000 playouts
    /// with these constants won four games of five against 3,000 with the others.
    pub const NARROW: Exploration = Exploration { exploration: 0.1, widening: 1.0 };
}

#[derive(Clone, Debug)]
pub struct SearchTree {
    nodes: Vec<TreeNode>,
    exploration: Exploration,
}

impl SearchTree {
    pub const ROOT: NodeIndex = 0;

    /// Maximum number of nodes per search.
    pub const MAX_NODES: usize = 6_000_000;

    /// Tree that contains only its root, where `team` is to move. The proof of the root is for that team.
    pub fn new(team: Team, exploration: Exploration) -> SearchTree {
        SearchTree { nodes: vec![TreeNode::new(Move(0), team, None)], exploration }
    }

    pub fn node(&self, at: NodeIndex) -> &TreeNode {
        &self.nodes[at as usize]
    }

    pub fn is_bare(&self) -> bool {
        self.node(SearchTree::ROOT).is_leaf()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the root was visited so often that the `f32` sums are about to lose single visits.
    pub fn is_saturated(&self) -> bool {
        const MAX_VISITS: u32 = 1 << 23;
        self.node(SearchTree::ROOT).visits >= MAX_VISITS
    }

    pub fn children(&self, of: NodeIndex) -> impl Iterator<Item = NodeIndex> + '_ {
        let link = |at: NodeIndex| (at != NONE).then_some(at);
        std::iter::successors(link(self.node(of).first), move |at| link(self.node(*at).next))
    }

    /// Appends the children of a leaf, in the order in which they are to be tried.
    pub fn expand(&mut self, below: NodeIndex, children: &[TreeNode]) {
        let start = self.nodes.len() as NodeIndex;
        self.nodes.extend_from_slice(children);
        for at in start..self.nodes.len() as NodeIndex {
            self.nodes[at as usize].next = if at as usize + 1 < self.nodes.len() { at + 1 } else { NONE };
        }
        self.nodes[below as usize].first = if children.is_empty() { NONE } else { start };
    }

    /// Adds one more child to a node.
    pub fn add(&mut self, below: NodeIndex, mut child: TreeNode) -> NodeIndex {
        let at = self.nodes.len() as NodeIndex;
        child.next = self.node(below).first;
        self.nodes.push(child);
        self.nodes[below as usize].first = at;
        at
    }

    /// Progressive widening: number of children considered at the node's current visit count.
    pub fn width(&self, of: NodeIndex) -> usize {
        const LEAST: f32 = 6.0;
        (LEAST + self.exploration.widening * (self.node(of).visits as f32).sqrt()) as usize
    }

    /// Child selected by UCT among those that are `is_open`: an unvisited one, or the one with the highest upper
    /// confidence bound. Progressive widening considers only the first `width` children; proven losses are skipped as
    /// long as there is another.
    pub fn select(&self, of: NodeIndex, width: usize, is_open: impl Fn(Move) -> bool) -> Option<NodeIndex> {
        let log = natural_log(self.node(of).visits.max(1));
        let mut best: Option<(f32, NodeIndex)> = None;
        let mut seen = 0;
        for at in self.children(of) {
            let node = self.node(at);
            if node.proof == Some(ProvenValue::Loss) || !is_open(node.mv) {
                continue;
            }
            if node.visits == 0 {
                return Some(at);
            }
            let visits = node.visits as f32;
            let value = node.sum / visits + self.exploration.exploration * (log / visits).sqrt();
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

    /// Adds a result to all nodes of a path.
    pub fn backpropagate(&mut self, path: &[NodeIndex], rewards: &Returns) {
        for &at in path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.sum += rewards[node.team];
        }
    }

    pub fn prove(&mut self, at: NodeIndex, proof: ProvenValue) {
        self.nodes[at as usize].proof = Some(proof);
    }

    /// Propagates the proof of the last node of a path towards the root.
    pub fn backpropagate_proof(&mut self, path: &[NodeIndex]) {
        for &at in path.iter().rev() {
            if self.node(at).proof.is_some() {
                continue;
            }
            let Some(proof) = self.proven_by_children(at) else { return };
            self.prove(at, proof);
        }
    }

    /// Proven value that follows from the children: the team to move takes its best move.
    pub fn proven_by_children(&self, at: NodeIndex) -> Option<ProvenValue> {
        let mut best = ProvenValue::Loss;
        let mut all = true;
        let mut mover = None;
        for child in self.children(at) {
            let child = self.node(child);
            mover = Some(child.team);
            match child.proof {
                Some(proof) => best = best.max(proof),
                None => all = false,
            }
        }
        let mover = mover.filter(|_| all || best == ProvenValue::Win)?;
        Some(if mover == self.node(at).team { best } else { best.for_other() })
    }

    /// Child of the root reached by a move.
    pub fn child(&self, mv: Move) -> Option<NodeIndex> {
        self.children(SearchTree::ROOT).find(|at| self.node(*at).mv == mv)
    }

    /// Principal variation after a node: the best known moves, as far as anything is known.
    pub fn principal_variation(&self, from: NodeIndex) -> Vec<Move> {
        const MAX_PV_LEN: usize = 24;
        let rank = |at: &NodeIndex| {
            let node = self.node(*at);
            (node.proof.map_or(ProvenValue::Draw, |proof| proof), node.visits, std::cmp::Reverse(*at))
        };
        let next = |at: &NodeIndex| self.children(*at).max_by_key(rank);
        let is_known = |at: &NodeIndex| self.node(*at).visits > 0 || self.node(*at).proof.is_some();
        std::iter::successors(next(&from), next)
            .take_while(is_known)
            .take(MAX_PV_LEN)
            .map(|at| self.node(at).mv)
            .collect()
    }

    /// Whether at least `enough` children of the root may still be the best. Stops counting early, because roots may
    /// have very many children and this is called often.
    pub fn has_contenders(&self, enough: usize) -> bool {
        let mut open = self.children(SearchTree::ROOT).filter(|at| self.node(*at).proof != Some(ProvenValue::Loss));
        enough == 0 || open.nth(enough - 1).is_some()
    }

    /// Subtree of a node as a tree of its own, in which `team` is to move.
    pub fn reroot(&self, root: NodeIndex, team: Team) -> SearchTree {
        let mut top = *self.node(root);
        top.proof = top.proof.map(|proof| if top.team == team { proof } else { proof.for_other() });
        (top.team, top.sum) = (team, 0.0);
        (top.first, top.next) = (NONE, NONE);
        let mut tree = SearchTree { nodes: vec![top], exploration: self.exploration };
        let mut open = vec![(root, SearchTree::ROOT)];
        let mut copied = Vec::new();
        while let Some((from, to)) = open.pop() {
            copied.clear();
            for child in self.children(from) {
                open.push((child, (tree.nodes.len() + copied.len()) as NodeIndex));
                copied.push(TreeNode { first: NONE, ..*self.node(child) });
            }
            tree.expand(to, &copied);
        }
        tree
    }
}

/// Natural logarithm that is identical on every machine and accurate enough for UCT.
fn natural_log(number: u32) -> f32 {
    const OF_TWO: f32 = std::f32::consts::LN_2;
    let whole = number.ilog2();
    let part = number as f32 / (1u64 << whole) as f32 - 1.0;
    OF_TWO * (whole as f32 + part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(proofs: &[Option<ProvenValue>]) -> SearchTree {
        let mut tree = SearchTree::new(Team::FIRST, Exploration::WIDE);
        let children: Vec<TreeNode> =
            proofs.iter().zip(0..).map(|(proof, mv)| TreeNode::new(Move(mv), Team::FIRST, *proof)).collect();
        tree.expand(SearchTree::ROOT, &children);
        tree
    }

    #[test]
    fn one_win_proves_a_position_and_a_loss_only_if_all_are() {
        use ProvenValue::{Draw, Loss, Win};
        let proven = |proofs: &[Option<ProvenValue>]| tree(proofs).proven_by_children(SearchTree::ROOT);
        assert_eq!(proven(&[None, Some(Win)]), Some(Win));
        assert_eq!(proven(&[None, Some(Loss)]), None);
        assert_eq!(proven(&[Some(Loss), Some(Loss)]), Some(Loss));
        assert_eq!(proven(&[Some(Loss), Some(Draw)]), Some(Draw));
        assert_eq!(proven(&[]), None);
    }

    #[test]
    fn a_part_of_a_tree_is_seen_by_the_side_that_is_to_move() {
        let mut whole = tree(&[None, Some(ProvenValue::Loss)]);
        whole.expand(
            2,
            &[TreeNode::new(Move(7), Team::new(1), Some(ProvenValue::Win)), TreeNode::new(Move(8), Team::new(1), None)],
        );
        let part = whole.reroot(2, Team::new(1));
        assert_eq!(part.node(SearchTree::ROOT).proof, Some(ProvenValue::Win));
        assert_eq!(part.children(SearchTree::ROOT).map(|at| part.node(at).mv).collect::<Vec<_>>(), [Move(7), Move(8)]);
    }

    #[test]
    fn logarithms_are_near_the_true_ones() {
        for number in [1, 2, 3, 10, 1000, 123_456] {
            assert!((natural_log(number) - (number as f32).ln()).abs() < 0.07, "{number}");
        }
    }
}
