//! Loops whose iterations several threads share: the contents of a `parallel do` of OpenMP.

use super::*;
use crate::ast::SmolStr;

/// A parallel region, with or without a loop that it shares.
#[derive(Clone, Debug, Default)]
pub struct Parallel {
    /// True for `parallel do`, false for `parallel`.
    pub shares_loop: bool,
    /// True for a loop without a directive in the program.
    pub added: bool,
    /// Variables with the roles that clauses give them.
    pub roles: Vec<(SymbolId, Role)>,
    /// Variables of `copyin`: each thread begins with the value of the first one.
    pub copied: Vec<SymbolId>,
    /// True if `default` makes variables without a role private, and the kind of these.
    pub default: Option<Role>,
    /// The kind of schedule, and the size of its chunks.
    pub schedule: Option<(SmolStr, Option<Expr>)>,
    /// Number of nested loops whose iterations together are shared; 0 stands for 1.
    pub collapse: usize,
    /// Number of threads.
    pub threads: Option<Expr>,
    /// A condition without which the region runs on one thread.
    pub condition: Option<Expr>,
    /// In derivatives, the loop of the primal.
    pub of: StmtId,
    /// In adjoints, true if iterations of the reverse sweep take no private value from the forward sweep.
    pub in_place: bool,
}

/// The role of a variable in a parallel loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// One for all threads.
    Shared,
    /// One for each thread, undefined before and after the loop.
    Private,
    /// One for each thread, with the value from before the loop.
    First,
    /// One for each thread; the value from the last iteration is that after the loop.
    Last,
    /// Both.
    FirstAndLast,
    /// One for all threads, that add to its elements one at a time: under `atomic` or `critical`.
    Updated,
    /// One for each thread, combined after the loop.
    Reduction(Reduction),
}

/// The operator of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// `+`, also `-`.
    Sum,
    /// `*`.
    Product,
    /// `max`.
    Max,
    /// `min`.
    Min,
    /// `.and.`.
    And,
    /// `.or.`.
    Or,
    /// `.eqv.`.
    Eqv,
    /// `.neqv.`.
    Neqv,
    /// `iand`.
    BitAnd,
    /// `ior`.
    BitOr,
    /// `ieor`.
    BitXor,
}

/// The spellings.
const REDUCTIONS: [(&str, Reduction); 12] = [
    ("+", Reduction::Sum),
    ("-", Reduction::Sum),
    ("*", Reduction::Product),
    ("max", Reduction::Max),
    ("min", Reduction::Min),
    (".and.", Reduction::And),
    (".or.", Reduction::Or),
    (".eqv.", Reduction::Eqv),
    (".neqv.", Reduction::Neqv),
    ("iand", Reduction::BitAnd),
    ("ior", Reduction::BitOr),
    ("ieor", Reduction::BitXor),
];

impl Reduction {
    /// The operator of this name, in lower case.
    pub fn named(text: &str) -> Option<Reduction> {
        REDUCTIONS.iter().find(|r| r.0 == text).map(|r| r.1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        REDUCTIONS.iter().find(|r| r.1 == self).map_or("+", |r| r.0)
    }
}

impl Parallel {
    /// The role of a variable; [`Role::Shared`] if nothing gives it another one.
    pub fn role(&self, v: SymbolId) -> Role {
        let given = self.roles.iter().find(|r| r.0 == v).map(|r| r.1);
        given.or(self.default).unwrap_or(Role::Shared)
    }

    /// The expressions in clauses.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let chunk = self.schedule.iter().filter_map(|s| s.1.as_ref());
        self.threads.iter().chain(&self.condition).chain(chunk)
    }

    /// The same, mutably.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let chunk = self.schedule.iter_mut().filter_map(|s| s.1.as_mut());
        self.threads.iter_mut().chain(&mut self.condition).chain(chunk)
    }

    /// The directive as written, `name` naming its variables and `text` its expressions: a list of its parts, which may
    /// stand on separate lines.
    pub fn written(&self, name: &dyn Fn(SymbolId) -> SmolStr, text: &dyn Fn(&Expr) -> String) -> Vec<String> {
        let mut out = vec![match self.shares_loop {
            true => "parallel do".to_string(),
            false => "parallel".to_string(),
        }];
        let mut clause = |word: &str, of: &dyn Fn(Role) -> bool| {
            let names: Vec<SmolStr> = self.roles.iter().filter(|r| of(r.1)).map(|r| name(r.0)).collect();
            for part in names.chunks(NAMES_IN_A_LINE) {
                out.push(format!("{word}{})", part.join(", ")));
            }
        };
        clause("private(", &|r| r == Role::Private);
        clause("firstprivate(", &|r| matches!(r, Role::First | Role::FirstAndLast));
        clause("lastprivate(", &|r| matches!(r, Role::Last | Role::FirstAndLast));
        for (operator, reduction) in REDUCTIONS.iter().filter(|r| r.0 != "-") {
            clause(&format!("reduction({operator}:"), &|r| r == Role::Reduction(*reduction));
        }
        out.extend(self.schedule.iter().map(|(kind, chunk)| match chunk {
            Some(chunk) => format!("schedule({kind}, {})", text(chunk)),
            None => format!("schedule({kind})"),
        }));
        if self.collapse > 1 {
            out.push(format!("collapse({})", self.collapse));
        }
        out.extend(self.threads.iter().map(|e| format!("num_threads({})", text(e))));
        out.extend(self.condition.iter().map(|e| format!("if({})", text(e))));
        out
    }
}

/// The most names of one clause: those of more are written as several clauses.
const NAMES_IN_A_LINE: usize = 8;
