//! Everything worth knowing about a position, as its mechanic describes it.

use super::screen::Screen;
use super::wrap::folded;
use houserule_core::mechanics::TextLine;
use houserule_core::text::width;
use houserule_script::game::Game;

/// Overview of a position, wrapped for the screen.
pub fn look(game: &Game) -> String {
    let line = |TextLine { head, items }: TextLine| match items.is_empty() {
        true => head + "\n",
        false => Screen::current().fold(&head, items, 1, width(&head)) + "\n",
    };
    folded(&game.board().overview().into_iter().map(line).collect::<String>())
}
