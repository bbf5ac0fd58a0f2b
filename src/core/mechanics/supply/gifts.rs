//! Rule values of rewards for filling a space, and of giving tiles away.

use crate::names::Names;
use crate::spec::{Args, Param, ParamDefault, ParamType, RulePart, RuleValue, Spec};
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
            Param {
                name: "neighbours",
                kind: ParamType::Int { min: 1, max: 6 },
                default: ParamDefault::Int(3),
                doc: "how many tiles the space touches at least",
            },
            Param {
                name: "give",
                kind: ParamType::Int { min: 0, max: MAX_GIFTS },
                default: ParamDefault::Int(0),
                doc: "how many tiles of its hand the seat gives to opponents of its choice",
            },
            Param {
                name: "take",
                kind: ParamType::Int { min: 0, max: MAX_GIFTS },
                default: ParamDefault::Int(0),
                doc: "how many discards, from the top, go back to the bag or are laid at once",
            },
            Param {
                name: "draw",
                kind: ParamType::Int { min: 0, max: MAX_GIFTS },
                default: ParamDefault::Int(0),
                doc: "how many tiles the seat draws beside the usual one",
            },
        ],
    };

    fn read(args: &Args, _: &Names) -> Reward {
        let int = |name| args.int(name).unwrap_or(0);
        Reward { neighbours: int("neighbours"), give: int("give"), take: int("take"), draw: int("draw") }
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

/// `give {}`: gives a pending tile to an opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Give;

impl RuleValue for Give {
    const SPEC: Spec = Spec {
        name: "give",
        part: RulePart::Moves,
        doc: "Hand a tile that is owed to an opponent; a seat that owes one does nothing else.",
        example: "give {}",
        params: &[],
    };

    fn read(_: &Args, _: &Names) -> Give {
        Give
    }

    fn describe(&self, _: &Names) -> String {
        "Give a tile that is owed to an opponent who is not out; a seat that owes one does nothing else.".into()
    }
}

/// `take_back {}`: puts an earned discard back into the bag.
#[derive(Clone, PartialEq, Debug)]
pub struct TakeBack;

impl RuleValue for TakeBack {
    const SPEC: Spec = Spec {
        name: "take_back",
        part: RulePart::Moves,
        doc: "Put the top discard back into the bag when that was earned.",
        example: "take_back {}",
        params: &[],
    };

    fn read(_: &Args, _: &Names) -> TakeBack {
        TakeBack
    }

    fn describe(&self, _: &Names) -> String {
        "Put the top discard back into the bag when that was earned, somewhere among the others.".into()
    }
}
