//! Mistakes are found, with file and line: every lesson is broken in many ways, and all of them are told.

use houserule_app::lesson::{
    Accepted, Handout, IllegalAnswer, Lesson, LessonGoal, LessonStep, LoadedLesson, Question, Reply, RightAnswer,
    ShownGoal, StepStart, WithPlace, verify,
};
use houserule_script::rules::Assertion;

use super::{COMMANDS, faults, shipped, table};
use crate::common::stride;

/// A text no game reads as a move.
const NO_MOVE: &str = "zz99?";

/// One way to break a step, and what was done.
type Break = (String, Box<dyn Fn(&mut LessonStep)>);

/// What is right and what is legal in a step, if a move is asked for.
struct Known {
    accepted: Vec<String>,
    others: Vec<String>,
}

fn placed<T>(step: &LessonStep, value: T) -> WithPlace<T> {
    WithPlace { value, place: step.place.clone(), path: step.path.clone() }
}

/// Ways to break any step.
fn common_breaks(step: &LessonStep) -> Vec<Break> {
    let mut all: Vec<Break> = Vec::new();
    let mut add = |what: &str, how: Box<dyn Fn(&mut LessonStep)>| all.push((what.to_string(), how));
    add(
        "a label on no cell",
        Box::new(|step| {
            step.labels.push(("Q".to_string(), placed(step, "nowhere".to_string())));
        }),
    );
    add("a mark on no cell", Box::new(|step| step.marks.push(placed(step, "nowhere".to_string()))));
    add(
        "a fact that is none",
        Box::new(|step| {
            step.facts.push(placed(step, Assertion::Outcome("nonsense".to_string())));
        }),
    );
    add(
        "moves that cannot be played",
        Box::new(|step| {
            let mut moves = step.moves.clone().unwrap_or_else(|| placed(step, Vec::new()));
            moves.value.push(NO_MOVE.into());
            step.moves = Some(moves);
        }),
    );
    add("a position that is none", Box::new(|step| step.position = Some(placed(step, "nonsense".to_string()))));
    add(
        "a variant that is none",
        Box::new(|step| {
            let rules = step.rules.as_mut().expect("a step alone says what is played");
            rules.game += "+nonsense";
        }),
    );
    if !step.choices.is_empty() {
        add(
            "an accepted word that is no choice",
            Box::new(|step| {
                step.accept = vec![placed(step, Accepted::Text("nonsense".into()))];
            }),
        );
        add(
            "every word is accepted",
            Box::new(|step| {
                let words = step.choices.clone().into_iter();
                step.accept = words.map(|word| placed(step, Accepted::Text(word.value))).collect();
            }),
        );
        add(
            "a wrong word that is no choice",
            Box::new(|step| {
                step.wrong.push(("nonsense".to_string(), placed(step, "No.".to_string())));
            }),
        );
    }
    if step.accept.iter().any(|item| matches!(item.value, Accepted::Goal(LessonGoal::Types(_)))) {
        add(
            "a command that is none",
            Box::new(|step| {
                step.accept = vec![placed(step, Accepted::Goal(LessonGoal::Types(vec!["nonsense".into()])))];
            }),
        );
    }
    all
}

