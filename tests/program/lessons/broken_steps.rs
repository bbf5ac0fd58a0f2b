//! Broken lessons are reported with file and line: the steps of every shipped lesson are broken in many ways.

use houserule_app::lesson::{
    Accepted, IllegalAnswer, Lesson, LessonGoal, LessonStep, LoadedLesson, Question, Reply, RightAnswer, ShownGoal,
    StepStart, WithPlace, verify,
};
use houserule_script::rules::Assertion;

use super::{
    COMMANDS, NO_MOVE, asks_for_command, asks_for_move, faults, faults_in_game, shipped, shipped_lesson, step_faults,
    step_starts,
};
use crate::common::forced_wins::move_texts;
use crate::common::{shipped_scripts, stride};

/// Description of a way to break a step, whether it applies, and the change.
type StepMutation = (&'static str, fn(&LessonStep) -> bool, fn(&mut LessonStep));

/// The same for a question that asks for a move.
type QuestionMutation = (&'static str, fn(&LessonStep, &QuestionMoves) -> bool, fn(&mut LessonStep, &QuestionMoves));

/// Moves of a question: the first accepted one, and a legal one that is not accepted.
struct QuestionMoves {
    right: String,
    other: Option<String>,
}

const STEP_MUTATIONS: &[StepMutation] = &[
    ("a label on no cell", |_| true, |step| step.labels.push(("Q".into(), with_place(step, "nowhere".into())))),
    ("a mark on no cell", |_| true, |step| step.marks.push(with_place(step, "nowhere".into()))),
    ("an unknown fact", |_| true, |step| step.facts.push(with_place(step, Assertion::Outcome("nonsense".into())))),
    (
        "moves that cannot be played",
        |_| true,
        |step| {
            let mut moves = step.moves.clone().unwrap_or_else(|| with_place(step, Vec::new()));
            moves.value.push(NO_MOVE.into());
            step.moves = Some(moves);
        },
    ),
    ("an invalid position", |_| true, |step| step.position = Some(with_place(step, "nonsense".into()))),
    (
        "an unknown variant",
        |_| true,
        |step| {
            step.rules.as_mut().expect("a single step has its own rules").game += "+nonsense";
        },
    ),
    ("an accepted word that is not a choice", has_choices, |step| accept(step, Accepted::Text("nonsense".into()))),
    ("every choice is accepted", has_choices, |step| {
        let choices = step.choices.clone().into_iter();
        step.accept = choices.map(|choice| with_place(step, Accepted::Text(choice.value))).collect();
    }),
    ("a wrong word that is not a choice", has_choices, |step| step.wrong.push(response(step, "nonsense"))),
    ("an unknown command", asks_for_command, |step| {
        accept(step, Accepted::Goal(LessonGoal::Types(vec!["nonsense".into()])));
    }),
];

const QUESTION_MUTATIONS: &[QuestionMutation] = &[
    ("an invalid accepted move", |_, _| true, |step, _| accept(step, Accepted::Text(NO_MOVE.into()))),
    ("an unreachable goal", |_, _| true, |step, _| accept(step, Accepted::Goal(unreachable_goal()))),
    (
        "every move is accepted",
        |_, _| true,
        |step, _| {
            step.refused.clear();
            accept(step, Accepted::Goal(LessonGoal::Legal));
        },
    ),
    ("a wrong move that is right", |_, _| true, |step, moves| step.wrong.push(response(step, &moves.right))),
    ("an invalid wrong move", |_, _| true, |step, _| step.wrong.push(response(step, NO_MOVE))),
    (
        "a false claim about right moves",
        |_, _| true,
        |step, _| {
            step.shows.push(ShownGoal { mv: None, goal: with_place(step, unreachable_goal()) });
        },
    ),
    (
        "a refused move that is legal",
        |_, _| true,
        |step, moves| {
            let (mv, response) = response(step, &moves.right);
            step.refused.push(IllegalAnswer { mv, rule: None, response });
        },
    ),
    (
        "a text for an invalid move",
        |_, _| true,
        |step, _| {
            step.right = Some(RightAnswer::ByMove(vec![response(step, NO_MOVE)]));
        },
    ),
    (
        "a reply that cannot be played",
        |_, _| true,
        |step, _| {
            step.reply = Some(with_place(step, Reply::Moves(vec![NO_MOVE.into()])));
        },
    ),
    (
        "an accepted move that also reaches the accepted goal",
        |step, moves| moves.other.is_some() && matches!(step.accept[..], [WithPlace { value: Accepted::Goal(_), .. }]),
        |step, moves| step.accept.push(with_place(step, Accepted::Text(moves.right.clone()))),
    ),
    (
        "a text for a legal move that is not accepted",
        |_, moves| moves.other.is_some(),
        |step, moves| {
            let other = moves.other.as_deref().expect("a legal move");
            step.right = Some(RightAnswer::ByMove(vec![response(step, other)]));
        },
    ),
];

fn with_place<T>(step: &LessonStep, value: T) -> WithPlace<T> {
    WithPlace { value, place: step.place.clone(), path: step.path.clone() }
}

fn response(step: &LessonStep, mv: &str) -> (String, WithPlace<String>) {
    (mv.to_string(), with_place(step, "No.".to_string()))
}

fn accept(step: &mut LessonStep, item: Accepted) {
    step.accept = vec![with_place(step, item)];
}

fn unreachable_goal() -> LessonGoal {
    LessonGoal::WinsIn { turns: 1, end_rule: Some("nonsense".into()) }
}

fn has_choices(step: &LessonStep) -> bool {
    !step.choices.is_empty()
}

/// Broken copies of a lesson with a single step, each with a description.
fn broken_copies(lesson: &LoadedLesson, moves: Option<&QuestionMoves>) -> Vec<(String, LoadedLesson)> {
    let step = &lesson.lesson.steps[0];
    let broken = |what: &str, edit: &dyn Fn(&mut LessonStep)| {
        let mut copy = lesson.clone();
        edit(&mut copy.lesson.steps[0]);
        (format!("{}: {what}", step.path), copy)
    };
    let applying = STEP_MUTATIONS.iter().filter(|(_, applies, _)| applies(step));
    let mut copies: Vec<_> = applying.map(|(what, _, edit)| broken(what, edit)).collect();
    let Some(moves) = moves else { return copies };
    let applying = QUESTION_MUTATIONS.iter().filter(|(_, applies, _)| applies(step, moves));
    copies.extend(applying.map(|(what, _, edit)| broken(what, &|step| edit(step, moves))));
    for item in &step.accept {
        if let Accepted::Goal(LessonGoal::WinsIn { turns, end_rule }) = &item.value {
            let later = LessonGoal::WinsIn { turns: turns + 1, end_rule: end_rule.clone() };
            copies.push(broken("a win in too many turns", &|step| accept(step, Accepted::Goal(later.clone()))));
        }
    }
    let wrong = (0..step.wrong.len())
        .map(|index| broken("a listed wrong move becomes right", &|step| step.wrong[index].0.clone_from(&moves.right)));
    copies.extend(wrong);
    let labels = (0..step.labels.len())
        .map(|index| broken("a label that no text mentions", &|step| step.labels[index].0 = "Unheard".to_string()));
    copies.extend(labels);
    copies
}

/// The moves of a step that asks for a legal move; `None` for others.
fn question_moves(scripted: &LoadedLesson, step: &LessonStep, start: &StepStart) -> Option<QuestionMoves> {
    if !asks_for_move(step) {
        return None;
    }
    let mut session = start.open(&shipped_scripts(), &scripted.lesson).expect("the lesson is proved");
    let mut question = Question::new(scripted, step, &session).expect("no script fails");
    let accepted = question.accepted_moves(&mut session).expect("the lesson is proved");
    let accepted = move_texts(&session, accepted);
    let legal = session.legal_moves().expect("no script fails");
    let other = legal.into_iter().find(|mv| !accepted.contains(mv));
    Some(QuestionMoves { right: accepted[0].clone(), other })
}

/// Lesson with only one step of another, which starts at the same position.
fn single_step_lesson(scripted: &LoadedLesson, step: &LessonStep, start: &StepStart) -> LoadedLesson {
    let mut step = step.clone();
    step.rules = Some(start.rules.clone());
    if step.position.is_none() && step.moves.is_none() {
        step.position = start.position.clone().map(|position| with_place(&step, position));
        step.moves = Some(with_place(&step, start.moves.clone()));
    }
    let mut single = scripted.clone();
    single.lesson = Lesson { steps: vec![step], ..scripted.lesson.clone() };
    single
}

/// Bounds on the number of broken copies per lesson.
const MIN_COPIES: usize = 10;
const MAX_COPIES: usize = 12;

#[test]
fn every_shipped_lesson_reports_broken_steps_with_file_and_line() {
    let mut unreported = Vec::new();
    for name in shipped().into_iter().step_by(stride()) {
        let scripted = shipped_lesson(&name);
        let mut copies = Vec::new();
        for (step, start) in scripted.lesson.steps.iter().zip(step_starts(&scripted)) {
            let moves = question_moves(&scripted, step, &start);
            copies.extend(broken_copies(&single_step_lesson(&scripted, step, &start), moves.as_ref()));
        }
        // Spread over all steps of a long lesson.
        let every = copies.len().div_ceil(MAX_COPIES);
        let copies: Vec<_> = copies.into_iter().step_by(every).collect();
        assert!(copies.len() >= MIN_COPIES, "only {} ways to break {name}", copies.len());
        for (what, copy) in copies {
            let file = &copy.manifest.source.file;
            let faults = verify(&shipped_scripts(), &copy, COMMANDS);
            if !faults.iter().any(|fault| fault.place.line().is_some() && fault.place.source.file == *file) {
                unreported.push(format!("{name}, {what}: {faults:?}"));
            }
        }
    }
    assert!(unreported.is_empty(), "not reported:\n{}", unreported.join("\n"));
}

#[test]
fn typos_are_reported_at_their_lines() {
    let text = r#"return lesson "slips" {
  game  = "tak",
  levle = 3,
  steps = {
    { sya = "x", ask = "?" },
    { say = "x", hints = { "never used" } },
    { ask = "?", accept = wins_at(1) },
  },
}"#;
    let messages = faults(&text.replace("wins_at(1)", "road {}"));
    let expected = [
        (3, "levle", "unknown key; did you mean `level`?"),
        (5, "steps[1].sya", "unknown key; did you mean `say`?"),
        (5, "steps[1].ask", "a question needs answers; add `accept`"),
        (6, "steps[2].hints", "this step has no question, so this key is never used; remove it"),
        (7, "steps[3].accept", "`road` is a rule value, not a goal; did you mean `threatens_road`?"),
    ];
    let expected: Vec<_> =
        expected.iter().map(|(line, path, message)| (*line, path.to_string(), message.to_string())).collect();
    assert_eq!(messages, expected);
}

#[test]
fn false_claims_about_the_game_are_reported() {
    let cases: &[(&str, &[&str])] = &[
        (
            r#"moves = "a1 e5", ask = "?", accept = "a1""#,
            &["accept: `a1` is not a legal move here: occupied: a1 is not empty [tak.lua:21]"],
        ),
        (
            r#"moves = "a1 e5", ask = "?", accept = legal()"#,
            &[
                "accept: all 71 legal moves are accepted, so there is no question; if it is about the rules, list `refused` moves",
            ],
        ),
        (r#"moves = "a1 e5", ask = "?", accept = legal(), refused = { a1 = "Taken." }"#, &[]),
        (r#"moves = "a1 a1", say = "x""#, &["moves: move 2, `a1`, cannot be played: occupied: a1 is not empty"]),
        (
            r#"say = "x", facts = { legal = "Sc3" }"#,
            &["facts: `Sc3` should be legal: opening: white must place one of black's flats in turn 1 [tak.lua:20]"],
        ),
        (
            r#"ask = "?", accept = "c3", reply = { a1 = "b2" }"#,
            &[
                "reply: the accepted move `c3` has no reply here",
                "reply: this reply is never played",
                "reply.a1: `a1` is not accepted here, so this reply is never played",
            ],
        ),
        (r#"ask = "?", accept = types("shout")"#, &["accept: unknown command `shout`"]),
        (
            r#"ask = "?", accept = "c3", reply = by_bot("mcts:2s")"#,
            &["reply: after c3: a bot with a time limit is not reproducible; set playouts instead, such as mcts:1000"],
        ),
        (
            r#"say = "Look at mine", labels = { mine2 = "c3" }"#,
            &["labels.mine2: a label must be a letter, or up to 3 letters and digits"],
        ),
    ];
    for (step, expected) in cases {
        let expected: Vec<String> = expected.iter().map(|message| format!("steps[1].{message}")).collect();
        assert_eq!(faults_in_game("tak", step), expected, "{step}");
    }
}

#[test]
fn lesson_texts_lose_their_control_codes() {
    let text = "return lesson \"x\" { game = \"tak\", steps = { { say = \"a\\27[2Jb\\nc\" } } }";
    let scripted = super::lesson(text).expect("a lesson");
    assert_eq!(scripted.lesson.steps[0].say.as_ref().map(|say| say.value.as_str()), Some("a [2Jb\nc"));
}

#[test]
fn an_accepted_move_without_a_reply_is_reported() {
    let stop = "position = 'x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 2 6', ask = 'Stop it.', accept = { 'c2', 'Sc2' }";
    assert_eq!(step_faults(&format!("{stop}, reply = {{ c2 = 'c4', Sc2 = 'c4' }}")), [""; 0]);
    let message = "the accepted move `Sc2` has no reply here";
    assert_eq!(step_faults(&format!("{stop}, reply = {{ c2 = 'c4' }}")), [message]);
}

#[test]
fn an_unlisted_winning_move_is_reported() {
    let win = "position = 'x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 1 6', ask = 'Win.'";
    let message = "Cc2 also wins at once but is not accepted";
    assert_eq!(step_faults(&format!("{win}, accept = 'c2'")), [message]);
    assert_eq!(step_faults(&format!("{win}, accept = {{ 'c2', 'Cc2' }}")), [""; 0]);
    let with_response =
        format!("{win}, accept = {{ 'c2', 'Cc2' }}, right = {{ c2 = 'So.', Cc2 = 'Keep it next time.' }}");
    assert_eq!(step_faults(&with_response), [""; 0]);
}

#[test]
fn impossible_commands_are_reported() {
    for (line, is_valid) in [
        ("play tak+no-walls", true),
        ("play tak size=4", true),
        ("set size=6", true),
        ("variant +no-walls", true),
        ("lesson tak-walls", true),
        ("play tak+nosuch", false),
        ("play tak size=99", false),
        ("set sizes=6", false),
        ("variant +nosuch", false),
        ("lesson nosuch", false),
        ("quit", false),
    ] {
        let text =
            format!("return lesson 'x' {{ game = 'tak', steps = {{ {{ ask = '?', accept = types('{line}') }} }} }}");
        let scripted = super::lesson(&text).expect("the text is sound");
        let commands = ["play", "set", "variant", "lesson", "quit"];
        let faults = verify(&shipped_scripts(), &scripted, &commands);
        assert_eq!(faults.is_empty(), is_valid, "{line}: {faults:?}");
        assert!(faults.iter().all(|fault| fault.message.contains("cannot run")), "{faults:?}");
    }
}

#[test]
fn ambiguous_choices_are_reported() {
    let ask = |choices: &str| step_faults(&format!("ask = '?', choices = {{ {choices} }}, accept = 'no'"));
    assert_eq!(ask("'yes', 'no'"), [""; 0]);
    assert_eq!(ask("'Yes', 'yes', 'no'"), ["`yes` and `Yes` differ only in case"]);
    assert_eq!(ask("'moves', 'no'"), ["`moves` is a command of the prompt; use another word"]);
}

#[test]
fn missing_and_distant_labels_are_reported() {
    let message = |labels: &str| step_faults(&format!("say = 'A is near. Look at B.', labels = {{ {labels} }}"));
    assert_eq!(message("A = 'a1', B = 'b2'"), [""; 0]);
    assert_eq!(message("A = 'a1'"), ["the text mentions `B`, but no label has that name"]);
    let text = "return lesson 'x' { game = 'trax', steps = { { say = 'X.', moves = '@0/', labels = { X = 'Z99' } } } }";
    let faults: Vec<String> = faults(text).into_iter().map(|(_, _, message)| message).collect();
    assert_eq!(faults, ["`Z99` is too far from the tiles to be visible"]);
}

#[test]
fn a_wrong_option_is_reported_at_its_line() {
    let text =
        "return lesson 'x' {\n  game = 'tak',\n  options = {\n    size = 99,\n  },\n  steps = { { say = 'So.' } },\n}";
    let faults: Vec<(u32, String)> = faults(text).into_iter().map(|(line, path, _)| (line, path)).collect();
    assert_eq!(faults, [(4, "options.size".to_string())]);
}
