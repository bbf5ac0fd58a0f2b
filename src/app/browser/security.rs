//! Who may ask for what: addresses, keys, and the headers of every answer.

use std::collections::HashMap;
use std::net::SocketAddr;

use super::Viewer;
use anyhow::Context;
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};

/// Start of all addresses with data.
pub const TABLE: &str = "/table/";

/// Header with the key of a window.
pub const KEY_HEADER: &str = "x-houserule-key";

/// Headers of every answer. Nothing is loaded from anywhere else, no other page can embed or read this one, and nothing
/// is kept.
pub const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Keys of the windows, from the random numbers of the system.
pub struct Keys(HashMap<String, Viewer>);

impl Keys {
    pub fn new() -> Keys {
        Keys(HashMap::new())
    }

    /// Returns the key of a viewer, made when it is first asked for.
    pub fn of(&mut self, viewer: &Viewer) -> anyhow::Result<String> {
        if let Some((key, _)) = self.0.iter().find(|(_, owner)| *owner == viewer) {
            return Ok(key.clone());
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).context("cannot get random numbers for a key from the system")?;
        let key: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.0.insert(key.clone(), viewer.clone());
        Ok(key)
    }

    /// Returns whose key a request carries. Every key is compared in full, so that the time reveals none.
    pub fn viewer(&self, headers: &HeaderMap) -> Option<Viewer> {
        let given = only_value(headers, KEY_HEADER)?;
        self.0.iter().fold(None, |found, (key, viewer)| if is_same(key, given) { Some(viewer.clone()) } else { found })
    }
}

fn is_same(key: &str, given: &str) -> bool {
    let bytes = key.bytes().zip(given.bytes());
    key.len() == given.len() && bytes.fold(0, |difference, (one, other)| difference | (one ^ other)) == 0
}

/// Returns the value of a header that is there once.
fn only_value<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    if values.next().is_some() { None } else { first.to_str().ok() }
}

/// Checks that a request is meant for this server and comes from its own page, or from no page. The name of another host
/// may lead here too, and a page from there must not read or move anything.
pub fn check_addresses(headers: &HeaderMap, uri: &Uri, own: SocketAddr) -> Result<(), String> {
    // A link on another page may lead to ours, which holds no data.
    let is_table = uri.path().starts_with(TABLE);
    let host = only_value(headers, HOST.as_str()).and_then(|host| host.parse::<Authority>().ok());
    let is_own_host = host.is_some_and(|host| is_own(&host, own));
    if !is_own_host || uri.authority().is_some_and(|authority| !is_own(authority, own)) {
        return Err(format!("this server is http://{own} only; open the link that `browser` prints"));
    }
    let is_foreign_page = match headers.contains_key(ORIGIN) {
        true => !only_value(headers, ORIGIN.as_str()).is_some_and(|origin| is_own_origin(origin, own)),
        // Browsers say so even where they send no origin.
        false if is_table => headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none"),
        false => false,
    };
    match is_foreign_page {
        true => Err("pages from other addresses cannot use this table".to_string()),
        false => Ok(()),
    }
}

fn is_own(authority: &Authority, own: SocketAddr) -> bool {
    let is_bare = !authority.as_str().contains('@');
    let is_loopback = authority.host() == own.ip().to_string() || authority.host().eq_ignore_ascii_case("localhost");
    // Browsers leave out the usual port.
    is_bare && is_loopback && authority.port_u16().unwrap_or(80) == own.port()
}

fn is_own_origin(origin: &str, own: SocketAddr) -> bool {
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    let is_bare = uri.path_and_query().is_none_or(|path| path.as_str() == "/") && !origin.ends_with('/');
    uri.scheme_str() == Some("http") && is_bare && uri.authority().is_some_and(|authority| is_own(authority, own))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8080);

    #[test]
    fn only_the_own_address_is_an_origin() {
        for origin in ["http://127.0.0.1:8080", "http://localhost:8080", "http://LOCALHOST:8080"] {
            assert!(is_own_origin(origin, OWN), "{origin}");
        }
        for origin in [
            "null",
            "",
            "https://127.0.0.1:8080",
            "http://127.0.0.1",
            "http://127.0.0.1:80800",
            "http://127.0.0.1:8081",
            "http://127.0.0.1:8080.evil.test",
            "http://127.0.0.1:8080@evil.test",
            "http://evil.test@127.0.0.1:8080",
            "http://evil.test:8080",
            "http://localhost.evil.test:8080",
            "http://127.0.0.1:8080/table",
            "http://[::1]:8080",
            "file://",
        ] {
            assert!(!is_own_origin(origin, OWN), "{origin}");
        }
    }

    #[test]
    fn a_key_belongs_to_one_viewer() {
        let mut keys = Keys::new();
        let (table, public) = (keys.of(&Viewer::Table).expect("a key"), keys.of(&Viewer::Public).expect("a key"));
        assert_eq!(keys.of(&Viewer::Table).expect("the same key"), table);
        let viewer = |key: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(KEY_HEADER, key.parse().expect("a header"));
            keys.viewer(&headers)
        };
        assert_eq!(viewer(&table), Some(Viewer::Table));
        assert_eq!(viewer(&public), Some(Viewer::Public));
        assert_eq!(table.len(), 32);
        for other in ["", &table[1..], &format!("{table}0"), &table.to_uppercase().replace(char::is_numeric, "x")] {
            assert_eq!(viewer(other), None, "{other}");
        }
    }
}
