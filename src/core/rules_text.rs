//! Rules in words: sections of sentences, and the difference between two of them.

use std::fmt;

/// Rules of a game in words.
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
    /// Key path of its subject, which stays the same if the rule changes.
    pub about: String,
    /// The sentence.
    pub text: String,
    /// Whether it follows from the others, so that it is not a difference of its own.
    pub derived: bool,
}

impl RuleSentence {
    /// Sentence about a key path.
    pub fn new(about: impl Into<String>, says: impl Into<String>) -> RuleSentence {
        RuleSentence { about: about.into(), text: says.into(), derived: false }
    }

    /// Marks the sentence as derived.
    pub fn derived(self) -> RuleSentence {
        RuleSentence { derived: true, ..self }
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
        self.sections.iter().flat_map(|section| &section.sentences).filter(|sentence| !sentence.derived)
    }

    fn about(&self, about: &str) -> Option<&str> {
        self.sentences().find(|sentence| sentence.about == about).map(|sentence| sentence.text.as_str())
    }

    /// Difference from other rules, one line each: `- ` old, `+ ` new. A rule that changed has both, one after the
    /// other.
    pub fn difference(&self, from: &RulesText) -> Vec<String> {
        let mut lines = Vec::new();
        for RuleSentence { about, text: says, .. } in self.sentences() {
            match from.about(about) {
                Some(old) if old == says => {}
                old => {
                    lines.extend(old.map(|old| format!("- {old}")));
                    lines.push(format!("+ {says}"));
                }
            }
        }
        let gone = from.sentences().filter(|sentence| self.about(&sentence.about).is_none());
        lines.extend(gone.map(|sentence| format!("- {}", sentence.text)));
        lines.extend(self.sections.iter().filter_map(|section| section.order_since(from)));
        lines
    }
}

impl RulesSection {
    /// New order of what was in the section before, if it differs.
    fn order_since(&self, from: &RulesText) -> Option<String> {
        let old = from.sections.iter().find(|section| section.heading == self.heading)?;
        let common = |one: &RulesSection, other: &RulesSection| -> Vec<String> {
            let stays = |sentence: &&RuleSentence| other.sentences.iter().any(|o| o.about == sentence.about);
            one.sentences.iter().filter(stays).map(|sentence| sentence.about.clone()).collect()
        };
        let (then, now) = (common(old, self), common(self, old));
        let id = |about: &String| about.rsplit('.').next().unwrap_or(about).to_string();
        (then != now).then(|| format!("+ In this order: {}.", now.iter().map(id).collect::<Vec<_>>().join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wording(sentences: &[(&str, &str)]) -> RulesText {
        let sentences = sentences.iter().map(|(about, says)| RuleSentence::new(*about, *says)).collect();
        RulesText { title: String::new(), sections: vec![RulesSection { heading: "The end", sentences }] }
    }

    #[test]
    fn a_changed_rule_stands_beside_what_it_was() {
        let old = wording(&[("finish.road", "A road wins."), ("finish.flats", "Flats count.")]);
        let new = wording(&[("finish.road", "A road loses."), ("finish.limit", "After 9 moves it ends.")]);
        let expected = ["- A road wins.", "+ A road loses.", "+ After 9 moves it ends.", "- Flats count."];
        assert_eq!(new.difference(&old), expected);
        assert_eq!(old.difference(&old), Vec::<String>::new());
    }

    #[test]
    fn another_order_is_a_difference() {
        let old = wording(&[("finish.road", "A road wins."), ("finish.flats", "Flats count.")]);
        let new = wording(&[("finish.flats", "Flats count."), ("finish.road", "A road wins.")]);
        assert_eq!(new.difference(&old), ["+ In this order: flats, road."]);
    }
}