/// Ways to break a step that asks for a move.
fn breaks(step: &LessonStep, known: &Known) -> Vec<Break> {
    let mut all: Vec<Break> = Vec::new();
    let mut add = |what: &str, how: Box<dyn Fn(&mut LessonStep)>| all.push((what.to_string(), how));
    let right = known.accepted[0].clone();
    add(
        "an accepted move that is none",
        Box::new(|step| {
            step.accept = vec![placed(step, Accepted::Text(NO_MOVE.into()))];
        }),
    );
    add(
        "a goal that nothing reaches",
        Box::new(|step| {
            let goal = LessonGoal::WinsIn { turns: 1, end_rule: Some("nonsense".into()) };
            step.accept = vec![placed(step, Accepted::Goal(goal))];
        }),
    );
    add(
        "anything is accepted",
        Box::new(|step| {
            step.refused.clear();
            step.accept = vec![placed(step, Accepted::Goal(LessonGoal::Legal))];
        }),
    );
    let accepted = right.clone();
    add(
        "a wrong move that is right",
        Box::new(move |step| {
            step.wrong.push((accepted.clone(), placed(step, "No.".to_string())));
        }),
    );
    add(
        "a wrong move that is none",
        Box::new(|step| {
            step.wrong.push((NO_MOVE.to_string(), placed(step, "No.".to_string())));
        }),
    );
    add(
        "a claim about right moves that does not hold",
        Box::new(|step| {
            let goal = placed(step, LessonGoal::WinsIn { turns: 1, end_rule: Some("nonsense".into()) });
            step.shows.push(ShownGoal { mv: None, goal });
        }),
    );
    let legal = right.clone();
    add(
        "a refused move that is legal",
        Box::new(move |step| {
            let says = placed(step, "No.".to_string());
            step.refused.push(IllegalAnswer { mv: legal.clone(), rule: None, response: says });
        }),
    );
    add(
        "words for a move that is not accepted",
        Box::new(|step| {
            step.right = Some(RightAnswer::ByMove(vec![(NO_MOVE.to_string(), placed(step, "Yes.".to_string()))]));
        }),
    );
    add(
        "a reply that cannot be played",
        Box::new(|step| {
            step.reply = Some(placed(step, Reply::Moves(vec![NO_MOVE.into()])));
        }),
    );
    if let Some(other) = known.others.first().cloned() {
        let is_goal = matches!(step.accept[..], [WithPlace { value: Accepted::Goal(_), .. }]);
        if is_goal {
            let named = right.clone();
            add(
                "a move beside the goal that reaches it",
                Box::new(move |step| {
                    step.accept.push(placed(step, Accepted::Text(named.clone())));
                }),
            );
        }
        add(
            "words for a move that is legal and not accepted",
            Box::new(move |step| {
                step.right = Some(RightAnswer::ByMove(vec![(other.clone(), placed(step, "Yes.".to_string()))]));
            }),
        );
    }
    for item in &step.accept {
        if let Accepted::Goal(LessonGoal::WinsIn { turns, end_rule: by }) = &item.value {
            let later = LessonGoal::WinsIn { turns: turns + 1, end_rule: by.clone() };
            add(
                "a win that comes sooner than is said",
                Box::new(move |step| {
                    step.accept = vec![placed(step, Accepted::Goal(later.clone()))];
                }),
            );
        }
    }
    for index in 0..step.wrong.len() {
        let right = right.clone();
        add("a listed wrong move becomes a right one", Box::new(move |step| step.wrong[index].0 = right.clone()));
    }
    for index in 0..step.labels.len() {
        add("a label that nobody speaks of", Box::new(move |step| step.labels[index].0 = "Unheard".to_string()));
    }
    all
}

/// What is known of a step that asks for a legal move; none for others.
fn known(scripted: &LoadedLesson, step: &LessonStep, way: &StepStart) -> Option<Known> {
    let is_move = |item: &WithPlace<Accepted>| match &item.value {
        Accepted::Text(_) => step.choices.is_empty(),
        Accepted::Goal(goal) => !matches!(goal, LessonGoal::Illegal { .. } | LessonGoal::Types(_)),
    };
    if !step.is_question() || !step.accept.iter().all(is_move) {
        return None;
    }
    let mut session = way.open(&table(), &scripted.lesson).expect("the lesson is proved");
    let mut question = Question::new(scripted, step, &session).expect("no script fails");
    let accepted = question.accepted_moves(&mut session).expect("the lesson is proved");
    let mut accepted: Vec<String> = accepted.into_iter().map(|mv| session.move_text(mv)).collect();
    accepted.sort();
    let legal = session.legal_moves().expect("no script fails");
    Some(Known { others: legal.into_iter().filter(|mv| !accepted.contains(mv)).collect(), accepted })
}

/// Where each step of a lesson begins if the first right answer is always given.
fn ways(scripted: &LoadedLesson) -> Vec<StepStart> {
    let handout = Handout::of(&table(), scripted).expect("the lesson is proved");
    let mut way = StepStart::of_lesson(&scripted.lesson);
    let mut ways = Vec::new();
    for (step, part) in scripted.lesson.steps.iter().zip(&handout.parts) {
        way = way.for_step(&scripted.lesson, step);
        ways.push(way.clone());
        if known(scripted, step, &way).is_some() {
            way.moves.extend(
                part.answers
                    .first()
                    .into_iter()
                    .chain(part.reply.first().into_iter().flat_map(|(_, reply)| reply))
                    .cloned(),
            );
        }
    }
    ways
}

/// A lesson of one step, which begins where it would in the whole one.
fn alone(scripted: &LoadedLesson, step: &LessonStep, way: &StepStart) -> LoadedLesson {
    let mut step = step.clone();
    step.rules = Some(way.rules.clone());
    if step.position.is_none() && step.moves.is_none() {
        step.position = way.position.clone().map(|position| placed(&step, position));
        step.moves = Some(placed(&step, way.moves.clone()));
    }
    let lesson = Lesson { steps: vec![step], ..scripted.lesson.clone() };
    let mut one = scripted.clone();
    one.lesson = lesson;
    one
}

