//! Shrinks a failing program: removes statements, constructs, arms and units as long as the failure stays the same.

use std::path::Path;
use std::time::{Duration, Instant};

use super::check::Verdict;
use super::options::{variants_for, Variant};
use super::tree::{Node, Program, Unit};

/// Time limit for shrinking a program.
const LIMIT: Duration = Duration::from_secs(90);

/// The failure of a seed's program, shown by a small one.
pub fn report(adc: &Path, folder: &Path, seed: u64, kind: &str, variants: &[Variant]) -> String {
    let variants = variants_for(kind, variants);
    let small = shrink(adc, folder, super::program::program(seed), kind, &variants);
    let text = match super::check_in(adc, folder, &small, &variants) {
        Verdict::Wrong(_, text) => text,
        _ => String::new(),
    };
    format!(
        "\n===== seed {seed}: {kind} ({})\n{}\n{text}\n",
        folder.display(),
        small.text()
    )
}

/// The smallest program found with the same kind of failure.
fn shrink(adc: &Path, folder: &Path, program: Program, kind: &str, variants: &[Variant]) -> Program {
    let start = Instant::now();
    let fails = |p: &Program| {
        start.elapsed() < LIMIT
            && matches!(super::check_in(adc, folder, p, variants), Verdict::Wrong(k, _) if k == kind)
    };
    let mut best = program;
    loop {
        let before = best.text().len();
        // large pieces first
        for size in [8, 3, 1] {
            let mut at = 0;
            while let Some(candidate) = without(&best, at, size) {
                if fails(&candidate) {
                    best = candidate;
                } else {
                    at += 1;
                }
            }
        }
        let mut at = 0;
        while let Some(candidate) = simpler(&best, at) {
            if candidate.text().len() < best.text().len() && fails(&candidate) {
                best = candidate;
            } else {
                at += 1;
            }
        }
        if best.text().len() >= before {
            return best;
        }
    }
}

/// The program without `size` neighbouring nodes, from the `at`-th on; `None` if there is no such node.
fn without(p: &Program, at: usize, size: usize) -> Option<Program> {
    let mut out = p.clone();
    let mut left = at;
    let found = remove_unit(&mut out.units, &mut left) || out.units.iter_mut().any(|u| remove_in(u, &mut left, size));
    found.then_some(out)
}

fn remove_unit(units: &mut Vec<Unit>, left: &mut usize) -> bool {
    for k in 0..units.len() {
        if *left == 0 {
            units.remove(k);
            return true;
        }
        *left -= 1;
        if remove_unit(&mut units[k].inner, left) {
            return true;
        }
    }
    false
}

fn remove_in(u: &mut Unit, left: &mut usize, size: usize) -> bool {
    remove_node(&mut u.body, left, size) || u.inner.iter_mut().any(|i| remove_in(i, left, size))
}

fn remove_node(list: &mut Vec<Node>, left: &mut usize, size: usize) -> bool {
    for k in 0..list.len() {
        if *left == 0 {
            list.drain(k..(k + size).min(list.len()));
            return true;
        }
        *left -= 1;
        match &mut list[k] {
            Node::Line(..) => {}
            Node::Group(inner) => {
                if size == 1 && *left == 0 {
                    // the parts of a group can be removed one by one, if the rest is still a program
                    let inner = std::mem::take(inner);
                    list.splice(k..=k, inner);
                    return true;
                }
                *left = left.saturating_sub(usize::from(size == 1));
                if remove_node(inner, left, size) {
                    return true;
                }
            }
            Node::Block(parts, _) => {
                if *left == 0 {
                    // the body without the construct
                    let inside: Vec<Node> = parts.drain(..).flat_map(|(_, body)| body).collect();
                    list.splice(k..=k, inside);
                    return true;
                }
                *left -= 1;
                for part in (1..parts.len()).rev() {
                    if *left == 0 {
                        parts.remove(part);
                        return true;
                    }
                    *left -= 1;
                }
                if parts.iter_mut().any(|(_, body)| remove_node(body, left, size)) {
                    return true;
                }
            }
        }
    }
    false
}

/// The program with the `at`-th removable piece of an expression left out.
fn simpler(p: &Program, at: usize) -> Option<Program> {
    let mut out = p.clone();
    let mut left = at;
    out.units.iter_mut().any(|u| simpler_unit(u, &mut left)).then_some(out)
}

fn simpler_unit(u: &mut Unit, left: &mut usize) -> bool {
    u.first
        .iter_mut()
        .any(|(_, n)| simpler_nodes(std::slice::from_mut(n), left))
        || simpler_nodes(&mut u.body, left)
        || u.inner.iter_mut().any(|i| simpler_unit(i, left))
}

fn simpler_nodes(list: &mut [Node], left: &mut usize) -> bool {
    list.iter_mut().any(|n| match n {
        Node::Line(_, text) => simpler_text(text, left),
        Node::Group(inner) => simpler_nodes(inner, left),
        Node::Block(parts, _) => parts
            .iter_mut()
            .any(|(open, body)| simpler_text(open, left) || simpler_nodes(body, left)),
    })
}

/// Shortens a statement: replaces the whole right side by a parenthesis, or drops an operand.
fn simpler_text(text: &mut String, left: &mut usize) -> bool {
    let ways = ways(text);
    if *left < ways.len() {
        *text = ways[*left].clone();
        return true;
    }
    *left -= ways.len();
    false
}

fn ways(text: &str) -> Vec<String> {
    let mut out = vec![];
    let bytes = text.as_bytes();
    // any parenthesis becomes one of its pieces between operators or commas, or its call is removed
    let mut stack = vec![];
    for (k, b) in bytes.iter().enumerate() {
        match b {
            b'(' => stack.push(k),
            b')' => {
                let Some(open) = stack.pop() else { continue };
                let word = text[..open]
                    .rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .map_or(0, |w| w + 1);
                if word < open {
                    out.push(format!("{}{}", &text[..word], &text[open..]));
                }
                for piece in pieces(&text[open + 1..k]) {
                    out.push(format!("{}{}{}", &text[..=open], piece, &text[k..]));
                    out.push(format!("{}{}{}", &text[..word], piece, &text[k + 1..]));
                }
            }
            _ => {}
        }
    }
    if let Some((lhs, rhs)) = text.split_once(" = ") {
        out.extend(pieces(rhs).into_iter().map(|p| format!("{lhs} = {p}")));
    }
    out
}

/// The operands between operators and commas on the outer level.
fn pieces(text: &str) -> Vec<String> {
    let mut out = vec![];
    let (mut depth, mut start) = (0, 0);
    for (k, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '+' | '-' | '*' | '/' | ',' if depth == 0 => {
                out.push(text[start..k].trim().to_string());
                start = k + 1;
            }
            _ => {}
        }
    }
    if start > 0 {
        out.push(text[start..].trim().to_string());
    }
    out.retain(|p| !p.is_empty());
    out
}
