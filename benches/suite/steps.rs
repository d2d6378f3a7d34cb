//! The steps from an adjoint that records all that it needs to one that records as little as possible, for comparisons.

use std::collections::BTreeSet;

/// An addition to the step before.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// As a heading.
    pub name: &'static str,
    /// The options that switch it off.
    without: &'static [&'static str],
}

/// In order of addition. The first two are those of Table 1.1 of Hascoët and Araya-Polo.
pub const STEPS: [Step; 20] = [
    step("activity, TBR", &[]),
    step(
        "+ liveness, adjoint write",
        &["--no-opt=liveness", "--no-opt=adjoint-write", "--no-opt=snapshot"],
    ),
    step("+ sections", &["--no-opt=sections"]),
    step("+ recomputation", &["--no-opt=recompute"]),
    step("+ order", &["--no-opt=order"]),
    step("+ by result", &["--no-opt=by-result"]),
    step("+ checkpoints chosen", &["--checkpoint=calls"]),
    step("+ bulk", &["--no-opt=bulk"]),
    step("+ fusion", &["--no-opt=fusion"]),
    step("+ scalars, increments", &["--no-opt=scalars", "--no-opt=increments"]),
    step("+ nests", &["--no-opt=nests"]),
    step("+ rows", &["--no-opt=rows", "--no-opt=peel"]),
    step("+ totals", &["--no-opt=totals", "--no-opt=lanes"]),
    step("+ arrays by index", &["--no-opt=indexed", "--no-opt=ends"]),
    step("+ small procedures", &["--no-opt=inline"]),
    step("+ reciprocals, powers", &["--no-opt=reciprocals", "--no-opt=powers"]),
    step("+ running sums", &["--no-opt=sums"]),
    step("+ blocks", &["--no-opt=blocks"]),
    step("+ subexpressions", &["--no-opt=subexpressions"]),
    step("+ local Jacobians", &["--no-opt=preaccumulate"]),
];

const fn step(name: &'static str, without: &'static [&'static str]) -> Step {
    Step { name, without }
}

impl Step {
    /// The command's options that switch off the additions of later steps.
    pub fn options(&self) -> Vec<&'static str> {
        let before = STEPS.iter().take_while(|s| s.name != self.name).count();
        let later: BTreeSet<&str> = STEPS[before + 1..].iter().flat_map(|s| s.without).copied().collect();
        later.into_iter().collect()
    }
}
