//! Dealing: the order in which tiles are drawn, and how many each seat gets.

use super::bag::{Bag, Begins, Hand};
use crate::error::DealError;
use crate::index::IndexVec;
use crate::mechanics::Seat;
use crate::rng::Rng;
use crate::tiles::TileSet;

/// Maximum number of tiles in a bag.
pub const MAX_BAG: usize = 5000;

/// Tile, as an index into the set.
pub type TileIndex = u16;

/// Compiled dealing rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Dealing {
    /// All tiles of the game, with repetitions.
    tiles: Vec<TileIndex>,
    /// Number of every tile of the set, by which the highest is determined.
    numbers: Vec<u32>,
    /// Drawing order, if it is given.
    deal: Option<Vec<TileIndex>>,
    /// Number of tiles that every seat draws at the start.
    sizes: Vec<u32>,
    begins: Begins,
    extras: Extras,
    /// Whether hands are open.
    pub open: bool,
    /// Whether hands are refilled from the bag.
    pub refill: bool,
}

/// Tiles dealt apart from the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// Number of tiles joined on the board before the first move.
    pub middle: u32,
    /// Seat that takes the remaining tiles.
    pub remainder_to: Option<Seat>,
}

/// Result of a deal, before any tile is on the board.
pub struct DealtTiles {
    pub hands: IndexVec<Seat, Vec<TileIndex>>,
    /// Remaining tiles, in drawing order.
    pub rest: Vec<TileIndex>,
    pub begins: Seat,
}

impl Dealing {
    /// Compiles the rule values of a supply, or returns all errors.
    pub fn compile(
        bag: &Bag,
        hand: &Hand,
        begins: Begins,
        extras: Extras,
        set: &TileSet,
    ) -> Result<Dealing, Vec<(&'static str, String)>> {
        let mut faults = Vec::new();
        let mut named = |key: &'static str, names: &[String]| -> Vec<TileIndex> {
            let mut found = Vec::new();
            for name in names {
                match set.tile_named(name) {
                    Some(tile) => found.push(tile),
                    None => faults.push((key, unknown(name))),
                }
            }
            found
        };
        let mut kinds = named("supply.bag.tiles", &bag.tiles);
        let mut deal = named("supply.bag.deal", &bag.deal);
        if bag.tiles.is_empty() {
            kinds = (0..set.tiles.len() as TileIndex).collect();
        }
        if let Some(twice) = kinds.iter().enumerate().find(|(index, tile)| kinds[..*index].contains(tile)) {
            faults.push(("supply.bag.tiles", format!("tile {} stands twice", set.tiles[*twice.1 as usize].name)));
        }
        let tiles: Vec<TileIndex> =
            kinds.iter().flat_map(|&tile| std::iter::repeat_n(tile, bag.copies as usize)).collect();
        if tiles.len() > MAX_BAG {
            let says = format!("{} tiles in a bag; {MAX_BAG} are the most", tiles.len());
            faults.push(("supply.bag", says));
        }
        if !deal.is_empty() && faults.is_empty() {
            faults.extend(odd_one(&deal, &tiles, set).map(|says| ("supply.bag.deal", says)));
        }
        let held: u32 = hand.dealt().sum();
        if held as usize > tiles.len() {
            let says = format!("the hands take {held} tiles, and there are {}", tiles.len());
            faults.push(("supply.hand.size", says));
        } else if (held + extras.middle) as usize > tiles.len() {
            let left = tiles.len() - held as usize;
            let says = format!("{} tiles in the middle, and the hands leave {left}", extras.middle);
            faults.push(("supply.middle", says));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let numbers = (0..).zip(&set.tiles).map(|(index, tile)| tile.name.parse().unwrap_or(index)).collect();
        Ok(Dealing {
            tiles,
            numbers,
            deal: if deal.is_empty() { None } else { Some(std::mem::take(&mut deal)) },
            sizes: hand.dealt().collect(),
            begins,
            extras,
            open: hand.open,
            refill: hand.refill,
        })
    }

    /// All tiles of the game, with repetitions.
    pub fn tiles(&self) -> &[TileIndex] {
        &self.tiles
    }

