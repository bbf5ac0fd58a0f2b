//! A bag and hands in play. The bag is shuffled at the deal and then drawn from, so taking back a move needs no memory of
//! chance; a game may also have discards, which can go back into the bag, and gifts from hand to hand.

use crate::index::IndexVec;
use std::sync::Arc;

use super::dealing::TileIndex;
use crate::mechanics::Seat;
use crate::rng::Rng;

/// A bag and hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BagAndHands {
    /// The bag as it was dealt, in the order of drawing, and how many were drawn.
    order: Arc<[TileIndex]>,
    drawn: u32,
    /// The hand of every seat; none where a position does not tell it.
    hands: IndexVec<Seat, Option<Vec<TileIndex>>>,
    /// How many of each tile every seat holds: asked for every way of lying, so kept.
    held: IndexVec<Seat, Vec<u8>>,
    /// The discards, the top last.
    pile: Vec<TileIndex>,
}

/// What laying a tile did to a hand, to be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandChange {
    seat: Seat,
    tile: TileIndex,
    slot: u16,
    replaced: bool,
}

impl BagAndHands {
    pub fn new(
        order: Vec<TileIndex>,
        hands: IndexVec<Seat, Option<Vec<TileIndex>>>,
        kinds: usize,
    ) -> BagAndHands {
        let mut held = vec![vec![0; kinds]; hands.len()];
        for (counts, hand) in held.iter_mut().zip(&hands) {
            hand.iter().flatten().for_each(|tile| counts[*tile as usize] += 1);
        }
        BagAndHands { order: order.into(), drawn: 0, hands, held: held.into(), pile: Vec::new() }
    }

    /// The tiles in the bag, the next to be drawn first.
    pub fn bag(&self) -> &[TileIndex] {
        &self.order[self.drawn as usize..]
    }

    /// What is known to be in a seat's hand: nothing where the position does not tell it.
    pub fn hand(&self, seat: Seat) -> &[TileIndex] {
        self.told(seat).unwrap_or_default()
    }

    /// A seat's hand, if it was dealt or told; a position set up by hand may leave it open.
    pub fn told(&self, seat: Seat) -> Option<&[TileIndex]> {
        self.hands[seat].as_deref()
    }

    /// Every hand, first seat first, where it is told.
    pub fn hands(&self) -> impl Iterator<Item = Option<&[TileIndex]>> {
        self.hands.iter().map(Option::as_deref)
    }

    /// Whether nothing is left to draw and every hand is told.
    pub fn is_told(&self) -> bool {
        self.bag().is_empty() && self.hands().all(|hand| hand.is_some())
    }

    /// Whether a seat is known to have nothing to lay.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.told(seat).is_some_and(<[TileIndex]>::is_empty)
    }

    pub fn holds(&self, seat: Seat, tile: TileIndex) -> bool {
        self.held[seat][tile as usize] > 0
    }

    /// How many of each tile a seat holds.
    pub fn held(&self, seat: Seat) -> &[u8] {
        &self.held[seat]
    }

    /// Whether every hand is told and empty.
    pub fn hands_are_empty(&self) -> bool {
        self.hands.iter().all(|hand| hand.as_ref().is_some_and(Vec::is_empty))
    }

    /// The discards, the top last.
    pub fn pile(&self) -> &[TileIndex] {
        &self.pile
    }

    pub fn with_pile(self, pile: Vec<TileIndex>) -> BagAndHands {
        BagAndHands { pile, ..self }
    }

    /// Takes a tile out of a hand; one drawn from the bag goes in its place if hands are refilled.
    pub fn spend(&mut self, seat: Seat, tile: TileIndex, refill: bool) -> HandChange {
        let hand = self.hands[seat].as_mut().expect("a seat moves that has a hand");
        let slot = hand.iter().position(|held| *held == tile).expect("a listed move lays a tile in hand");
        let held = &mut self.held[seat];
        held[tile as usize] -= 1;
        let replaced = match self.order.get(self.drawn as usize).filter(|_| refill) {
            Some(&next) => {
                hand[slot] = next;
                held[next as usize] += 1;
                self.drawn += 1;
                true
            }
            None => {
                hand.remove(slot);
                false
            }
        };
        HandChange { seat, tile, slot: slot as u16, replaced }
    }

    /// Puts the tiles that a seat cannot see in any order: those in the bag and, unless hands lie open, in the hands of the
    /// others that are told. Every hand stays as large as it was.
    pub fn reshuffle(&mut self, seat: Seat, open: bool, rng: &mut Rng) {
        let mut order = self.order.to_vec();
        let hidden = |of: &Seat| !open && *of != seat;
        let hands = || self.hands.indices().filter(hidden);
        let mut unseen: Vec<TileIndex> = order[self.drawn as usize..].to_vec();
        unseen.extend(hands().flat_map(|of| self.hand(of)));
        // Sorted first, so that nothing of the real order shows.
        unseen.sort_unstable();
        rng.shuffle(&mut unseen);
        let (bag, mut rest) = unseen.split_at(order.len() - self.drawn as usize);
        order[self.drawn as usize..].copy_from_slice(bag);
        self.order = order.into();
        for of in self.hands.indices().filter(hidden) {
            let Some(hand) = &mut self.hands[of] else { continue };
            let (dealt, after) = rest.split_at(hand.len());
            hand.copy_from_slice(dealt);
            rest = after;
            let held = &mut self.held[of];
            held.fill(0);
            dealt.iter().for_each(|tile| held[*tile as usize] += 1);
        }
    }

    pub fn take_back(&mut self, HandChange { seat, tile, slot, replaced }: HandChange) {
        let hand = self.hands[seat].as_mut().expect("a seat moved that has a hand");
        let held = &mut self.held[seat];
        if replaced {
            self.drawn -= 1;
            held[hand[slot as usize] as usize] -= 1;
            hand[slot as usize] = tile;
        } else {
            hand.insert(slot as usize, tile);
        }
        held[tile as usize] += 1;
    }
}

