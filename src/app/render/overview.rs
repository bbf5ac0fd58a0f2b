//! Everything worth knowing about a position, as its mechanic describes it.

use super::screen::Screen;
use super::wrap::wrap_hanging;
use houserule_core::mechanics::TextLine;
use houserule_core::text::width;
use houserule_script::game::Game;

/// Renders the overview of a position, wrapped for the screen.
pub fn overview(game: &mut Game) -> String {
    let labels = game.labels();
    let format_line = |TextLine { head, items }: TextLine| match items.is_empty() {
        true => head + "\n",
        false => Screen::current().wrap_items(&head, items, 1, width(&head)) + "\n",
    };
    wrap_hanging(&game.board().overview(&labels).into_iter().map(format_line).collect::<String>())
}
