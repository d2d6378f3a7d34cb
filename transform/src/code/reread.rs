//! Input that may run a second time: `--input-repeatable`, and `!$adc input-repeatable` in a procedure.
//!
//! The user declares that files do not change during the run. Then a block that runs again reads the same values, if
//! the position in the file does not depend on earlier code. For each connection (a unit number, or a variable that
//! contains one) this is checked for the whole block, the body of a procedure or of a region:
//!
//! * each READ and BACKSPACE of the connection follows an OPEN of it on all paths through the block: the second run may
//!   have closed connections that others have opened;
//! * the connection is closed on all paths to the end of the block, as OPEN of a connected file does not position it at
//!   its beginning. This is not required if a unit of constant number is rewound before each READ, or each READ
//!   specifies its record (`REC=`, `POS=`);
//! * nothing in the block writes to the connection, and the variable does not change in between;
//! * no statement jumps: no GOTO, and no label in an I/O statement.
//!
//! Inquiries by file name have the same result if they are about the file, not about its connection. Ignored: units
//! with two names, files that others connect meanwhile. Input that violates the conditions is recorded
//! ([`crate::context::once`]) or refused.

use super::io::control;
use adc_analysis::{Analyses, ZoneId};
use adc_frontend::ast::SmolStr;
use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The connection of a statement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Connection {
    /// The unit of this number.
    Number(i64),
    /// The unit whose number is in this variable.
    Variable(SymbolId),
}

/// The connections that each procedure may read again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reread {
    units: BTreeMap<UnitId, BTreeSet<Connection>>,
}

impl Reread {
    /// Finds them. `all`: in all procedures, not only in those with the directive.
    pub(crate) fn find(program: &Program, facts: &Analyses, all: bool) -> Reread {
        let units = program
            .units
            .iter()
            .filter(|(_, u)| u.is_definition() && is_asked(u, all));
        Reread {
            units: units
                .map(|(id, u)| (id, repeatable_in(program, facts, &u.body)))
                .collect(),
        }
    }

    /// True for an input or output statement that has the same effect when the procedure runs again.
    pub(crate) fn repeats(&self, program: &Program, unit: UnitId, s: &StmtKind) -> bool {
        self.units.get(&unit).is_some_and(|known| repeats(program, known, s))
    }
}

/// True if the user declares the input of a procedure unchanged. `all`: for all procedures.
pub(crate) fn is_asked(unit: &Unit, all: bool) -> bool {
    all || unit.directives.iter().any(|d| d.kind == DirectiveKind::InputRepeatable)
}

/// True for a statement about one of some connections, or an inquiry that depends on none.
pub(crate) fn repeats(program: &Program, known: &BTreeSet<Connection>, s: &StmtKind) -> bool {
    asks_for_file(s) || connection(program, s).is_some_and(|c| known.contains(&c))
}

/// The connections whose input is the same in each run of a block.
pub(crate) fn repeatable_in(program: &Program, facts: &Analyses, block: &[Stmt]) -> BTreeSet<Connection> {
    let mut jumps = false;
    walk_block(block, &mut |s| {
        jumps |= match &s.kind {
            StmtKind::Goto(_)
            | StmtKind::ComputedGoto(..)
            | StmtKind::AssignedGoto(..)
            | StmtKind::ArithmeticIf(..) => true,
            StmtKind::Io { controls, .. } => controls.iter().any(is_branch),
            _ => false,
        }
    });
    if jumps {
        return BTreeSet::new();
    }
    let mut walk = Walk {
        program,
        facts,
        read: BTreeSet::new(),
        to_close: BTreeSet::new(),
        unfit: BTreeSet::new(),
    };
    let end = walk.block(block, State::default());
    walk.ends(&end);
    walk.read.retain(|c| !walk.unfit.contains(c));
    walk.read
}

/// `END=10`, but not the label of a FORMAT.
fn is_branch((word, control): &(Option<SmolStr>, IoControl)) -> bool {
    let branches = |w: &SmolStr| ["end", "err", "eor"].iter().any(|k| w.eq_ignore_ascii_case(k));
    matches!(control, IoControl::Label(_)) && word.as_ref().is_some_and(branches)
}

/// The connection of a statement, if its designator shows it.
fn connection(program: &Program, s: &StmtKind) -> Option<Connection> {
    let named = match s.io_unit() {
        Some((_, IoControl::Expr(e))) => e,
        _ => control(s, "newunit")?,
    };
    match (int_const(program, named), &named.kind) {
        (Some(n), _) => Some(Connection::Number(n)),
        (None, ExprKind::Var(v)) if named.rank == 0 && matches!(named.ty, Ty::Integer(_)) => {
            Some(Connection::Variable(*v))
        }
        _ => None,
    }
}

/// True for an inquiry by name about properties of a file that do not depend on its connection.
fn asks_for_file(s: &StmtKind) -> bool {
    let StmtKind::Io {
        kind: IoKind::Inquire,
        controls,
        ..
    } = s
    else {
        return false;
    };
    let of_files = ["file", "exist", "size", "iostat", "iomsg"];
    let fits = |(word, _): &(Option<SmolStr>, IoControl)| {
        word.as_ref()
            .is_some_and(|w| of_files.iter().any(|k| w.eq_ignore_ascii_case(k)))
    };
    control(s, "file").is_some() && controls.iter().all(fits)
}

