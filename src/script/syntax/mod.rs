//! Lua as it is written: the syntax tree of a script, and what can be read off it. Knows the grammar, and neither
//! the machine that runs scripts nor what their keys mean.

mod faults;
mod scopes;
mod text;
mod tokens;
mod tree;

pub use faults::{SyntaxFault, broken, quoted_in};
pub use scopes::{Binding, FreeName, Scopes, is_target};
pub use text::{Edit, LineColumn, LineIndex};
pub use tree::{Field, Kind, SyntaxNode, SyntaxTree};
