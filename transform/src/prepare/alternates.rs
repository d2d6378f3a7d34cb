//! Converts alternate returns to numbers.
//!
//! A procedure with alternate returns is copied: the copy has an integer as its last dummy argument, initially zero, to
//! which `RETURN e` assigns `e`. Jumps follow a call of the copy:
//!
//! ```text
//! call s(x, *10, *20)    →    call s(x, alternate)
//!                             if (alternate == 1) goto 10
//!                             if (alternate == 2) goto 20
//! ```
//!
//! If generated code calls the original procedure, the number is computed from the branch that the call takes
//! ([`written`]). The derivative has the number as an argument.

use crate::normalize::temps::{new_variable, Temps};
use crate::prepare::copies::{is_simple, Copies};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::{splice, walk_block};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// The alternate returns of a call, as the user wrote it.
#[derive(Clone, Debug)]
pub(crate) struct Returns {
    /// Their positions among the arguments.
    places: Vec<usize>,
    /// The dummy argument of the copy that receives the number.
    dummy: SmolStr,
}

/// Copies all procedures with alternate returns, and redirects calls to the copies.
pub(crate) fn number(program: &mut Program, copies: &mut Copies) -> BTreeMap<UnitId, UnitId> {
    let with_returns = |u: &Unit| u.is_definition() && u.args.contains(&None);
    let found = program.units.iter().filter(|(_, u)| with_returns(u));
    let found: Vec<UnitId> = found.map(|(u, _)| u).filter(|&u| is_simple(program, u)).collect();
    let made: BTreeMap<UnitId, UnitId> = found.into_iter().map(|u| (u, copy(program, copies, u))).collect();
    if !made.is_empty() {
        let units: Vec<UnitId> = program.units.iter().map(|(u, _)| u).collect();
        for unit in units {
            calls_of(program, copies, &made, unit);
        }
    }
    made
}

fn copy(program: &mut Program, copies: &mut Copies, unit: UnitId) -> UnitId {
    let copy = copies.unit(program, unit);
    program.units[copy].shares = Some(unit);
    let name = Temps::new(program, copy).names().fresh("alternate");
    let v = Variable {
        ty: DeclType::plain(Ty::Integer(4)),
        dims: vec![],
        storage: Storage::Dummy,
        attrs: Attrs {
            intent: Some(Intent::Out),
            ..Attrs::default()
        },
        init: None,
    };
    let dummy = new_variable(program, copy, name, v);
    let u = &mut program.units[copy];
    u.args.retain(Option::is_some);
    u.args.push(Some(dummy));
    let number = var(program, dummy);
    let mut body = std::mem::take(&mut program.units[copy].body);
    splice(&mut body, &mut |s| match &mut s.kind {
        StmtKind::Return(e) => e.take().map(|e| {
            let returns = Stmt::at(StmtKind::Return(None), s.span);
            vec![Stmt::at(assign(number.clone(), e).kind, s.span), returns]
        }),
        _ => None,
    });
    body.insert(0, assign(number, int(0)));
    program.renumber(&mut body);
    program.units[copy].body = body;
    copy
}

fn calls_of(program: &mut Program, copies: &mut Copies, made: &BTreeMap<UnitId, UnitId>, unit: UnitId) {
    let mut body = program.units[unit].body.clone();
    let mut numbers = None;
    let changed = splice(&mut body, &mut |s| {
        let StmtKind::Call { callee, args } = &mut s.kind else {
            return None;
        };
        let &target = made.get(&program.definition(callee.proc)?)?;
        let dummy = program.units[target].args.last().copied().flatten()?;
        let dummy = program.symbols[dummy].name.clone();
        let integer = DeclType::plain(Ty::Integer(4));
        let number = numbers
            .get_or_insert_with(|| Temps::new(program, unit).local_ref("alternate", integer, 0))
            .clone();
        let is_return = |a: &Arg| matches!(a.value, ArgValue::AltReturn(_));
        let places = (0..args.len()).filter(|&k| is_return(&args[k])).collect();
        let labels: Vec<u32> = args
            .iter()
            .filter_map(|a| match a.value {
                ArgValue::AltReturn(l) => Some(l),
                ArgValue::Expr(_) => None,
            })
            .collect();
        args.retain(|a| !is_return(a));
        args.push(Arg {
            keyword: args.iter().any(|a| a.keyword.is_some()).then(|| dummy.clone()),
            value: ArgValue::Expr(number.clone()),
        });
        callee.proc = copies.name_returning(program, callee.proc, target, Returns { places, dummy });
        let mut out = vec![Stmt::at(s.kind.clone(), s.span)];
        for (k, label) in labels.into_iter().enumerate() {
            let is_it = binary(BinaryOp::Eq, number.clone(), int(k as i64 + 1));
            out.push(Stmt::when(is_it, Stmt::new(StmtKind::Goto(label))));
        }
        Some(out)
    });
    if changed {
        program.renumber(&mut body);
        program.units[unit].body = body;
    }
}

/// The call that the user wrote, with statements that set the number of its return; `free` is a label above all that
/// are taken.
pub(crate) fn written(returns: &Returns, callee: &Callee, mut args: Vec<Arg>, free: &mut u32) -> Block {
    let is_number = |a: &Arg| a.keyword.as_ref() == Some(&returns.dummy);
    let place = args.iter().position(is_number).unwrap_or(args.len().saturating_sub(1));
    let number = match args.get(place).and_then(Arg::expr) {
        Some(e) => e.clone(),
        None => return vec![],
    };
    args.remove(place);
    let first = *free;
    let end = first + returns.places.len() as u32;
    *free = end + 1;
    for (label, &p) in (first..end).zip(&returns.places) {
        args.insert(
            p,
            Arg {
                keyword: None,
                value: ArgValue::AltReturn(label),
            },
        );
    }
    let callee = callee.clone();
    let mut out = vec![Stmt::new(StmtKind::Call { callee, args })];
    for (k, label) in (first..=end).enumerate() {
        let mut set = assign(number.clone(), int(k as i64));
        set.label = (k > 0).then(|| label - 1);
        out.push(set);
        if label < end {
            out.push(Stmt::new(StmtKind::Goto(end)));
        }
    }
    let mut last = Stmt::new(StmtKind::Continue);
    last.label = Some(end);
    out.push(last);
    out
}

/// A label above all in a block.
pub(crate) fn free_label(body: &Block) -> u32 {
    let mut most = 0;
    walk_block(body, &mut |s| most = most.max(s.label.unwrap_or(0)));
    most + 1
}