/// What happens to tiles in games with more than a bag and hands. None of it is taken back piece by piece: whoever plays
/// such a game keeps the whole stock of before.
impl BagAndHands {
    /// Puts a tile into a hand; one that nobody told of stays untold.
    fn put(&mut self, seat: Seat, tile: TileIndex) {
        if let Some(hand) = &mut self.hands[seat] {
            hand.push(tile);
            self.held[seat][tile as usize] += 1;
        }
    }

    /// Draws up to so many tiles, as far as the bag goes.
    pub fn draw(&mut self, seat: Seat, tiles: u32) {
        for _ in 0..tiles {
            let Some(&next) = self.order.get(self.drawn as usize) else { break };
            self.drawn += 1;
            self.put(seat, next);
        }
    }

    pub fn give(&mut self, seat: Seat, tile: TileIndex, to: Seat) {
        self.spend(seat, tile, false);
        self.put(to, tile);
    }

    pub fn discard(&mut self, seat: Seat, tile: TileIndex) {
        self.spend(seat, tile, false);
        self.pile.push(tile);
    }

    pub fn pop_pile(&mut self) -> Option<TileIndex> {
        self.pile.pop()
    }

    /// Puts a tile back among those in the bag. Where follows from what is in it, which nobody sees, and not from the
    /// seed: so a record of the game needs no more than the order that was dealt.
    pub fn put_back(&mut self, tile: TileIndex) {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut bag = self.bag().to_vec();
        let number = |hash: u64, tile: &TileIndex| (hash ^ u64::from(*tile)).wrapping_mul(PRIME);
        let hash = bag.iter().chain([&tile]).fold(0xcbf2_9ce4_8422_2325, number);
        bag.insert(Rng::new(hash).below(bag.len() + 1), tile);
        (self.order, self.drawn) = (bag.into(), 0);
    }

    /// Puts other tiles into a hand, and gives those that were there.
    pub fn swap_hand(&mut self, seat: Seat, tiles: Option<Vec<TileIndex>>) -> Option<Vec<TileIndex>> {
        let held = &mut self.held[seat];
        held.fill(0);
        tiles.iter().flatten().for_each(|tile| held[*tile as usize] += 1);
        std::mem::replace(&mut self.hands[seat], tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_seat_cannot_see_is_reshuffled_and_nothing_else() {
        let hands = || vec![Some(vec![0, 1, 2]), Some(vec![3, 4]), None];
        let dealt = BagAndHands::new((5..12).collect(), hands().into(), 12);
        let mut seen_elsewhere = false;
        for seed in 0..20 {
            let mut stock = dealt.clone();
            stock.reshuffle(Seat::FIRST, false, &mut Rng::new(seed));
            assert_eq!(stock.hand(Seat::FIRST), [0, 1, 2]);
            assert_eq!(
                (stock.hand(Seat::new(1)).len(), stock.bag().len(), stock.told(Seat::new(2))),
                (2, 7, None)
            );
            let mut unseen = [stock.hand(Seat::new(1)), stock.bag()].concat();
            assert!(stock.hand(Seat::new(1)).iter().all(|tile| stock.holds(Seat::new(1), *tile)));
            seen_elsewhere |= stock.hand(Seat::new(1)).iter().any(|tile| *tile > 4);
            unseen.sort_unstable();
            assert_eq!(unseen, (3..12).collect::<Vec<_>>());
            stock = dealt.clone();
            stock.reshuffle(Seat::FIRST, true, &mut Rng::new(seed));
            assert_eq!(stock.hand(Seat::new(1)), [3, 4], "open hands are seen");
        }
        assert!(seen_elsewhere);
    }

    #[test]
    fn a_tile_goes_back_to_its_place_in_a_large_hand() {
        let hand: Vec<TileIndex> = (0..300).collect();
        for refill in [false, true] {
            let dealt = BagAndHands::new(vec![300, 301], vec![Some(hand.clone())].into(), 302);
            let mut stock = dealt.clone();
            let drawn = stock.spend(Seat::FIRST, 290, refill);
            stock.take_back(drawn);
            assert_eq!(stock, dealt, "refill: {refill}");
        }
    }
}
