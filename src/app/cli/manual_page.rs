//! `man`: the manual page, made from the help of all commands.

use std::io;

use clap::Command;
use clap_mangen::Man;

/// Returns one page in roff with the program and all its commands.
pub fn page(cli: Command) -> io::Result<Vec<u8>> {
    // Built before it is taken apart, each command would have the options of the whole program again.
    let commands = subcommands(&cli, "houserule");
    let cli = cli.disable_help_subcommand(true);
    let man = Man::new(cli.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    page.extend(examples(&cli).into_bytes());
    page.extend(b".SH COMMANDS\n");
    for (name, command) in commands {
        let man = Man::new(command.clone());
        page.extend(format!(".SS \"{name}\"\n").into_bytes());
        page.extend(body(|page| man.render_description_section(page))?);
        page.extend(b".PP\n");
        page.extend(body(|page| man.render_synopsis_section(page))?);
        page.extend(body(|page| man.render_options_section(page))?);
        page.extend(examples(&command).into_bytes());
    }
    Ok(page)
}

/// Lists the commands that can be run, such as `new variant`, each with its full name.
fn subcommands(parent: &Command, parent_name: &str) -> Vec<(String, Command)> {
    let mut list = Vec::new();
    for command in parent.get_subcommands() {
        let name = format!("{parent_name} {}", command.get_name());
        match command.has_subcommands() {
            true => list.extend(subcommands(command, &name)),
            false => list.push((name.clone(), command.clone().bin_name(name).disable_help_flag(true))),
        }
    }
    list
}

/// Renders a section without its heading and without the preamble, which the title has.
fn body(render: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut section = Vec::new();
    render(&mut section)?;
    let lines = section.split_inclusive(|byte| *byte == b'\n');
    let is_kept = |line: &&[u8]| ![b".SH ", b".ie ", b".el "].iter().any(|start| line.starts_with(*start));
    Ok(lines.filter(is_kept).flatten().copied().collect())
}

/// Renders the examples of a command as they are.
fn examples(command: &Command) -> String {
    let Some(help) = command.get_after_long_help() else { return String::new() };
    let text = help.to_string().replace('\\', "\\e").replace('-', "\\-");
    // A line that begins with a dot would be a request.
    let lines = text.lines().map(|line| format!("\\&{line}\n"));
    format!(".PP\n.nf\n{}.fi\n", lines.collect::<String>())
}
