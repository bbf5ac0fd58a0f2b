//! Rules as text: sections of sentences, and the differences between two rule texts.

use std::fmt;

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

    /// Lists the differences from other rules, one line each: `- ` old, `+ ` new. A changed rule has both, one after
    /// the other.
    pub fn difference(&self, base: &RulesText) -> Vec<String> {
        let mut lines = Vec::new();
        for RuleSentence { key_path, text, .. } in self.sentences() {
            match base.text_at(key_path) {
                Some(old) if old == text => {}
                old => {
                    lines.extend(old.map(|old| format!("- {old}")));
                    lines.push(format!("+ {text}"));
                }
            }
        }
        let removed = base.sentences().filter(|sentence| self.text_at(&sentence.key_path).is_none());
        lines.extend(removed.map(|sentence| format!("- {}", sentence.text)));
        lines.extend(self.sections.iter().filter_map(|section| section.order_change(base)));
        lines
    }
}

impl RulesSection {
    /// The order of the sentences that both sections have, if it differs from the old order.
    fn order_change(&self, base: &RulesText) -> Option<String> {
        let old = base.sections.iter().find(|section| section.heading == self.heading)?;
        let common = |one: &RulesSection, other: &RulesSection| -> Vec<String> {
            let is_common = |sentence: &&RuleSentence| other.sentences.iter().any(|o| o.key_path == sentence.key_path);
            one.sentences.iter().filter(is_common).map(|sentence| sentence.key_path.clone()).collect()
        };
        let (before, now) = (common(old, self), common(self, old));
        let id = |about: &String| about.rsplit('.').next().unwrap_or(about).to_string();
        (before != now).then(|| format!("+ In this order: {}.", now.iter().map(id).collect::<Vec<_>>().join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_text(sentences: &[(&str, &str)]) -> RulesText {
        let sentences = sentences.iter().map(|(key_path, text)| RuleSentence::new(*key_path, *text)).collect();
        RulesText { title: String::new(), sections: vec![RulesSection { heading: "The end", sentences }] }
    }

    #[test]
    fn a_changed_rule_is_shown_beside_the_old_one() {
        let old = rules_text(&[("finish.road", "A road wins."), ("finish.flats", "Flats count.")]);
        let new = rules_text(&[("finish.road", "A road loses."), ("finish.limit", "After 9 moves it ends.")]);
        let expected = ["- A road wins.", "+ A road loses.", "+ After 9 moves it ends.", "- Flats count."];
        assert_eq!(new.difference(&old), expected);
        assert_eq!(old.difference(&old), Vec::<String>::new());
    }

    #[test]
    fn another_order_is_a_difference() {
        let old = rules_text(&[("finish.road", "A road wins."), ("finish.flats", "Flats count.")]);
        let new = rules_text(&[("finish.flats", "Flats count."), ("finish.road", "A road wins.")]);
        assert_eq!(new.difference(&old), ["+ In this order: flats, road."]);
    }
}
