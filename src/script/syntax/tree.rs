//! Syntax tree of a script, as a flat list in source order.
//!
//! A recursive tree would overflow the stack on a file of `1+1+1+...` and abort the process. Here a node stores its
//! parent and where its last descendant ends, so that every traversal is a loop.

use std::ops::{ControlFlow, Range};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tree_sitter::{Language, ParseOptions, ParseState, Parser, TreeCursor};

use super::text::content_start;

/// Parse time limit. The longest valid file takes a third of a second at most, a real script a thousandth of that. Only
/// a text that is not Lua comes near the limit, and its tree is not needed.
const MAX_PARSE_TIME: Duration = Duration::from_secs(5);

macro_rules! names {
    ($(#[$doc:meta])* $type:ident: $($(#[$what:meta])* $variant:ident = $name:literal,)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[expect(missing_docs, reason = "variants are named after the grammar")]
        pub enum $type {
            Other,
            $($(#[$what])* $variant,)+
        }

        impl $type {
            fn named(name: Option<&str>) -> $type {
                match name {
                    $(Some($name) => $type::$variant,)+
                    _ => $type::Other,
                }
            }
        }
    };
}

names! {
    /// Kind of a node. Operators, brackets, keywords and comments have no nodes.
    Kind:
    Chunk = "chunk",
    Block = "block",
    Empty = "empty_statement",
    Assignment = "assignment_statement",
    /// `local a, b <const>`, with or without an assignment in it.
    Local = "variable_declaration",
    /// `function f`, `local function f`.
    Function = "function_declaration",
    /// `function(..) .. end` as a value.
    Lambda = "function_definition",
    Parameters = "parameters",
    Vararg = "vararg_expression",
    Names = "variable_list",
    Values = "expression_list",
    Attribute = "attribute",
    Do = "do_statement",
    While = "while_statement",
    Repeat = "repeat_statement",
    If = "if_statement",
    ElseIf = "elseif_statement",
    Else = "else_statement",
    For = "for_statement",
    ForEach = "for_generic_clause",
    ForRange = "for_numeric_clause",
    Return = "return_statement",
    Label = "label_statement",
    Goto = "goto_statement",
    Break = "break_statement",
    Call = "function_call",
    Arguments = "arguments",
    Dot = "dot_index_expression",
    Colon = "method_index_expression",
    Bracket = "bracket_index_expression",
    Parenthesis = "parenthesized_expression",
    Table = "table_constructor",
    Entry = "field",
    Identifier = "identifier",
    Text = "string",
    Number = "number",
    Nil = "nil",
    True = "true",
    False = "false",
    Binary = "binary_expression",
    Unary = "unary_expression",
}

names! {
    /// Role of a node in its parent.
    Field:
    Name = "name",
    Value = "value",
    Table = "table",
    Key = "field",
    Method = "method",
    Arguments = "arguments",
    Parameters = "parameters",
    Body = "body",
    Condition = "condition",
    Consequence = "consequence",
    Alternative = "alternative",
    Clause = "clause",
    Left = "left",
    Right = "right",
    Operand = "operand",
    Local = "local_declaration",
}

/// Node of the tree.
#[derive(Clone, Debug)]
pub struct SyntaxNode {
    /// Kind of node.
    pub kind: Kind,
    /// Role in its parent.
    pub field: Field,
    parent: u32,
    /// Node after the last descendant.
    end: u32,
    start_byte: u32,
    end_byte: u32,
}

/// Nodes of a source in source order; descendants follow their node.
#[derive(Debug)]
pub struct SyntaxTree {
    nodes: Vec<SyntaxNode>,
}

struct Grammar {
    language: Language,
    kinds: Vec<Kind>,
    fields: Vec<Field>,
}

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    let language = Language::from(tree_sitter_lua::LANGUAGE);
    let kinds = 0..language.node_kind_count() as u16;
    let fields = 0..=language.field_count() as u16;
    Grammar {
        kinds: kinds.map(|id| Kind::named(language.node_kind_for_id(id))).collect(),
        fields: fields.map(|id| Field::named(language.field_name_for_id(id))).collect(),
        language,
    }
});

impl SyntaxTree {
    /// Parses a text; `None` if it is not valid Lua.
    pub fn parse(text: &str) -> Option<SyntaxTree> {
        SyntaxTree::parse_within(text, MAX_PARSE_TIME)
    }

    fn parse_within(text: &str, limit: Duration) -> Option<SyntaxTree> {
        let start = content_start(text);
        let bytes = &text.as_bytes()[start..];
        let mut parser = Parser::new();
        parser.set_language(&GRAMMAR.language).ok()?;
        // The parser would repair a broken text as far as possible, which may take minutes if the text is long and
        // hostile. The result is not needed, and valid Lua takes microseconds per line.
        let started = Instant::now();
        let mut check_progress = |state: &ParseState| match state.has_error() || started.elapsed() > limit {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let options = ParseOptions::new().progress_callback(&mut check_progress);
        let mut read_from = |from: usize, _| bytes.get(from..).unwrap_or_default();
        let parsed = parser.parse_with_options(&mut read_from, None, Some(options))?;
        if parsed.root_node().has_error() {
            return None;
        }
        let tree = SyntaxTree { nodes: flatten(parsed.walk(), u32::try_from(start).ok()?) };
        // The grammar allows letters of all languages in names; Lua does not.
        let is_name = |at| tree.text(text, at).bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        tree.all().all(|at| tree.kind(at) != Kind::Identifier || is_name(at)).then_some(tree)
    }

    /// Node at an index.
    pub fn node(&self, at: usize) -> &SyntaxNode {
        &self.nodes[at]
    }

    /// Kind of a node.
    pub fn kind(&self, at: usize) -> Kind {
        self.nodes[at].kind
    }

    /// Role of a node in its parent.
    pub fn field(&self, at: usize) -> Field {
        self.nodes[at].field
    }

    /// Returns the bytes of a node in the text.
    pub fn span(&self, at: usize) -> Range<usize> {
        self.nodes[at].start_byte as usize..self.nodes[at].end_byte as usize
    }

    /// Returns the text of a node.
    pub fn text<'s>(&self, source: &'s str, at: usize) -> &'s str {
        source.get(self.span(at)).unwrap_or_default()
    }

    /// Iterates over all nodes in source order: parents before children.
    pub fn all(&self) -> Range<usize> {
        0..self.nodes.len()
    }

    /// Returns the index of the node after the last descendant.
    pub fn end(&self, at: usize) -> usize {
        self.nodes[at].end as usize
    }

    /// Iterates over the descendants of a node.
    pub fn descendants(&self, at: usize) -> Range<usize> {
        at + 1..self.end(at)
    }

    /// Parent of a node.
    pub fn parent(&self, at: usize) -> Option<usize> {
        (at > 0).then(|| self.nodes[at].parent as usize)
    }

    /// Iterates over the children of a node.
    pub fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.end(at);
        let next = move |&child: &usize| Some(self.end(child)).filter(|&next| next < end);
        std::iter::successors(Some(at + 1).filter(|&first| first < end), next)
    }

    /// Returns the first child with the role `field`.
    pub fn child(&self, at: usize, field: Field) -> Option<usize> {
        self.children(at).find(|&child| self.field(child) == field)
    }

    /// Whether a node is a function.
    pub fn is_function(&self, at: usize) -> bool {
        matches!(self.kind(at), Kind::Function | Kind::Lambda)
    }

    /// Iterates over the `return` statements of a function or of the chunk, without those of nested functions.
    pub fn returns(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.end(at);
        let next = move |&node: &usize| {
            Some(if self.is_function(node) { self.end(node) } else { node + 1 }).filter(|&next| next < end)
        };
        let nodes = std::iter::successors(Some(at + 1).filter(|&first| first < end), next);
        nodes.filter(|&node| self.kind(node) == Kind::Return)
    }

    /// Iterates over the values of a `return`.
    pub fn return_values(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let values = self.children(at).find(|&child| self.kind(child) == Kind::Values);
        values.into_iter().flat_map(|values| self.children(values))
    }
}

