//! Search tree: one node per move, children linked as a list, all nodes in one vector.

use houserule_core::mechanics::{Move, Team};

use crate::bot::game_traits::Returns;

/// Index of a node.
pub type NodeIndex = u32;

const NO_NODE: NodeIndex = NodeIndex::MAX;

/// Proven value of a position for the team that moved into it (MCTS-Solver), worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ProvenValue {
    Loss,
    Draw,
    Win,
}

impl ProvenValue {
    pub fn for_opponent(self) -> ProvenValue {
        match self {
            ProvenValue::Loss => ProvenValue::Win,
            ProvenValue::Draw => ProvenValue::Draw,
            ProvenValue::Win => ProvenValue::Loss,
        }
    }

    /// Returns the results of both teams.
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
    /// Sum of the results over all visits, for the team that moved here.
    reward_sum: f32,
    first_child: NodeIndex,
    next_sibling: NodeIndex,
    pub team: Team,
    pub proof: Option<ProvenValue>,
}

impl TreeNode {
    pub fn new(mv: Move, team: Team, proof: Option<ProvenValue>) -> TreeNode {
        TreeNode { mv, visits: 0, reward_sum: 0.0, first_child: NO_NODE, next_sibling: NO_NODE, team, proof }
    }

    pub fn is_leaf(&self) -> bool {
        self.first_child == NO_NODE
    }

    pub fn reward_sum(&self) -> f32 {
        self.reward_sum
    }
}

/// Exploration constants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploration {
    /// Constant c of UCT: weight of the term for rarely visited moves.
    uct_c: f32,
    /// Progressive widening: children considered, per square root of the node's visits.
    widening: f32,
}

impl Exploration {
    /// For random playouts, which are noisy.
    pub const WIDE: Exploration = Exploration { uct_c: 0.6, widening: 2.0 };
    /// For static evaluations, which are deterministic, so the search may go deep. In a road game, 3,000 playouts with
    /// these constants won four games of five against 3,000 with the others.
    pub const NARROW: Exploration = Exploration { uct_c: 0.1, widening: 1.0 };
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

    /// Creates a tree that contains only its root, where `team` is to move. The proof of the root is for that team.
    pub fn new(team: Team, exploration: Exploration) -> SearchTree {
        SearchTree { nodes: vec![TreeNode::new(Move(0), team, None)], exploration }
    }

    pub fn node(&self, at: NodeIndex) -> &TreeNode {
        &self.nodes[at as usize]
    }

    pub fn is_unexpanded(&self) -> bool {
        self.node(SearchTree::ROOT).is_leaf()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the root has so many visits that the `f32` sums are about to lose single visits.
    pub fn is_saturated(&self) -> bool {
        const MAX_VISITS: u32 = 1 << 23;
        self.node(SearchTree::ROOT).visits >= MAX_VISITS
    }

    pub fn children(&self, parent: NodeIndex) -> impl Iterator<Item = NodeIndex> + '_ {
        let link = |at: NodeIndex| (at != NO_NODE).then_some(at);
        std::iter::successors(link(self.node(parent).first_child), move |at| link(self.node(*at).next_sibling))
    }

    /// Appends the children of a leaf in the order in which to try them.
    pub fn expand(&mut self, parent: NodeIndex, children: &[TreeNode]) {
        let start = self.nodes.len() as NodeIndex;
        self.nodes.extend_from_slice(children);
        for at in start..self.nodes.len() as NodeIndex {
            self.nodes[at as usize].next_sibling = if at as usize + 1 < self.nodes.len() { at + 1 } else { NO_NODE };
        }
        self.nodes[parent as usize].first_child = if children.is_empty() { NO_NODE } else { start };
    }

    /// Adds one more child to a node.
    pub fn add_child(&mut self, parent: NodeIndex, mut child: TreeNode) -> NodeIndex {
        let at = self.nodes.len() as NodeIndex;
        child.next_sibling = self.node(parent).first_child;
        self.nodes.push(child);
        self.nodes[parent as usize].first_child = at;
        at
    }

    /// Returns the number of children that progressive widening considers at the node's current visit count.
    pub fn width(&self, parent: NodeIndex) -> usize {
        const MIN_WIDTH: f32 = 6.0;
        (MIN_WIDTH + self.exploration.widening * (self.node(parent).visits as f32).sqrt()) as usize
    }

