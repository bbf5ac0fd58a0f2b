//! Rules in words: sections of sentences, and what differs between two of them.

use std::fmt;

/// The rules of a game in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    pub title: String,
    pub sections: Vec<Section>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub heading: &'static str,
    pub sentences: Vec<Sentence>,
}

/// One rule in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The key path of what it is about, which is the same where the rule is another.
    pub about: String,
    pub says: String,
    /// Whether it follows from the others, so that it is no difference of its own.
    pub derived: bool,
}

impl Sentence {
    pub fn new(about: impl Into<String>, says: impl Into<String>) -> Sentence {
        Sentence { about: about.into(), says: says.into(), derived: false }
    }

    pub fn derived(self) -> Sentence {
        Sentence { derived: true, ..self }
    }
}

impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for section in &self.sections {
            writeln!(f, "\n{}", section.heading)?;
            section.sentences.iter().try_for_each(|sentence| writeln!(f, "  {}", sentence.says))?;
        }
        Ok(())
    }
}

impl Wording {
    /// The sentences that make a difference.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.sections.iter().flat_map(|section| &section.sentences).filter(|sentence| !sentence.derived)
    }

    fn about(&self, about: &str) -> Option<&str> {
        self.sentences().find(|sentence| sentence.about == about).map(|sentence| sentence.says.as_str())
    }

    /// What differs from other rules, a line each: `- ` what was, `+ ` what is. A rule that changed has both, one after
    /// the other.
    pub fn difference(&self, from: &Wording) -> Vec<String> {
        let mut lines = Vec::new();
        for Sentence { about, says, .. } in self.sentences() {
            match from.about(about) {
                Some(old) if old == says => {}
                old => {
                    lines.extend(old.map(|old| format!("- {old}")));
                    lines.push(format!("+ {says}"));
                }
            }
        }
        let gone = from.sentences().filter(|sentence| self.about(&sentence.about).is_none());
        lines.extend(gone.map(|sentence| format!("- {}", sentence.says)));
        lines.extend(self.sections.iter().filter_map(|section| section.order_since(from)));
        lines
    }
}

impl Section {
    /// The order of what stood in the section before, if it is another.
    fn order_since(&self, from: &Wording) -> Option<String> {
        let old = from.sections.iter().find(|section| section.heading == self.heading)?;
        let common = |one: &Section, other: &Section| -> Vec<String> {
            let stays = |sentence: &&Sentence| other.sentences.iter().any(|o| o.about == sentence.about);
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

    fn wording(sentences: &[(&str, &str)]) -> Wording {
        let sentences = sentences.iter().map(|(about, says)| Sentence::new(*about, *says)).collect();
        Wording { title: String::new(), sections: vec![Section { heading: "The end", sentences }] }
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