/// The state of connections at a point.
#[derive(Clone, Default)]
struct State {
    /// Connections opened on all paths to the point.
    placed: BTreeSet<Connection>,
    /// Those of them that were rewound.
    rewound: BTreeSet<Connection>,
    /// Connections that this block has opened and that are open on some path to the point.
    open: BTreeSet<Connection>,
}

impl State {
    fn joined(&self, other: &State) -> State {
        State {
            placed: &self.placed & &other.placed,
            rewound: &self.rewound & &other.rewound,
            open: &self.open | &other.open,
        }
    }

    fn without(&mut self, c: Connection) {
        self.placed.remove(&c);
        self.rewound.remove(&c);
    }
}

struct Walk<'a> {
    program: &'a Program,
    facts: &'a Analyses,
    /// Connections that are read.
    read: BTreeSet<Connection>,
    /// Connections that must be closed.
    to_close: BTreeSet<Connection>,
    unfit: BTreeSet<Connection>,
}

impl Walk<'_> {
    fn block(&mut self, block: &[Stmt], mut state: State) -> State {
        for s in block {
            state = self.statement(s, state);
        }
        state
    }

    fn statement(&mut self, s: &Stmt, mut state: State) -> State {
        if let StmtKind::Io { kind, .. } = &s.kind {
            self.io(s, *kind, &mut state);
            return state;
        }
        if matches!(s.kind, StmtKind::Return(_)) {
            self.ends(&state);
        }
        if !s.kind.has_blocks() {
            self.forget_written(s, &mut state);
            return state;
        }
        let is_loop = matches!(s.kind, StmtKind::Do { .. } | StmtKind::Forall { .. });
        if is_loop {
            // a variable that an iteration changes is changed at the beginning of the next
            walk_block(std::slice::from_ref(s), &mut |inner| {
                self.forget_written(inner, &mut state)
            });
        }
        let before = state.clone();
        let mut after: Option<State> = (is_loop || !takes_one(&s.kind)).then(|| before.clone());
        s.kind.for_each_block(&mut |b| {
            let mut end = self.block(b, before.clone());
            if leaves(b) {
                end.placed = &end.placed & &before.placed;
                end.rewound = &end.rewound & &before.rewound;
                walk_block(b, &mut |s| {
                    if let StmtKind::Io { kind: IoKind::Open, .. } = &s.kind {
                        end.open.extend(connection(self.program, &s.kind));
                    }
                });
            }
            after = Some(after.as_ref().map_or_else(|| end.clone(), |a| a.joined(&end)));
        });
        let mut state = after.unwrap_or(before);
        self.forget_written(s, &mut state);
        state
    }

    fn io(&mut self, s: &Stmt, kind: IoKind, state: &mut State) {
        let found = connection(self.program, &s.kind);
        let names_record = control(&s.kind, "rec").or(control(&s.kind, "pos")).is_some();
        // an OPEN connects the number that it assigns
        let given = matches!(kind, IoKind::Open).then_some(found).flatten();
        self.forget_written_but(s, state, given);
        let Some(c) = found else { return };
        match kind {
            IoKind::Open => {
                state.placed.insert(c);
                state.open.insert(c);
                if control(&s.kind, "newunit").is_some() {
                    self.to_close.insert(c);
                }
            }
            IoKind::Rewind => {
                state.rewound.insert(c);
            }
            IoKind::Close => {
                state.without(c);
                state.open.remove(&c);
            }
            IoKind::Read | IoKind::Backspace => {
                self.read.insert(c);
                if !state.placed.contains(&c) {
                    self.unfit.insert(c);
                }
                if !state.rewound.contains(&c) && !names_record {
                    self.to_close.insert(c);
                }
            }
            IoKind::Write | IoKind::Print | IoKind::Endfile | IoKind::Flush | IoKind::Wait => {
                self.unfit.insert(c);
            }
            IoKind::Inquire => {}
        }
    }

    /// From here on, a changed variable names another unit.
    fn forget_written(&mut self, s: &Stmt, state: &mut State) {
        self.forget_written_but(s, state, None);
    }

    fn forget_written_but(&mut self, s: &Stmt, state: &mut State, kept: Option<Connection>) {
        let written = &self.facts.effects.of(s.id).writes;
        let changes = |c: &&Connection| match c {
            Connection::Number(_) => false,
            Connection::Variable(v) => self.facts.zones.of(*v).iter().any(|z: &ZoneId| written.contains(*z)),
        };
        let all: BTreeSet<Connection> = &state.placed | &state.open;
        for &c in all.iter().filter(changes).filter(|c| Some(**c) != kept) {
            state.without(c);
            // the number of the open unit is lost
            if state.open.remove(&c) {
                self.unfit.insert(c);
            }
        }
    }

    fn ends(&mut self, state: &State) {
        let left = &state.open & &self.to_close;
        self.unfit.extend(left);
    }
}

/// True for a construct that always runs one of its blocks.
fn takes_one(s: &StmtKind) -> bool {
    match s {
        StmtKind::If { arms, .. } => arms.last().is_some_and(|a| a.cond.is_none()),
        StmtKind::Select { cases, .. } => cases.iter().any(|c| c.values.is_none()),
        StmtKind::Directed { .. } | StmtKind::Associate { .. } | StmtKind::Scope { .. } => true,
        _ => false,
    }
}

/// True for a block that may be left other than at its end.
fn leaves(block: &[Stmt]) -> bool {
    let mut found = false;
    walk_block(block, &mut |s| {
        found |= matches!(s.kind, StmtKind::Exit(_) | StmtKind::Cycle(_))
    });
    found
}
