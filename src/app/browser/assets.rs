//! Files of the page, embedded in the program. They hold no data and need no key.

/// File of the page.
pub struct Asset {
    pub path: &'static str,
    pub media_type: &'static str,
    pub text: &'static str,
}

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

pub const ASSETS: &[Asset] = &[
    Asset { path: "/", media_type: "text/html; charset=utf-8", text: include_str!("page/index.html") },
    Asset { path: "/page.css", media_type: "text/css; charset=utf-8", text: include_str!("page/page.css") },
    Asset { path: "/main.js", media_type: JAVASCRIPT, text: include_str!("page/main.js") },
    Asset { path: "/link.js", media_type: JAVASCRIPT, text: include_str!("page/link.js") },
    Asset { path: "/dom.js", media_type: JAVASCRIPT, text: include_str!("page/dom.js") },
    Asset { path: "/board.js", media_type: JAVASCRIPT, text: include_str!("page/board.js") },
    Asset { path: "/choice.js", media_type: JAVASCRIPT, text: include_str!("page/choice.js") },
    Asset { path: "/play.js", media_type: JAVASCRIPT, text: include_str!("page/play.js") },
    Asset { path: "/workshop.js", media_type: JAVASCRIPT, text: include_str!("page/workshop.js") },
    Asset { path: "/gestures.js", media_type: JAVASCRIPT, text: include_str!("page/gestures.js") },
    Asset { path: "/panels.js", media_type: JAVASCRIPT, text: include_str!("page/panels.js") },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_obeys_its_security_policy() {
        let size: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
        assert!(size < 150_000, "{size} bytes");
        let page = ASSETS[0].text;
        for forbidden in [" style=", " onclick=", "<style", "javascript:", "http:", "https:"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
        for asset in ASSETS {
            for forbidden in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                assert!(!asset.text.contains(forbidden), "{}: {forbidden}", asset.path);
            }
        }
    }
}
