//! A browser for a link: the one of this desktop, or the way from the machine at which the user sits.

use std::io::Write;

use tempfile::{Builder, NamedTempFile};

/// Opens a link in the browser of the desktop; returns the file that leads there, if there is a browser. Other users see
/// the arguments of processes, so the browser gets a file that only this user can read, and not the link.
pub fn open_in_browser(link: &str) -> Option<NamedTempFile> {
    let mut file = Builder::new().prefix("houserule-").suffix(".html").tempfile().ok().filter(|_| has_desktop())?;
    write!(file, "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0;url={link}\"><title>Houserule</title>")
        .ok()?;
    open::that_detached(file.path()).ok()?;
    Some(file)
}

/// Returns whether a window that opens here would be seen: not on a machine that was reached over the network.
fn has_desktop() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_display = cfg!(all(unix, not(target_os = "macos")));
    let has_display = !needs_display || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    has_display && !is_remote()
}

/// Returns whether the program runs in a session over ssh.
pub fn is_remote() -> bool {
    ["SSH_CONNECTION", "SSH_TTY"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Returns the command that makes a port of this machine reachable from another.
pub fn tunnel_command(port: u16) -> String {
    let connection = std::env::var("SSH_CONNECTION").unwrap_or_default();
    // The address of the client and its port, then ours.
    let host = connection.split_whitespace().nth(2).map(str::to_string).unwrap_or_else(host_name);
    let user = std::env::var("USER").map(|user| user + "@").unwrap_or_default();
    format!("ssh -L {port}:127.0.0.1:{port} {user}{host}")
}

#[cfg(unix)]
fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "HOST".to_string())
}
