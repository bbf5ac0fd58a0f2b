//! Name resolution: every use of a name, and its declaration. One walk over the tree in source order.

use std::collections::HashMap;
use std::ops::Range;

use super::tree::{Field, Kind, SyntaxTree};

/// Declaration of a name.
#[derive(Debug)]
pub struct Binding {
    /// Node of the name where it is declared; the function for its `self`.
    pub node: usize,
    /// Enclosing function, or the chunk.
    pub function: usize,
    /// Nodes where the name is visible.
    pub scope: Range<usize>,
    /// Index of a parameter, from 0, not counting `self`.
    pub parameter: Option<usize>,
    /// Value given by a `local` with one name or a `local function`.
    pub value: Option<usize>,
    /// Uses, in source order.
    pub uses: Vec<usize>,
    /// Uses that are assignments.
    pub assignments: Vec<usize>,
}

/// Name that is not declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeName {
    /// Node of the name.
    pub node: usize,
    /// Whether it is assigned.
    pub is_assigned: bool,
}

/// Names of a script and their declarations.
#[derive(Debug, Default)]
pub struct Scopes {
    /// Declarations.
    pub bindings: Vec<Binding>,
    /// Names that are not declared.
    pub free: Vec<FreeName>,
    /// Declaration of each used name, by node.
    binding_by_use: HashMap<usize, usize>,
    /// Enclosing function of each used name, by node.
    enclosing_functions: HashMap<usize, usize>,
    /// Parameters of each function, in order.
    parameters: HashMap<usize, Vec<usize>>,
    /// Whether the script uses `_ENV`: then it may refer to anything by any name.
    pub uses_env: bool,
}

/// Declaration that becomes visible at a later node.
struct PendingBinding {
    visible_from: usize,
    depth: usize,
    binding: usize,
}

struct ScopeWalk<'s> {
    text: &'s str,
    tree: &'s SyntaxTree,
    scopes: Scopes,
    /// Visible declarations of each name, innermost last.
    visible: HashMap<&'s str, Vec<usize>>,
    /// Enclosing scopes, each with the node where it ends and its names.
    open_scopes: Vec<(usize, Vec<&'s str>)>,
    pending: Vec<PendingBinding>,
    /// Enclosing functions, each with the nodes of its parameters and body; its name belongs to the outer scope.
    functions: Vec<(usize, Range<usize>)>,
}

impl Scopes {
    /// Resolves the names of a text.
    pub fn resolve(text: &str, tree: &SyntaxTree) -> Scopes {
        let mut walk = ScopeWalk {
            text,
            tree,
            scopes: Scopes::default(),
            visible: HashMap::new(),
            open_scopes: vec![(usize::MAX, Vec::new())],
            pending: Vec::new(),
            functions: vec![(0, 0..usize::MAX)],
        };
        for at in tree.all() {
            walk.update_scopes(at);
            walk.enter(at);
        }
        walk.scopes
    }

    /// Returns the declaration of a used name, unless it is free.
    pub fn binding_of(&self, name: usize) -> Option<&Binding> {
        self.binding_by_use.get(&name).map(|&binding| &self.bindings[binding])
    }

    /// Returns the function in which a name is used, or the chunk; `None` for a free name.
    pub fn enclosing_function(&self, name: usize) -> Option<usize> {
        self.enclosing_functions.get(&name).copied()
    }

    /// Returns a parameter of a function, counted from 0.
    pub fn parameter(&self, function: usize, index: usize) -> Option<&Binding> {
        self.parameters.get(&function)?.get(index).map(|&binding| &self.bindings[binding])
    }

    /// Resolves an expression to a function: a function expression, or a name that is never reassigned.
    pub fn resolve_function(&self, tree: &SyntaxTree, value: usize) -> Option<usize> {
        let value = match tree.kind(value) {
            Kind::Identifier => {
                self.binding_of(value).filter(|binding| binding.assignments.is_empty()).and_then(|it| it.value)?
            }
            _ => value,
        };
        tree.is_function(value).then_some(value)
    }
}

