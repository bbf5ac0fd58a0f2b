//! Bag and hands in play. The bag is shuffled once and then drawn from in order, so undo needs no random state. A game
//! may also have discards, which can go back into the bag, and gifts from hand to hand.

use crate::index::IndexVec;
use std::sync::Arc;

use crate::mechanics::Seat;
use crate::rng::Rng;
use crate::tiles::TileIndex;

/// Bag, hands and discard pile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BagAndHands {
    /// The bag as it was dealt, in drawing order, and the number of tiles drawn.
    order: Arc<[TileIndex]>,
    drawn: usize,
    /// Hand of every seat; `None` if the position does not specify it.
    hands: IndexVec<Seat, Option<Vec<TileIndex>>>,
    /// Number of each tile in every hand, cached because move generation looks it up for every orientation.
    counts: IndexVec<Seat, IndexVec<TileIndex, u8>>,
    /// Discards, top last.
    pile: Vec<TileIndex>,
}

/// Undo record of placing a tile from a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandChange {
    seat: Seat,
    tile: TileIndex,
    slot: u16,
    replaced: bool,
}

impl BagAndHands {
    /// Bag in drawing order and hands, for a set of `kinds` tiles.
    pub fn new(order: Vec<TileIndex>, hands: IndexVec<Seat, Option<Vec<TileIndex>>>, kinds: usize) -> BagAndHands {
        let mut counts = vec![IndexVec::from(vec![0; kinds]); hands.len()];
        for (counts, hand) in counts.iter_mut().zip(&hands) {
            hand.iter().flatten().for_each(|tile| counts[*tile] += 1);
        }
        BagAndHands { order: order.into(), drawn: 0, hands, counts: counts.into(), pile: Vec::new() }
    }

    /// Tiles in the bag, the next to be drawn first.
    pub fn bag(&self) -> &[TileIndex] {
        &self.order[self.drawn..]
    }

    /// Known tiles in a seat's hand: none if the position does not specify it.
    pub fn hand(&self, seat: Seat) -> &[TileIndex] {
        self.known_hand(seat).unwrap_or_default()
    }

    /// A seat's hand, if it is known; a position that was set up may leave it open.
    pub fn known_hand(&self, seat: Seat) -> Option<&[TileIndex]> {
        self.hands[seat].as_deref()
    }

    /// Every hand, first seat first, `None` where it is not specified.
    pub fn hands(&self) -> impl Iterator<Item = Option<&[TileIndex]>> {
        self.hands.iter().map(Option::as_deref)
    }

    /// Whether the bag is empty and every hand is specified.
    pub fn is_fully_known(&self) -> bool {
        self.bag().is_empty() && self.hands().all(|hand| hand.is_some())
    }

    /// Whether a seat is known to have an empty hand.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.known_hand(seat).is_some_and(<[TileIndex]>::is_empty)
    }

    /// Whether a seat holds a tile.
    pub fn holds(&self, seat: Seat, tile: TileIndex) -> bool {
        self.counts[seat][tile] > 0
    }

    /// Number of each tile in a seat's hand.
    pub fn counts(&self, seat: Seat) -> &IndexVec<TileIndex, u8> {
        &self.counts[seat]
    }

    /// Whether every hand is specified and empty.
    pub fn hands_are_empty(&self) -> bool {
        self.hands.iter().all(|hand| hand.as_ref().is_some_and(Vec::is_empty))
    }

    /// Discards, top last.
    pub fn pile(&self) -> &[TileIndex] {
        &self.pile
    }

    /// Replaces the discard pile.
    pub fn with_pile(self, pile: Vec<TileIndex>) -> BagAndHands {
        BagAndHands { pile, ..self }
    }

    /// Removes a tile from a hand.
    pub fn spend(&mut self, seat: Seat, tile: TileIndex) -> HandChange {
        self.replace(seat, tile, None)
    }

    /// Removes a tile from a hand and replaces it with one from the bag, unless the bag is empty.
    pub fn spend_and_refill(&mut self, seat: Seat, tile: TileIndex) -> HandChange {
        let next = self.order.get(self.drawn).copied();
        self.drawn += usize::from(next.is_some());
        self.replace(seat, tile, next)
    }

    fn replace(&mut self, seat: Seat, tile: TileIndex, next: Option<TileIndex>) -> HandChange {
        let hand = self.hands[seat].as_mut().expect("a seat moves that has a hand");
        let slot = hand.iter().position(|held| *held == tile).expect("a listed move lays a tile in hand");
        let counts = &mut self.counts[seat];
        counts[tile] -= 1;
        match next {
            Some(next) => {
                hand[slot] = next;
                counts[next] += 1;
            }
            None => {
                hand.remove(slot);
            }
        }
        HandChange { seat, tile, slot: slot as u16, replaced: next.is_some() }
    }

    /// Determinization: shuffles the tiles that a seat cannot see, in the bag and, unless hands are open, in the other
    /// known hands. The size of every hand stays the same.
    pub fn reshuffle(&mut self, seat: Seat, is_open: bool, rng: &mut Rng) {
        let mut order = self.order.to_vec();
        let is_hidden = |other: &Seat| !is_open && *other != seat;
        let hands = || self.hands.indices().filter(is_hidden);
        let mut hidden_tiles: Vec<TileIndex> = order[self.drawn..].to_vec();
        hidden_tiles.extend(hands().flat_map(|other| self.hand(other)));
        // Sorted first, so that the result does not depend on the real order.
        hidden_tiles.sort_unstable();
        rng.shuffle(&mut hidden_tiles);
        let (bag, mut rest) = hidden_tiles.split_at(order.len() - self.drawn);
        order[self.drawn..].copy_from_slice(bag);
        self.order = order.into();
        for other in self.hands.indices().filter(is_hidden) {
            let Some(hand) = &mut self.hands[other] else { continue };
            let (dealt, after) = rest.split_at(hand.len());
            hand.copy_from_slice(dealt);
            rest = after;
            let counts = &mut self.counts[other];
            counts.fill(0);
            dealt.iter().for_each(|tile| counts[*tile] += 1);
        }
    }

    /// Undoes [`BagAndHands::spend`].
    pub fn undo_spend(&mut self, HandChange { seat, tile, slot, replaced }: HandChange) {
        let hand = self.hands[seat].as_mut().expect("a seat moved that has a hand");
        let counts = &mut self.counts[seat];
        if replaced {
            self.drawn -= 1;
            counts[hand[usize::from(slot)]] -= 1;
            hand[usize::from(slot)] = tile;
        } else {
            hand.insert(usize::from(slot), tile);
        }
        counts[tile] += 1;
    }
}

