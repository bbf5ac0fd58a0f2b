//! Trax, SuperTrax and LoopTrax.
//!
//! | module | tests |
//! |---|---|
//! | `perft` | published counts, in all three games |
//! | `corpus` | recorded games |
//! | `reference` | the same positions in the reference program |
//! | `naive` | the same games in a naive implementation |
//! | `endings` | draws, the opponent's loop, both colours at once, variants |
//! | `hooks` | hooks on a board of tiles |
//! | `tactics` | known wins by exhaustive search |
//! | `writing` | turns as text, records, error messages |

mod corpus;
mod endings;
mod hooks;
mod naive;
mod perft;
mod reference;
mod tactics;
mod writing;
