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
        doc: "Reward for filling a space with many neighbours; only the reward for the most neighbours counts.",
        example: "reward { neighbours = 3, give = 1 }",
        params: &[
            Param::int("neighbours", 1..=6, "minimum number of tiles that the space touches").or(3),
            Param::int(
                "give",
                0..=MAX_GIFTS,
                "number of tiles that the seat gives from its hand to opponents of its choice",
            )
            .or(0),
            Param::int("take", 0..=MAX_GIFTS, "number of top discards that go back to the bag or are placed at once")
                .or(0),
            Param::int("draw", 0..=MAX_GIFTS, "number of extra tiles that the seat draws").or(0),
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
            rewards.push(format!("give {} from your hand to opponents of your choice", tiles(self.give)));
        }
        match self.take {
            0 => {}
            1 => rewards.push("return the top discard to the bag, or place it at once if it fits".into()),
            take => {
                rewards.push(format!("return the top {take} discards to the bag, or place them at once if they fit"))
            }
        }
        if self.draw > 0 {
            rewards.push(format!("draw {}", plural(self.draw, "extra tile")));
        }
        if rewards.is_empty() {
            rewards.push("nothing happens".into());
        }
        format!(
            "When you fill a space with {} or more neighbours, {}. Only the reward for the most neighbours counts.",
            self.neighbours,
            series(&rewards, "and")
        )
    }
}

plain_values! {
    /// `give {}`: gives a pending tile to an opponent.
    Give = "give" in Moves:
        "Give a tile that is due to an opponent, before any other move.",
        |_| "Give a tile that is due to an opponent who is not out. This comes before any other move.".into();

    /// `take_back {}`: puts an earned discard back into the bag.
    TakeBack = "take_back" in Moves:
        "Return a top discard that was earned to the bag.",
        |_| "Return a top discard that you earned to a random place in the bag.".into();
}
