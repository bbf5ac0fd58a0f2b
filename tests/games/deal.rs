//! The `deal` hook: the order of the tiles, when it runs, and invalid deals.

use crate::common::script_dir::{ScriptDir, parse_settings};
use houserule_core::mechanics::Seat;
use houserule_core::tiles::TileIndex;
use houserule_script::play::{SelfTestLimits, Session, run_self_test};

/// Variant whose `deal` hook has this body, from line 2 on.
fn write_dealer(scripts: &ScriptDir, name: &str, base: &str, body: &str) {
    let hooks = format!("hooks = {{ deal = function(view, tiles)\n{body}\nend }}");
    scripts.write(name, &format!("return variant '{name}' {{ base = '{base}', rules = {{ {hooks} }} }}\n"));
}

const REVERSED: &str = "local turned = {}\nfor i = #tiles, 1, -1 do turned[#turned + 1] = tiles[i] end\nreturn turned";
const LAST_FIRST: &str = "table.insert(tiles, 1, table.remove(tiles))\nreturn tiles";

fn open_dealt(scripts: &ScriptDir, game: &str, settings: &[&str], seed: u64) -> Session {
    Session::new(scripts.load(game, settings), None, seed).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Error with which opening a game fails.
fn opening_error(scripts: &ScriptDir, game: &str, settings: &[&str]) -> String {
    match scripts.workspace.open(game, &parse_settings(settings), None, &[]) {
        Ok(_) => panic!("{game} begins"),
        Err(error) => scripts.without_dir(&error.to_string()),
    }
}

/// Tile names of the hands, first seat first, then of the bag.
fn hands_and_bag(session: &Session) -> Vec<Vec<String>> {
    let board = session.game.board().view().tile_game().expect("a game of tiles");
    let bag_and_hands = board.stock().expect("a game with a bag");
    let piles = bag_and_hands.hands().map(Option::unwrap_or_default).chain([bag_and_hands.bag()]);
    let name = |tile: &TileIndex| board.tile_game().set.tiles[*tile].name.clone();
    piles.map(|pile| pile.iter().map(name).collect()).collect()
}

fn numbers(from: u32, to: u32) -> Vec<String> {
    let all: Vec<u32> = if from < to { (from..=to).collect() } else { (to..=from).rev().collect() };
    all.iter().map(u32::to_string).collect()
}

/// Setting for the deal 1, 2, 3 and so on.
fn in_order() -> String {
    format!("deal={}", numbers(1, 56).join(","))
}

#[test]
fn returning_the_tiles_unchanged_keeps_the_deal_of_the_seed() {
    let scripts = ScriptDir::new();
    for (base, settings) in [
        ("tantrix", &["players=2"][..]),
        ("tantrix", &["players=4", "start=highest_in_hand"]),
        ("gobble", &["players=3"]),
        ("gobble", &["players=1"]),
        ("solitaire", &[]),
    ] {
        write_dealer(&scripts, "same", base, "return tiles");
        for seed in 0..3 {
            let (with, without) = (
                open_dealt(&scripts, &format!("{base}+same"), settings, seed),
                open_dealt(&scripts, base, settings, seed),
            );
            assert_eq!(with.position(), without.position(), "{base} {settings:?}, seed {seed}");
        }
    }
}

#[test]
fn tiles_are_dealt_in_the_order_a_script_returns() {
    let scripts = ScriptDir::new();
    write_dealer(&scripts, "turned", "tantrix", REVERSED);
    let session = open_dealt(&scripts, "tantrix+turned", &[&in_order()], 1);
    assert_eq!(hands_and_bag(&session), [numbers(56, 51), numbers(50, 45), numbers(44, 1)]);
    write_dealer(&scripts, "turned", "gobble", REVERSED);
    let session = open_dealt(&scripts, "gobble+turned", &[&in_order()], 1);
    assert_eq!(
        hands_and_bag(&session),
        [numbers(56, 30), numbers(29, 3), Vec::new()],
        "tiles 1 and 2 are in the middle"
    );
    write_dealer(&scripts, "plain", "tantrix", "local all = {}\nfor i = 1, 56 do all[i] = i end\nreturn all");
    let session = open_dealt(&scripts, "tantrix+plain", &[], 1);
    assert_eq!(hands_and_bag(&session)[0], numbers(1, 6), "numbers will do for names");
}

#[test]
fn the_first_seat_follows_from_the_scripted_deal() {
    let scripts = ScriptDir::new();
    write_dealer(&scripts, "turned", "tantrix", REVERSED);
    let first = |game: &str, by: &str| open_dealt(&scripts, game, &[&in_order(), by], 1).game.seat();
    for by in ["start=highest_in_hand", "start=draw_and_keep"] {
        assert_eq!((first("tantrix", by), first("tantrix+turned", by)), (Seat::new(1), Seat::FIRST), "{by}");
    }
}

#[test]
fn each_deal_hook_gets_the_deal_of_the_one_below() {
    let scripts = ScriptDir::new();
    write_dealer(&scripts, "turned", "tantrix", REVERSED);
    let check =
        "for i, tile in ipairs(view:hand('red')) do assert(tile == tiles[i]) end\nassert(view.bag == #tiles - 12)\n";
    write_dealer(&scripts, "last-first", "tantrix", &format!("{check}{LAST_FIRST}"));
    let hands = |game: &str| hands_and_bag(&open_dealt(&scripts, game, &[&in_order()], 1))[0].join(",");
    assert_eq!(hands("tantrix+turned+last-first"), "1,56,55,54,53,52");
    assert_eq!(hands("tantrix+last-first+turned"), "55,54,53,52,51,50");
}

#[test]
fn invalid_deals_are_reported() {
    let scripts = ScriptDir::new();
    for (body, message) in [
        ("return", "returned nothing, not the list of tiles"),
        ("return 'all'", "returned a text, not the list of tiles"),
        ("table.remove(tiles, 7)\nreturn tiles", "tile 7 is missing from the deal, which must list every tile"),
        ("tiles[7] = '8'\nreturn tiles", "the deal lists tile 8 twice"),
        ("tiles[57] = '8'\ntiles[58] = '8'\nreturn tiles", "the deal lists tile 8 3 times, but the bag has 1"),
        ("tiles[7] = 'joker'\nreturn tiles", "the set has no tile joker"),
        ("tiles[7] = {}\nreturn tiles", "a tile of the deal must be a name, not a table"),
        ("return {}", "tile 1 is missing from the deal, which must list every tile"),
    ] {
        write_dealer(&scripts, "odd", "tantrix", body);
        let error = opening_error(&scripts, "tantrix+odd", &[&in_order()]);
        // The error is reported at the `return`, the last line of the function.
        let line = 1 + body.lines().count();
        assert_eq!(error, format!("odd.lua:{line}: deal of odd: {message}"), "{body}");
    }
    write_dealer(&scripts, "late", "tantrix", "while true do end");
    let error = opening_error(&scripts, "tantrix+late", &[]);
    assert!(error.starts_with("late.lua:2: "), "{error}");
}

#[test]
fn an_invalid_deal_names_its_script() {
    let scripts = ScriptDir::new();
    write_dealer(&scripts, "odd", "tantrix", "tiles[7] = tiles[8]\nreturn tiles");
    write_dealer(&scripts, "turned", "tantrix", REVERSED);
    let error = opening_error(&scripts, "tantrix+odd+turned", &[&in_order()]);
    assert_eq!(error, "odd.lua:3: deal of odd: the deal lists tile 8 twice");
}

#[test]
fn only_a_game_with_a_bag_is_dealt() {
    let scripts = ScriptDir::new();
    for base in ["tak", "trax", "puzzle"] {
        write_dealer(&scripts, "same", base, "return tiles");
        let message = format!("same.lua:1: hooks.deal: {base} has no bag, so there is nothing to deal");
        assert_eq!(scripts.load_error(&format!("{base}+same"), &[]), message);
    }
}

#[test]
fn positions_and_records_are_not_dealt_again() {
    let scripts = ScriptDir::new();
    write_dealer(&scripts, "turned", "tantrix", REVERSED);
    let mut session = open_dealt(&scripts, "tantrix+turned", &[], 3);
    for _ in 0..8 {
        let first = session.legal_moves().expect("no script fails").remove(0);
        session.play(&first).unwrap_or_else(|error| panic!("{first}: {error}"));
    }
    let record = session.record().expect("no script fails");
    let end = (session.position(), session.game.position_hash());
    // The same record under a script whose `deal` hook fails.
    write_dealer(&scripts, "turned", "tantrix", "error('who asks?')");
    let (mut again, _) = scripts.workspace.resume(&record, None, &[]).unwrap_or_else(|error| panic!("{error}"));
    again.play_all(&record.moves).expect("it was played");
    assert_eq!((again.position(), again.game.position_hash()), end);
    assert_eq!(again.record().expect("no script fails").position, record.position);
    assert_eq!(opening_error(&scripts, "tantrix+turned", &[]), "turned.lua:2: who asks?");
    while again.undo().is_some() {}
    while session.undo().is_some() {}
    assert_eq!((again.position(), again.game.position_hash()), (session.position(), session.game.position_hash()));
}

#[test]
fn reloaded_rules_deal_again() {
    let scripts = ScriptDir::new();
    write_dealer(&scripts, "turned", "tantrix", "return tiles");
    let session = open_dealt(&scripts, "tantrix+turned", &[], 3);
    write_dealer(&scripts, "turned", "tantrix", REVERSED);
    let rules = scripts.load("tantrix+turned", &[]);
    let again = session.replay_under(rules).unwrap_or_else(|error| panic!("{error}"));
    let message = again.first_difference.expect("another deal").message;
    assert_eq!(message, "the bag or the hands differ");
    assert_eq!(again.session.position(), open_dealt(&scripts, "tantrix+turned", &[], 3).position());
}

#[test]
fn a_restarted_game_is_dealt_by_the_script() {
    let scripts = ScriptDir::new();
    for base in ["tantrix", "gobble"] {
        write_dealer(&scripts, "turned", base, REVERSED);
        let name = format!("{base}+turned");
        let mut session = open_dealt(&scripts, &name, &[], 3);
        session.game.restart(4).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(session.position(), open_dealt(&scripts, &name, &[], 4).position(), "{base}");
    }
}

#[test]
fn random_games_with_scripted_deals_pass_the_self_test() {
    let scripts = ScriptDir::new();
    let limits = SelfTestLimits { games: 2, careful: 1, work: 100_000_000, must_end: true, is_late: &|| false };
    for game in ["tantrix+fair-start", "tantrix+fair-start+hidden-hands+teams"] {
        let rules = scripts.load(game, &[]);
        let report = run_self_test(&rules, limits, 1);
        assert_eq!((report.games, report.fault.map(|fault| fault.failure)), (2, None), "{game}");
    }
}

#[test]
fn a_fair_start_gives_every_hand_equally_many_own_tiles() {
    let scripts = ScriptDir::new();
    for (game, settings, size, own_tiles) in [
        ("tantrix+fair-start", &["players=2"][..], 6, 4),
        ("tantrix+fair-start", &["players=4", "own=2"], 6, 2),
        ("tantrix+hand-size+fair-start", &["players=3", "own=3"], 4, 3),
        ("tantrix+teams+fair-start", &[], 6, 4),
        ("tantrix+small-set+fair-start", &["tiles=56"], 6, 4),
    ] {
        for seed in 0..4 {
            let session = open_dealt(&scripts, game, settings, seed);
            let names = &session.plan().names;
            let set = session.plan().mechanic.tile_set().expect("tiles");
            let hands = hands_and_bag(&session);
            let counts = hands.iter().zip(&names.team_of).map(|(hand, side)| {
                let colour = set.colour_named(&names.teams[*side]).expect("a side is called after its colour");
                let has = |name: &&String| {
                    let tile = set.tile_named(name).expect("a tile of the set");
                    set.orientations_of(tile)[0].colours.contains(&colour)
                };
                (hand.len(), hand.iter().filter(has).count())
            });
            let counts: Vec<(usize, usize)> = counts.collect();
            assert_eq!(counts, vec![(size, own_tiles); names.seats.len()], "{game} {settings:?}, seed {seed}");
        }
    }
}
