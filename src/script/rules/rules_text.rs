//! Rules in words: sections of sentences, and what differs between two of them.

use std::fmt;

/// The rules of a game in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesText {
    pub title: String,
    pub sections: Vec<RulesSection>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesSection {
    pub heading: &'static str,
    pub sentences: Vec<RuleSentence>,
}

/// One rule in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSentence {
    /// The key path of what it is about, which is the same where the rule is another.
    pub about: String,
    pub text: String,
    /// Whether it follows from the others, so that it is no difference of its own.
    pub derived: bool,
}

impl RuleSentence {
    pub fn new(about: impl Into<String>, says: impl Into<String>) -> RuleSentence {
        RuleSentence { about: about.into(), text: says.into(), derived: false }
    }

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
    /// The sentences that make a difference.
    pub fn sentences(&self) -> impl Iterator<Item = &RuleSentence> {
        self.sections.iter().flat_map(|section| &section.sentences).filter(|sentence| !sentence.derived)
    }

    fn about(&self, about: &str) -> Option<&str> {
        self.sentences().find(|sentence| sentence.about == about).map(|sentence| sentence.text.as_str())
    }

    /// What differs from other rules, a line each: `- ` what was, `+ ` what is. A rule that changed has both, one after
    /// the other.
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
    /// The order of what stood in the section before, if it is another.
    fn order_since(&self, from: &RulesText) -> Option<String> {
        let old = from.sections.iter().find(|section| section.heading == self.heading)?;
        let common = |one: &RulesSection, other: &RulesSection| -> Vec<String> {
            let stays = |sentence: &&RuleSentence| other.sentences.iter().any(|o| o.about == sentence.about);
            one.sentences.iter().filter(stays).map(|sentence| sentence.about.clone()).collect()
        };
        let (then, now) = (common(old, self), common(self, old));
        let id = |about: &String| about.rsplit('.').next().unwrap_or(about).to_string();
        (then != now)
            .then(|| format!("+ In this order: {}.", now.iter().map(id).collect::<Vec<_>>().join(", ")))
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
