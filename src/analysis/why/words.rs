//! How facts are put together.

use base::{Message, msg};

/// Facts that are so, those that are asked for first: `a and b, but not c`.
pub(super) fn facts(holding: Vec<Message>, failing: Vec<Message>) -> Message {
    let is_one_kind = holding.is_empty() || failing.is_empty();
    let [of_holding, of_failing] = [holding, failing].map(Message::all_of);
    if is_one_kind { Message::joined([&of_holding, &of_failing], "") } else { msg!("{of_holding}, but {of_failing}") }
}