    /// Tiles dealt apart from the hands.
    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// Number of different tiles in the set.
    pub fn kinds(&self) -> usize {
        self.numbers.len()
    }

    /// Parses a drawing order, which must contain every tile of the game; the error names the tile that is wrong.
    pub fn order_of(&self, names: &[String], set: &TileSet) -> Result<Vec<TileIndex>, DealError> {
        let found = names.iter().map(|name| set.tile_named(name).ok_or_else(|| unknown(name)));
        let order: Vec<TileIndex> = found.collect::<Result<_, _>>()?;
        odd_one(&order, &self.tiles, set).map_or(Ok(order), |says| Err(says.into()))
    }

    /// Drawing order that [`Dealing::deal`] uses by default.
    pub fn order(&self, rng: &mut Rng) -> Vec<TileIndex> {
        self.shuffles(rng).1
    }

    /// Two shuffles of the tiles: the tile that goes back is drawn from another one than the hands.
    fn shuffles(&self, rng: &mut Rng) -> (Vec<TileIndex>, Vec<TileIndex>) {
        let mut shuffled = || {
            let mut tiles = self.tiles.clone();
            rng.shuffle(&mut tiles);
            tiles
        };
        let drawn_first = shuffled();
        (drawn_first, self.deal.clone().unwrap_or_else(shuffled))
    }

    /// Deals the hands as consecutive blocks of the drawing order, first seat first. A given order must contain the
    /// tiles of the game.
    pub fn deal(&self, rng: &mut Rng, order: Option<&[TileIndex]>) -> DealtTiles {
        // Shuffles even if the order is given, so that later random numbers stay the same.
        let (drawn_first, shuffled) = self.shuffles(rng);
        let order = order.unwrap_or(&shuffled);
        let mut rest = order;
        let mut hands = Vec::new();
        for &size in &self.sizes {
            let (hand, after) = rest.split_at(size as usize);
            hands.push(hand);
            rest = after;
        }
        let highest = |tiles: &dyn Fn(usize) -> u32| {
            // The first of several equal ones.
            (0..self.sizes.len()).max_by_key(|&seat| (tiles(seat), usize::MAX - seat)).unwrap_or(0)
        };
        let number = |tile: TileIndex| self.numbers[tile as usize];
        let begins = match self.begins {
            Begins::FirstSeat => 0,
            Begins::Draw => highest(&|seat| drawn_first.get(seat).map_or(0, |tile| number(*tile))),
            Begins::DrawAndKeep => highest(&|seat| number(hands[seat][0])),
            Begins::HighestInHand => highest(&|seat| hands[seat].iter().map(|tile| number(*tile)).max().unwrap_or(0)),
        };
        let hands = hands.into_iter().map(<[TileIndex]>::to_vec).collect();
        DealtTiles { hands, rest: rest.to_vec(), begins: Seat::new(begins) }
    }
}

fn unknown(name: &str) -> String {
    format!("the set has no tile {name}")
}

/// Sentence about the tile that a deal has too often or lacks. A surplus tile is more informative than the one missing
/// in its place.
fn odd_one(deal: &[TileIndex], tiles: &[TileIndex], set: &TileSet) -> Option<String> {
    let mut counts = vec![(0usize, 0usize); set.tiles.len()];
    deal.iter().for_each(|tile| counts[*tile as usize].0 += 1);
    tiles.iter().for_each(|tile| counts[*tile as usize].1 += 1);
    let more = counts.iter().position(|(in_deal, in_bag)| in_deal > in_bag);
    let tile = more.or_else(|| counts.iter().position(|(in_deal, in_bag)| in_deal < in_bag))?;
    let name = &set.tiles[tile].name;
    Some(match counts[tile] {
        (0, _) => format!("the deal lacks tile {name}; it names every tile of the game"),
        (_, 0) => format!("the deal has tile {name}, which is not in the bag"),
        (2, 1) => format!("the deal has tile {name} twice"),
        (in_deal, in_bag) => format!("the deal has tile {name} {in_deal} times, the bag {in_bag} times"),
    })
}
