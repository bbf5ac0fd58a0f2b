//! Hidden hands stay hidden from windows of others.

use super::client::Table;
use serde_json::{Value, json};

const HIDDEN: [&str; 6] = ["play", "tantrix+hidden-hands", "--seed", "1", "--seats", "Ann,Bert"];

/// Returns the tiles that a table shows of each seat; `None` if they are hidden.
fn hands(table: &Value) -> Vec<Option<Vec<String>>> {
    let hands = table["hands"].as_array().expect("hands");
    let tiles = |hand: &Value| -> Vec<String> {
        hand["tiles"].as_array().expect("tiles").iter().map(|tile| tile["tile"].to_string()).collect()
    };
    hands.iter().map(|hand| (hand["hidden"] == false).then(|| tiles(hand))).collect()
}

#[test]
fn a_window_shows_only_its_own_hand() {
    let mut table = Table::open(&HIDDEN);
    let (red, yellow, public) = (table.key_of("red"), table.key_of("yellow"), table.key_of("readonly"));
    let shown = |key: &str| hands(&table.window(key).table());
    let (red_hand, yellow_hand) = (shown(&red)[0].clone(), shown(&yellow)[1].clone());
    assert_eq!((red_hand.as_ref().map(Vec::len), yellow_hand.as_ref().map(Vec::len)), (Some(6), Some(6)));
    assert_eq!(shown(&red), [red_hand.clone(), None]);
    assert_eq!(shown(&yellow), [None, yellow_hand.clone()]);
    assert_eq!(shown(&public), [None, None]);
    // Like the prompt, the table sees the hand of the seat to move.
    assert_eq!(shown(&table.key), [red_hand.clone(), None]);

    let first = red_hand.as_ref().expect("a hand")[0].trim_matches('"').to_string();
    let mut windows = [table.window(&yellow), table.window(&public)];
    for window in &mut windows {
        window.table();
    }
    assert_eq!(table.post_as(&red, "/table/line", &json!({ "line": first })).status, 422, "no choices are printed");
    let whole = json!({ "line": format!("{first}@0,0:0") });
    assert_eq!(table.post_as(&red, "/table/line", &whole).status, 202);
    for window in &mut windows {
        // The first thing that the others hear is the table: what the prompt prints may show a hand.
        let (event, shown) = window.next();
        assert_eq!(event, "table");
        assert_eq!((&shown["at"], hands(&shown)[0].clone()), (&json!(1), None));
    }
    assert_eq!(hands(&table.window(&table.key).table())[0], None);
}

#[test]
fn questions_reveal_no_hand() {
    let mut table = Table::open(&HIDDEN);
    let (red, yellow, public) = (table.key_of("red"), table.key_of("yellow"), table.key_of("readonly"));
    let hand = hands(&table.window(&red).table())[0].clone().expect("a hand");
    let tile = hand[0].trim_matches('"').to_string();
    let ask = |key: &str, question: &Value| table.post_as(key, "/table/ask", question);
    let questions = [
        json!({ "ask": "preview", "move": format!("{tile}@0,0:0") }),
        json!({ "ask": "why", "text": format!("{tile}@0,0:0") }),
        json!({ "ask": "why", "text": "1@0,0:0" }),
        json!({ "ask": "look" }),
    ];
    for question in &questions {
        assert_eq!(ask(&red, question).status, 200, "{question}");
        for key in [&yellow, &public] {
            let response = ask(key, question);
            assert_eq!(response.status, 403, "{question}: {}", response.body);
        }
    }
    // Whatever is asked, the answer is the same: it depends on no hand.
    for text in [tile.as_str(), "1", "2 c", "x", "", "@0,0", "99@0,0:0", "red"] {
        for question in [json!({ "ask": "why", "text": text }), json!({ "ask": "preview", "move": text })] {
            for key in [&yellow, &public] {
                let response = ask(key, &question);
                let expected = json!({ "error": "the hand of the seat to move is hidden from this window" });
                assert_eq!((response.status, response.json()), (403, expected), "{question}");
            }
        }
    }
    let moves = json!({ "ask": "moves" });
    assert_eq!(ask(&red, &moves).json()["count"], 36);
    assert_eq!(ask(&yellow, &moves).json()["moves"], json!([]));
    assert_eq!(ask(&public, &moves).json()["moves"], json!([]));
}

#[test]
fn links_are_for_the_prompt_alone() {
    let mut table = Table::open(&["play", "tak", "--set", "size=4"]);
    let keys = [table.key.clone(), table.key_of("readonly"), table.key_of("white")];
    let mut windows: Vec<_> = keys.iter().map(|key| table.window(key)).collect();
    windows.iter_mut().for_each(|window| drop(window.table()));
    for line in ["browser", "browser black", "browser readonly"] {
        table.type_line(line);
        table.line(line);
    }
    table.type_line("a1");
    for window in &mut windows {
        let mut heard = String::new();
        loop {
            let (event, data) = window.next();
            heard += &data.to_string();
            if event == "table" && data["at"] == 1 {
                break;
            }
        }
        assert!(!heard.contains("http://127"), "{heard}");
        assert!(keys.iter().all(|key| !heard.contains(key)), "{heard}");
    }
}

#[test]
fn a_person_alone_sees_the_own_hand_also_while_a_bot_thinks() {
    let args = ["play", "tantrix+hidden-hands", "--seed", "1", "--seats", "human,random"];
    let mut table = Table::open(&args);
    let mut window = table.window(&table.key);
    let shown = hands(&window.table());
    assert_eq!((shown[0].as_ref().map(Vec::len), shown[1].clone()), (Some(6), None));
    let tile = shown[0].as_ref().expect("a hand")[0].trim_matches('"').to_string();
    table.type_line(&format!("{tile}@0,0:0"));
    loop {
        let shown = window.table();
        let visible = hands(&shown);
        assert_eq!((visible[0].as_ref().map(Vec::len), visible[1].clone()), (Some(6), None), "{shown}");
        if shown["turn"]["seats"] == json!(["red"]) && shown["at"] != json!(0) {
            break;
        }
    }
}
