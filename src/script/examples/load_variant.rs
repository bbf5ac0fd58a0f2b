//! Loads a variant of Tak from a Lua text, or from the file named on the command line, and prints what it changes.

use std::collections::BTreeMap;

use houserule_script::lua::Library;
use houserule_script::play::Workspace;

const DIAGONAL: &str = r#"--- Roads may also run diagonally.
return variant "diagonal" {
  base = "tak",
  rules = { finish = { road { diagonal = true } } },
}
"#;

fn main() {
    let (file, library) = match std::env::args().nth(1) {
        Some(file) => (file, Library::new(Vec::new())),
        None => {
            let file = "diagonal.lua".to_string();
            let texts = BTreeMap::from([(file.clone(), DIAGONAL.to_string())]);
            (file, Library::new(Vec::new()).with_texts(texts))
        }
    };
    let workspace = Workspace { library, seed: 1 };
    let loaded = workspace.load(&file, &[]).and_then(|rules| Ok((workspace.changes(&rules, &[])?, rules)));
    match loaded {
        Err(error) => eprintln!("{error}"),
        Ok((changes, rules)) => {
            println!("{} ({})", rules.plan.title, &rules.plan.hash[..12]);
            if let Some(changes) = changes {
                print!("{changes}");
            }
        }
    }
}
