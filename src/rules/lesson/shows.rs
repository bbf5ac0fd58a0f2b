//! What right moves do beside being accepted: goals, for all of them or by the move.

use super::super::decl::{Node, Value};
use super::super::source::Fault;
use super::Placed;
use super::goals::{self, Goal};

/// A goal that right moves reach.
#[derive(Clone, Debug)]
pub struct Shows {
    /// The move that reaches it; none if all of them do.
    pub mv: Option<String>,
    pub goal: Placed<Goal>,
}

/// Reads `shows = makes_loop()`, `{ goal, goal }` or `{ ["c3"] = goal }`.
pub(super) fn read(node: &Node, path: &str, faults: &mut Vec<Fault>) -> Vec<Shows> {
    match &node.value {
        Value::Map(by_move) if by_move.is_empty() => {
            faults.push(Fault::new(&node.place, path, "an empty table; leave the key out"));
            Vec::new()
        }
        Value::Map(by_move) => by_move
            .iter()
            .flat_map(|(mv, node)| {
                let goals = several(node, &format!("{path}.{mv}"), faults);
                goals.into_iter().map(|goal| Shows { mv: Some(mv.trim().to_string()), goal })
            })
            .collect(),
        _ => several(node, path, faults).into_iter().map(|goal| Shows { mv: None, goal }).collect(),
    }
}

/// One goal or a list of them.
fn several(node: &Node, path: &str, faults: &mut Vec<Fault>) -> Vec<Placed<Goal>> {
    let items: Vec<(&Node, String)> = match node.as_list() {
        Some(list) => {
            list.iter().enumerate().map(|(index, item)| (item, format!("{path}[{}]", index + 1))).collect()
        }
        None => vec![(node, path.to_string())],
    };
    let read = |(item, path): (&Node, String)| {
        let value = goals::read(item, &path, faults)?;
        Some(Placed { value, place: item.place.clone(), path })
    };
    items.into_iter().filter_map(read).collect()
}
