//! Commands that query one position.

use std::io::Write;

use crate::error::{Reported, UsageError};
use anyhow::anyhow;
use serde_json::json;

use super::args::{AskArgs, PerftArgs, WhyArgs};
use super::{CliResult, open};
use houserule_script::play::{self, PlayError};

pub fn moves(args: &AskArgs, out: &mut dyn Write) -> CliResult {
    let mut session = open(&args.rules, &args.at)?;
    let moves = session.legal_moves()?;
    if args.json {
        return Ok(writeln!(out, "{}", json!(moves))?);
    }
    for text in moves {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

pub fn why(args: &WhyArgs, out: &mut dyn Write) -> CliResult {
    let mut session = open(&args.rules, &args.at)?;
    let violations = session.why(&args.mv).map_err(|error| match error {
        PlayError::NotAMove(error) => UsageError::new(error).into(),
        other => anyhow!(other),
    })?;
    if args.json {
        let broken: Vec<_> = violations
            .iter()
            .map(|violation| {
                let at = session.plan().location(&violation.key_path);
                json!({ "rule": violation.rule, "says": violation.message, "at": at, "cells": session.cells_of(violation) })
            })
            .collect();
        writeln!(out, "{}", json!({ "legal": violations.is_empty(), "broken": broken }))?;
    } else if violations.is_empty() {
        writeln!(out, "legal")?;
    } else {
        for violation in &violations {
            writeln!(out, "{}", session.explain(violation))?;
        }
    }
    if violations.is_empty() { Ok(()) } else { Err(Reported.into()) }
}

pub fn score(args: &AskArgs, out: &mut dyn Write) -> CliResult {
    let mut session = open(&args.rules, &args.at)?;
    let lines = session.game.score()?;
    let (outcome, winners) = match session.game.outcome()? {
        Some(outcome) => (outcome.describe(session.plan()), outcome.winners),
        None => ("open".to_string(), Vec::new()),
    };
    if args.json {
        let sides: Vec<_> = lines
            .iter()
            .map(|line| json!({ "side": line.team, "points": line.points, "how": line.explanation }))
            .collect();
        let winners: Vec<&str> = winners.iter().map(|side| session.plan().team_name(*side)).collect();
        let report = json!({ "sides": sides, "outcome": outcome, "winners": winners });
        return Ok(writeln!(out, "{report}")?);
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(writeln!(out, "outcome: {outcome}")?)
}

pub fn position(args: &AskArgs, out: &mut dyn Write) -> CliResult {
    let session = open(&args.rules, &args.at)?;
    let position = session.position();
    if args.json {
        return Ok(writeln!(out, "{}", json!(position))?);
    }
    Ok(writeln!(out, "{position}")?)
}

pub fn perft(args: &PerftArgs, out: &mut dyn Write) -> CliResult {
    let mut session = open(&args.ask.rules, &args.ask.at)?;
    if args.divide {
        let parts = play::divide(&mut session.game, args.depth)?;
        let mut lines: Vec<(String, u64)> =
            parts.into_iter().map(|(mv, nodes)| (session.move_text(mv), nodes)).collect();
        lines.sort_unstable();
        if args.ask.json {
            let map: serde_json::Map<_, _> = lines.into_iter().map(|(mv, nodes)| (mv, json!(nodes))).collect();
            return Ok(writeln!(out, "{}", json!(map))?);
        }
        for (mv, nodes) in lines {
            writeln!(out, "{mv} {nodes}")?;
        }
        return Ok(());
    }
    let mut counts = Vec::new();
    for depth in 1..=args.depth {
        let nodes = play::perft(&mut session.game, depth)?;
        if args.ask.json {
            counts.push(json!({ "depth": depth, "nodes": nodes }));
        } else {
            writeln!(out, "{depth} {nodes}")?;
            out.flush()?;
        }
    }
    if args.ask.json {
        writeln!(out, "{}", json!(counts))?;
    }
    Ok(())
}
