//! Dealing: the order in which tiles are drawn, and the number that each seat gets.

use super::bag::{Bag, Hand, StartMethod};
use crate::error::DealError;
use crate::index::IndexVec;
use crate::mechanics::Seat;
use crate::rng::Rng;
use crate::tiles::{TileIndex, TileSet};

/// Maximum number of tiles in a bag.
pub const MAX_BAG: usize = 5000;

/// Compiled dealing rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Dealing {
    /// All tiles of the game, with repetitions.
    tiles: Vec<TileIndex>,
    /// Number of every tile of the set; the highest one decides who starts.
    numbers: IndexVec<TileIndex, u32>,
    /// Drawing order, if it is given.
    fixed_order: Option<Vec<TileIndex>>,
    /// Number of tiles that every seat draws at the start.
    sizes: Vec<u32>,
    start: StartMethod,
    extras: Extras,
    /// Whether hands are open.
    pub is_open: bool,
    /// Whether hands are refilled from the bag.
    pub refills: bool,
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
    pub starter: Seat,
}

impl Dealing {
    /// Compiles the rule values of a supply, or returns all errors.
    pub fn compile(
        bag: &Bag,
        hand: &Hand,
        start: StartMethod,
        extras: Extras,
        set: &TileSet,
    ) -> Result<Dealing, Vec<(&'static str, String)>> {
        let mut errors = Vec::new();
        let mut resolve = |key: &'static str, names: &[String]| -> Vec<TileIndex> {
            let mut tiles = Vec::new();
            for name in names {
                match set.tile_named(name) {
                    Some(tile) => tiles.push(tile),
                    None => errors.push((key, unknown_tile_message(name))),
                }
            }
            tiles
        };
        let mut kinds = resolve("supply.bag.tiles", &bag.tiles);
        let mut order = resolve("supply.bag.deal", &bag.order);
        if bag.tiles.is_empty() {
            kinds = set.tiles.indices().collect();
        }
        if let Some(duplicate) = kinds.iter().enumerate().find(|(index, tile)| kinds[..*index].contains(tile)) {
            errors.push(("supply.bag.tiles", format!("tile {} is listed twice", set.tiles[*duplicate.1].name)));
        }
        let tiles: Vec<TileIndex> =
            kinds.iter().flat_map(|&tile| std::iter::repeat_n(tile, bag.copies as usize)).collect();
        if tiles.len() > MAX_BAG {
            let message = format!("{} tiles in the bag; the maximum is {MAX_BAG}", tiles.len());
            errors.push(("supply.bag", message));
        }
        if !order.is_empty() && errors.is_empty() {
            errors.extend(deal_mismatch(&order, &tiles, set).map(|message| ("supply.bag.deal", message)));
        }
        let hand_tiles: u32 = hand.initial_hand_sizes().sum();
        if hand_tiles as usize > tiles.len() {
            let message = format!("the hands need {hand_tiles} tiles, but the bag has {}", tiles.len());
            errors.push(("supply.hand.size", message));
        } else if (hand_tiles + extras.middle) as usize > tiles.len() {
            let left = tiles.len() - hand_tiles as usize;
            let message = format!("the middle needs {} tiles, but the hands leave {left}", extras.middle);
            errors.push(("supply.middle", message));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let numbers = (0..).zip(&set.tiles).map(|(index, tile)| tile.name.parse().unwrap_or(index)).collect();
        Ok(Dealing {
            tiles,
            numbers,
            fixed_order: if order.is_empty() { None } else { Some(std::mem::take(&mut order)) },
            sizes: hand.initial_hand_sizes().collect(),
            start,
            extras,
            is_open: hand.open,
            refills: hand.refill,
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

    /// Parses a drawing order, which must contain every tile of the game; the error names the wrong tile.
    pub fn parse_order(&self, names: &[String], set: &TileSet) -> Result<Vec<TileIndex>, DealError> {
        let tiles = names.iter().map(|name| set.tile_named(name).ok_or_else(|| unknown_tile_message(name)));
        let order: Vec<TileIndex> = tiles.collect::<Result<_, _>>()?;
        deal_mismatch(&order, &self.tiles, set).map_or(Ok(order), |message| Err(message.into()))
    }

    /// Drawing order that [`Dealing::deal`] uses if none is given.
    pub fn draw_order(&self, rng: &mut Rng) -> Vec<TileIndex> {
        self.shuffles(rng).1
    }

    /// Two independent shuffles: one for drawing who starts, whose tiles go back, and one for the hands.
    fn shuffles(&self, rng: &mut Rng) -> (Vec<TileIndex>, Vec<TileIndex>) {
        let mut shuffle = || {
            let mut tiles = self.tiles.clone();
            rng.shuffle(&mut tiles);
            tiles
        };
        let start_draw = shuffle();
        (start_draw, self.fixed_order.clone().unwrap_or_else(shuffle))
    }

    /// Deals the hands as consecutive blocks of the drawing order, first seat first. A given order must contain the
    /// tiles of the game.
    pub fn deal(&self, rng: &mut Rng, order: Option<&[TileIndex]>) -> DealtTiles {
        // Shuffles even if the order is given, so that later random numbers stay the same.
        let (start_draw, shuffled) = self.shuffles(rng);
        let order = order.unwrap_or(&shuffled);
        let mut rest = order;
        let mut hands = Vec::new();
        for &size in &self.sizes {
            let (hand, after) = rest.split_at(size as usize);
            hands.push(hand);
            rest = after;
        }
        let seat_with_highest = |tiles: &dyn Fn(usize) -> u32| {
            // The first seat if several are tied.
            (0..self.sizes.len()).max_by_key(|&seat| (tiles(seat), usize::MAX - seat)).unwrap_or(0)
        };
        let number = |tile: TileIndex| self.numbers[tile];
        let starter = match self.start {
            StartMethod::FirstSeat => 0,
            StartMethod::Draw => seat_with_highest(&|seat| start_draw.get(seat).map_or(0, |tile| number(*tile))),
            StartMethod::DrawAndKeep => seat_with_highest(&|seat| number(hands[seat][0])),
            StartMethod::HighestInHand => {
                seat_with_highest(&|seat| hands[seat].iter().map(|tile| number(*tile)).max().unwrap_or(0))
            }
        };
        let hands = hands.into_iter().map(<[TileIndex]>::to_vec).collect();
        DealtTiles { hands, rest: rest.to_vec(), starter: Seat::new(starter) }
    }
}

fn unknown_tile_message(name: &str) -> String {
    format!("the set has no tile {name}")
}

/// Message about a tile that a deal has too often or lacks. A surplus tile is reported first, because it is more
/// informative than the tile missing in its place.
fn deal_mismatch(order: &[TileIndex], tiles: &[TileIndex], set: &TileSet) -> Option<String> {
    let mut counts = IndexVec::from(vec![(0usize, 0usize); set.tiles.len()]);
    order.iter().for_each(|tile| counts[*tile].0 += 1);
    tiles.iter().for_each(|tile| counts[*tile].1 += 1);
    let surplus = counts.position(|(in_deal, in_bag)| in_deal > in_bag);
    let tile = surplus.or_else(|| counts.position(|(in_deal, in_bag)| in_deal < in_bag))?;
    let name = &set.tiles[tile].name;
    Some(match counts[tile] {
        (0, _) => format!("tile {name} is missing from the deal, which must list every tile"),
        (_, 0) => format!("the deal lists tile {name}, which is not in the bag"),
        (2, 1) => format!("the deal lists tile {name} twice"),
        (in_deal, in_bag) => format!("the deal lists tile {name} {in_deal} times, but the bag has {in_bag}"),
    })
}
