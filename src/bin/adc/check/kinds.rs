//! The kinds of derivatives that a check compares. Each is a program of its own.

use super::forms::Form;
use super::subject::Subject;
use crate::args::ModeArgs;
use crate::check_args::CheckArgs;
use adc::{Mode, Options, Signature};

/// A kind of derivatives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Tangent and adjoint.
    First,
    /// Both for many directions, or weights.
    Many,
    /// The tangent of the adjoint.
    Second,
    /// The tangent of the adjoint in many directions.
    ManySecond,
    /// The Jacobian.
    Jacobian,
    /// The user's sources alone, without those that derivatives replace.
    Original,
}

/// What the command line asks for.
pub struct Asked {
    modes: Vec<Mode>,
    vector: bool,
    sparse: bool,
}

impl Asked {
    /// The modes, and whether they are wanted in many directions, too.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn new(mode: &ModeArgs, args: &CheckArgs) -> Result<Asked, &'static str> {
        let modes = match mode.chosen() {
            none if none.is_empty() => vec![Mode::Tangent, Mode::Reverse],
            some => some,
        };
        let asked = Asked {
            modes,
            vector: args.vector,
            sparse: mode.is_sparse(),
        };
        if mode.is_sparse_hessian() {
            return Err("`adc check` does not check sparse Hessians: use `--hessian`, which checks products with them");
        }
        if asked.vector && asked.modes == [Mode::Jacobian] {
            return Err("`--vector` is for tangents, adjoints and second derivatives, not for Jacobians");
        }
        if asked.kinds().contains(&Kind::ManySecond) && !args.derivative.is_empty() {
            return Err(
                "`--derivative` with `--hessian`: leave out `--vector`; both second derivatives have the same name",
            );
        }
        Ok(asked)
    }

    /// The kinds, the first derivatives first: all others are compared with them.
    pub fn kinds(&self) -> Vec<Kind> {
        let has = |m: Mode| self.modes.contains(&m);
        let all = [
            (Kind::First, true),
            (Kind::Many, self.vector && (has(Mode::Tangent) || has(Mode::Reverse))),
            (Kind::Second, has(Mode::Hessian)),
            (Kind::ManySecond, self.vector && has(Mode::Hessian)),
            (Kind::Jacobian, has(Mode::Jacobian)),
        ];
        all.into_iter().filter(|k| k.1).map(|k| k.0).collect()
    }

    /// The modes of a kind, in the order in which `adc --reverse --tangent` writes them. An adjoint is compared with the
    /// tangent, a second derivative with the adjoint, too.
    pub fn modes(&self, kind: Kind) -> Vec<Mode> {
        let has = |m: Mode| self.modes.contains(&m);
        match kind {
            Kind::First if has(Mode::Reverse) || has(Mode::Hessian) => vec![Mode::Reverse, Mode::Tangent],
            Kind::First => vec![Mode::Tangent],
            Kind::Many => [Mode::Reverse, Mode::Tangent].into_iter().filter(|&m| has(m)).collect(),
            Kind::Second | Kind::ManySecond => vec![Mode::Hessian],
            Kind::Jacobian => vec![Mode::Jacobian],
            Kind::Original => vec![],
        }
    }

    /// The options of a kind.
    pub fn options(&self, kind: Kind, usual: &Options) -> Options {
        let mut options = usual.clone();
        options.vector = matches!(kind, Kind::Many | Kind::ManySecond);
        options.sparse = kind == Kind::Jacobian && self.sparse;
        options
    }
}

impl Kind {
    /// The folder of its program in that of the build.
    pub fn folder(self) -> &'static str {
        match self {
            Kind::First => "",
            Kind::Many => "many",
            Kind::Second => "second",
            Kind::ManySecond => "many_second",
            Kind::Jacobian => "jacobian",
            Kind::Original => "original",
        }
    }

    /// Its name in notes.
    pub fn words(self) -> &'static str {
        match self {
            Kind::First => "first derivatives",
            Kind::Many => "derivatives in many directions",
            Kind::Second | Kind::ManySecond => "second derivatives",
            Kind::Jacobian => "the Jacobian",
            Kind::Original => "the head",
        }
    }

    /// Its derivatives of the head with a number, from the signatures of first derivatives and its own.
    pub fn forms(self, subject: &Subject, (first, own): (&[Signature], &[Signature]), head: usize) -> Vec<Form> {
        let many = matches!(self, Kind::Many | Kind::ManySecond);
        let of = |all, mode| of_mode(all, mode).nth(head);
        let form = |mode| {
            let signature = of(own, mode)?;
            Some(match mode {
                Mode::Hessian => Form::second(subject, signature, of(first, Mode::Reverse)?, many),
                Mode::Jacobian => Form::jacobian(subject, signature),
                _ => Form::first(subject, signature, many),
            })
        };
        let all = match self {
            Kind::Original => &[][..],
            _ => &[Mode::Tangent, Mode::Reverse, Mode::Hessian, Mode::Jacobian],
        };
        all.iter().filter_map(|&mode| form(mode)).collect()
    }
}

/// The signatures in a mode, head by head.
pub fn of_mode(all: &[Signature], mode: Mode) -> impl Iterator<Item = &Signature> {
    all.iter().filter(move |s| s.mode == mode)
}
