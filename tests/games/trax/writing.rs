use crate::common;
use crate::common::desk::Desk;
use crate::common::transcript;
use houserule_script::notation::record;

#[test]
fn the_program_says_what_the_transcript_says() {
    let desk = Desk::new();
    desk.write("games.tsv", "# id, mode, turns, outcome\na\ttrax\t@0/ B1\\ A2\\\tred loop\nb\tsupertrax\t@0/ C1+\topen\nc\ttrax\t@0/\twhite loop\n");
    desk.write("bare.txt", "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+\n@0/ a2+\n");
    desk.write("fields.tsv", "a\ttrax\t@0/\n");
    transcript::follow("trax-cli.txt", 20, |typed| desk.run(transcript::words(typed)));
}

/// Turns that lay a row of straight tiles to the right until column `count`.
fn row(count: usize) -> Vec<String> {
    let mut session = common::start("looptrax", &[]);
    session.play("@0+").expect("a first turn");
    while session.moves().len() < count {
        let number = session.moves().len() as i32 + 1;
        session.play(&format!("{}1+", houserule_core::geometry::column_name(number))).expect("a row goes on");
    }
    session.moves().to_vec()
}

#[test]
fn the_prompt_tells_which_tiles_were_forced() {
    let said = Desk::new().run_with(["play", "trax"], "@0/\nB1+\nA0/\n");
    let last = said.out.split("white 1> ").last().and_then(|out| out.split_once("white: A0/\n"));
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
    assert_eq!((last.map(|(_, board)| board), said.code), (Some(expected), 0), "{}", said.out);
}

#[test]
fn a_refused_turn_on_a_pipe_ends_the_program_and_changes_nothing() {
    let said = Desk::new().run_with(["play", "trax"], "@0\\\n@0+\n");
    let violation = "@0\\ cannot be played: opening: the first tile goes to @0 as `+` or `/` [trax.lua:8]\n";
    assert_eq!((said.err.as_str(), said.code), (violation, 1));
}

#[test]
fn columns_past_z_are_written_and_read() {
    let turns = row(30);
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
fn names_shift_after_a_tile_before_the_first_column_or_row() {
    let session = common::open("trax", &[], None, "@0+ @1+ a0+ C2/");
    assert_eq!(session.moves(), ["@0+", "@1+", "A0+", "C2/"].map(String::from));
}

#[test]
fn a_position_is_a_record_and_goes_on_from_there() {
    let mut session = common::open("trax", &[], Some("@0/ b1+"), "C1/");
    assert_eq!(session.position(), "@0/ B1+ C1/");
    assert_eq!(session.undo(), Some("C1/".into()));
    assert_eq!(session.undo(), None, "a position given is not taken back");
    let again = common::open("trax", &[], Some("@0/ B1+ C1/"), "");
    session.play("C1/").expect("legal");
    assert_eq!(again.game.position_hash(), session.game.position_hash());
}

#[test]
fn a_saved_game_is_read_back_from_either_format() {
    let turns = r"@0/ B1\ A2\";
    let mut session = common::open("trax+line-length", &[("across", "5")], None, turns);
    for name in ["game.trax", "game.toml"] {
        let text = session.to_file(name).expect("no script fails");
        let records = record::read(&text).unwrap_or_else(|says| panic!("{name}: {says}"));
        let record = &records[0];
        assert_eq!(
            (record.game.as_deref(), record.moves.join(" "), record.result.as_deref(), &record.settings[..]),
            (
                Some("trax+line-length"),
                turns.to_string(),
                Some("red loop"),
                &common::owned(&[("line-length.across", "5")])[..]
            ),
            "{name}"
        );
    }
}

#[test]
fn a_line_that_cannot_begin_a_game_is_a_faulty_game_of_its_own() {
    let desk = Desk::new();
    let lines =
        ["# three games and two that are none", r"@0/ B1\ A2\", "@1+ @1+", "", r"  @0+ @1+ @0/ B1\ A2\", "RESIGN"];
    desk.write("games.trx", lines.join("\r\n"));
    let said = desk.run(["replay", "games.trx"]);
    let told: Vec<&str> = said.out.lines().collect();
    assert_eq!(told[0], "games.trx#1 ok red loop");
    assert_eq!(told[1], "games.trx#2 illegal at ply 1: opening: the first tile goes to @0 as `+` or `/`");
    assert_eq!(told[2..4], ["games.trx#3 ok open", "games.trx#4 ok red loop"]);
    assert!(told[4].starts_with("games.trx#5 illegal at ply 1: `RESIGN` is not a turn; "), "{}", told[4]);
    assert_eq!((told[5], told.len(), said.code), ("5 games, 3 ok", 6, 1));
}
