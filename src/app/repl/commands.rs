//! The commands of the prompt, by task. Help, completion, hints, lessons, covered screens and events follow from their
//! rows; a new command is a row and a function.

use super::command::{Argument, Command, Completion, InLesson, Needs, Output, Precedence, Reveals, Task};
use super::{CommandOutcome, Prompt, pictures, refuse};

/// Builds the table. Each row has a word and its aliases, its argument, its description, the values of the columns, and
/// its function.
macro_rules! commands {
    ($($word:literal $(or $alias:literal)?, $argument:expr, $doc:literal,
        [$task:ident $needs:ident $lesson:ident $reveals:ident $precedence:ident $output:ident] $run:expr;)*) => {
        pub const COMMANDS: &[Command] = &[$(Command {
            word: $word,
            aliases: &[$($alias)?],
            argument: $argument,
            doc: $doc,
            task: Task::$task,
            needs: Needs::$needs,
            in_lesson: InLesson::$lesson,
            reveals: Reveals::$reveals,
            precedence: Precedence::$precedence,
            output: Output::$output,
            run: $run,
        }),*];
    };
}

const NONE: Argument = Argument::NONE;

// Columns: task, what it needs, what it does in a lesson, what it reveals on a covered screen, what precedes, and what
// programs get.
commands! {
    "moves", NONE, "every legal move",
        [Play Game Runs Hand Command Text] Prompt::list_moves;
    "why", Argument::new("MOVE", Completion::Move), "which rules forbid a move",
        [Play Game Runs Hand Command Text] Prompt::why;
    "hint", NONE, "a good move; in a puzzle a colour, asked again a place, then the tile",
        [Play Game Refused Hand Command Text] |prompt, _, out| prompt.hint(out);
    "seats", Argument::new("WHO", Completion::Players), "who plays: seats Ann,hard; alone it tells who does",
        [Play Game Refused Nothing Command Text] Prompt::seats;
    "bot", Argument::new("NAME", Completion::Bot), "let a bot make the next move: bot hard",
        [Play Game Refused Hand Command Text] Prompt::bot;
    "swap", NONE, "change sides, where the rules have it",
        [Play Game Refused Nothing AlwaysMove Text] |_, _, _| refuse("these rules have no swap; `rules` tells what they have");
    "resign", Argument::text(""), "give the game up",
        [Play Game Refused Nothing Move Text] Prompt::resign;
    "draw", NONE, "agree on a draw",
        [Play Game Refused Nothing Move Text] |prompt, _, out| prompt.draw(out);
    "clock", NONE, "the time since the start, and what people take",
        [Play Game Refused Nothing Command Text] |prompt, _, out| prompt.clock(out);

    "board", NONE, "draw the board",
        [Look Game DrawsStep Nothing Command Text] |prompt, _, out| prompt.show(out).map(|()| CommandOutcome::Done);
    "hand", NONE, "draw the board with the hand of the seat to move",
        [Look Game Runs Hand Command Text] Prompt::show_hand;
    "look", NONE, "what the position holds: forced spaces, tracks, what is left",
        [Look Game Runs Hand Command Text] Prompt::look;
    "score", NONE, "what each side has",
        [Look Game Runs Nothing Command Text] Prompt::score;
    "history", NONE, "the moves so far, with their turns and notes",
        [Look Game Runs Nothing Command Text] Prompt::show_history;
    "position", Argument::text("TEXT").with_words(&["all"]), "the position in one line; with a text, begin there",
        [Look Game RunsAlone Hand Command Text] Prompt::position;

    "undo", NONE, "take the last turn back",
        [TakeBack Game Refused Nothing Command Events] |prompt, _, out| prompt.undo(out);
    "redo", NONE, "play it again",
        [TakeBack Game Refused Nothing Command Events] |prompt, _, out| prompt.redo(out);
    "goto", Argument::text("N").with_words(&["start", "end"]), "go to turn N, back or forth; goto start, goto end",
        [TakeBack Game Refused Nothing Command Events] Prompt::go_to;

    "save", Argument::new("FILE", Completion::File), "keep the game in a file: game.toml, or the game's own format by its ending",
        [Keep Game Runs Nothing Command Text] Prompt::save;
    "load", Argument::new("FILE", Completion::File), "go on with a saved game",
        [Keep Nothing Leaves Nothing Command Text] Prompt::load;
    "resume", Argument::text("").with_words(&["list", "list all"]), "go on with the game you left last; resume list, resume 2",
        [Keep Nothing Leaves Nothing Command Text] Prompt::resume;
    "forget", Argument::text("N"), "take a game you left off the list",
        [Keep Nothing Runs Nothing Command Text] Prompt::forget;
    "note", Argument::text("TEXT"), "note something about the last move",
        [Keep Game Refused Nothing Command Text] Prompt::note;
    "svg", Argument::new("FILE", Completion::File), "draw the board to a file: board.svg, or game.html for the whole game",
        [Keep Game Runs Nothing Command Text] |prompt, name, out| pictures::draw(prompt, "svg", name, out);
    "png", Argument::new("FILE", Completion::File), "draw the board to a picture: board.png",
        [Keep Game Runs Nothing Command Text] |prompt, name, out| pictures::draw(prompt, "png", name, out);

    "play", Argument::new("GAME", Completion::GameAndOptions), "play another game; variants and options follow: GAME+VARIANT key=value",
        [ChangeRules Nothing Leaves Nothing Command Events] Prompt::start_game;
    "new", NONE, "start again",
        [ChangeRules Game Refused Nothing Command Events] |prompt, _, out| prompt.restart(out);
    "games", NONE, "what can be played",
        [ChangeRules Nothing Runs Nothing Command Text] |prompt, _, out| prompt.games(out);
    "set", Argument::new("KEY=VALUE", Completion::Setting), "change an option; moves that can still be played stay",
        [ChangeRules Game Refused Nothing Command Text] Prompt::set;
    "variant", Argument::new("+NAME -NAME", Completion::Variants), "play with a variant, or without; alone it lists them",
        [ChangeRules Game Refused Nothing Command Text] Prompt::variant;
    "reload", NONE, "read the rules again from their files and go on under them",
        [ChangeRules Game Refused Nothing Command Text] |prompt, _, out| prompt.reload(out);
    "watch", Argument::text("").with_words(&["off"]), "reload whenever a file of the rules is saved; watch off",
        [ChangeRules Game Refused Nothing Command Text] Prompt::watch;
    "put", Argument::text("CELL PIECE"), "set the board up by hand: put c3 white",
        [ChangeRules Game Refused Nothing Move Text] Prompt::put;
    "clear", Argument::text("CELL"), "take up what lies there; alone, everything",
        [ChangeRules Game Refused Nothing Move Text] Prompt::clear;

    "rules", NONE, "the rules in words",
        [Learn Game Runs Nothing Command Text] Prompt::rules;
    "lesson", Argument::new("LESSON", Completion::Lesson), "take a lesson; alone it lists them",
        [Learn Nothing Leaves Nothing Command Text] Prompt::lesson;
    "quiz", Argument::new("GAME LEVEL", Completion::Game), "unlimited exercises, from level 1 to 5; options may follow: key=value",
        [Learn Nothing Leaves Nothing Command Text] Prompt::quiz;
    "lua", Argument::new("EXPR", Completion::Lua), "ask Lua about the position: lua view.turn, lua #view:moves()",
        [Learn Game Runs Hand Command Text] Prompt::lua;
    "help" or "?", Argument::new("COMMAND", Completion::Command), "what there is to type; help move tells how moves are written",
        [Learn Nothing Runs WithArgument Command Text] Prompt::help;
    "quit" or "exit", NONE, "leave",
        [Learn Nothing Quits Nothing Command Text] |_, _, _| Ok(CommandOutcome::Quit);
}
