//! Merging of declarations: tables by key, lists of rule values by id, everything else replaced.

use super::decl::{DeclNode, DeclValue, MergeOrder, RuleDecl};
use super::source::{Diagnostic, FaultKind, SourcePlace, join_path};

/// Merges `over` into `base`. Errors name what cannot be merged; warnings name keys that two variants set.
pub fn merge(base: &mut DeclNode, over: DeclNode, path: &str, report: &mut MergeReport) {
    match (&mut base.value, over.value) {
        (DeclValue::Map(map), DeclValue::Map(changes)) => {
            for (key, change) in changes {
                let path = join_path(path, &key);
                match map.get_mut(&key) {
                    Some(node) => merge(node, change, &path, report),
                    None => {
                        map.insert(key, change);
                    }
                }
            }
            // A changed value is cited where it was changed.
            if !path.is_empty() {
                base.place = over.place;
            }
        }
        // An empty table changes nothing in a list of rule values; it empties any other.
        (DeclValue::List(list), DeclValue::Map(changes)) if changes.is_empty() && has_rules(list) => {}
        (DeclValue::List(list), DeclValue::List(changes)) if has_rules(list) || has_rules(&changes) => {
            let mut ids: Vec<String> = Vec::new();
            for change in changes {
                if let DeclValue::Rule(rule) = &change.value {
                    if ids.contains(&rule.id) {
                        let message = format!("`{}` occurs twice in the list; give one of them its own `id`", rule.id);
                        report.faults.push(Diagnostic::new(&change.place, path, message));
                    }
                    ids.push(rule.id.clone());
                }
                merge_item(list, change, path, report);
            }
        }
        (DeclValue::Rule(rule), DeclValue::Rule(change)) if rule.name == change.name => {
            merge_fields(rule, change, path, report);
            base.place = over.place;
        }
        (_, value) => {
            let over = DeclNode { value, place: over.place };
            report.warn_replaced(base, &over, path);
            *base = over;
        }
    }
}

/// Errors and warnings of merging.
#[derive(Default)]
pub struct MergeReport {
    pub faults: Vec<Diagnostic>,
    pub warnings: Vec<String>,
    /// File of the base game, which variants override without a warning.
    pub base_file: String,
    /// Rule values that variants removed: the path of the list, the id, and the place of the removal.
    removed: Vec<(String, String, SourcePlace)>,
}

impl MergeReport {
    /// Place where a rule value was removed from a list, if it was.
    fn removal_place(&self, path: &str, id: &str) -> Option<&SourcePlace> {
        let entry = self.removed.iter().find(|(list, taken, _)| list == path && taken == id);
        entry.map(|(.., place)| place)
    }

    /// Explains an error in merged rules: if something is missing because an earlier variant removed it, the message
    /// mentions that, because the cited file does not show it.
    pub fn explain_removal(&self, fault: Diagnostic) -> Diagnostic {
        let removal = self.removed.iter().find(|(list, id, place)| {
            let path = join_path(list, id);
            let is_within = fault.path.strip_prefix(&path).is_some_and(|rest| rest.starts_with('.'));
            is_within && fault.kind == FaultKind::Missing && !place.same_file(&fault.place)
        });
        let Some((_, id, place)) = removal else { return fault };
        let message = format!("{}; {place} removed `{id}`, so declare it in full here", fault.message);
        Diagnostic { message, ..fault }
    }

    fn warn_replaced(&mut self, old: &DeclNode, new: &DeclNode, path: &str) {
        if old.place.source.file != self.base_file && !old.place.same_file(&new.place) {
            self.warnings.push(format!("{} and {} both set `{path}`; the second one applies", old.place, new.place));
        }
    }
}

fn has_rules(list: &[DeclNode]) -> bool {
    list.iter().any(|node| matches!(node.value, DeclValue::Rule(_) | DeclValue::Off(_)))
}

fn position(list: &[DeclNode], wanted: &str) -> Option<usize> {
    list.iter().position(|node| matches!(&node.value, DeclValue::Rule(rule) if rule.id == wanted))
}

fn merge_item(list: &mut Vec<DeclNode>, change: DeclNode, path: &str, report: &mut MergeReport) {
    match change.value {
        DeclValue::Off(ref id) => match position(list, id) {
            Some(index) => {
                list.remove(index);
                report.removed.push((path.to_string(), id.clone(), change.place));
            }
            // Two variants may remove the same value.
            None if report.removal_place(path, id).is_some_and(|place| !place.same_file(&change.place)) => {}
            None => {
                let message = format!("`off \"{id}\"` removes nothing: {}", known_ids(list, id));
                report.faults.push(Diagnostic::new(&change.place, path, message));
            }
        },
        DeclValue::Rule(rule) => match position(list, &rule.id) {
            Some(index) => {
                let path = join_path(path, &rule.id);
                let order = rule.order.clone();
                if let DeclValue::Rule(base) = &mut list[index].value {
                    if base.name == rule.name {
                        merge_fields(base, rule, &path, report);
                        list[index].place = change.place;
                    } else {
                        let over = DeclNode { value: DeclValue::Rule(rule), place: change.place.clone() };
                        report.warn_replaced(&list[index], &over, &path);
                        list[index] = over;
                    }
                }
                if let Some(order) = order {
                    let moved = list.remove(index);
                    insert(list, moved, Some(order), &path, report);
                }
            }
            None => {
                if let Some(place) =
                    report.removal_place(path, &rule.id).filter(|place| !place.same_file(&change.place))
                {
                    let message = format!(
                        "{} adds `{}` to `{path}` again, which {place} removes; stack them in the other order to \
                         leave it out",
                        change.place, rule.id
                    );
                    report.warnings.push(message);
                }
                let order = rule.order.clone();
                insert(list, DeclNode { value: DeclValue::Rule(rule), place: change.place }, order, path, report);
            }
        },
        _ => list.push(change),
    }
}

fn insert(list: &mut Vec<DeclNode>, node: DeclNode, order: Option<MergeOrder>, path: &str, report: &mut MergeReport) {
    let index = match &order {
        None => Some(list.len()),
        Some(MergeOrder::Before(id)) => position(list, id),
        Some(MergeOrder::After(id)) => position(list, id).map(|index| index + 1),
    };
    if let (None, Some(MergeOrder::Before(id) | MergeOrder::After(id))) = (index, &order) {
        report.faults.push(Diagnostic::new(
            &node.place,
            path,
            format!("there is no `{id}` here: {}", known_ids(list, id)),
        ));
    }
    list.insert(index.unwrap_or(list.len()), node);
}

fn known_ids(list: &[DeclNode], wanted: &str) -> String {
    let ids: Vec<&str> = list
        .iter()
        .filter_map(|node| if let DeclValue::Rule(rule) = &node.value { Some(rule.id.as_str()) } else { None })
        .collect();
    match houserule_core::text::nearest(wanted, ids.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if ids.is_empty() => "the list is empty".to_string(),
        None => format!("the ids are {}", ids.join(", ")),
    }
}

fn merge_fields(base: &mut RuleDecl, change: RuleDecl, path: &str, report: &mut MergeReport) {
    for (key, node) in change.fields {
        let path = join_path(path, &key);
        match base.fields.get_mut(&key) {
            Some(old) => merge(old, node, &path, report),
            None => {
                base.fields.insert(key, node);
            }
        }
    }
}
