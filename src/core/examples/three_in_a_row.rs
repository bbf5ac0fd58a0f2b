//! Three in a row without Lua: rule values are compiled, the moves listed, and a random game is played.

use std::collections::BTreeMap;

use houserule_core::geometry::CellNaming;
use houserule_core::mechanics::stacks::PieceDef;
use houserule_core::mechanics::{GameDef, NamedRule, Reserve, Rule};
use houserule_core::names::Names;
use houserule_core::rng::Rng;
use houserule_core::spec::Arg;

fn main() {
    let names = Names::new(vec!["crosses".into(), "noughts".into()], vec!["mark".into()]);
    let rule = |name: &str, set: BTreeMap<&'static str, Arg>| {
        let rule = Rule::read(name, set, &names).expect("the rule value exists");
        NamedRule { id: name.into(), rule }
    };
    let rules = vec![
        rule("square", [("size", Arg::Int(3))].into()),
        rule("place", [("pieces", Arg::List(vec!["mark".into()]))].into()),
        rule("in_a_row", [("count", Arg::Int(3))].into()),
        rule("stuck", [("result", Arg::Text("draw".into()))].into()),
    ];
    for NamedRule { rule, .. } in &rules {
        println!("{}", rule.words(&names));
    }

    let piece = PieceDef::read("mark", [("letter", Arg::Text("M".into()))].into(), &names);
    let mut reserve = Reserve::default();
    for seat in &names.seats {
        if let (Some(seat), Some(kind)) = (names.seat(seat), names.piece("mark")) {
            reserve.set(seat, kind, 5);
        }
    }
    let (tiles, naming, colours) = (None, CellNaming::Counted, BTreeMap::new());
    let game = GameDef { names, pieces: vec![piece].into(), reserve, tiles, naming, colours, can_grow: false, rules };

    let compiled = game.compile().expect("the rules fit together");
    let mut position = compiled.position(None, 0).expect("a game begins");
    let mut moves = Vec::new();
    position.list_moves(&mut moves);
    for mv in &moves {
        let action = position.unpack(*mv);
        print!("{} ", action.at().map_or(String::new(), |at| position.view().name(at)));
    }
    println!("are the {} first moves", moves.len());

    let mut rng = Rng::new(1);
    let plies = position.playout(9, &mut |bound| rng.below(bound));
    let winner = position.outcome().and_then(|outcome| outcome.winners.single());
    println!("after {plies} random moves the winner is {}", winner.map_or("nobody", |seat| &game.names.seats[seat]));
}
