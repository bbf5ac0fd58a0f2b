use crate::common;
use crate::common::test_dir::TestDir;
use crate::common::transcript;
use houserule_script::notation::record;

#[test]
fn the_transcript_matches() {
    let dir = TestDir::new();
    dir.write("games.tsv", "# id, mode, turns, outcome\na\ttrax\t@0/ B1\\ A2\\\tred loop\nb\tsupertrax\t@0/ C1+\topen\nc\ttrax\t@0/\twhite loop\n");
    dir.write("bare.txt", "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+\n@0/ a2+\n");
    dir.write("fields.tsv", "a\ttrax\t@0/\n");
    transcript::replay("trax-cli.txt", 20, |typed| dir.run(transcript::split_args(typed)));
}

/// Turns that make a row of straight tiles up to column `count`.
fn straight_row(count: usize) -> Vec<String> {
    let mut session = common::start("looptrax", &[]);
    session.play("@0+").expect("a first turn");
    while session.moves().len() < count {
        let number = session.moves().len() as i32 + 1;
        session.play(&format!("{}1+", houserule_core::geometry::column_name(number))).expect("the row can be extended");
    }
    session.moves().to_vec()
}

#[test]
fn the_prompt_lists_forced_tiles() {
    let output = TestDir::new().run_with(["play", "trax"], "@0/\nB1+\nA0/\n");
    let last = output.stdout.split("white 1> ").last().and_then(|out| out.split_once("white: A0/\n"));
    let expected = "\
forced: B1
    @     A     B     C

 0        .     .

          r     r
 1  .   r[/]w w(\\)r   .
          w     w
          w     w
 2  .   w / r r + r   .
          r     w

 3        .     .

";
    assert_eq!((last.map(|(_, board)| board), output.code), (Some(expected), 0), "{}", output.stdout);
}

#[test]
fn an_illegal_turn_on_a_pipe_ends_the_program() {
    let output = TestDir::new().run_with(["play", "trax"], "@0\\\n@0+\n");
    let message = "@0\\ cannot be played: opening: the first tile must go to @0 as `+` or `/` [trax.lua:8]\n";
    assert_eq!((output.stderr.as_str(), output.code), (message, 1));
}

#[test]
fn columns_after_z_are_written_and_parsed() {
    let turns = straight_row(30);
    assert_eq!(turns[25..29], ["Z1+", "AA1+", "AB1+", "AC1+"]);
    let mut session = common::open("looptrax", &[], None, &turns.join(" "));
    for text in common::moves(&mut session) {
        let written = session.play(&text.to_lowercase()).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        assert_eq!(written, text);
        session.undo();
    }
    assert!(common::moves(&mut session).contains(&"AE1+".to_string()));
}

#[test]
fn coordinates_shift_after_a_tile_before_the_first_column_or_row() {
    let session = common::open("trax", &[], None, "@0+ @1+ a0+ C2/");
    assert_eq!(session.moves(), ["@0+", "@1+", "A0+", "C2/"].map(String::from));
}

#[test]
fn a_position_is_a_list_of_moves_to_continue_from() {
    let mut session = common::open("trax", &[], Some("@0/ b1+"), "C1/");
    assert_eq!(session.position(), "@0/ B1+ C1/");
    assert_eq!(session.undo(), Some("C1/".into()));
    assert_eq!(session.undo(), None, "the given position cannot be undone");
    let again = common::open("trax", &[], Some("@0/ B1+ C1/"), "");
    session.play("C1/").expect("legal");
    assert_eq!(again.game.position_hash(), session.game.position_hash());
}

#[test]
fn a_saved_game_is_parsed_from_either_format() {
    let turns = r"@0/ B1\ A2\";
    let mut session = common::open("trax+line-length", &[("across", "5")], None, turns);
    for name in ["game.trax", "game.toml"] {
        let text = session.to_file(name).expect("no script fails");
        let records = record::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let record = &records[0];
        assert_eq!(
            (record.game.as_deref(), record.moves.join(" "), record.result.as_deref(), &record.settings[..]),
            (
                Some("trax+line-length"),
                turns.to_string(),
                Some("red loop"),
                &common::to_settings(&[("line-length.across", "5")])[..]
            ),
            "{name}"
        );
    }
}

#[test]
fn an_invalid_line_counts_as_a_game_of_its_own() {
    let dir = TestDir::new();
    let lines =
        ["# three games and two that are none", r"@0/ B1\ A2\", "@1+ @1+", "", r"  @0+ @1+ @0/ B1\ A2\", "RESIGN"];
    dir.write("games.trx", lines.join("\r\n"));
    let output = dir.run(["replay", "games.trx"]);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines[0], "games.trx#1 ok red loop");
    assert_eq!(lines[1], "games.trx#2 illegal at ply 1: opening: the first tile must go to @0 as `+` or `/`");
    assert_eq!(lines[2..4], ["games.trx#3 ok open", "games.trx#4 ok red loop"]);
    assert!(lines[4].starts_with("games.trx#5 illegal at ply 1: `RESIGN` is not a move; "), "{}", lines[4]);
    assert_eq!((lines[5], lines.len(), output.code), ("5 games, 3 ok", 6, 1));
}
