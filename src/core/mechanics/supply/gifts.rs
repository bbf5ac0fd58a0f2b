//! Rule values of rewards for filling a space, and of giving tiles away.

use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec, plain_values};
use crate::text::{plural, series};

/// `reward { neighbours = 3, give = 1 }`: reward for filling a space with this number of neighbours.
#[derive(Clone, PartialEq, Debug)]
pub struct Reward {
    pub neighbours: u32,
    /// Tiles to give to opponents.
    pub give: u32,
    /// Discards to take back.
    pub take: u32,
    /// Extra tiles to draw.
    pub draw: u32,
}

const MAX_GIFTS: i64 = 10;

impl RuleValue for Reward {
    const SPEC: Spec = Spec {
        name: "reward",
        part: RulePart::After,
        doc: "Filling a space with many neighbours earns something; of several rewards the one for most \
               neighbours counts.",
        example: "reward { neighbours = 3, give = 1 }",
        params: &[
            Param::int("neighbours", 1..=6, "how many tiles the space touches at least").or(3),
            Param::int("give", 0..=MAX_GIFTS, "how many tiles of its hand the seat gives to opponents of its choice")
                .or(0),
            Param::int(
                "take",
                0..=MAX_GIFTS,
                "how many discards, from the top, go back to the bag or are laid at once",
            )
            .or(0),
            Param::int("draw", 0..=MAX_GIFTS, "how many tiles the seat draws beside the usual one").or(0),
        ],
    };

    fn read(args: &Args, _: &Names) -> Reward {
        let [neighbours, give, take, draw] = ["neighbours", "give", "take", "draw"].map(|name| args.int(name));
        Reward { neighbours, give, take, draw }
    }

    fn describe(&self, _: &Names) -> String {
        let tiles = |count: u32| plural(count, "tile");
        let mut rewards = Vec::new();
        if self.give > 0 {
            rewards.push(format!("the seat gives {} of its own to opponents of its choice", tiles(self.give)));
        }
        match self.take {
            0 => {}
            1 => rewards.push("the top discard goes back to the bag, or is laid at once if it fits".into()),
            take => rewards.push(format!("the {take} top discards go back to the bag or are laid at once")),
        }
        if self.draw > 0 {
            rewards.push(format!("the seat draws {} more than usual", tiles(self.draw)));
        }
        if rewards.is_empty() {
            rewards.push("nothing follows".into());
        }
        format!(
            "When a space with {} or more neighbours is filled, {}; of several rewards only the one for most \
             neighbours counts.",
            self.neighbours,
            series(&rewards, "and")
        )
    }
}

plain_values! {
    /// `give {}`: gives a pending tile to an opponent.
    Give = "give" in Moves:
        "Hand a tile that is owed to an opponent; a seat that owes one does nothing else.",
        |_| "Give a tile that is owed to an opponent who is not out; a seat that owes one does nothing else.".into();

    /// `take_back {}`: puts an earned discard back into the bag.
    TakeBack = "take_back" in Moves:
        "Put the top discard back into the bag when that was earned.",
        |_| "Put the top discard back into the bag when that was earned, somewhere among the others.".into();
}
