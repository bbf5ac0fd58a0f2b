//! Goals that right moves also reach: for all of them or by the move.

use super::super::decl::{DeclNode, DeclValue};
use super::super::source::Diagnostic;
use super::WithPlace;
use super::goals::{self, LessonGoal};

/// Goal that right moves reach.
#[derive(Clone, Debug)]
pub struct ShownGoal {
    /// Move that reaches it; `None` if all of them do.
    pub mv: Option<String>,
    /// The goal.
    pub goal: WithPlace<LessonGoal>,
}

/// Parses `shows = makes_loop()`, `{ goal, goal }` or `{ ["c3"] = goal }`.
pub(super) fn read(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Vec<ShownGoal> {
    match &node.value {
        DeclValue::Map(by_move) if by_move.is_empty() => {
            faults.push(Diagnostic::new(&node.place, path, "empty table; remove the key"));
            Vec::new()
        }
        DeclValue::Map(by_move) => by_move
            .iter()
            .flat_map(|(mv, node)| {
                let goals = read_goals(node, &format!("{path}.{mv}"), faults);
                goals.into_iter().map(|goal| ShownGoal { mv: Some(mv.trim().to_string()), goal })
            })
            .collect(),
        _ => read_goals(node, path, faults).into_iter().map(|goal| ShownGoal { mv: None, goal }).collect(),
    }
}

/// One goal or a list of them.
fn read_goals(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Vec<WithPlace<LessonGoal>> {
    let items: Vec<(&DeclNode, String)> = match node.as_list() {
        Some(list) => list.iter().enumerate().map(|(index, item)| (item, format!("{path}[{}]", index + 1))).collect(),
        None => vec![(node, path.to_string())],
    };
    let read = |(item, path): (&DeclNode, String)| {
        let value = goals::read(item, &path, faults)?;
        Some(WithPlace { value, place: item.place.clone(), path })
    };
    items.into_iter().filter_map(read).collect()
}