/// Operations of games with more than a bag and hands. They have no undo of their own: the position saves the whole
/// state before each move.
impl BagAndHands {
    /// Adds a tile to a hand, if the hand is known.
    fn add_to_hand(&mut self, seat: Seat, tile: TileIndex) {
        if let Some(hand) = &mut self.hands[seat] {
            hand.push(tile);
            self.counts[seat][tile] += 1;
        }
    }

    /// Draws up to `count` tiles, or fewer if the bag runs out.
    pub fn draw(&mut self, seat: Seat, count: u32) {
        for _ in 0..count {
            let Some(&next) = self.order.get(self.drawn) else { break };
            self.drawn += 1;
            self.add_to_hand(seat, next);
        }
    }

    /// Moves a tile from one hand to another.
    pub fn give(&mut self, seat: Seat, tile: TileIndex, to: Seat) {
        self.spend(seat, tile);
        self.add_to_hand(to, tile);
    }

    /// Moves a tile from a hand to the discard pile.
    pub fn discard(&mut self, seat: Seat, tile: TileIndex) {
        self.spend(seat, tile);
        self.pile.push(tile);
    }

    /// Removes the top discard.
    pub fn pop_pile(&mut self) -> Option<TileIndex> {
        self.pile.pop()
    }

    /// Puts a tile back into the bag, at a place derived from a hash (FNV-1a) of the bag's content, which no seat sees,
    /// and not from the seed: a record of the game then only needs the initial order.
    pub fn put_back(&mut self, tile: TileIndex) {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut bag = self.bag().to_vec();
        let step = |hash: u64, tile: &TileIndex| (hash ^ tile.index() as u64).wrapping_mul(PRIME);
        let hash = bag.iter().chain([&tile]).fold(0xcbf2_9ce4_8422_2325, step);
        bag.insert(Rng::new(hash).below(bag.len() + 1), tile);
        (self.order, self.drawn) = (bag.into(), 0);
    }

    /// Replaces a hand and returns the old one.
    pub fn swap_hand(&mut self, seat: Seat, tiles: Option<Vec<TileIndex>>) -> Option<Vec<TileIndex>> {
        let counts = &mut self.counts[seat];
        counts.fill(0);
        tiles.iter().flatten().for_each(|tile| counts[*tile] += 1);
        std::mem::replace(&mut self.hands[seat], tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(indices: std::ops::Range<usize>) -> Vec<TileIndex> {
        indices.map(TileIndex::new).collect()
    }

    #[test]
    fn only_hidden_tiles_are_reshuffled() {
        let hands = vec![Some(tiles(0..3)), Some(tiles(3..5)), None];
        let dealt = BagAndHands::new(tiles(5..12), hands.into(), 12);
        let mut seen_elsewhere = false;
        for seed in 0..20 {
            let mut supply = dealt.clone();
            supply.reshuffle(Seat::FIRST, false, &mut Rng::new(seed));
            assert_eq!(supply.hand(Seat::FIRST), tiles(0..3));
            assert_eq!(
                (supply.hand(Seat::new(1)).len(), supply.bag().len(), supply.known_hand(Seat::new(2))),
                (2, 7, None)
            );
            let mut unseen = [supply.hand(Seat::new(1)), supply.bag()].concat();
            assert!(supply.hand(Seat::new(1)).iter().all(|tile| supply.holds(Seat::new(1), *tile)));
            seen_elsewhere |= supply.hand(Seat::new(1)).iter().any(|tile| tile.index() > 4);
            unseen.sort_unstable();
            assert_eq!(unseen, tiles(3..12));
            supply = dealt.clone();
            supply.reshuffle(Seat::FIRST, true, &mut Rng::new(seed));
            assert_eq!(supply.hand(Seat::new(1)), tiles(3..5), "open hands are seen");
        }
        assert!(seen_elsewhere);
    }

    #[test]
    fn undo_restores_the_order_of_a_large_hand() {
        let hand = tiles(0..300);
        for spend in [BagAndHands::spend, BagAndHands::spend_and_refill] {
            let dealt = BagAndHands::new(tiles(300..302), vec![Some(hand.clone())].into(), 302);
            let mut supply = dealt.clone();
            let drawn = spend(&mut supply, Seat::FIRST, TileIndex::new(290));
            supply.undo_spend(drawn);
            assert_eq!(supply, dealt);
        }
    }
}
