//! The steps from an adjoint that records what it needs to one that does so as little as it can, for comparisons.

/// A set of options for `adc`. Each step switches off less than the one before.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// As a heading.
    pub name: &'static str,
    /// For the command.
    pub options: &'static [&'static str],
}

/// In the order in which they were added. The first two are those of Table 1.1 of Hascoët and Araya-Polo.
pub const STEPS: [Step; 10] = [
    Step {
        name: "activity, TBR",
        options: &[
            "--no-opt=liveness",
            "--no-opt=adjoint-write",
            "--no-opt=snapshot",
            "--no-opt=sections",
            "--no-opt=recompute",
            "--checkpoint=calls",
            "--no-opt=bulk",
            "--no-opt=fusion",
            "--no-opt=scalars",
            "--no-opt=nests",
            "--no-opt=increments",
            "--no-opt=rows",
        ],
    },
    Step {
        name: "+ liveness, adjoint write",
        options: &[
            "--no-opt=sections",
            "--no-opt=recompute",
            "--checkpoint=calls",
            "--no-opt=bulk",
            "--no-opt=fusion",
            "--no-opt=scalars",
            "--no-opt=nests",
            "--no-opt=increments",
            "--no-opt=rows",
        ],
    },
    Step {
        name: "+ sections",
        options: &[
            "--no-opt=recompute",
            "--checkpoint=calls",
            "--no-opt=bulk",
            "--no-opt=fusion",
            "--no-opt=scalars",
            "--no-opt=nests",
            "--no-opt=increments",
            "--no-opt=rows",
        ],
    },
    Step {
        name: "+ recomputation",
        options: &[
            "--checkpoint=calls",
            "--no-opt=bulk",
            "--no-opt=fusion",
            "--no-opt=scalars",
            "--no-opt=nests",
            "--no-opt=increments",
            "--no-opt=rows",
        ],
    },
    Step {
        name: "+ checkpoints chosen",
        options: &[
            "--no-opt=bulk",
            "--no-opt=fusion",
            "--no-opt=scalars",
            "--no-opt=nests",
            "--no-opt=increments",
            "--no-opt=rows",
        ],
    },
    Step {
        name: "+ bulk",
        options: &[
            "--no-opt=fusion",
            "--no-opt=scalars",
            "--no-opt=nests",
            "--no-opt=increments",
            "--no-opt=rows",
        ],
    },
    Step {
        name: "+ fusion",
        options: &[
            "--no-opt=scalars",
            "--no-opt=nests",
            "--no-opt=increments",
            "--no-opt=rows",
        ],
    },
    Step {
        name: "+ scalars, increments",
        options: &["--no-opt=nests", "--no-opt=rows"],
    },
    Step {
        name: "+ nests",
        options: &["--no-opt=rows"],
    },
    Step {
        name: "+ rows",
        options: &[],
    },
];
