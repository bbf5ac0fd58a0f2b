//! Table of a match for people, and its standing in one sentence.

use super::table::{GameRules, Match, MatchEnd, MatchGame};
use houserule_core::points::Points;
use houserule_core::text::{padded, plural, series, widest, width};

impl Match {
    /// The table: one line for each game with who began, the result, and for each entrant the points with the running
    /// total in brackets; then the standing. Lines end with a line break.
    pub fn table(&self) -> String {
        if self.games.is_empty() {
            return format!("{}\n", self.standing());
        }
        let has_beginners = self.games.iter().any(|game| game.began.is_some());
        let mut totals = vec![Points::ZERO; self.entrants()];
        let mut rows =
            vec![self.row("game", "began", "result", (0..self.entrants()).map(|entrant| self.entrant_name(entrant)))];
        let mut changes = Vec::new();
        for (index, game) in self.games.iter().enumerate() {
            totals.iter_mut().zip(&game.points).for_each(|(total, points)| *total += *points);
            let cells = game.points.iter().zip(&totals).map(|(points, total)| format!("{points} ({total})"));
            let began = game.began.map_or("", |player| &self.players[player]);
            if let Some(rules) = &game.rules {
                changes.push((rows.len(), rules));
            }
            rows.push(self.row(&(index + 1).to_string(), began, &self.result(game), cells));
        }
        if !has_beginners {
            rows.iter_mut().for_each(|row| drop(row.remove(1)));
        }
        let texts = rows[0].len() - self.entrants();
        let mut lines = aligned(&rows, texts);
        for (row, rules) in changes.into_iter().rev() {
            lines.insert(row, format!("      rules from here: {}", describe_rules(rules)));
        }
        if self.terms.first_to.is_some() {
            let won = self.wins().into_iter().enumerate();
            let won: Vec<String> =
                won.map(|(entrant, wins)| format!("{} {wins}", self.entrant_name(entrant))).collect();
            lines.push(format!("Games won: {}.", won.join(", ")));
        }
        lines.push(self.standing());
        lines.join("\n") + "\n"
    }

    fn row(&self, game: &str, began: &str, result: &str, cells: impl Iterator<Item = String>) -> Vec<String> {
        [game, began, result].into_iter().map(str::to_string).chain(cells).collect()
    }

    /// Result of a game, with the entrant's name if a single side won: `Ann (white) wins by road`.
    pub fn result(&self, game: &MatchGame) -> String {
        let with_name = game.sides.iter().enumerate().find_map(|(entrant, side)| {
            let rest = game.result.strip_prefix(side.as_str()).filter(|rest| rest.starts_with(" wins"))?;
            let name = self.entrant_name(entrant);
            Some(if name == *side { format!("{name}{rest}") } else { format!("{name} ({side}){rest}") })
        });
        with_name.unwrap_or_else(|| game.result.clone())
    }

    /// The standing in a sentence: `After 2 of 5 games, Ann leads 36 to 20.`, `Ann wins the match 36 to 20.`
    pub fn standing(&self) -> String {
        if self.games.is_empty() {
            return "No game of the match is over yet.".to_string();
        }
        let games = match self.terms.games.filter(|_| !self.is_over()) {
            Some(all) => format!("{} of {}", self.games.len(), plural(all, "game")),
            None => plural(self.games.len() as u64, "game"),
        };
        let leaders = self.leaders();
        let names: Vec<String> = leaders.iter().map(|entrant| self.entrant_name(*entrant)).collect();
        let text = match (self.end, &leaders[..]) {
            (None, [_]) if self.entrants() < 2 => format!("After {games}, {} {}.", names[0], has(self.totals()[0])),
            (Some(_), [_]) if self.entrants() < 2 => {
                format!("The match is over: {} {} after {games}.", names[0], has(self.totals()[0]))
            }
            (None, [leader]) => format!("After {games}, {} leads {}.", names[0], self.numbers(*leader)),
            (None, level) => format!(
                "After {games}, {} are level with {}.",
                series(&names, "and"),
                points_text(self.totals()[level[0]])
            ),
            (Some(_), [winner]) => format!("{} wins the match {}.", names[0], self.numbers(*winner)),
            (Some(_), level) if level.len() == self.entrants() => {
                format!("The match is a draw, {} each.", points_text(self.totals()[level[0]]))
            }
            (Some(_), level) => {
                format!("{} draw the match with {}.", series(&names, "and"), points_text(self.totals()[level[0]]))
            }
        };
        match self.end {
            Some(MatchEnd::Limit) => {
                format!("A match has at most {} games, so this one is over. {text}", self.games.len())
            }
            _ => text,
        }
    }

    /// The leader's number against those of the others: `36 to 20`, `36 to 20 and 12`; in a match to a number of won games
    /// `2 games to 1`.
    fn numbers(&self, leader: usize) -> String {
        let (totals, wins) = (self.totals(), self.wins());
        let others = (0..self.entrants()).filter(|entrant| *entrant != leader);
        let by_wins = self.terms.first_to.is_some() && others.clone().all(|other| wins[other] < wins[leader]);
        let (own, mut others): (String, Vec<Points>) = match by_wins {
            true => (plural(wins[leader], "game"), others.map(|other| Points::whole(i64::from(wins[other]))).collect()),
            false => (totals[leader].to_string(), others.map(|other| totals[other]).collect()),
        };
        others.sort_by(|one, other| other.cmp(one));
        let others: Vec<String> = others.iter().map(Points::to_string).collect();
        format!("{own} to {}", series(&others, "and"))
    }
}

fn has(points: Points) -> String {
    format!("has {}", points_text(points))
}

fn points_text(points: Points) -> String {
    if points == Points::whole(1) { "1 point".to_string() } else { format!("{points} points") }
}

/// Rules in a line: `tak+komi, komi=2, size=6`.
fn describe_rules(rules: &GameRules) -> String {
    let options = rules.options.iter().map(|(key, value)| format!("{key}={value}"));
    [rules.reference.clone()].into_iter().chain(options).collect::<Vec<_>>().join(", ")
}

/// Lines of a table whose first `texts` columns are aligned to the left, the others to the right.
fn aligned(rows: &[Vec<String>], texts: usize) -> Vec<String> {
    let widths: Vec<usize> = (0..rows[0].len()).map(|column| widest(rows.iter().map(|row| &row[column]))).collect();
    let cell = |(column, text): (usize, &String)| match column < texts {
        true => padded(text, widths[column]),
        false => format!("{:1$}{text}", "", widths[column] - width(text)),
    };
    rows.iter().map(|row| row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ")).collect()
}
