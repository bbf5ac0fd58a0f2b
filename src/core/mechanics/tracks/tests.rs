//! The mechanic without scripts: exact undo and playouts, for different numbers of sides and colours.

use std::sync::Arc;

use super::rules::TrackRules;
use super::{
    AutoFill, ControlledSide, FillFirst, First, Lay, NoFourth, NoTriple, OpenHex, OpenSquare, Touch, TrackPosition,
    restrictions::While,
    values::{LoopRule, TrackClaim, TrackResult},
};
use crate::geometry::{CellNaming, Coord};
use crate::mechanics::{GameDef, Move, NamedRule, Position, Reserve, Rule, Seat, Tie, TilesView};
use crate::names::Names;
use crate::rng::Rng;
use crate::tiles::{ColourIndex, TileIndex, TileSet};

/// Tiles for white and red, with some additional rules.
fn compile_rules(set: &str, more: &[Rule]) -> Arc<TrackRules> {
    let set = Arc::new(TileSet::read("test", set).expect("the set is well formed"));
    let mut rules = vec![
        Rule::Lay(Lay),
        Rule::Touch(Touch { min: vec![1, 1] }),
        Rule::NoTriple(NoTriple { sides: 3, while_: While::Always }),
    ];
    rules.extend_from_slice(more);
    let def = GameDef {
        names: Names::new(vec!["white".into(), "red".into()], Vec::new()),
        pieces: Default::default(),
        reserve: Reserve::default(),
        tiles: Some(set.clone()),
        naming: CellNaming::Counted,
        colours: Default::default(),
        can_grow: false,
        rules: rules.into_iter().map(|rule| NamedRule { id: rule.spec().name.into(), rule }).collect(),
    };
    Arc::new(TrackRules::compile(&def, &set).expect("the rules fit together"))
}

/// Spaces that one colour enters twice are filled automatically.
const FILL: Rule = Rule::AutoFill(AutoFill { same_colour: 2 });

/// Square tiles on an open board without an end.
fn endless() -> Arc<TrackRules> {
    let set = include_str!("../../../../scripts/tiles/trax.toml");
    compile_rules(set, &[Rule::OpenSquare(OpenSquare), Rule::First(First { rotation: 0 }), FILL])
}

const THREE_WAYS: &str = include_str!("../../../../tests/data/tiles/three-ways.toml");

/// Three colours on six sides.
pub(super) fn hexagons() -> Arc<TrackRules> {
    let claim = TrackClaim { result: TrackResult::Win, only_mover: false, tie: Tie::Mover };
    compile_rules(THREE_WAYS, &[Rule::OpenHex(OpenHex), Rule::LoopRule(LoopRule { min: 1, claim }), FILL])
}

/// The same tiles where spaces with three neighbours are filled first, and none may have four.
pub(super) fn fill_first_rules() -> Arc<TrackRules> {
    compile_fill_rules(&[Rule::FillFirst(FillFirst { sides: 3 })])
}

/// The same with other rules for spaces that are filled first, or at once.
pub(super) fn all_fill_rules() -> [Arc<TrackRules>; 4] {
    let fill_first = |sides| Rule::FillFirst(FillFirst { sides });
    [
        fill_first_rules(),
        compile_fill_rules(&[fill_first(2)]),
        compile_fill_rules(&[]),
        compile_fill_rules(&[fill_first(3), FILL]),
    ]
}

/// Plays random games under all of them, with single and multiple undo, forks and resets, to exercise everything that
/// is cached from tile to tile. Calls `visit` with every position.
pub(super) fn random_walks(mut visit: impl FnMut(&TrackPosition<6>, u64)) {
    for (rules, seed) in all_fill_rules().iter().cycle().zip(0..120) {
        let (mut board, mut rng) = (TrackPosition::<6>::new(rules.clone(), seed), Rng::new(seed));
        for _ in 0..60 {
            let plies = board.turn_state().ply as usize;
            match rng.below(16) {
                0 if plies > 0 => board.undo(),
                1 if plies > 2 => board.undo_many(1 + rng.below(2)),
                2 => {
                    let mut branch = board.clone();
                    if let Some(mv) = branch.sample_move(&mut |bound| rng.below(bound)) {
                        branch.play(mv);
                    }
                    visit(&branch, seed);
                }
                3 if plies > 30 => {
                    board.reset(seed);
                }
                _ => {}
            }
            let Some(mv) = board.sample_move(&mut |bound| rng.below(bound)) else { break };
            board.play(mv);
            visit(&board, seed);
        }
    }
}

fn compile_fill_rules(more: &[Rule]) -> Arc<TrackRules> {
    let while_ = While::Always;
    let mut rules = vec![
        Rule::OpenHex(OpenHex),
        Rule::NoFourth(NoFourth { sides: 4, while_ }),
        Rule::ControlledSide(ControlledSide { filled: 3, while_ }),
    ];
    rules.extend_from_slice(more);
    compile_rules(THREE_WAYS, &rules)
}

/// Linear congruential generator, independent of the one under test.
struct TestRng(u64);

