//! Replaces branches of input and output by tests of a status.
//!
//! ```text
//! read (5, *, end=10, err=20) a     →     read (5, *, iostat=status) a
//!                                         if (is_iostat_end(status)) goto 10
//!                                         if (status > 0) goto 20
//! ```
//!
//! A condition without a branch stops the program, as it does without `iostat=`.

use super::temps::Temps;
use crate::rules::intrinsic;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::splice;
use adc_frontend::ir::*;

type Control = (Option<SmolStr>, IoControl);

/// Rewrites the branches in the body of a unit.
pub fn of_branches(program: &mut Program, unit: UnitId) {
    let mut body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    splice(&mut body, &mut |s| {
        let tests = tests(&mut temps, &mut s.kind)?;
        let kind = std::mem::replace(&mut s.kind, StmtKind::Continue);
        Some(vec![Stmt::at(kind, s.span), tests])
    });
    temps.program.units[unit].body = body;
}

/// Removes the branches of a statement. Returns equivalent tests that follow the statement; `None` if it has no
/// branches.
fn tests(temps: &mut Temps, s: &mut StmtKind) -> Option<Stmt> {
    let StmtKind::Io { controls, .. } = s else {
        return None;
    };
    let is = |c: &Control, word: &str| c.0.as_ref().is_some_and(|w| w.eq_ignore_ascii_case(word));
    let mut label = |word: &str| {
        let place = controls.iter().position(|c| is(c, word))?;
        match controls.remove(place).1 {
            IoControl::Label(l) => Some(l),
            _ => None,
        }
    };
    let labels = [label("end"), label("eor"), label("err")];
    if labels == [None; 3] {
        return None;
    }
    let asked = controls.iter().find_map(|c| match &c.1 {
        IoControl::Expr(e) if is(c, "iostat") => Some(e.clone()),
        _ => None,
    });
    let status = asked.clone().unwrap_or_else(|| {
        let own = temps.local_ref("status", DeclType::plain(Ty::Integer(4)), 0);
        controls.push((Some("iostat".into()), IoControl::Expr(own.clone())));
        own
    });
    let test = |name| intrinsic(name, vec![status.clone()], Ty::Logical(4), 0);
    let conditions = [
        test("is_iostat_end"),
        test("is_iostat_eor"),
        binary(BinaryOp::Gt, status.clone(), int(0)),
    ];
    let mut arms: Vec<Arm> = conditions
        .into_iter()
        .zip(labels)
        .filter_map(|(c, l)| Some(Arm::new(Some(c), vec![Stmt::new(StmtKind::Goto(l?))])))
        .collect();
    if labels.contains(&None) && asked.is_none() {
        let other = binary(BinaryOp::Ne, status, int(0));
        arms.push(Arm::new(Some(other), vec![Stmt::error_stop()]));
    }
    Some(Stmt::choice(arms))
}