impl<'s> ScopeWalk<'s> {
    fn name(&self, at: usize) -> &'s str {
        self.tree.text(self.text, at)
    }

    /// Closes scopes that end before a node, and activates declarations visible from it on.
    fn update_scopes(&mut self, at: usize) {
        loop {
            match self.pending.last() {
                Some(next) if next.visible_from <= at && next.depth == self.open_scopes.len() => {
                    let binding = next.binding;
                    self.pending.pop();
                    self.make_visible(binding, at);
                }
                _ if self.open_scopes.last().is_some_and(|(end, _)| *end <= at) => {
                    let (_, names) = self.open_scopes.pop().unwrap_or_default();
                    for name in names {
                        self.visible.get_mut(name).map(Vec::pop);
                    }
                }
                _ => break,
            }
        }
        while self.functions.last().is_some_and(|(_, body)| body.end <= at) {
            self.functions.pop();
        }
    }

    fn enter(&mut self, at: usize) {
        let tree = self.tree;
        match tree.kind(at) {
            Kind::Function | Kind::Lambda => self.enter_function(at),
            Kind::For | Kind::Repeat => self.open_scopes.push((tree.end(at), Vec::new())),
            // Names declared in a `repeat` are visible in its condition too.
            Kind::Block if tree.parent(at).is_some_and(|parent| tree.kind(parent) != Kind::Repeat) => {
                self.open_scopes.push((tree.end(at), Vec::new()));
            }
            Kind::Local => self.enter_local(at),
            Kind::ForEach | Kind::ForRange => self.bind_loop_variables(at),
            Kind::Identifier if self.is_use(at) => self.record_use(at),
            _ => {}
        }
    }

    fn bind(&mut self, node: usize, parameter: Option<usize>, value: Option<usize>) -> usize {
        let function = self.functions.last().map_or(0, |(function, _)| *function);
        let (uses, assigned) = (Vec::new(), Vec::new());
        self.scopes.bindings.push(Binding {
            node,
            function,
            scope: 0..0,
            parameter,
            value,
            uses,
            assignments: assigned,
        });
        self.scopes.bindings.len() - 1
    }

    /// Makes a declaration visible from the node `from` on.
    fn make_visible(&mut self, binding: usize, from: usize) {
        let end = self.open_scopes.last().map_or(usize::MAX, |(end, _)| *end);
        self.scopes.bindings[binding].scope = from..end;
        let node = self.scopes.bindings[binding].node;
        let name = if self.tree.is_function(node) { "self" } else { self.name(node) };
        self.scopes.uses_env |= name == "_ENV";
        self.visible.entry(name).or_default().push(binding);
        if let Some((_, names)) = self.open_scopes.last_mut() {
            names.push(name);
        }
    }

    fn enter_function(&mut self, at: usize) {
        let tree = self.tree;
        let name = tree.child(at, Field::Name);
        if let (Some(name), Field::Local) = (name, tree.field(at)) {
            let binding = self.bind(name, None, Some(at));
            self.make_visible(binding, at);
        }
        self.open_scopes.push((tree.end(at), Vec::new()));
        let Some(list) = tree.child(at, Field::Parameters) else { return };
        self.functions.push((at, list..tree.end(at)));
        let mut bindings = Vec::new();
        if name.is_some_and(|name| tree.kind(name) == Kind::Colon) {
            bindings.push(self.bind(at, None, None));
        }
        let names = tree.children(list).filter(|&name| tree.kind(name) == Kind::Identifier);
        for (index, name) in names.enumerate() {
            let binding = self.bind(name, Some(index), None);
            bindings.push(binding);
            self.scopes.parameters.entry(at).or_default().push(binding);
        }
        // The last of them is popped first.
        let depth = self.open_scopes.len();
        self.pending.extend(bindings.into_iter().rev().map(|binding| PendingBinding {
            visible_from: list,
            depth,
            binding,
        }));
    }

    /// Declares the names of `local a, b = ..`, visible after the statement.
    fn enter_local(&mut self, at: usize) {
        let tree = self.tree;
        let Some(inner) = tree.children(at).next() else { return };
        let mut sides = match tree.kind(inner) {
            Kind::Assignment => tree.children(inner).collect(),
            _ => vec![inner],
        }
        .into_iter();
        let names = sides.next().into_iter().flat_map(|names| tree.children(names));
        let names: Vec<usize> = names.filter(|&name| tree.field(name) == Field::Name).collect();
        let value = sides.next().and_then(|values| tree.children(values).next()).filter(|_| names.len() == 1);
        // The last of them is popped first.
        for &name in names.iter().rev() {
            let binding = self.bind(name, None, value);
            self.pending.push(PendingBinding { visible_from: tree.end(at), depth: self.open_scopes.len(), binding });
        }
    }

    /// Declares the variables of a `for`, visible in its body.
    fn bind_loop_variables(&mut self, clause: usize) {
        let tree = self.tree;
        let list = match tree.kind(clause) {
            Kind::ForEach => tree.children(clause).find(|&at| tree.kind(at) == Kind::Names).unwrap_or(clause),
            _ => clause,
        };
        let names: Vec<usize> = tree.children(list).filter(|&at| tree.field(at) == Field::Name).collect();
        for name in names.into_iter().rev() {
            let binding = self.bind(name, None, None);
            self.pending.push(PendingBinding {
                visible_from: tree.end(clause),
                depth: self.open_scopes.len(),
                binding,
            });
        }
    }

    /// Whether a name is read or assigned at a node, not declared there or used as a key.
    fn is_use(&self, at: usize) -> bool {
        let tree = self.tree;
        let Some(parent) = tree.parent(at) else { return false };
        let is_name = tree.field(at) == Field::Name;
        match tree.kind(parent) {
            Kind::Parameters | Kind::Label | Kind::Goto | Kind::Attribute => false,
            Kind::ForRange => !is_name,
            Kind::Dot => tree.field(at) != Field::Key,
            Kind::Colon => tree.field(at) != Field::Method,
            Kind::Function => tree.field(parent) != Field::Local,
            Kind::Entry => !(is_name && tree.span(at).start == tree.span(parent).start),
            Kind::Names => is_assignment_target(tree, parent),
            _ => true,
        }
    }

    fn record_use(&mut self, at: usize) {
        let tree = self.tree;
        let name = self.name(at);
        self.scopes.uses_env |= name == "_ENV";
        let is_assigned =
            tree.parent(at).is_some_and(|parent| matches!(tree.kind(parent), Kind::Names | Kind::Function));
        match self.visible.get(name).and_then(|bindings| bindings.last()) {
            Some(&binding) => {
                self.scopes.binding_by_use.insert(at, binding);
                let enclosing = self.functions.iter().rev().find(|(_, body)| body.contains(&at));
                self.scopes.enclosing_functions.insert(at, enclosing.map_or(0, |(function, _)| *function));
                let binding = &mut self.scopes.bindings[binding];
                binding.uses.push(at);
                if is_assigned {
                    binding.assignments.push(at);
                }
            }
            None => self.scopes.free.push(FreeName { node: at, is_assigned }),
        }
    }
}