    /// Selects a child by UCT among those that are `is_open`: an unvisited one, or the one with the highest upper
    /// confidence bound. Progressive widening considers only the first `width` children. A proven loss is selected only
    /// if there is no other child.
    pub fn select(&self, parent: NodeIndex, width: usize, is_open: impl Fn(Move) -> bool) -> Option<NodeIndex> {
        let log = natural_log(self.node(parent).visits.max(1));
        let mut best: Option<(f32, NodeIndex)> = None;
        let mut considered = 0;
        for at in self.children(parent) {
            let node = self.node(at);
            if node.proof == Some(ProvenValue::Loss) || !is_open(node.mv) {
                continue;
            }
            if node.visits == 0 {
                return Some(at);
            }
            let visits = node.visits as f32;
            let value = node.reward_sum / visits + self.exploration.uct_c * (log / visits).sqrt();
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, at));
            }
            considered += 1;
            if considered >= width {
                break;
            }
        }
        let fallback = || self.children(parent).find(|at| is_open(self.node(*at).mv));
        best.map(|(_, at)| at).or_else(fallback)
    }

    /// Adds a result to all nodes of a path.
    pub fn backpropagate(&mut self, path: &[NodeIndex], rewards: &Returns) {
        for &at in path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.reward_sum += rewards[node.team];
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

    /// Returns the value that the children prove: the team to move takes its best move.
    pub fn proven_by_children(&self, at: NodeIndex) -> Option<ProvenValue> {
        let mut best = ProvenValue::Loss;
        let mut all_proven = true;
        let mut mover = None;
        for child in self.children(at) {
            let child = self.node(child);
            mover = Some(child.team);
            match child.proof {
                Some(proof) => best = best.max(proof),
                None => all_proven = false,
            }
        }
        let mover = mover.filter(|_| all_proven || best == ProvenValue::Win)?;
        Some(if mover == self.node(at).team { best } else { best.for_opponent() })
    }

    /// Returns the child of the root reached by a move.
    pub fn child(&self, mv: Move) -> Option<NodeIndex> {
        self.children(SearchTree::ROOT).find(|at| self.node(*at).mv == mv)
    }

    /// Returns the principal variation after a node, as far as nodes are visited or proven.
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

    /// Returns whether at least `count` children of the root may still be the best. Stops counting early, because roots
    /// can have very many children and this is called often.
    pub fn has_candidates(&self, count: usize) -> bool {
        let mut candidates =
            self.children(SearchTree::ROOT).filter(|at| self.node(*at).proof != Some(ProvenValue::Loss));
        count == 0 || candidates.nth(count - 1).is_some()
    }

    /// Returns the subtree of a node as a separate tree in which `team` is to move.
    pub fn reroot(&self, root: NodeIndex, team: Team) -> SearchTree {
        let mut root_node = *self.node(root);
        root_node.proof =
            root_node.proof.map(|proof| if root_node.team == team { proof } else { proof.for_opponent() });
        (root_node.team, root_node.reward_sum) = (team, 0.0);
        (root_node.first_child, root_node.next_sibling) = (NO_NODE, NO_NODE);
        let mut tree = SearchTree { nodes: vec![root_node], exploration: self.exploration };
        let mut stack = vec![(root, SearchTree::ROOT)];
        let mut children = Vec::new();
        while let Some((from, to)) = stack.pop() {
            children.clear();
            for child in self.children(from) {
                stack.push((child, (tree.nodes.len() + children.len()) as NodeIndex));
                children.push(TreeNode { first_child: NO_NODE, ..*self.node(child) });
            }
            tree.expand(to, &children);
        }
        tree
    }
}

/// Computes the natural logarithm, identically on every machine and accurately enough for UCT.
fn natural_log(number: u32) -> f32 {
    const LN_2: f32 = std::f32::consts::LN_2;
    let exponent = number.ilog2();
    let fraction = number as f32 / (1u64 << exponent) as f32 - 1.0;
    LN_2 * (exponent as f32 + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree_of(proofs: &[Option<ProvenValue>]) -> SearchTree {
        let mut tree = SearchTree::new(Team::FIRST, Exploration::WIDE);
        let children: Vec<TreeNode> =
            proofs.iter().zip(0..).map(|(proof, mv)| TreeNode::new(Move(mv), Team::FIRST, *proof)).collect();
        tree.expand(SearchTree::ROOT, &children);
        tree
    }

    #[test]
    fn one_winning_child_proves_a_win_and_only_losing_children_a_loss() {
        use ProvenValue::{Draw, Loss, Win};
        let proven_value = |proofs: &[Option<ProvenValue>]| tree_of(proofs).proven_by_children(SearchTree::ROOT);
        assert_eq!(proven_value(&[None, Some(Win)]), Some(Win));
        assert_eq!(proven_value(&[None, Some(Loss)]), None);
        assert_eq!(proven_value(&[Some(Loss), Some(Loss)]), Some(Loss));
        assert_eq!(proven_value(&[Some(Loss), Some(Draw)]), Some(Draw));
        assert_eq!(proven_value(&[]), None);
    }

    #[test]
    fn a_rerooted_tree_has_proofs_for_the_team_to_move() {
        let mut tree = tree_of(&[None, Some(ProvenValue::Loss)]);
        tree.expand(
            2,
            &[TreeNode::new(Move(7), Team::new(1), Some(ProvenValue::Win)), TreeNode::new(Move(8), Team::new(1), None)],
        );
        let subtree = tree.reroot(2, Team::new(1));
        assert_eq!(subtree.node(SearchTree::ROOT).proof, Some(ProvenValue::Win));
        assert_eq!(
            subtree.children(SearchTree::ROOT).map(|at| subtree.node(at).mv).collect::<Vec<_>>(),
            [Move(7), Move(8)]
        );
    }

    #[test]
    fn natural_log_is_close_to_the_exact_logarithm() {
        for number in [1, 2, 3, 10, 1000, 123_456] {
            assert!((natural_log(number) - (number as f32).ln()).abs() < 0.07, "{number}");
        }
    }
}