/// Flattens a parsed tree into its named nodes, parents before children.
fn flatten(mut cursor: TreeCursor, start: u32) -> Vec<SyntaxNode> {
    let mut nodes: Vec<SyntaxNode> = Vec::new();
    let mut ancestors: Vec<u32> = Vec::new();
    loop {
        let node = cursor.node();
        if node.is_named() && !node.is_extra() {
            let field = cursor.field_id().map_or(0, |id| id.get());
            let at = nodes.len() as u32;
            nodes.push(SyntaxNode {
                kind: GRAMMAR.kinds.get(node.kind_id() as usize).copied().unwrap_or(Kind::Other),
                field: GRAMMAR.fields.get(field as usize).copied().unwrap_or(Field::Other),
                parent: ancestors.last().copied().unwrap_or(0),
                end: at + 1,
                start_byte: start + node.start_byte() as u32,
                end_byte: start + node.end_byte() as u32,
            });
            if cursor.goto_first_child() {
                ancestors.push(at);
                continue;
            }
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return nodes;
            }
            let end = nodes.len() as u32;
            if let Some(ancestor) = ancestors.pop() {
                nodes[ancestor as usize].end = end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts_of_kind(source: &str, kind: Kind) -> Vec<&str> {
        let tree = SyntaxTree::parse(source).expect("Lua");
        tree.all().filter(|&at| tree.kind(at) == kind).map(|at| tree.text(source, at)).collect()
    }

    #[test]
    fn nodes_know_their_text_after_a_byte_order_mark() {
        assert_eq!(texts_of_kind("\u{feff}local e = 1", Kind::Number), ["1"]);
        assert_eq!(texts_of_kind("\u{feff}-- é\r\nreturn f 'x'\r", Kind::Identifier), ["f"]);
    }

    #[test]
    fn a_call_continues_on_the_next_line_as_in_lua() {
        assert_eq!(texts_of_kind("a = b\n(c).d()", Kind::Call), ["b\n(c).d()", "b\n(c)"]);
        assert_eq!(texts_of_kind("a = b;(c).d()", Kind::Call), ["(c).d()"]);
    }

    #[test]
    fn children_are_the_nodes_directly_below() {
        let source = "return { a = { 1, 2 }, function() return 3 end }";
        let tree = SyntaxTree::parse(source).expect("Lua");
        let table = tree.return_values(tree.returns(0).next().expect("one")).next().expect("one");
        let texts = |at| tree.children(at).map(|at| tree.text(source, at)).collect::<Vec<_>>();
        assert_eq!(texts(table), ["a = { 1, 2 }", "function() return 3 end"]);
        for at in tree.all().skip(1) {
            let parent = tree.parent(at).expect("all but the first have one");
            assert!(tree.children(parent).any(|child| child == at));
        }
    }

    #[test]
    fn invalid_lua_has_no_tree() {
        for source in ["return {", "x = = 1", "return 'x", "é = 1", "return `", "end", "goto", "\u{0}"] {
            assert!(SyntaxTree::parse(source).is_none(), "{source:?}");
        }
    }

    #[test]
    fn parsing_stops_soon_after_an_error_or_the_limit() {
        let pieces = ["{ } ( [ function end if ", "= = = ", "((", "return return ", "'", "{ a = ", "é€ ", "x y z "];
        for piece in pieces {
            let junk = piece.repeat((256 << 10) / piece.len());
            let start = std::time::Instant::now();
            assert!(SyntaxTree::parse_within(&junk, Duration::from_millis(100)).is_none(), "{piece}");
            // Without the limit some of them take minutes.
            assert!(start.elapsed().as_secs() < 20, "{piece}");
        }
    }
}