impl TestRng {
    fn pick<'a>(&mut self, moves: &'a [Move]) -> &'a Move {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        &moves[(self.0 >> 33) as usize % moves.len()]
    }
}

fn legal_moves<const SIDES: usize>(board: &mut TrackPosition<SIDES>) -> Vec<Move> {
    let mut moves = Vec::new();
    board.list_moves(&mut moves);
    moves
}

#[test]
fn hexagons_of_three_colours_are_placed_and_undone_exactly() {
    let mut forced = 0;
    for seed in 0..40 {
        let (mut board, mut rng) = (TrackPosition::<6>::new(hexagons(), 0), TestRng(seed));
        let mut history = Vec::new();
        for _ in 0..40 {
            let moves = legal_moves(&mut board);
            assert_eq!(board.count_moves(), moves.len() as u64);
            history.push((moves.clone(), board.tiles(), board.hash()));
            if moves.is_empty() {
                break;
            }
            board.play(*rng.pick(&moves));
            forced += board.last_laid().len() - 1;
            assert_matching(&board);
        }
        while let Some(position) = history.pop() {
            if board.tiles().len() > position.1.len() {
                board.undo();
            }
            assert_eq!((legal_moves(&mut board), board.tiles(), board.hash()), position);
        }
    }
    assert!(forced > 50, "only {forced} tiles were forced");
}

/// Asserts that touching edges match and no empty cell is entered from three sides by one colour.
fn assert_matching(board: &TrackPosition<6>) {
    let (set, lattice) = (&board.rules.set, &board.rules.lattice);
    let colour = |at: Coord, side: usize| {
        board.orientation_at(at).map(|orientation| set.orientations[orientation].colours[side])
    };
    for at in board.tiles() {
        for side in 0..lattice.sides() {
            let next = at.plus(lattice.steps[side], 1);
            let other = colour(next, lattice.opposite(side));
            assert!(other.is_none_or(|other| colour(at, side) == Some(other)), "colours differ at {at:?}");
            if other.is_none() {
                let entering = (0..lattice.sides())
                    .filter_map(|side| colour(next.plus(lattice.steps[side], 1), lattice.opposite(side)));
                let mut counts = [0; 3];
                entering.for_each(|colour| counts[colour.index()] += 1);
                assert!(counts.iter().all(|count| *count < 3), "{next:?} is torn");
            }
        }
    }
}

#[test]
fn the_smallest_loop_of_hexagons_has_three_tiles() {
    let rules = hexagons();
    let mut board = TrackPosition::<6>::new(rules.clone(), 0);
    // Tile 1 joins white on adjacent sides: three of them around a corner close a loop.
    let bend = |a: usize, b: usize| {
        let (tile, white) = (TileIndex::default(), ColourIndex::default());
        let fits = rules.set.orientations.position(|orientation| {
            orientation.tile == tile && orientation.colours[a] == white && orientation.colours[b] == white
        });
        fits.expect("tile 1 bends white there")
    };
    // The origin, the cell to the east and the one to the south-east touch each other.
    let (origin, east, south_east) = (Coord { x: 0, y: 0 }, Coord { x: 1, y: 0 }, Coord { x: 0, y: 1 });
    for (at, orientation) in [(origin, bend(1, 2)), (east, bend(3, 4)), (south_east, bend(5, 0))] {
        assert_eq!(board.outcome(), None);
        let mv = super::position::pack(at, orientation);
        assert!(legal_moves(&mut board).contains(&mv), "{at:?} can be laid");
        board.play(mv);
    }
    let winners = board.outcome().map(|outcome| outcome.winners.single());
    assert_eq!(winners, Some(Some(Seat::FIRST)), "white's loop of three");
}

#[test]
fn playouts_equal_sampled_moves_and_undo_all_at_once() {
    fn check<const SIDES: usize>(rules: &Arc<TrackRules>) {
        const MAX_TILES: usize = 30;
        for seed in 0..40 {
            let start = || TrackPosition::<SIDES>::new(rules.clone(), 0);
            let (mut played_out, mut sampled) = (start(), start());
            let mut rng = Rng::new(seed);
            let plies = played_out.playout(MAX_TILES, &mut |bound| rng.below(bound));
            let mut rng = Rng::new(seed);
            for _ in 0..MAX_TILES {
                let mv = sampled.sample_move(&mut |bound| rng.below(bound)).filter(|_| sampled.outcome().is_none());
                mv.into_iter().for_each(|mv| sampled.play(mv));
            }
            assert_eq!((played_out.hash(), played_out.tiles()), (sampled.hash(), sampled.tiles()), "seed {seed}");
            assert_eq!((played_out.outcome(), plies), (sampled.outcome(), sampled.turn_state().ply as usize));
            played_out.undo_many(plies);
            assert_eq!((played_out.hash(), legal_moves(&mut played_out)), (start().hash(), legal_moves(&mut start())));
        }
    }
    check::<4>(&endless());
    check::<6>(&hexagons());
    check::<6>(&fill_first_rules());
}
