//! COMMON blocks and their shadows in drivers.

use super::calls::line;
use super::driver::{bounds, type_name};
use super::spec::{Place, Spec, Var};

/// The members of a COMMON block.
fn members<'s>(spec: &'s Spec, block: &str) -> Vec<&'s Var> {
    let of_block = |v: &&Var| v.place == Place::Common(block.to_owned());
    spec.vars.iter().filter(of_block).collect()
}

fn prefixed(prefix: char, of: &[&Var]) -> String {
    let names: Vec<String> = of.iter().map(|v| format!("{prefix}_{}", v.name)).collect();
    names.join(", ")
}

pub(super) fn primal_common(out: &mut String, spec: &Spec, block: &str) {
    line!(out, "   common /{block}/ {}", prefixed('v', &members(spec, block)));
}

/// The shadow of a COMMON block: its name, the suffix of its members, and the prefix of their names in the driver.
/// Shadows of members that are neither independent nor dependent are declared too, to keep the layout.
pub(super) fn common(
    out: &mut String,
    spec: &Spec,
    block: &str,
    (shadow, d, prefix): (&str, &str, char),
    generated: &str,
) {
    let members = members(spec, block);
    let shadowed: Vec<&Var> = match shadow_members(generated, shadow) {
        Some(found) => {
            let member = |name: &String| {
                members
                    .iter()
                    .find(|v| format!("{}{d}", v.name).eq_ignore_ascii_case(name))
            };
            found.iter().filter_map(member).copied().collect()
        }
        None => members.iter().filter(|v| v.reals() > 0).copied().collect(),
    };
    if shadowed.iter().any(|v| v.active()) {
        for var in shadowed.iter().filter(|v| !v.active()) {
            line!(out, "   {} :: {prefix}_{}{}", type_name(var), var.name, bounds(var));
        }
        line!(out, "   common /{shadow}/ {}", prefixed(prefix, &shadowed));
    }
}

/// The members of a COMMON block, from the first statement in the text that declares it; `None` if there is none.
pub fn shadow_members(text: &str, block: &str) -> Option<Vec<String>> {
    let mut statement: Option<String> = None;
    for line in text.lines() {
        let code = line.to_ascii_lowercase();
        let fixed_continuation = code.starts_with("     ") && !code.get(5..6).unwrap_or(" ").trim().is_empty();
        if let Some(s) = &mut statement {
            if s.ends_with('&') {
                s.pop();
                s.push_str(code.trim().trim_start_matches('&'));
            } else if fixed_continuation {
                s.push_str(code.get(6..).unwrap_or("").trim());
            } else {
                break;
            }
        } else if let Some(rest) = code.trim_start().strip_prefix("common") {
            let squeezed = rest.replace(char::is_whitespace, "");
            statement = squeezed
                .strip_prefix(&format!("/{}/", block.to_ascii_lowercase()))
                .map(str::to_owned);
        }
    }
    let mut depth = 0_i32;
    let mut names = vec![String::new()];
    for c in statement?.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            _ if depth == 0 => names.last_mut()?.push(c),
            _ => {}
        }
    }
    Some(names)
}
