//! Scripts that deal: the order in which tiles are drawn, who is asked for it and when, and what is no deal.

use crate::common::shelf::{Shelf, pairs};
use houserule_core::mechanics::Seat;
use houserule_core::tiles::TileIndex;
use houserule_script::play::{SelfTestLimits, Session, run_self_test};

/// A variant whose `deal` hook has this body, which begins in line 2.
fn dealer(shelf: &Shelf, name: &str, base: &str, body: &str) {
    let hooks = format!("hooks = {{ deal = function(view, tiles)\n{body}\nend }}");
    shelf.write(name, &format!("return variant '{name}' {{ base = '{base}', rules = {{ {hooks} }} }}\n"));
}

const TURNED: &str = "local turned = {}\nfor i = #tiles, 1, -1 do turned[#turned + 1] = tiles[i] end\nreturn turned";
const LAST_FIRST: &str = "table.insert(tiles, 1, table.remove(tiles))\nreturn tiles";

fn dealt(shelf: &Shelf, game: &str, sets: &[&str], seed: u64) -> Session {
    let rules = shelf.table.load(game, &pairs(sets)).unwrap_or_else(|error| panic!("{game}: {error}"));
    Session::new(rules, None, seed).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Why no game begins. Folders differ from run to run.
fn no_game(shelf: &Shelf, game: &str, sets: &[&str]) -> String {
    let told = shelf.table.open(game, &pairs(sets), None, &[]).err();
    told.unwrap_or_else(|| panic!("{game} begins")).to_string().replace(&shelf.path("").replace(".lua", ""), "")
}

/// The hands, first seat first, then the bag, each by the names of its tiles.
fn table(session: &Session) -> Vec<Vec<String>> {
    let board = session.game.board().view().tile_game().expect("a game of tiles");
    let stock = board.stock().expect("a game with a bag");
    let heaps = stock.hands().map(Option::unwrap_or_default).chain([stock.bag()]);
    let name = |tile: &TileIndex| board.tile_game().set.tiles[*tile].name.clone();
    heaps.map(|heap| heap.iter().map(name).collect()).collect()
}

fn numbers(from: u32, to: u32) -> Vec<String> {
    let all: Vec<u32> = if from < to { (from..=to).collect() } else { (to..=from).rev().collect() };
    all.iter().map(u32::to_string).collect()
}

/// The deal 1, 2, 3 and so on, as an option.
fn in_order() -> String {
    format!("deal={}", numbers(1, 56).join(","))
}

#[test]
fn a_deal_that_gives_back_its_tiles_is_the_deal_of_the_seed() {
    let shelf = Shelf::new();
    for (base, sets) in [
        ("tantrix", &["players=2"][..]),
        ("tantrix", &["players=4", "start=highest_in_hand"]),
        ("gobble", &["players=3"]),
        ("gobble", &["players=1"]),
        ("solitaire", &[]),
    ] {
        dealer(&shelf, "same", base, "return tiles");
        for seed in 0..3 {
            let (with, without) = (dealt(&shelf, &format!("{base}+same"), sets, seed), dealt(&shelf, base, sets, seed));
            assert_eq!(with.position(), without.position(), "{base} {sets:?}, seed {seed}");
        }
    }
}

#[test]
fn tiles_are_drawn_in_the_order_that_a_script_returns() {
    let shelf = Shelf::new();
    dealer(&shelf, "turned", "tantrix", TURNED);
    let session = dealt(&shelf, "tantrix+turned", &[&in_order()], 1);
    assert_eq!(table(&session), [numbers(56, 51), numbers(50, 45), numbers(44, 1)]);
    dealer(&shelf, "turned", "gobble", TURNED);
    let session = dealt(&shelf, "gobble+turned", &[&in_order()], 1);
    assert_eq!(table(&session), [numbers(56, 30), numbers(29, 3), Vec::new()], "1 and 2 lie in the middle");
    dealer(&shelf, "plain", "tantrix", "local all = {}\nfor i = 1, 56 do all[i] = i end\nreturn all");
    let session = dealt(&shelf, "tantrix+plain", &[], 1);
    assert_eq!(table(&session)[0], numbers(1, 6), "numbers will do for names");
}

#[test]
fn who_begins_follows_from_what_a_script_deals() {
    let shelf = Shelf::new();
    dealer(&shelf, "turned", "tantrix", TURNED);
    let first = |game: &str, by: &str| dealt(&shelf, game, &[&in_order(), by], 1).game.seat();
    for by in ["start=highest_in_hand", "start=draw_and_keep"] {
        assert_eq!((first("tantrix", by), first("tantrix+turned", by)), (Seat::new(1), Seat::FIRST), "{by}");
    }
}

#[test]
fn each_script_is_given_what_the_one_below_it_returned_and_sees_the_hands_of_that() {
    let shelf = Shelf::new();
    dealer(&shelf, "turned", "tantrix", TURNED);
    let seen =
        "for i, tile in ipairs(view:hand('red')) do assert(tile == tiles[i]) end\nassert(view.bag == #tiles - 12)\n";
    dealer(&shelf, "last-first", "tantrix", &format!("{seen}{LAST_FIRST}"));
    let hands = |game: &str| table(&dealt(&shelf, game, &[&in_order()], 1))[0].join(",");
    assert_eq!(hands("tantrix+turned+last-first"), "1,56,55,54,53,52");
    assert_eq!(hands("tantrix+last-first+turned"), "55,54,53,52,51,50");
}

#[test]
fn what_is_no_deal_is_told_in_a_sentence_and_no_game_begins() {
    let shelf = Shelf::new();
    for (body, says) in [
        ("return", "returned nothing, not the list of tiles"),
        ("return 'all'", "returned a text, not the list of tiles"),
        ("table.remove(tiles, 7)\nreturn tiles", "the deal lacks tile 7; it names every tile of the game"),
        ("tiles[7] = '8'\nreturn tiles", "the deal has tile 8 twice"),
        ("tiles[57] = '8'\ntiles[58] = '8'\nreturn tiles", "the deal has tile 8 3 times, the bag 1 times"),
        ("tiles[7] = 'joker'\nreturn tiles", "the set has no tile joker"),
        ("tiles[7] = {}\nreturn tiles", "a tile of the deal is a table, not a name"),
        ("return {}", "the deal lacks tile 1; it names every tile of the game"),
    ] {
        dealer(&shelf, "odd", "tantrix", body);
        let told = no_game(&shelf, "tantrix+odd", &[&in_order()]);
        // The only `return` is the last line of the function.
        let line = 1 + body.lines().count();
        assert_eq!(told, format!("odd.lua:{line}: deal of odd: {says}"), "{body}");
    }
    dealer(&shelf, "late", "tantrix", "while true do end");
    let error = no_game(&shelf, "tantrix+late", &[]);
    assert!(error.starts_with("late.lua:2: "), "{error}");
}

#[test]
fn the_script_that_deals_wrongly_is_named_and_not_the_one_above_it() {
    let shelf = Shelf::new();
    dealer(&shelf, "odd", "tantrix", "tiles[7] = tiles[8]\nreturn tiles");
    dealer(&shelf, "turned", "tantrix", TURNED);
    let error = no_game(&shelf, "tantrix+odd+turned", &[&in_order()]);
    assert_eq!(error, "odd.lua:3: deal of odd: the deal has tile 8 twice");
}

#[test]
fn only_a_game_with_a_bag_is_dealt() {
    let shelf = Shelf::new();
    for base in ["tak", "trax", "puzzle"] {
        dealer(&shelf, "same", base, "return tiles");
        let says = format!("same.lua:1: hooks.deal: {base} has no bag to deal from");
        assert_eq!(shelf.refused(&format!("{base}+same"), &[]), says);
    }
}

#[test]
fn a_position_and_a_record_are_not_dealt_again() {
    let shelf = Shelf::new();
    dealer(&shelf, "turned", "tantrix", TURNED);
    let mut session = dealt(&shelf, "tantrix+turned", &[], 3);
    for _ in 0..8 {
        let first = session.legal_moves().expect("no script fails").remove(0);
        session.play(&first).unwrap_or_else(|error| panic!("{first}: {error}"));
    }
    let record = session.record().expect("no script fails");
    let end = (session.position(), session.game.position_hash());
    // The same record under a script that cannot deal.
    dealer(&shelf, "turned", "tantrix", "error('who asks?')");
    let (mut again, _) = shelf.table.resume(&record, None, &[]).unwrap_or_else(|error| panic!("{error}"));
    again.play_all(&record.moves).expect("it was played");
    assert_eq!((again.position(), again.game.position_hash()), end);
    assert_eq!(again.record().expect("no script fails").position, record.position);
    assert_eq!(no_game(&shelf, "tantrix+turned", &[]), "turned.lua:2: who asks?");
    while again.undo().is_some() {}
    while session.undo().is_some() {}
    assert_eq!((again.position(), again.game.position_hash()), (session.position(), session.game.position_hash()));
}

#[test]
fn rules_read_anew_deal_anew() {
    let shelf = Shelf::new();
    dealer(&shelf, "turned", "tantrix", "return tiles");
    let session = dealt(&shelf, "tantrix+turned", &[], 3);
    dealer(&shelf, "turned", "tantrix", TURNED);
    let rules = shelf.table.load("tantrix+turned", &[]).unwrap_or_else(|error| panic!("{error}"));
    let again = session.replay_under(rules).unwrap_or_else(|error| panic!("{error}"));
    let says = again.first_difference.expect("another deal").message;
    assert_eq!(says, "the bag or the hands are others");
    assert_eq!(again.session.position(), dealt(&shelf, "tantrix+turned", &[], 3).position());
}

#[test]
fn a_game_begun_anew_is_dealt_by_the_script_too() {
    let shelf = Shelf::new();
    for base in ["tantrix", "gobble"] {
        dealer(&shelf, "turned", base, TURNED);
        let name = format!("{base}+turned");
        let mut session = dealt(&shelf, &name, &[], 3);
        session.game.restart(4).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(session.position(), dealt(&shelf, &name, &[], 4).position(), "{base}");
    }
}

#[test]
fn random_games_that_a_script_deals_hold_all_that_is_promised() {
    let shelf = Shelf::new();
    let effort = SelfTestLimits { games: 2, careful: 1, work: 100_000_000, must_end: true, is_late: &|| false };
    for game in ["tantrix+fair-start", "tantrix+fair-start+hidden-hands+teams"] {
        let rules = shelf.table.load(game, &[]).unwrap_or_else(|error| panic!("{game}: {error}"));
        let report = run_self_test(&rules, effort, 1);
        assert_eq!((report.games, report.fault.map(|fault| fault.failure)), (2, None), "{game}");
    }
}

#[test]
fn a_fair_start_gives_everybody_as_many_tiles_of_their_own_colour() {
    let shelf = Shelf::new();
    for (game, sets, size, own) in [
        ("tantrix+fair-start", &["players=2"][..], 6, 4),
        ("tantrix+fair-start", &["players=4", "own=2"], 6, 2),
        ("tantrix+hand-size+fair-start", &["players=3", "own=3"], 4, 3),
        ("tantrix+teams+fair-start", &[], 6, 4),
        ("tantrix+small-set+fair-start", &["tiles=56"], 6, 4),
    ] {
        for seed in 0..4 {
            let session = dealt(&shelf, game, sets, seed);
            let names = &session.plan().names;
            let set = session.plan().mechanic.tile_set().expect("tiles");
            let hands = table(&session);
            let counted = hands.iter().zip(&names.team_of).map(|(hand, side)| {
                let colour = set.colour_named(&names.teams[*side]).expect("a side is called after its colour");
                let has = |name: &&String| {
                    let tile = set.tile_named(name).expect("a tile of the set");
                    set.orientations_of(tile)[0].colours.contains(&colour)
                };
                (hand.len(), hand.iter().filter(has).count())
            });
            let counted: Vec<(usize, usize)> = counted.collect();
            assert_eq!(counted, vec![(size, own); names.seats.len()], "{game} {sets:?}, seed {seed}");
        }
    }
}
