//! Restrictions on the empty spaces around a tile, and forced cells.

use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec};

/// Period in which a restriction is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum While {
    Always,
    /// While the bag is not empty when the tile is placed.
    BagNotEmpty,
}

impl While {
    /// Parameter `while_`, because `while` is a keyword in Lua.
    const PARAM: Param = Param::word("while_", &["always", "bag_not_empty"], "when the rule applies");

    fn read(args: &Args) -> While {
        args.choice("while_", [While::Always, While::BagNotEmpty])
    }

    fn describe(self) -> &'static str {
        match self {
            While::Always => "",
            While::BagNotEmpty => " This applies while the bag is not empty.",
        }
    }
}

/// `no_triple { sides = 3 }`: no empty space may be entered by one colour from this number of sides.
#[derive(Clone, PartialEq, Debug)]
pub struct NoTriple {
    /// Number of sides.
    pub sides: u32,
    /// When the restriction is in force.
    pub while_: While,
}

impl RuleValue for NoTriple {
    const SPEC: Spec = Spec {
        name: "no_triple",
        part: RulePart::Constraints,
        doc: "A move is illegal if one colour then enters an empty space from too many sides.",
        example: "no_triple { sides = 3 }",
        params: &[Param::int("sides", 2..=6, "number of sides that is too many").or(3), While::PARAM],
    };

    fn read(args: &Args, _: &Names) -> NoTriple {
        NoTriple { sides: args.int("sides"), while_: While::read(args) }
    }

    fn describe(&self, _: &Names) -> String {
        format!(
            "A move is illegal if one colour then enters an empty space from {} or more sides.{}",
            self.sides,
            self.while_.describe()
        )
    }
}

/// `no_fourth { sides = 4 }`: no empty space may have this number of neighbours.
#[derive(Clone, PartialEq, Debug)]
pub struct NoFourth {
    /// Number of neighbours.
    pub sides: u32,
    /// When the restriction is in force.
    pub while_: While,
}

impl RuleValue for NoFourth {
    const SPEC: Spec = Spec {
        name: "no_fourth",
        part: RulePart::Constraints,
        doc: "A tile is illegal if an empty space next to it then touches too many tiles.",
        example: r#"no_fourth { sides = 4, while_ = "bag_not_empty" }"#,
        params: &[Param::int("sides", 2..=6, "number of tiles that is too many").or(4), While::PARAM],
    };

    fn read(args: &Args, _: &Names) -> NoFourth {
        NoFourth { sides: args.int("sides"), while_: While::read(args) }
    }

    fn describe(&self, _: &Names) -> String {
        format!(
            "A tile is illegal if it leaves an empty space with {} or more neighbouring tiles.{}",
            self.sides,
            self.while_.describe()
        )
    }
}

/// `controlled_side { filled = 3 }`: filling every forced space repeatedly must not overcrowd another.
#[derive(Clone, PartialEq, Debug)]
pub struct ControlledSide {
    /// Number of neighbours from which the closure fills a space.
    pub filled: u32,
    /// When the restriction is in force.
    pub while_: While,
}

impl RuleValue for ControlledSide {
    const SPEC: Spec = Spec {
        name: "controlled_side",
        part: RulePart::Constraints,
        doc: "A tile is illegal if filling all forced spaces, repeatedly, would give an empty space too many neighbours.",
        example: "controlled_side { filled = 3 }",
        params: &[
            Param::int(
                "filled",
                2..=5,
                "number of neighbours from which a space counts as filled; one more is too many",
            )
            .or(3),
            While::PARAM,
        ],
    };

    fn read(args: &Args, _: &Names) -> ControlledSide {
        ControlledSide { filled: args.int("filled"), while_: While::read(args) }
    }

    fn describe(&self, _: &Names) -> String {
        format!(
            "Imagine every empty space with {} neighbours filled, repeatedly and whatever the colours. A tile is \
             illegal if this gives an empty space {} or more neighbours.{}",
            self.filled,
            self.filled + 1,
            self.while_.describe()
        )
    }
}

/// `fillable { sides = 3 }`: only a seat that can fill a forced space may create one.
#[derive(Clone, PartialEq, Debug)]
pub struct Fillable {
    /// Number of neighbours of a forced space.
    pub sides: u32,
    /// When the restriction is in force.
    pub while_: While,
}

impl RuleValue for Fillable {
    const SPEC: Spec = Spec {
        name: "fillable",
        part: RulePart::Constraints,
        doc: "A tile may create a forced space only if the seat then holds a tile that fits it; a tile that fills a \
               forced space may create others freely.",
        example: "fillable { sides = 3 }",
        params: &[
            Param::int("sides", 2..=6, "number of neighbouring tiles that makes an empty space forced").or(3),
            While::PARAM,
        ],
    };

    fn read(args: &Args, _: &Names) -> Fillable {
        Fillable { sides: args.int("sides"), while_: While::read(args) }
    }

    fn describe(&self, _: &Names) -> String {
        format!(
            "You may create an empty space with {} neighbouring tiles only if you then hold a tile that fits it, or if \
             your tile fills such a space itself.{}",
            self.sides,
            self.while_.describe()
        )
    }
}

/// `fill_first { sides = 3 }`: forced spaces must be filled before any other move.
#[derive(Clone, PartialEq, Debug)]
pub struct FillFirst {
    /// Number of neighbours of a forced space.
    pub sides: u32,
}

impl RuleValue for FillFirst {
    const SPEC: Spec = Spec {
        name: "fill_first",
        part: RulePart::Constraints,
        doc: "While a seat has a tile that can legally fill a forced space, it must fill one.",
        example: "fill_first { sides = 3 }",
        params: &[Param::int("sides", 2..=6, "number of neighbouring tiles that makes an empty space forced").or(3)],
    };

    fn read(args: &Args, _: &Names) -> FillFirst {
        FillFirst { sides: args.int("sides") }
    }

    fn describe(&self, _: &Names) -> String {
        format!(
            "An empty space with {} or more neighbouring tiles is forced. While you have a tile that can legally fill a \
             forced space, you must play such a tile.",
            self.sides
        )
    }
}