/// Whether a list of names is the target of an assignment and not a declaration.
pub fn is_assignment_target(tree: &SyntaxTree, names: usize) -> bool {
    let Some(parent) = tree.parent(names).filter(|&parent| tree.kind(parent) == Kind::Assignment) else { return false };
    tree.parent(parent).is_none_or(|grandparent| tree.kind(grandparent) != Kind::Local)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists the free names of a script; an equals sign marks those that are assigned.
    fn free_names(source: &str) -> String {
        let tree = SyntaxTree::parse(source).unwrap_or_else(|| panic!("Lua: {source}"));
        let free = Scopes::resolve(source, &tree).free;
        let free =
            free.iter().map(|free| tree.text(source, free.node).to_owned() + if free.is_assigned { "=" } else { "" });
        free.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_name_is_free_without_an_enclosing_declaration() {
        for (source, expected) in [
            ("return x", "x"),
            ("local x return x", ""),
            ("local x = x", "x"),
            ("local x, y = y, x return x, y", "y x"),
            ("local function f() return f end", ""),
            ("local f = function() return f end", "f"),
            ("do local x end return x", "x"),
            ("do local x = 1 end do return x end", "x"),
            ("if a then local x else return x end", "a x"),
            ("if a then elseif b then local c = 1 return c end return c", "a b c"),
            ("while x do local x end", "x"),
            ("repeat local x = 1 until x return x", "x"),
            ("repeat local x <const> = 1 until (function() return x end)()", ""),
            ("repeat do local x end until x", "x"),
            ("for i = i, n do f(i) end return i", "i n f i"),
            ("for k, v in k, v do f(k, v) end return v", "k v f v"),
            ("for i = 1, 2 do end return i", "i"),
            ("return function(a, b, ...) return a, b, c, ... end", "c"),
            ("return function(a) end, a", "a"),
            ("function f() end", "f="),
            ("local f function f() end", ""),
            ("function a.b(a) return a end", "a"),
            ("local t = {} function t.f(a) return self, a end", "self"),
            ("local t = {} function t:f(a) return self, a end return self", "self"),
            ("x = 1", "x="),
            ("local a a, b = b, a", "b= b"),
            ("local t = {} t.x, t[i] = 1, 2", "i"),
            ("return { a = b, [c] = d, e }", "b c d e"),
            ("return a.b.c, a:d(e), a[f]", "a a e a f"),
            ("goto a ::a:: return b", "b"),
            ("local x <close> = nil return x", ""),
            ("local f = function() local x = 1 end return x", "x"),
            ("local f = function() local x = 1 end return f", ""),
            ("local a = function(b) return function(c) return a, b, c end end", "a"),
            ("local x = 1 local x = x return x", ""),
            ("local x = 1 do local x = x end return x", ""),
            ("f 'x' { y }", "f y"),
            ("return x -- y\n, [[z]]", "x"),
        ] {
            assert_eq!(free_names(source), expected, "{source}");
        }
    }

    #[test]
    fn a_name_refers_to_its_innermost_declaration() {
        let source = "local x = 1 local function f(x) x = 2 return function() return x end end return x";
        let tree = SyntaxTree::parse(source).expect("Lua");
        let scopes = Scopes::resolve(source, &tree);
        let summary = |index: usize| {
            let binding = &scopes.bindings[index];
            (tree.text(source, binding.node), binding.parameter, binding.uses.len(), binding.assignments.len())
        };
        assert_eq!([summary(0), summary(1), summary(2)], [("x", None, 1, 0), ("f", None, 0, 0), ("x", Some(0), 2, 1)]);
        assert!(!scopes.uses_env);
        let source = "local _ENV = { x = 1 } return x";
        assert!(Scopes::resolve(source, &SyntaxTree::parse(source).expect("Lua")).uses_env);
    }

    #[test]
    fn hostile_sources_are_walked_in_linear_time() {
        let start = std::time::Instant::now();
        let fill = |piece: &str| piece.repeat((256 << 10) / piece.len());
        for source in [
            fill("local a = a "),
            fill("do local a = a end "),
            format!("{} {}", "do local a = 1 ".repeat(190), "end ".repeat(190)),
            format!("return {}", fill("a.")) + "a",
            format!("return {}1", fill("a+")),
            format!("local {}a = 1", fill("a,")),
            format!("return function({}a) end", fill("a,")),
            fill("for a, b in c do end "),
        ] {
            let tree = SyntaxTree::parse(&source).expect("Lua");
            assert!(Scopes::resolve(&source, &tree).bindings.len() + tree.all().len() > 100);
        }
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}
