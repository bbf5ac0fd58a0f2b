//! Supplies outside the board: reserves of pieces, a bag of tiles and the hands drawn from it, gifts and discards.

mod bag;
mod bag_and_hands;
mod dealing;
mod gifts;
mod pile;
mod reserve;

pub use bag::{Bag, Hand, StartMethod, StartRule};
pub use bag_and_hands::{BagAndHands, HandChange};
pub use dealing::{Dealing, DealtTiles, Extras, MAX_BAG};
pub use gifts::{Give, Reward, TakeBack};
pub use pile::{Discard, Middle, RemainderTo};
pub use reserve::{MAX_KINDS, MAX_OWNERS, Reserve};