/// The fewest ways in which every lesson is broken, and the most.
const FEWEST: usize = 10;
const MAX_SPOILT: usize = 12;

#[test]
fn every_shipped_lesson_broken_in_many_ways_is_told_with_file_and_line() {
    let table = table();
    let mut missed = Vec::new();
    for name in shipped().into_iter().step_by(stride()) {
        let scripted = table.library.lesson(&name).unwrap_or_else(|error| panic!("{error}"));
        let mut spoilt = Vec::new();
        for (step, way) in scripted.lesson.steps.iter().zip(ways(&scripted)) {
            let whole = alone(&scripted, step, &way);
            let mut all = common_breaks(step);
            all.extend(known(&scripted, step, &way).map(|known| breaks(step, &known)).unwrap_or_default());
            for (what, how) in all {
                let mut one = whole.clone();
                how(&mut one.lesson.steps[0]);
                spoilt.push((format!("{}: {what}", step.path), one));
            }
        }
        // Not only the first steps, where a lesson has many.
        let every = spoilt.len().div_ceil(MAX_SPOILT);
        let spoilt: Vec<_> = spoilt.into_iter().step_by(every).collect();
        assert!(spoilt.len() >= FEWEST, "{name} was broken in {} ways only", spoilt.len());
        missed.extend(spoilt.iter().filter_map(|(what, one)| unseen(&name, what, one)));
    }
    assert!(missed.is_empty(), "not seen:\n{}", missed.join("\n"));
}

/// Says so if nothing is said about a spoilt lesson, or not where.
fn unseen(name: &str, what: &str, spoilt: &LoadedLesson) -> Option<String> {
    let file = &spoilt.manifest.source.file;
    let told = verify(&table(), spoilt, COMMANDS);
    let is_placed = told.iter().any(|fault| fault.place.line().is_some() && fault.place.source.file == *file);
    (!is_placed).then(|| format!("{name}, {what}: {told:?}"))
}

#[test]
fn slips_in_the_text_are_told_at_their_lines() {
    let text = r#"return lesson "slips" {
  game  = "tak",
  levle = 3,
  steps = {
    { sya = "x", ask = "?" },
    { say = "x", hints = { "never used" } },
    { ask = "?", accept = wins_at(1) },
  },
}"#;
    let told = faults(&text.replace("wins_at(1)", "road {}"));
    let expected = [
        (3, "levle", "unknown key; did you mean `level`?"),
        (5, "steps[1].sya", "unknown key; did you mean `say`?"),
        (5, "steps[1].ask", "a question needs what is accepted: `accept`"),
        (6, "steps[2].hints", "nothing is asked in this step, so this is never used"),
        (7, "steps[3].accept", "`road` is a rule value and no goal; did you mean `threatens_road`?"),
    ];
    let expected: Vec<_> =
        expected.iter().map(|(line, path, says)| (*line, path.to_string(), says.to_string())).collect();
    assert_eq!(told, expected);
}

