//! Makes jumps structured.
//!
//! After this pass the only jump left in a unit is `IF (c) EXIT` as the last statement of a loop body
//! ([`trailing_exit`]). The pass works on statement lists from the front:
//!
//! * A jump to the place that control reaches anyway is dropped: `CYCLE` at the end of a loop body, `RETURN` at the end
//!   of the unit, `GOTO 10` right before statement 10.
//! * `IF (c) CYCLE; rest` becomes `IF (c) THEN; ELSE; rest; END IF` if all arms that jump always do so; no flag is
//!   needed.
//! * Any other jump sets a flag, and `IF (.NOT. flag)` guards the skipped statements. A loop that is left ends its body
//!   with `IF (flag) EXIT`.
//! * The statements from a label up to the last jump back to it become an endless loop. The jump becomes its `CYCLE`,
//!   and the loop ends with an `EXIT`.
//! * A forward `GOTO` skips to its label, in the list that contains the label.
//! * A list with a jump into the middle of such a loop (irreducible control flow) becomes a dispatch loop: its pieces
//!   between labels are the cases of a `SELECT CASE` over the number of the next piece.
//!
//! FORMAT statements move to the end of the unit.
//!
//! Each jump out of a list nests the following statements one level deeper. From a certain depth on ([`DEEP`]), these
//! are guarded piece by piece instead, each up to the next jump. This costs a few more tests, but a thousand jumps do
//! not nest a thousand blocks.
//!
//! The pass cannot express a jump into a block from outside, which is not Fortran; it reports it.

mod lists;
mod loops;
mod scan;

use super::temps::Temps;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};
use scan::{drop_labels, has_jump};

/// The target of a jump.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Target {
    /// The end of the unit.
    Return,
    /// The end of the loop or construct with this number.
    Exit(usize),
    /// The next iteration of the loop with this number.
    Cycle(usize),
    /// The statement with this label.
    Label(u32),
}

/// The depth of lists from which on jumps do not nest them further.
const DEEP: usize = 60;

type Targets = IndexSet<Target>;

/// A loop or named construct around the current statement.
struct Frame {
    number: usize,
    name: Option<SmolStr>,
    is_loop: bool,
}

struct Jumps<'a, 'b> {
    temps: &'a mut Temps<'b>,
    flags: IndexMap<Target, SymbolId>,
    frames: Vec<Frame>,
    next: usize,
    /// The number of lists around the current one, itself included.
    depth: usize,
    messages: Vec<Diagnostic>,
}

/// Makes the body of a unit structured. The messages report jumps that it cannot replace.
pub fn structure(program: &mut Program, unit: UnitId) -> Vec<Diagnostic> {
    let body = std::mem::take(&mut program.units[unit].body);
    if !has_jump(&body) {
        program.units[unit].body = body;
        return vec![];
    }
    let mut temps = Temps::new(program, unit);
    let mut jumps = Jumps {
        temps: &mut temps,
        flags: IndexMap::new(),
        frames: vec![],
        next: 0,
        depth: 0,
        messages: vec![],
    };
    let tail = Targets::from([Target::Return]);
    let mut body = body;
    let formats = take_formats(&mut body);
    let (mut body, escapes) = jumps.list(body, &tail);
    body.extend(formats);
    for t in escapes {
        if let Target::Label(l) = t {
            jumps.messages.push(
                Diagnostic::error(
                    codes::UNSUPPORTED_CONTROL,
                    Span::NONE,
                    format!("adc cannot replace the jump to label {l} by loops and IF blocks"),
                )
                .help("write the jump as a loop or an IF block"),
            );
        }
    }
    let messages = std::mem::take(&mut jumps.messages);
    drop_labels(&mut body);
    program.units[unit].body = body;
    messages
}

/// Removes FORMAT statements from a block and its nested blocks, and returns them: they may stand anywhere in a unit,
/// even in unreachable code.
fn take_formats(block: &mut Block) -> Block {
    let mut out = vec![];
    for mut s in std::mem::take(block) {
        s.kind.for_each_block_mut(&mut |b| out.extend(take_formats(b)));
        match s.kind {
            StmtKind::Format(_) => out.push(s),
            _ => block.push(s),
        }
    }
    out
}

/// The test of the `IF (test) EXIT` that this pass puts at the end of a loop body.
pub fn trailing_exit(body: &Block) -> Option<&Expr> {
    let last = body.last()?;
    let StmtKind::If { arms, .. } = &last.kind else {
        return None;
    };
    let [Arm {
        cond: Some(cond), body, ..
    }] = arms.as_slice()
    else {
        return None;
    };
    let [Stmt {
        kind: StmtKind::Exit(None),
        ..
    }] = body.as_slice()
    else {
        return None;
    };
    Some(cond)
}

impl Jumps<'_, '_> {
    fn flag(&mut self, t: &Target) -> Expr {
        let symbol = match self.flags.get(t) {
            Some(&s) => s,
            None => {
                let stem = match t {
                    Target::Return => "returned".to_string(),
                    Target::Exit(_) => "left_loop".to_string(),
                    Target::Cycle(_) => "cycled".to_string(),
                    Target::Label(l) => format!("jumped_{l}"),
                };
                let s = self.temps.local(&stem, DeclType::plain(Ty::Logical(4)), 0);
                self.flags.insert(t.clone(), s);
                s
            }
        };
        var(self.temps.program, symbol)
    }

    fn set(&mut self, t: &Target, value: bool) -> Stmt {
        assign(self.flag(t), truth(value))
    }

    fn any(&mut self, targets: &Targets) -> Expr {
        let flags: Vec<Expr> = targets.iter().map(|t| self.flag(t)).collect();
        flags
            .into_iter()
            .reduce(|a, b| binary(BinaryOp::Or, a, b))
            .unwrap_or_else(|| int(0))
    }

    /// The number of the frame that a jump refers to.
    fn frame(&self, name: &Option<SmolStr>, need_loop: bool) -> Option<usize> {
        let fits = |f: &&Frame| match name {
            Some(n) => f.name.as_ref() == Some(n),
            None => f.is_loop,
        };
        let frame = self.frames.iter().rev().find(fits)?;
        (!need_loop || frame.is_loop).then_some(frame.number)
    }

    fn target(&self, s: &Stmt) -> Option<Target> {
        match &s.kind {
            StmtKind::Return(_) => Some(Target::Return),
            StmtKind::Exit(name) => self.frame(name, false).map(Target::Exit),
            StmtKind::Cycle(name) => self.frame(name, true).map(Target::Cycle),
            StmtKind::Goto(l) => Some(Target::Label(*l)),
            _ => None,
        }
    }
}
