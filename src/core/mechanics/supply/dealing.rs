//! How a game's tiles are dealt: in which order they are drawn, and who gets how many of them.

use super::bag::{Bag, Begins, Hand};
use crate::error::DealError;
use crate::mechanics::Seat;
use crate::rng::Rng;
use crate::tiles::TileSet;

/// The most tiles in a bag.
pub const MAX_BAG: usize = 5000;

/// A tile by its place in the set.
pub type TileIndex = u16;

/// How a game's tiles are dealt.
#[derive(Clone, PartialEq, Debug)]
pub struct Dealing {
    /// Every tile of the game, as often as it is there.
    tiles: Vec<TileIndex>,
    /// The number by which the highest is told, of every tile of the set.
    numbers: Vec<u32>,
    /// The order of drawing, where it is given.
    deal: Option<Vec<TileIndex>>,
    /// How many tiles every seat draws at the start.
    sizes: Vec<u32>,
    begins: Begins,
    extras: Extras,
    pub open: bool,
    pub refill: bool,
}

/// What is dealt beside the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// How many tiles lie joined before anybody moves.
    pub middle: u32,
    /// The seat that takes what is left.
    pub remainder_to: Option<Seat>,
}

/// What was dealt, before anything lies on the table.
pub struct DealtTiles {
    pub hands: Vec<Vec<TileIndex>>,
    /// What is left, in the order of drawing.
    pub rest: Vec<TileIndex>,
    pub begins: Seat,
}

impl Dealing {
    /// Folds the rule values of a supply, or says everything that is wrong with them.
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
            faults.push((
                "supply.bag.tiles",
                format!("tile {} stands twice", set.tiles[*twice.1 as usize].name),
            ));
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

    /// Every tile of the game, as often as it is there.
    pub fn tiles(&self) -> &[TileIndex] {
        &self.tiles
    }

    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// How many different tiles the set has.
    pub fn kinds(&self) -> usize {
        self.numbers.len()
    }

    /// Tiles by their names as an order of drawing, or the one that is wrong: every tile of the game is in it.
    pub fn order_of(&self, names: &[String], set: &TileSet) -> Result<Vec<TileIndex>, DealError> {
        let found = names.iter().map(|name| set.tile_named(name).ok_or_else(|| unknown(name)));
        let order: Vec<TileIndex> = found.collect::<Result<_, _>>()?;
        odd_one(&order, &self.tiles, set).map_or(Ok(order), |says| Err(says.into()))
    }

    /// The order in which [`Dealing::deal`] draws unless it is given another.
    pub fn order(&self, rng: &mut Rng) -> Vec<TileIndex> {
        self.shuffles(rng).1
    }

    /// Two orders of the tiles: the tile that goes back is drawn from another shuffle than the hands.
    fn shuffles(&self, rng: &mut Rng) -> (Vec<TileIndex>, Vec<TileIndex>) {
        let mut shuffled = || {
            let mut tiles = self.tiles.clone();
            rng.shuffle(&mut tiles);
            tiles
        };
        let drawn_first = shuffled();
        (drawn_first, self.deal.clone().unwrap_or_else(shuffled))
    }

    /// Deals: hands are blocks from the front of the order, first seat first. One that is given holds the tiles of the game.
    pub fn deal(&self, rng: &mut Rng, order: Option<&[TileIndex]>) -> DealtTiles {
        // Also where its order is not asked for: all that chance decides later is the same then.
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
            // The first of several that are equal.
            (0..self.sizes.len()).max_by_key(|&seat| (tiles(seat), usize::MAX - seat)).unwrap_or(0)
        };
        let number = |tile: TileIndex| self.numbers[tile as usize];
        let begins = match self.begins {
            Begins::FirstSeat => 0,
            Begins::Draw => highest(&|seat| drawn_first.get(seat).map_or(0, |tile| number(*tile))),
            Begins::DrawAndKeep => highest(&|seat| number(hands[seat][0])),
            Begins::HighestInHand => {
                highest(&|seat| hands[seat].iter().map(|tile| number(*tile)).max().unwrap_or(0))
            }
        };
        let hands = hands.into_iter().map(<[TileIndex]>::to_vec).collect();
        DealtTiles { hands, rest: rest.to_vec(), begins: begins as Seat }
    }
}

fn unknown(name: &str) -> String {
    format!("the set has no tile {name}")
}

/// The tile that a deal has too often or lacks, in a sentence. One too many says more than the one that is missing for it.
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
