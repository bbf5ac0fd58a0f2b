use super::*;
use crate::lua::Library;
use crate::play::{Session, Workspace};

const WHITE: Seat = Seat::FIRST;

fn black() -> Seat {
    Seat::new(1)
}

fn session(game: &str) -> Session {
    let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
    workspace.open(game, &[], None, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn clock_in(game: &str, control: &str) -> Clock {
    let session = session(game);
    let control = control.parse().unwrap_or_else(|error| panic!("{error}"));
    Clock::new(control, &session.plan().names, |seat| seat, 0).unwrap_or_else(|error| panic!("{error}"))
}

fn clock(control: &str) -> Clock {
    clock_in("tak", control)
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn left(clock: &Clock) -> Vec<Option<u64>> {
    Seat::all(clock.player_count()).map(|player| clock.time_of(player).map(|time| time.left.as_secs())).collect()
}

#[test]
fn an_increment_is_added_at_the_end_of_a_turn_and_not_of_each_move() {
    let mut clock = clock("1m+5s");
    clock.charge(&[WHITE], seconds(10));
    clock.note_move(WHITE, false, 1);
    assert_eq!(left(&clock), [Some(50), Some(60)]);
    clock.charge(&[WHITE], seconds(10));
    clock.note_move(WHITE, true, 2);
    assert_eq!(left(&clock), [Some(45), Some(60)]);
}

#[test]
fn a_time_per_move_is_whole_again_in_the_next_turn() {
    let mut clock = clock("30s/move");
    clock.charge(&[WHITE], seconds(29));
    assert_eq!(left(&clock), [Some(1), Some(30)]);
    clock.note_move(WHITE, true, 1);
    assert_eq!(left(&clock), [Some(30), Some(30)]);
}

#[test]
fn a_flag_falls_when_no_time_is_left() {
    let mut clock = clock("white=10s");
    assert_eq!(clock.time_to_flag(&[WHITE, black()]), Some(seconds(10)));
    assert_eq!(clock.time_to_flag(&[black()]), None, "black has no limit");
    clock.charge(&[WHITE, black()], seconds(9));
    assert_eq!(clock.flagged(&[WHITE, black()]), None);
    clock.charge(&[WHITE, black()], seconds(1));
    assert_eq!(clock.flagged(&[black(), WHITE]), Some(WHITE));
    assert_eq!(clock.flagged(&[black()]), None);
}

#[test]
fn every_minute_begun_over_time_costs_points() {
    let mut clock = clock("15m:-2");
    let mut points_after = |charged: u64| {
        clock.charge(&[WHITE], seconds(charged));
        (clock.penalty_of(WHITE), clock.flagged(&[WHITE]))
    };
    assert_eq!(points_after(15 * 60), (0, None));
    assert_eq!(points_after(1), (2, None));
    assert_eq!(points_after(59), (2, None));
    assert_eq!(points_after(1), (4, None));
    assert_eq!(clock.penalty_of(black()), 0);
}

#[test]
fn an_increment_does_not_take_overtime_back() {
    let mut clock = clock("1m+30s:-1");
    clock.charge(&[WHITE], seconds(61));
    clock.note_move(WHITE, true, 1);
    assert_eq!(clock.time_of(WHITE), Some(TimeLeft { left: seconds(30), over: seconds(1) }));
    clock.charge(&[WHITE], seconds(89));
    assert_eq!((clock.time_of(WHITE).map(|time| time.over), clock.penalty_of(WHITE)), (Some(seconds(60)), 1));
}

#[test]
fn a_clock_goes_back_and_forward_with_the_moves() {
    let mut clock = clock("1m+1s");
    for (player, moves) in [(WHITE, 1), (black(), 2), (WHITE, 3)] {
        clock.charge(&[player], seconds(11));
        clock.note_move(player, true, moves);
    }
    clock.charge(&[black()], seconds(5));
    assert_eq!(left(&clock), [Some(40), Some(45)]);
    clock.go_to(1);
    assert_eq!(left(&clock), [Some(50), Some(60)]);
    clock.go_to(3);
    assert_eq!(left(&clock), [Some(40), Some(50)]);
    // The game goes on differently: the times of the undone moves are gone.
    clock.go_to(1);
    clock.charge(&[black()], seconds(21));
    clock.note_move(black(), true, 2);
    clock.go_to(3);
    assert_eq!(left(&clock), [Some(50), Some(40)], "the last known times");
}

#[test]
fn a_clock_that_is_set_during_a_game_starts_there() {
    let session = session("tak");
    let control = "1m".parse().expect("a control");
    let mut clock = Clock::new(control, &session.plan().names, |seat| seat, 4).expect("a clock");
    clock.charge(&[WHITE], seconds(10));
    clock.note_move(WHITE, true, 5);
    clock.go_to(2);
    assert_eq!(left(&clock), [Some(60), Some(60)]);
}

#[test]
fn a_forgiven_flag_gives_the_turn_its_time_back_and_at_least_the_grace() {
    let mut clock = clock("1m");
    clock.charge(&[WHITE], seconds(100));
    clock.forgive(WHITE, 0);
    assert_eq!(left(&clock), [Some(60), Some(60)]);
    clock.charge(&[WHITE], seconds(57));
    clock.note_move(WHITE, true, 1);
    clock.note_move(black(), true, 2);
    clock.charge(&[WHITE], seconds(3));
    assert_eq!(clock.flagged(&[WHITE]), Some(WHITE));
    clock.forgive(WHITE, 2);
    assert_eq!(left(&clock), [Some(15), Some(60)]);
}

#[test]
fn a_handicap_belongs_to_the_player_who_has_the_seat() {
    let session = session("tak");
    let names = &session.plan().names;
    let control: TimeControl = "white=5m,black=10m".parse().expect("a control");
    let swapped = Clock::new(control, names, |seat| if seat == WHITE { black() } else { WHITE }, 0).expect("a clock");
    assert_eq!(left(&swapped), [Some(600), Some(300)]);
    let restored = Clock::from_saved(&swapped.to_saved(0), names).expect("a clock");
    assert_eq!(restored, Some(swapped), "and it is saved for that player");
}

#[test]
fn a_seat_that_does_not_exist_is_named() {
    let session = session("tak");
    let control: TimeControl = "white=5m,green=1m".parse().expect("a control");
    let error = Clock::new(control, &session.plan().names, |seat| seat, 0).expect_err("no such seat").to_string();
    assert_eq!(error, "the clock names an unknown seat `green`; the seats are white and black");
}

#[test]
fn a_saved_clock_is_restored_with_its_past() {
    for control in ["1m+2s", "white=1m", "1m+5s:-1", "20s/move"] {
        let mut clock = clock(control);
        for moves in 1..4 {
            let player = if moves % 2 == 1 { WHITE } else { black() };
            clock.charge(&[player], Duration::from_millis(31_250));
            clock.note_move(player, true, moves);
        }
        clock.charge(&[black()], Duration::from_millis(1_500));
        let saved = clock.to_saved(3);
        let names = &session("tak").plan().names.clone();
        let restored = Clock::from_saved(&saved, names).expect(control);
        assert_eq!(restored.as_ref(), Some(&clock), "{control}: {saved:?}");
        clock.go_to(1);
        let restored = Clock::from_saved(&clock.to_saved(3), names).expect(control);
        assert_eq!(restored.as_ref(), Some(&clock), "{control}: with undone moves");
        let restored = Clock::from_saved(&clock.to_saved(1), names).expect(control).expect("times");
        assert_eq!(restored.to_saved(3), clock.to_saved(1), "{control}: without moves that the game does not have");
    }
}

#[test]
fn a_saved_clock_that_was_edited_badly_is_an_error() {
    let names = &session("tak").plan().names.clone();
    for times in
        ["x", "60000", "60000/60000", "1/2/3 1/2/3", "1/- 1/-", "1/ 1/2", "1/2 -1-2/3", "1/2 99999999999999999999/3"]
    {
        let saved = SavedClock { control: "1m".into(), times: times.into() };
        let error = Clock::from_saved(&saved, names).expect_err(times).to_string();
        assert!(error.starts_with("invalid times `"), "{times}: {error}");
    }
    let saved = SavedClock { control: "1m".into(), times: String::new() };
    assert_eq!(Clock::from_saved(&saved, names), Ok(None), "only the control is known");
}

#[test]
fn every_time_of_a_clock_has_the_same_width() {
    for (control, samples) in [
        (
            "10m",
            &[
                (600_000, 0, "10:00"),
                (598_000, 0, " 9:58"),
                (597_001, 0, " 9:58"),
                (9_870, 0, "  9.8"),
                (20, 0, "  0.1"),
                (0, 0, " 0:00"),
            ][..],
        ),
        (
            "10m+5s",
            &[(5_999_000, 0, "99:59"), (6_000_000, 0, " 1h40"), (36_000_000, 0, "10h00"), (400_000_000, 0, " 111h")],
        ),
        ("90m", &[(5_400_000, 0, " 1:30:00"), (86_400_000, 0, "24:00:00"), (59_000, 0, "    0:59")]),
        ("15m:-1", &[(900_000, 0, " 15:00"), (0, 12_000, " -0:12"), (0, 720_000, "-12:00"), (0, 4_200_000, "-70:00")]),
        ("1m/move", &[(60_000, 0, " 1:00")]),
    ] {
        let face = ClockFace::of(&clock(control));
        for (left, over, text) in samples {
            let time = TimeLeft { left: Duration::from_millis(*left), over: Duration::from_millis(*over) };
            assert_eq!(face.write(Some(time)), *text, "{control}");
        }
        assert_eq!(face.write(None).len(), face.write(Some(TimeLeft::default())).len());
    }
}

#[test]
fn clocks_suit_any_number_of_seats() {
    for (game, players) in [("tak", 2), ("tantrix+hidden-hands", 2), ("discovery-7", 1)] {
        assert_eq!(left(&clock_in(game, "1m")), vec![Some(60); players], "{game}");
    }
}
