//! Static syntax of Lua: the syntax tree of a script, and name resolution. It depends on the grammar only, not on the
//! interpreter or the meaning of keys.

mod faults;
mod scopes;
mod text;
mod tokens;
mod tree;

pub use faults::{SyntaxFault, explain_syntax_error, quoted_span};
pub use scopes::{Binding, FreeName, Scopes, is_assignment_target};
pub(crate) use text::without_byte_order_mark;
pub use text::{Edit, LineColumn, LineIndex};
pub(crate) use tokens::{KEYWORDS, long_bracket_len, string_len};
pub use tree::{Field, Kind, SyntaxNode, SyntaxTree};
