//! The sets of options for derivatives: a table, an additional set for each optimisation that no set of the table
//! switches off, and sets drawn from the list of all of them.

use adc_transform::Opt;

use super::rng::Rng;
use super::weights::{DIVISORS_FROM, FUEL_FROM};
use crate::support::numeric::spec::Mode;

/// A set of options. Its letters follow the letter of the mode in suffixes of names and files.
struct Set {
    letters: &'static str,
    options: &'static [&'static str],
    /// Set if tangents use it, too: it does not concern the adjoint alone.
    tangent: bool,
}

const fn set(letters: &'static str, options: &'static [&'static str]) -> Set {
    Set {
        letters,
        options,
        tangent: false,
    }
}

/// The first set is the reference for the others.
const SETS: &[Set] = &[
    set("", &[]).both(),
    set("t", &["--no-opt", "inline", "--no-opt", "tbr"]),
    set("n", &["--no-opt", "activity", "--no-opt", "tbr"]),
    set("a", &["--activity", "all"]).both(),
    // `v` would be that of many directions
    set("g", &["--activity", "vdg"]).both(),
    set("s", &["--specialize"]).both(),
    set("o", &["--derivative-only"]).both(),
    set("st", &["--no-opt", "inline", "--specialize", "--no-opt", "tbr"]),
    set("l", &["--no-opt", "inline", "--no-opt", "liveness"]),
    set("w", &["--no-opt", "inline", "--no-opt", "adjoint-write"]),
    set("e", &["--no-opt", "inline", "--no-opt", "sections"]),
    set("u", &["--no-opt", "bulk", "--no-opt", "fusion"]),
    set(
        "q",
        &[
            "--no-opt",
            "scalars",
            "--no-opt",
            "nests",
            "--no-opt",
            "increments",
            "--no-opt",
            "peel",
            "--no-opt",
            "rows",
            "--no-opt",
            "indexed",
        ],
    ),
    set("k", &["--no-opt", "inline", "--no-opt", "snapshot", "--no-opt", "tbr"]),
    set("r", &["--no-opt", "recompute", "--no-opt", "subexpressions"]),
    set("b", &["--no-opt", "inline", "--no-opt", "order"]),
    set("i", &["--no-opt", "inline", "--no-opt", "sums", "--no-opt", "blocks"]),
    set("p", &["--no-opt", "inline", "--checkpoint", "none"]),
    // `j` would be that of Jacobians of contracted calls
    set("h", &["--preaccumulate", "always"]).both(),
    set(
        "ht",
        &["--preaccumulate", "always", "--no-opt", "inline", "--no-opt", "tbr"],
    ),
    set(
        "c",
        &["--no-opt", "inline", "--checkpoint", "calls", "--no-opt", "recompute"],
    ),
];

impl Set {
    const fn both(self) -> Set {
        Set { tangent: true, ..self }
    }

    fn variants(&self) -> Vec<Variant> {
        let make = |letter: char, mode| Variant {
            suffix: format!("{letter}{}", self.letters),
            mode,
            options: self.options.iter().map(|o| (*o).to_string()).collect(),
        };
        let tangent = self.tangent.then(|| make('d', Mode::Tangent));
        tangent.into_iter().chain([make('b', Mode::Adjoint)]).collect()
    }
}

/// A way to differentiate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Suffix of names and files.
    pub suffix: String,
    /// Tangent or adjoint.
    pub mode: Mode,
    /// Further options.
    pub options: Vec<String>,
}

impl Variant {
    /// Checks for tangents that also compute the original's results.
    pub fn has_primal(&self) -> bool {
        self.mode == Mode::Tangent && !self.options.iter().any(|o| o == "--derivative-only")
    }
}

