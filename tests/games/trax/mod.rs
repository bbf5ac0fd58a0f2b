//! Trax, SuperTrax and LoopTrax.
//!
//! | room | what is tried there |
//! |---|---|
//! | `perft` | published counts, in all three games |
//! | `corpus` | games that people played elsewhere |
//! | `reference` | the same positions in a program by other hands, where it can be built |
//! | `naive` | the same games on a board that knows no shortcuts |
//! | `endings` | draws, the opponent's loop, both colours at once, house rules |
//! | `hooks` | what scripts see |
//! | `tactics` | known wins by exhaustive search |
//! | `writing` | turns as text, records, what the program says to bad input |

mod corpus;
mod endings;
mod hooks;
mod naive;
mod perft;
mod reference;
mod tactics;
mod writing;
