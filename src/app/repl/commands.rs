//! The commands of the prompt, by task. Help, completion, hints, lessons, covered screens, events and the table in
//! docs/prompt.md follow from their rows; a new command is a row and a function.

use super::active_game::ActiveGame;
use super::command::{Argument, Changes, Command, Completion, InLesson, Reveals, Run, Task};
use super::mode::Prompt;
use super::{CommandOutcome, done, pictures};

/// Builds the table. Each row has a word and its alias, its argument, its description in a line and at length, the
/// values of the columns, and its function.
macro_rules! commands {
    ($($word:literal $(or $alias:literal)?, $argument:expr, $doc:literal, $details:literal,
        [$task:ident $lesson:ident $reveals:ident $changes:ident] $needs:ident($run:expr);)*) => {
        pub const COMMANDS: &[Command] = &[$(Command {
            word: $word,
            aliases: &[$($alias)?],
            argument: $argument,
            doc: $doc,
            details: $details,
            task: Task::$task,
            in_lesson: InLesson::$lesson,
            reveals: Reveals::$reveals,
            changes: Changes::$changes,
            run: Run::$needs($run),
        }),*];
    };
}

const NONE: Argument = Argument::NONE;

// Columns: task, what it does in a lesson, what it reveals on a covered screen, whether it changes the game, and whether
// it needs one.
commands! {
    "moves", NONE, "list the legal moves",
        "In games with several moves a turn, these are the choices for the next one.",
        [Play Runs Hand Nothing] InGame(ActiveGame::list_moves);
    "why", Argument::new("MOVE", Completion::Move), "show which rules forbid a move",
        "`why c3` prints every rule that forbids the move, with its line in the script, or `legal`.",
        [Play Runs Hand Nothing] InGame(ActiveGame::why);
    "hint", NONE, "suggest a move; in a puzzle a colour, then a place, then the tile",
        "A strong bot searches for the move; Ctrl-C or `stop` takes the best one so far. In a puzzle each `hint` \
         says more.",
        [Play Refused Hand Nothing] InGame(ActiveGame::hint);
    "seats", Argument::new("WHO", Completion::Players), "choose who plays, as in seats Ann,hard; alone it lists the players",
        "Name one player for each seat, in order: `human`, a name with a capital letter, a bot such as `easy`, \
         `hard` or `mcts:2s`, or an engine such as `tei:./engine`.",
        [Play Refused Nothing WithArgument] InGame(ActiveGame::seat);
    "bot", Argument::new("NAME", Completion::Bot), "let a bot make the next move, as in bot hard",
        "It moves once, for the seat to move. `bot` alone uses the same bot as `hint`; `seats` gives a bot a seat.",
        [Play Refused Hand Game] InGame(ActiveGame::bot);
    "stop", NONE, "make the thinking bot move at once",
        "It plays the best move found so far, as after Ctrl-C. A game between bots pauses, and Enter continues it.",
        [Play Runs Nothing Search] InGame(ActiveGame::stop);
    "swap", NONE, "change sides, if the rules allow it",
        "With a pie rule, the second player may take the first player's side instead of a first move.",
        [Play Refused Nothing Game] InGame(ActiveGame::swap);
    "resign", Argument::text(""), "give up the game",
        "`resign black` names the seat that gives up; `undo` takes it back.",
        [Play Refused Nothing Game] InGame(ActiveGame::resign);
    "draw", NONE, "agree on a draw",
        "Bots accept a draw if they expect to lose; `undo` takes it back.",
        [Play Refused Nothing Game] InGame(ActiveGame::draw);
    "match", Argument::text("LENGTH").with_words(&["first-to", "points", "rules", "off", "loser", "drawn", "alternate", "same", "margin", "wins"]),
        "show the table of the match; with a length, start one, as in match 5",
        "`match first-to 3` ends when a player has won three games, `match points 100` at 100 points, `match rules` as \
         the rules declare it. `match 5 loser` lets the loser begin the next game, and `match 5 margin` adds the \
         winner's margin instead of the points. `new` starts it; `match off` leaves \
         the match.",
        [Play Refused Nothing WithArgument] Anywhere(Prompt::match_command);
    "clock", Argument::text("TIME").with_words(&["off"]), "show the clocks; with a time, set them, as in clock 10m+5s",
        "`clock 10m` gives everyone 10 minutes, `10m+5s` adds 5 s after each turn, `30s/move` starts again each turn, \
         `15m:-1` costs a point for every minute over time, and `white=5m,black=10m` is a handicap. `clock off` \
         removes the clock. `clock` also shows the time since the start and the average time of a puzzle.",
        [Play Refused Nothing WithArgument] InGame(ActiveGame::clock);
    "pause", NONE, "stop the clock; Enter or a move starts it again",
        "A bot that thinks still finishes its move.",
        [Play Refused Nothing Nothing] InGame(ActiveGame::pause);

    "board", NONE, "draw the board",
        "Hidden hands stay hidden; `hand` shows the hand of the seat to move.",
        [Look DrawsStep Nothing Nothing] InGame(|game, context, _, out| done(game.show(context, out)));
    "hand", NONE, "draw the board with the hand of the seat to move",
        "In a race it shows the hands of everyone who may move.",
        [Look Runs Hand Nothing] InGame(ActiveGame::show_hand);
    "look", Argument::text("CELL"), "describe the position, or with a cell what is on it",
        "`look` reports forced spaces, tracks and what is left; `look c3` lists the whole stack on c3, `look a` what fits the space a, `look 14` where tile 14 lies.",
        [Look Runs Hand Nothing] InGame(ActiveGame::look);
    "score", NONE, "show the score of each side",
        "It prints one line for each side, then whether the game is over.",
        [Look Runs Nothing Nothing] InGame(ActiveGame::score);
    "history", NONE, "list the moves so far, with turns and notes",
        "Undone moves are listed last; `redo` plays them again.",
        [Look Runs Nothing Nothing] InGame(ActiveGame::show_history);
    "position", Argument::text("TEXT").with_words(&["all"]), "print the position in one line; with a text, start from it",
        "The text is in the game's notation, or a record where there is none. Hidden hands are left out; `position \
         all` prints them too.",
        [Look RunsAlone Hand WithArgument] InGame(ActiveGame::position);
    "browser", Argument::text("").with_words(&["readonly"]), "show the table in a browser; browser readonly and browser SEAT print more links",
        "It opens a page on this machine where you can click; what you type and what you click is one game. A window of \
         `browser readonly` only shows it, and one of `browser black` sees and plays that seat alone.",
        [Look Runs Nothing Nothing] Anywhere(Prompt::browser);

    "undo", NONE, "take back the last turn",
        "Against bots it also takes back their replies, until it is your turn again. It also undoes a resignation, \
         a draw or a board that was set up.",
        [TakeBack Refused Nothing GameInEvents] InGame(ActiveGame::undo);
    "redo", NONE, "play an undone turn again",
        "It plays a turn that `undo` or `goto` took back. A new move drops the undone turns.",
        [TakeBack Refused Nothing GameInEvents] InGame(ActiveGame::redo);
    "goto", Argument::text("N").with_words(&["start", "end"]), "go to a turn, as in goto 5; goto start and goto end work too",
        "`goto 5` goes to the start of turn 5, `goto 5 black` to black's part of it. Bots wait while undone moves remain.",
        [TakeBack Refused Nothing GameInEvents] InGame(ActiveGame::go_to);

    "try", Argument::new("MOVE", Completion::Move), "start a variation with a move, or enter one, as in try c3 or try 3w1",
        "The game stays as it is while you play on in the variation, for every seat; bots move only if you type `bot`. \
         `history` lists the variations with their names.",
        [TakeBack Refused Nothing Game] InGame(ActiveGame::try_variation);
    "back", NONE, "return from a variation to where you left the game",
        "The variation is kept and saved with the game; `try` with its name enters it again.",
        [TakeBack Refused Nothing Game] InGame(ActiveGame::back);

    "save", Argument::new("FILE", Completion::File), "save the game to a file, as in save game.toml",
        "The ending of the name chooses the format, and `save` alone names those that suit the game. `save \
         game.toml` writes our own format, which keeps everything. After `goto` and in a variation, other formats get \
         the whole game too. A file that contains no game is never replaced.",
        [Keep Runs Nothing Nothing] InGame(ActiveGame::save);
    "load", Argument::new("FILE", Completion::File), "continue a game from a file",
        "It reads every format that `save` writes. The game you leave is saved; `resume` continues it.",
        [Keep Leaves Nothing Game] Anywhere(Prompt::load);
    "resume", Argument::text("").with_words(&["list", "list all"]), "continue an unfinished game, as in resume 2; resume list lists them",
        "`resume` continues the game you left last. `resume list` numbers the unfinished games, newest first.",
        [Keep Leaves Nothing Game] Anywhere(Prompt::resume);
    "forget", Argument::text("N"), "delete an unfinished game",
        "`forget 2` deletes the second game that `resume list` shows.",
        [Keep Runs Nothing Nothing] Anywhere(Prompt::forget);
    "note", Argument::text("TEXT"), "add a note to the last move",
        "Notes appear in `history` and are saved with the game.",
        [Keep Refused Nothing Nothing] InGame(ActiveGame::note);
    "svg", Argument::new("FILE", Completion::File), "draw the board to a file: board.svg, or game.html for the whole game",
        "The ending of the name chooses the format: .svg, .png or .html. Only files drawn by this program are \
         replaced.",
        [Keep Runs Nothing Nothing] InGame(|game, _, name, out| pictures::draw(game, "svg", name, out));
    "png", Argument::new("FILE", Completion::File), "draw the board to a file: board.png",
        "The ending of the name chooses the format: .png, .svg or .html. Only files drawn by this program are \
         replaced.",
        [Keep Runs Nothing Nothing] InGame(|game, _, name, out| pictures::draw(game, "png", name, out));
    "quit" or "exit", NONE, "leave",
        "The game is saved, and `resume` continues it. In a lesson or quiz that you started from a game, `quit` returns to \
         the game first. Ctrl-D does the same.",
        [Keep Quits Nothing Nothing] Anywhere(|_, _, _| Ok(CommandOutcome::Quit));

    "play", Argument::new("GAME", Completion::GameAndOptions), "start a game; variants and options may follow: GAME+VARIANT key=value",
        "`play GAME+VARIANT size=6` plays with a variant and an option. A file works too: `play mine.lua`.",
        [ChangeRules Leaves Nothing GameInEvents] Anywhere(Prompt::start_game);
    "new", NONE, "start again with the same rules and players; in a match, start its next game",
        "Games with chance get a new deal. In a match the players change seats as its rules say.",
        [ChangeRules Refused Nothing GameInEvents] Anywhere(Prompt::restart);
    "games", Argument::text("TEXT"), "list the games and house rules",
        "Each is listed with its title; `games TEXT` lists those that match the text, and `play NAME` starts one.",
        [ChangeRules Runs Nothing Nothing] Anywhere(Prompt::games);
    "set", Argument::new("KEY=VALUE", Completion::Setting), "change an option, as in set size=6; alone it lists the options",
        "The game is played again under the new rules. Moves that are still legal stay, and the first difference is \
         shown.",
        [ChangeRules Refused Nothing WithArgument] InGame(ActiveGame::set);
    "variant", Argument::new("+NAME -NAME", Completion::Variants), "add or remove a variant; alone it lists them",
        "`variant +ONE turn=3 -OTHER` adds one variant with an option and removes another. Moves that are still \
         legal stay.",
        [ChangeRules Refused Nothing WithArgument] InGame(ActiveGame::variant);
    "reload", NONE, "load the rules again from their files",
        "If the new rules do not load, the old ones stay in force.",
        [ChangeRules Refused Nothing Game] InGame(ActiveGame::reload);
    "watch", Argument::text("").with_words(&["off"]), "reload the rules whenever their files change; watch off stops",
        "A change that keeps every move applies as soon as you save the file. One that would take moves back waits \
         for Enter.",
        [ChangeRules Refused Nothing Nothing] InGame(ActiveGame::watch);
    "put", Argument::text("CELL PIECE"), "put a piece on the board, as in put c3 white",
        "A stack is written as in a position, and a tile with its orientation: `put 1,0 16:2`. `undo` takes it back.",
        [ChangeRules Refused Nothing Game] InGame(ActiveGame::put);
    "clear", Argument::text("CELL"), "empty a cell; alone, the whole board",
        "`clear c3` empties one cell. `undo` takes it back.",
        [ChangeRules Refused Nothing Game] InGame(ActiveGame::clear);

    "rules", NONE, "print the rules",
        "With variants or options, the changes from the base game come first.",
        [Learn Runs Nothing Nothing] InGame(ActiveGame::rules);
    "lesson", Argument::new("LESSON", Completion::Lesson), "take a lesson; alone it lists them",
        "A lesson continues where you left it; `lesson NAME again` starts it from the beginning.",
        [Learn Leaves Nothing WithArgument] Anywhere(Prompt::lesson_command);
    "quiz", Argument::new("GAME LEVEL", Completion::Game), "get unlimited exercises, from level 1 to 5",
        "`quiz GAME 2 size=4` sets exercises at level 2 with an option of the game.",
        [Learn Leaves Nothing Game] Anywhere(Prompt::quiz);
    "lua", Argument::new("EXPR", Completion::Lua), "evaluate Lua on the position: lua view.turn, lua #view:moves()",
        "It uses the sandbox and the view of hooks. `print` works, a chunk may span lines, and the game never \
         changes.",
        [Learn Runs Hand Nothing] InGame(ActiveGame::lua);
    "help" or "?", Argument::new("COMMAND", Completion::Command), "list the commands, or explain one; help move explains moves",
        "If a word is also a move of the game, the move is played; with a colon, as in `:put`, it is the command.",
        [Learn Runs WithArgument Nothing] Anywhere(Prompt::help);
}
