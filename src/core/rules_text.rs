//! Rules as text: sections of sentences, and the changes between two rule texts.

use std::fmt;

/// Beginning of the key paths of options.
const OPTIONS: &str = "options.";

/// Text of the rules of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesText {
    /// Title of the game.
    pub title: String,
    /// Sections.
    pub sections: Vec<RulesSection>,
}

/// Section of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSection {
    /// Heading.
    pub heading: &'static str,
    /// Sentences.
    pub sentences: Vec<RuleSentence>,
}

/// Rule in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSentence {
    /// Key path of its subject, which stays the same when the rule changes.
    pub key_path: String,
    /// The sentence.
    pub text: String,
    /// Whether it follows from other sentences, so that it is not a difference of its own.
    pub is_derived: bool,
}

impl RuleSentence {
    /// Sentence about a key path.
    pub fn new(key_path: impl Into<String>, text: impl Into<String>) -> RuleSentence {
        RuleSentence { key_path: key_path.into(), text: text.into(), is_derived: false }
    }

    /// Marks the sentence as derived.
    pub fn derived(self) -> RuleSentence {
        RuleSentence { is_derived: true, ..self }
    }
}

impl fmt::Display for RulesText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for section in &self.sections {
            writeln!(f, "\n{}", section.heading)?;
            section.sentences.iter().try_for_each(|sentence| writeln!(f, "  {}", sentence.text))?;
        }
        Ok(())
    }
}

impl RulesText {
    /// Sentences that are not derived.
    pub fn sentences(&self) -> impl Iterator<Item = &RuleSentence> {
        self.sections.iter().flat_map(|section| &section.sentences).filter(|sentence| !sentence.is_derived)
    }

    fn text_at(&self, key_path: &str) -> Option<&str> {
        self.sentences().find(|sentence| sentence.key_path == key_path).map(|sentence| sentence.text.as_str())
    }

    /// Changes from other rules as a text of its own: what is added, changed and removed, then the options.
    pub fn changes_from(&self, base: &RulesText) -> RulesText {
        let [mut added, mut changed, mut removed, mut options] = [const { Vec::new() }; 4];
        for sentence @ RuleSentence { key_path, text, .. } in self.sentences() {
            let is_option = key_path.starts_with(OPTIONS);
            match base.text_at(key_path) {
                Some(old) if old == text => {}
                Some(old) => {
                    let group = if is_option { &mut options } else { &mut changed };
                    let line = |text: String| RuleSentence::new(key_path.clone(), text);
                    group.extend([line(format!("from: {old}")), line(format!("to:   {text}"))]);
                }
                None => if is_option { &mut options } else { &mut added }.push(sentence.clone()),
            }
        }
        // Options that are gone follow from the rules that read them.
        let is_gone = |sentence: &&RuleSentence| {
            !sentence.key_path.starts_with(OPTIONS) && self.text_at(&sentence.key_path).is_none()
        };
        removed.extend(base.sentences().filter(is_gone).cloned());
        changed.extend(self.sections.iter().filter_map(|section| section.order_change(base)));
        let groups = [("Added", added), ("Changed", changed), ("Removed", removed), ("Options", options)];
        let groups = groups.into_iter().filter(|(_, sentences)| !sentences.is_empty());
        let sections: Vec<_> = groups.map(|(heading, sentences)| RulesSection { heading, sentences }).collect();
        let changes = if sections.is_empty() { "No changes" } else { "Changes" };
        RulesText { title: format!("{changes} from {} to {}", base.title, self.title), sections }
    }
}

impl RulesSection {
    /// The order of the sentences that both sections have, if it differs from the old order.
    fn order_change(&self, base: &RulesText) -> Option<RuleSentence> {
        let old = base.sections.iter().find(|section| section.heading == self.heading)?;
        let common = |one: &RulesSection, other: &RulesSection| -> Vec<String> {
            let is_common = |sentence: &&RuleSentence| other.sentences.iter().any(|o| o.key_path == sentence.key_path);
            one.sentences.iter().filter(is_common).map(|sentence| sentence.key_path.clone()).collect()
        };
        let (before, now) = (common(old, self), common(self, old));
        let id = |about: &String| about.rsplit('.').next().unwrap_or(about).to_string();
        let ids: Vec<String> = now.iter().map(id).collect();
        (before != now).then(|| RuleSentence::new("order", format!("The order is now: {}.", ids.join(", "))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_text(sentences: &[(&str, &str)]) -> RulesText {
        let sentences = sentences.iter().map(|(key_path, text)| RuleSentence::new(*key_path, *text)).collect();
        RulesText { title: "Tak".into(), sections: vec![RulesSection { heading: "The end", sentences }] }
    }

    #[test]
    fn changes_are_grouped_by_kind() {
        let old =
            rules_text(&[("finish.road", "A road wins."), ("finish.flats", "Flats count."), ("options.n", "n = 1")]);
        let new = rules_text(&[("finish.road", "A road loses."), ("finish.limit", "9 moves."), ("options.n", "n = 2")]);
        let expected = "Changes from Tak to Tak\n\nAdded\n  9 moves.\n\n\
                        Changed\n  from: A road wins.\n  to:   A road loses.\n\n\
                        Removed\n  Flats count.\n\nOptions\n  from: n = 1\n  to:   n = 2\n";
        assert_eq!(new.changes_from(&old).to_string(), expected);
        assert_eq!(old.changes_from(&old).to_string(), "No changes from Tak to Tak\n");
    }

    #[test]
    fn another_order_is_a_change() {
        let old = rules_text(&[("finish.road", "A road wins."), ("finish.flats", "Flats count.")]);
        let new = rules_text(&[("finish.flats", "Flats count."), ("finish.road", "A road wins.")]);
        let expected = "Changes from Tak to Tak\n\nChanged\n  The order is now: flats, road.\n";
        assert_eq!(new.changes_from(&old).to_string(), expected);
    }
}