/// A tangent and an adjoint with some optimisations switched off.
fn drawn(rng: &mut Rng) -> Vec<Variant> {
    let percent = rng.pick(&[10, 25, 50]);
    let off: Vec<String> = Opt::ALL
        .iter()
        .filter(|_| rng.chance(percent))
        .map(|o| format!("--no-opt={}", o.name()))
        .collect();
    let more = |rng: &mut Rng, list: &[&str]| -> Vec<String> {
        vec![rng.pick(list)]
            .into_iter()
            .filter(|o| !o.is_empty())
            .map(String::from)
            .collect()
    };
    let both = more(rng, &["", "", "", "--specialize", "--derivative-only"]);
    let adjoint = more(rng, &["", "--checkpoint=none", "--checkpoint=calls"]);
    let variant = |suffix: &str, mode, own: Vec<String>| Variant {
        suffix: suffix.into(),
        mode,
        options: [off.clone(), both.clone(), own].concat(),
    };
    vec![
        variant("dz", Mode::Tangent, vec![]),
        variant("bz", Mode::Adjoint, adjoint),
    ]
}

/// An adjoint with the first optimisations only: each of them must leave correct code.
fn limited(rng: &mut Rng) -> Variant {
    let limit = rng.pick(&[5, 20, 50, 100, 200]) + rng.below(20);
    Variant {
        suffix: "bf".into(),
        mode: Mode::Adjoint,
        options: vec![format!("--fuel={limit}")],
    }
}

/// The ways to differentiate.
pub struct Variants(Vec<Vec<Variant>>);

impl Variants {
    /// The sets of the table, and one more in `ADC_RANDOM_OPTIONS`.
    pub fn of_table() -> Variants {
        let mut sets: Vec<Vec<Variant>> = SETS.iter().map(Set::variants).collect();
        let tabled = |name: &str| SETS.iter().any(|s| s.options.contains(&name));
        let forgotten = Opt::ALL.iter().map(|o| o.name()).filter(|name| !tabled(name));
        sets.extend(forgotten.enumerate().map(|(i, name)| {
            vec![Variant {
                suffix: format!("bx{i}"),
                mode: Mode::Adjoint,
                options: ["--no-opt", "inline", "--no-opt", name].map(String::from).to_vec(),
            }]
        }));
        if let Ok(options) = std::env::var("ADC_RANDOM_OPTIONS") {
            sets.push(vec![Variant {
                suffix: "by".into(),
                mode: Mode::Adjoint,
                options: options.split_whitespace().map(str::to_string).collect(),
            }]);
        }
        Variants(sets)
    }

    /// All of them.
    pub fn all(&self) -> Vec<Variant> {
        self.0.concat()
    }

    /// The sets for the program of a seed: all optimisations, and one other set (all if `ADC_RANDOM_ALL` is set, the
    /// one that `ADC_RANDOM_OPTIONS` gives if that is set); for later seeds one more that is drawn, and one with
    /// limited fuel.
    pub fn chosen(&self, seed: u64) -> Vec<Variant> {
        if std::env::var_os("ADC_RANDOM_ALL").is_some() {
            return self.all();
        }
        let (full, others) = self.0.split_at(1);
        let other = match others.last() {
            Some(last) if std::env::var_os("ADC_RANDOM_OPTIONS").is_some() => last.clone(),
            _ => Rng::new(seed ^ 0xADC).pick(others),
        };
        let mut chosen: Vec<Variant> = full.concat().into_iter().chain(other).collect();
        if seed >= DIVISORS_FROM {
            chosen.extend(drawn(&mut Rng::new(seed ^ 0x5E75)));
        }
        if seed >= FUEL_FROM {
            chosen.push(limited(&mut Rng::new(seed ^ 0xF0E1)));
        }
        chosen
    }
}

/// The variants that can show a failure of this kind.
pub fn variants_for(kind: &str, all: &[Variant]) -> Vec<Variant> {
    let suffix = kind.rsplit(' ').next().unwrap_or("");
    let wanted = |v: &&Variant| v.suffix == "d" || v.suffix == suffix;
    if all.iter().any(|v| v.suffix == suffix) {
        all.iter().filter(wanted).cloned().collect()
    } else {
        all.to_vec()
    }
}
