//! What is not on the board: reserves of pieces, a bag of tiles and the hands drawn from it.

mod bag;
mod reserve;
mod stock;

pub use bag::{Bag, Begins, Hand, Start};
pub use reserve::{MAX_KINDS, Reserve};
pub use stock::{Dealing, Drawn, Stock};