#[test]
fn what_a_lesson_gets_wrong_about_the_game_is_told() {
    let step = |step: &str| format!("return lesson \"x\" {{\n  game = \"tak\",\n  steps = {{\n{step}\n}} }}");
    let told = |text: &str| {
        faults(&step(text)).into_iter().map(|(_, path, says)| format!("{path}: {says}")).collect::<Vec<_>>()
    };
    assert_eq!(
        told(r#"{ moves = "a1 e5", ask = "?", accept = "a1" }"#),
        ["steps[1].accept: `a1` is not a legal move here: occupied: a1 is not empty [tak.lua:21]"]
    );
    assert_eq!(
        told(r#"{ moves = "a1 e5", ask = "?", accept = legal() }"#),
        [
            "steps[1].accept: all 71 legal moves are accepted, so nothing is asked; list `refused` moves if the rules are the question"
        ]
    );
    assert_eq!(told(r#"{ moves = "a1 e5", ask = "?", accept = legal(), refused = { a1 = "Taken." } }"#), [""; 0]);
    assert_eq!(
        told(r#"{ moves = "a1 a1", say = "x" }"#),
        ["steps[1].moves: move 2, `a1`, cannot be played: occupied: a1 is not empty"]
    );
    assert_eq!(
        told(r#"{ say = "x", facts = { legal = "Sc3" } }"#),
        ["steps[1].facts: `Sc3` should be legal: opening: white's turn 1 places a flat of black [tak.lua:20]"]
    );
    assert_eq!(
        told(r#"{ ask = "?", accept = "c3", reply = { a1 = "b2" } }"#),
        [
            "steps[1].reply: `c3` is accepted, and has no reply here",
            "steps[1].reply: this reply is never played",
            "steps[1].reply.a1: `a1` is not accepted here, so this reply is never played"
        ]
    );
    assert_eq!(
        told(r#"{ ask = "?", accept = types("shout") }"#),
        ["steps[1].accept: the prompt has no command `shout`"]
    );
    assert_eq!(
        told(r#"{ ask = "?", accept = "c3", reply = by_bot("mcts:2s") }"#),
        ["steps[1].reply: after c3: a bot that thinks by the clock does not repeat itself; name playouts: mcts:1000"]
    );
    assert_eq!(
        told(r#"{ say = "Look at mine", labels = { mine2 = "c3" } }"#),
        ["steps[1].labels.mine2: a label is a letter, or up to 3 letters and digits"]
    );
}

#[test]
fn words_of_strangers_reach_the_terminal_as_words_alone() {
    let text = "return lesson \"x\" { game = \"tak\", steps = { { say = \"a\\27[2Jb\\nc\" } } }";
    let scripted = super::lesson(text).expect("a lesson");
    assert_eq!(scripted.lesson.steps[0].say.as_ref().map(|say| say.value.as_str()), Some("a [2Jb\nc"));
}

/// What is said of a step alone, on a board of five by five.
pub fn of_step(step: &str) -> Vec<String> {
    let text = format!("return lesson \"x\" {{ game = \"tak\", steps = {{ {{ {step} }} }} }}");
    faults(&text).into_iter().map(|(_, _, says)| says).collect()
}

#[test]
fn an_accepted_move_without_a_reply_is_found() {
    let stop = "position = 'x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 2 6', ask = 'Stop it.', accept = { 'c2', 'Sc2' }";
    assert_eq!(of_step(&format!("{stop}, reply = {{ c2 = 'c4', Sc2 = 'c4' }}")), [""; 0]);
    let says = "`Sc2` is accepted, and has no reply here";
    assert_eq!(of_step(&format!("{stop}, reply = {{ c2 = 'c4' }}")), [says]);
}

#[test]
fn a_winning_move_that_is_not_listed_is_found() {
    let win = "position = 'x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 1 6', ask = 'Win.'";
    let says = "Cc2 wins at once, too, and is not accepted";
    assert_eq!(of_step(&format!("{win}, accept = 'c2'")), [says]);
    assert_eq!(of_step(&format!("{win}, accept = {{ 'c2', 'Cc2' }}")), [""; 0]);
    let kept = format!("{win}, accept = {{ 'c2', 'Cc2' }}, right = {{ c2 = 'So.', Cc2 = 'Keep it next time.' }}");
    assert_eq!(of_step(&kept), [""; 0]);
}

#[test]
fn commands_that_cannot_be_obeyed_are_found() {
    for (line, is_good) in [
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
        let found = verify(&table(), &scripted, &commands);
        assert_eq!(found.is_empty(), is_good, "{line}: {found:?}");
        assert!(found.iter().all(|fault| fault.message.contains("cannot be obeyed")), "{found:?}");
    }
}

#[test]
fn choices_that_cannot_be_told_apart_or_typed_are_found() {
    let ask = |choices: &str| of_step(&format!("ask = '?', choices = {{ {choices} }}, accept = 'no'"));
    assert_eq!(ask("'yes', 'no'"), [""; 0]);
    assert_eq!(ask("'Yes', 'yes', 'no'"), ["`yes` and `Yes` differ in case only"]);
    assert_eq!(ask("'moves', 'no'"), ["`moves` is a word of the prompt's own; use others"]);
}

#[test]
fn labels_that_are_missing_or_far_away_are_found() {
    let says = |labels: &str| of_step(&format!("say = 'A is near. Look at B.', labels = {{ {labels} }}"));
    assert_eq!(says("A = 'a1', B = 'b2'"), [""; 0]);
    assert_eq!(says("A = 'a1'"), ["`B` is spoken of, and there is no such label"]);
    let text = "return lesson 'x' { game = 'trax', steps = { { say = 'X.', moves = '@0/', labels = { X = 'Z99' } } } }";
    let found: Vec<String> = faults(text).into_iter().map(|(_, _, says)| says).collect();
    assert_eq!(found, ["`Z99` is far from every tile, so nobody sees it"]);
}

#[test]
fn a_wrong_option_is_told_at_its_line() {
    let text =
        "return lesson 'x' {\n  game = 'tak',\n  options = {\n    size = 99,\n  },\n  steps = { { say = 'So.' } },\n}";
    let found: Vec<(u32, String)> = faults(text).into_iter().map(|(line, path, _)| (line, path)).collect();
    assert_eq!(found, [(4, "options.size".to_string())]);
}
