//! Reads the file that a measured adjoint writes.

use crate::value::ValueError;

/// Measurements of the calls of an adjoint, from a run of what [`profile_checkpoints`] generates.
///
/// ```
/// let text = "adc profile 1\nsite 1 model|step|1|1|apart|model.f90|9\nsite 2 |model|1|1|head||0\n\
///             node 1 0 2 0 1 0 0 0 0 2.0 1.0 0 0 8000 0 0 0 24\n\
///             node 2 1 1 0 100 100 0 1.0 0.01 2.0 1.0 8000 80 24000 24000 240 0 0\n";
/// let profile = adc::Profile::read(text)?;
/// let choice = |budget| adc::Choice::new(&[profile.clone()], budget).toml();
/// assert!(choice(1_000_000).contains("kind = \"split\""));
/// assert!(choice(10_000).contains("kind = \"joint\""));
/// # Ok::<(), adc::ValueError>(())
/// ```
///
/// [`profile_checkpoints`]: crate::Options::profile_checkpoints
#[derive(Clone, Debug)]
pub struct Profile {
    pub(super) sites: Vec<Site>,
    pub(super) nodes: Vec<Node>,
}

/// A call of the text.
#[derive(Clone, Debug)]
pub(super) struct Site {
    number: usize,
    pub caller: String,
    pub callee: String,
    /// Its number among the calls of the callee in the caller, and how many there are.
    pub nth: usize,
    pub count: usize,
    pub kind: Kind,
    pub file: String,
    pub line: usize,
}

impl Site {
    /// True for the same call in another profile.
    pub fn is_same(&self, other: &Site) -> bool {
        let of = |s: &Site| (s.nth, s.count, s.kind == Kind::Head);
        self.caller == other.caller && self.callee == other.callee && of(self) == of(other)
    }
}

/// What can be chosen for a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It was joint, and may be split.
    Open,
    /// It was a joint call of a split procedure.
    Apart,
    /// It was split, and may be joint.
    Split,
    /// It is always joint.
    Joint,
    /// It is always split.
    Forced,
    /// It is no call, but the adjoint of a head.
    Head,
}

/// A call in its context.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub parent: Option<usize>,
    /// Index of its site.
    pub site: usize,
    pub recursive: bool,
    /// Forward sweeps with recording.
    pub calls: f64,
    /// Runs of the primal, or of the forward sweep of a split call; those among them in reverse sweeps.
    pub runs: f64,
    pub late: f64,
    pub run_time: f64,
    pub save_time: f64,
    pub forward_time: f64,
    pub reverse_time: f64,
    pub snapshots: f64,
    pub largest_snapshot: f64,
    pub records: f64,
    pub own: f64,
    pub largest_own: f64,
    pub around: f64,
    pub during: f64,
}

impl Node {
    /// Bytes that a forward sweep records itself, on average.
    pub fn mean_own(&self) -> f64 {
        self.own / self.calls.max(1.0)
    }

    /// The largest of these amounts relative to the mean.
    pub fn spread(&self) -> f64 {
        match self.mean_own() {
            mean if mean > 0.0 => (self.largest_own / mean).max(1.0),
            _ => 1.0,
        }
    }
}

/// Numbers of a row after `node`.
const NUMBERS: usize = 18;

impl Profile {
    /// Reads the file.
    ///
    /// # Errors
    /// If it has another form, with the line.
    pub fn read(text: &str) -> Result<Profile, ValueError> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().map(|l| l.1.trim()) != Some("adc profile 1") {
            return Err(ValueError::new("the file does not begin with `adc profile 1`"));
        }
        let mut profile = Profile {
            sites: vec![],
            nodes: vec![],
        };
        for (number, line) in lines {
            let wrong = || ValueError::new(format!("line {number} is not a line of a profile: `{line}`"));
            match line.split_once(' ') {
                Some(("site", rest)) => profile.sites.push(site(rest).ok_or_else(wrong)?),
                Some(("node", rest)) => {
                    let node = profile.node(rest).ok_or_else(wrong)?;
                    profile.nodes.push(node);
                }
                _ if line.starts_with('#') || line.trim().is_empty() => {}
                _ => return Err(wrong()),
            }
        }
        match profile.nodes.is_empty() {
            true => Err(ValueError::new("the profile contains no call")),
            false => Ok(profile),
        }
    }

    fn node(&self, text: &str) -> Option<Node> {
        let numbers: Vec<f64> = text.split_whitespace().map(|w| w.parse().ok()).collect::<Option<_>>()?;
        let all: [f64; NUMBERS] = numbers.try_into().ok()?;
        let [number, parent, site, recursive, calls, runs, late, run_time, save_time, forward_time, reverse_time, snapshots, largest_snapshot, records, own, largest_own, around, during] =
            all;
        // nodes come in the order of their numbers, after their parents
        let known = self.nodes.len();
        if number != known as f64 + 1.0 || !(0.0..=known as f64).contains(&parent) {
            return None;
        }
        Some(Node {
            parent: (parent as usize).checked_sub(1),
            site: self.sites.iter().position(|s| s.number as f64 == site)?,
            recursive: recursive != 0.0,
            calls,
            runs,
            late,
            run_time,
            save_time,
            forward_time,
            reverse_time,
            snapshots,
            largest_snapshot,
            records,
            own,
            largest_own,
            around,
            during,
        })
    }

    /// True if both are measurements of adjoints of one head.
    #[must_use]
    pub fn is_of_same_program(&self, other: &Profile) -> bool {
        let heads = |p: &Profile| {
            p.sites
                .iter()
                .filter(|s| s.kind == Kind::Head)
                .cloned()
                .collect::<Vec<_>>()
        };
        let others = heads(other);
        heads(self).iter().any(|h| others.iter().any(|o| o.is_same(h)))
    }

    /// The largest peak of the tape of a head.
    pub(super) fn peak(&self) -> f64 {
        let heads = self.nodes.iter().filter(|n| n.parent.is_none());
        heads
            .map(|n| {
                let calls = n.calls.max(1.0);
                let mean = n.own / calls;
                let spread = if mean > 0.0 {
                    (n.largest_own / mean).max(1.0)
                } else {
                    1.0
                };
                n.records / calls * spread + n.around + n.during
            })
            .fold(0.0, f64::max)
    }

    /// Time of one run of the adjoint of each head, together.
    pub(super) fn time(&self) -> f64 {
        let heads = self.nodes.iter().filter(|n| n.parent.is_none());
        heads
            .map(|n| (n.forward_time + n.reverse_time) / n.calls.max(1.0))
            .sum()
    }
}

/// From `3 caller|callee|1|2|open|file|12`.
fn site(text: &str) -> Option<Site> {
    let (number, rest) = text.split_once(' ')?;
    let (rest, line) = rest.rsplit_once('|')?;
    let mut parts = rest.splitn(6, '|');
    let mut next = || parts.next();
    Some(Site {
        number: number.parse().ok()?,
        caller: next()?.to_string(),
        callee: next()?.to_string(),
        nth: next()?.parse().ok()?,
        count: next()?.parse().ok()?,
        kind: match next()? {
            "open" => Kind::Open,
            "apart" => Kind::Apart,
            "split" => Kind::Split,
            "joint" => Kind::Joint,
            "forced" => Kind::Forced,
            "head" => Kind::Head,
            _ => return None,
        },
        file: next()?.to_string(),
        line: line.trim().parse().ok()?,
    })
}
