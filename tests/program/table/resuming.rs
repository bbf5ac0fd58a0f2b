//! Games that were left can be gone on with.

use crate::common::desk::{Desk, Said};
use crate::table::tail;

fn leave(desk: &Desk, args: &[&str], lines: &str) -> Said {
    let args: Vec<&str> = [&["play"], args, &["--keep"]].concat();
    let said = desk.run_with(args, lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    said
}

fn resume(desk: &Desk, lines: &str) -> Said {
    desk.run_with([""; 0], lines)
}

#[test]
fn whoever_leaves_is_told_where_the_game_is_and_can_go_on_with_it() {
    let desk = Desk::new();
    let said =
        leave(&desk, &["tak+late-walls", "--set", "size=4", "--seats", "Ann,Bert"], "a1\nnote fine\nd4\nb2\nundo\n");
    let told = "`houserule` offers to go on with this game. It is kept in ";
    let path = tail(&said, 1)[0].strip_prefix(told).expect("the place is told");
    assert!(std::path::Path::new(path).is_file(), "{path}");
    let said = resume(&desk, "resume\nhistory\nseats\n");
    let expected = ["1. a1 {fine} d4", "taken back: b2", "white: Ann", "black: Bert"];
    assert_eq!(tail(&said, 5)[..4], expected, "{said:?}");
    assert_eq!(tail(&said, 1), [format!("{told}{path}")], "it stays where it is");
}

#[test]
fn games_that_are_over_or_were_never_played_are_not_offered() {
    let desk = Desk::new();
    leave(&desk, &["tak"], "moves\n");
    let said = leave(&desk, &["tak"], "a1\nresign\n");
    assert!(tail(&said, 1)[0].starts_with("The game is kept in "), "{}", said.out);
    assert_eq!(resume(&desk, "resume\n").err, "no game was left before its end\n");
    assert_eq!(resume(&desk, "forget 1\n").err, "no game was left before its end\n");
}

#[test]
fn several_games_are_numbered_and_may_be_forgotten() {
    let desk = Desk::new();
    leave(&desk, &["tak"], "a1\n");
    leave(&desk, &["trax"], "@0/\nB1+\n");
    let list = |lines: &str| -> Vec<String> {
        let said = resume(&desk, lines);
        let numbered = |line: &&str| line.starts_with("  1 ") || line.starts_with("  2 ");
        said.out.lines().filter(numbered).map(str::to_string).collect()
    };
    let both = ["  1 a game of trax after 2 moves, just now", "  2 a game of tak after 1 move, just now"];
    assert_eq!(list("resume list\n"), both);
    assert_eq!(tail(&resume(&desk, "resume 2\nhistory\n"), 2)[0], "1. a1");
    assert_eq!(
        resume(&desk, "resume 3\n").err,
        "`3` is none of the 2 games that were left; `resume list` numbers them: resume 1\n"
    );
    assert_eq!(list("forget 1\nresume list\n").len(), 1);
}

#[test]
fn a_game_that_another_prompt_plays_is_not_offered() {
    let desk = Desk::new();
    let mut talk = crate::table::killing::KilledProgram::sits_down(&desk, &["play", "tak", "--keep"]);
    talk.plays("a1");
    assert_eq!(resume(&desk, "resume\n").err, "no game was left before its end\n");
    talk.dies();
    assert_eq!(tail(&resume(&desk, "resume\nhistory\n"), 2)[0], "1. a1");
}

#[test]
fn another_game_leaves_the_first_where_it_is() {
    let desk = Desk::new();
    leave(&desk, &["tak", "--set", "size=3"], "a1\nplay trax\n@0/\nnew\n@0+\nplay tak size=4\n");
    let said = resume(&desk, "resume list\n");
    assert_eq!(said.out.lines().filter(|line| line.contains(" a game of ")).count(), 3, "{}", said.out);
}

#[test]
fn a_pipe_keeps_nothing_unless_asked() {
    let desk = Desk::new();
    desk.run_with(["play", "tak"], "a1\n");
    assert!(!desk.path("home/data/houserule/games").exists());
}

#[test]
fn what_lay_ahead_is_still_there_and_no_bot_answers_it() {
    let desk = Desk::new();
    let seats = ["tak", "--set", "size=3", "--seats", "random,human"];
    leave(&desk, &seats, "bot random\nbot random\ngoto 2\n");
    let said = resume(&desk, "resume\ngoto end\nposition\n");
    assert!(tail(&said, 2)[0].ends_with(" 2 3"), "{}", said.out);
}

#[test]
fn a_long_list_says_how_to_see_the_rest() {
    let desk = Desk::new();
    leave(&desk, &["tak"], &"a1\nnew\n".repeat(23));
    let listed = |lines: &str| -> (usize, String) {
        let out = resume(&desk, lines).out;
        let games = out.lines().filter(|line| line.contains(" a game of tak after 1 move")).count();
        (games, out)
    };
    let (games, out) = listed("resume list\n");
    assert!(games == 20 && out.contains("\n  and 3 older: `resume list all` shows them, too\n"), "{out}");
    let (games, out) = listed("resume list all\n");
    assert!(games == 23 && out.contains("\n  23 a game of tak ") && !out.contains("older"), "{out}");
}

/// Before the first move, in a game that is dealt: five counts as none, and the other seat begins.
const SET_UP: &str = r#"
return variant "counting" {
  base  = "BASE",
  rules = {
    vars  = { n = 0 },
    hooks = {
      setup      = function(view) return { set { n = 5 }, SKIP } end,
      after_move = function(view, move) return set { n = view:var "n" + 1 } end,
    },
  },
}
"#;

#[test]
fn what_was_set_up_before_the_first_move_of_a_dealt_game_is_kept() {
    let looks = "lua view:var 'n'\nlua view.turn\nlua view.ply\nlua view.seat\nposition\n";
    for (base, skip) in [("tantrix", "skip()"), ("weave", "skip()"), ("gobble", "nil")] {
        let desk = Desk::with("counting.lua", SET_UP.replace("BASE", base).replace("SKIP", skip));
        let game = format!("{base}+counting.lua");
        let mv = desk.run(["moves", &game]).out.lines().next().expect("a move").to_string();
        let played = leave(&desk, &[&game], &format!("{mv}\n{looks}undo\n{looks}redo\nsave game.toml\n"));
        let values = |said: &Said| -> Vec<String> {
            let mut lines = said.out.lines().skip_while(|line| *line != "6");
            let mut after: Vec<String> = lines.by_ref().take(5).map(str::to_string).collect();
            after.extend(lines.skip_while(|line| *line != "5").take(5).map(str::to_string));
            after
        };
        let wanted = values(&played);
        assert_eq!((wanted.len(), &wanted[5][..]), (10, "5"), "{}", played.out);
        let again = format!("{looks}undo\n{looks}");
        let ways = [
            desk.run_with(["play", &game], format!("load game.toml\n{again}")),
            desk.run_with(["play", &game, "--load", "game.toml"], &again),
            resume(&desk, &format!("resume\n{again}")),
        ];
        for said in ways {
            assert_eq!(values(&said), wanted, "{base}: {said:?}");
        }
    }
}
