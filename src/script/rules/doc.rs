//! Descriptions of what scripts write and call. The checkers, the manual and the editor stubs are based on them.

/// Key of a table, or parameter of a function.
#[derive(Debug)]
pub struct KeySpec {
    /// Name; of a parameter, a trailing question mark makes it optional, dots stand for any number.
    pub name: &'static str,
    /// Type, in the syntax of the Lua language server.
    pub lua_type: &'static str,
    /// One sentence of documentation.
    pub doc: &'static str,
    /// Example with everything that it needs; empty for a parameter.
    pub example: &'static str,
}

/// Field or function available to scripts.
#[derive(Debug)]
pub struct DocEntry {
    /// Name.
    pub name: &'static str,
    /// Parameters, if it is a function.
    pub params: Option<&'static [KeySpec]>,
    /// Types of its value or results.
    pub returns: &'static [&'static str],
    /// One sentence of documentation.
    pub doc: &'static str,
    /// Example.
    pub example: &'static str,
}

/// Makes the description of a key.
pub const fn key(name: &'static str, lua_type: &'static str, doc: &'static str, example: &'static str) -> KeySpec {
    KeySpec { name, lua_type, doc, example }
}

/// Makes the description of a parameter.
pub const fn param(name: &'static str, lua_type: &'static str, doc: &'static str) -> KeySpec {
    key(name, lua_type, doc, "")
}

/// Makes the entry of a field.
pub const fn field(
    name: &'static str,
    returns: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
) -> DocEntry {
    DocEntry { name, params: None, returns, doc, example }
}

/// Makes the entry of a function.
pub const fn function(
    name: &'static str,
    params: &'static [KeySpec],
    returns: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
) -> DocEntry {
    DocEntry { name, params: Some(params), returns, doc, example }
}
