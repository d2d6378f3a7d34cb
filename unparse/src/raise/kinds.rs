//! A check of the default kinds that generated text assumes.
//!
//! The tape is called without interfaces: a compiler whose `real` has eight bytes would push four of them without any
//! message. So text that passes values of default kinds to the tape declares the assumed kinds, in a constant that
//! compilers with other defaults reject:
//!
//! ```text
//! integer, parameter :: default_kinds = 1/merge(1, 0, kind(0.0) == 4)
//! ```
//!
//! With a flag for default reals, variables are declared with their kinds, and the check concerns those that the user
//! declares without a kind.
//!
//! It occurs once per file, in the first unit where `kind` and `merge` are the intrinsic functions, also in what it
//! contains, under a name that is free there. A file without such a unit has no check.

use super::build::{arg, binary, entity, expr, int, reference, stmt, type_spec};
use adc_frontend::ast::{self, Attr, BaseType, Trivia};
use adc_frontend::consteval::{kind_of_literal, LiteralKind};
use adc_frontend::ir::visit::{walk_block, walk_expr};
use adc_frontend::ir::*;
use adc_frontend::span::{Form, Span};
use std::collections::BTreeSet;

/// Kind of default reals, integers and logicals without flags.
pub(super) const USUAL: u8 = 4;

const NAME: &str = "default_kinds";
const WHY: &str = " values of these kinds are recorded: flags such as -fdefault-real-8 have to be given to adc, too";

/// Default kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Default {
    Real,
    Double,
    Integer,
}

/// The unit that declares the kinds assumed by a file, and the declaration.
pub(super) fn declaration(program: &Program, form: Form, units: &[UnitId]) -> Option<(UnitId, ast::Stmt)> {
    let mut used = BTreeSet::new();
    units.iter().for_each(|&u| of_unit(program, form, u, &mut used));
    if used.is_empty() {
        return None;
    }
    let is_free = |u: UnitId, name: &str| program.lookup(u, name).is_none() && !comes_by_use(program, units, u, name);
    let is_plain = |u: UnitId| {
        ["kind", "merge"]
            .iter()
            .all(|n| is_free(u, n) && !contains(program, u, n))
    };
    let unit = units.iter().copied().find(|&u| is_plain(u))?;
    let numbered = (0..).map(|i| format!("{NAME}{i}"));
    let name = std::iter::once(NAME.into())
        .chain(numbered)
        .find(|n| is_free(unit, n) && !names_module(program, unit, n))?;
    let all = used
        .into_iter()
        .map(|d| test(program.kinds, d))
        .reduce(|a, b| binary(ast::BinaryOp::And, a, b))?;
    let one_if = reference("merge", vec![arg(int(1)), arg(int(0)), arg(all)]);
    let mut constant = entity(name.as_str());
    constant.init = Some(ast::Init::Value(binary(ast::BinaryOp::Div, int(1), one_if)));
    let is_module = program.units[unit].kind == UnitKind::Module;
    let mut out = stmt(ast::StmtKind::TypeDecl {
        ty: type_spec(BaseType::Integer),
        attrs: [Attr::Parameter]
            .into_iter()
            .chain(is_module.then_some(Attr::Private))
            .collect(),
        colons: true,
        entities: vec![constant],
    });
    out.lead.push(Trivia::Comment(WHY.into(), Span::NONE));
    Some((unit, out))
}

/// True for the name of a module that a unit uses; no other entity can have this name there.
fn names_module(program: &Program, unit: UnitId, name: &str) -> bool {
    let used = &program.units[unit].uses;
    used.iter().any(|u| u.name.eq_ignore_ascii_case(name))
}

/// True if a unit contains, at any depth, a procedure of a name. gfortran 12 takes the intrinsic function that a module
/// names for the internal procedure.
fn contains(program: &Program, unit: UnitId, name: &str) -> bool {
    program.units[unit]
        .contains
        .iter()
        .any(|&u| program.units[u].name.eq_ignore_ascii_case(name) || contains(program, u, name))
}

/// True for a name that a USE statement without a list imports into a unit. Reprinted modules contain names that were
/// absent when the unit was resolved.
fn comes_by_use(program: &Program, printed: &[UnitId], unit: UnitId, name: &str) -> bool {
    let of_text = |m: UnitId| {
        let is_it = |p: &&UnitId| {
            let p = &program.units[**p];
            p.kind == UnitKind::Module && p.name.eq_ignore_ascii_case(&program.units[m].name)
        };
        printed.iter().find(is_it).copied().unwrap_or(m)
    };
    let has = |m: UnitId| {
        let named = program.units[m].names.get(name);
        named.is_some_and(|&s| !program.symbols[s].private) || comes_by_use(program, printed, m, name)
    };
    let u = &program.units[unit];
    let modules = u.uses.iter().filter(|x| !x.only).filter_map(|x| x.module);
    modules.map(of_text).any(has) || u.parent.is_some_and(|p| comes_by_use(program, printed, p, name))
}

/// `kind(0.0) == 4`
fn test(kinds: Kinds, of: Default) -> ast::Expr {
    let (zero, kind) = match of {
        Default::Real => (ast::ExprKind::Real("0.0".into()), kinds.real),
        Default::Double => (ast::ExprKind::Real("0.0d0".into()), kinds.double),
        Default::Integer => (ast::ExprKind::Int("0".into()), 4),
    };
    let asked = reference("kind", vec![arg(expr(zero))]);
    binary(ast::BinaryOp::Eq, asked, int(kind))
}

/// The default kinds of the values that a unit, with its contained procedures, passes to the tape.
fn of_unit(program: &Program, form: Form, unit: UnitId, used: &mut BTreeSet<Default>) {
    let u = &program.units[unit];
    if program.kinds.real != USUAL && u.symbols.iter().any(|&s| is_plain_of_user(program, s)) {
        used.insert(Default::Real);
    }
    walk_block(&u.body, &mut |s| match &s.kind {
        StmtKind::Push(e) | StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } => {
            if let Some(ty) = declared(program, e) {
                of_type(program, form, ty, used);
            }
        }
        _ => {}
    });
    u.contains.iter().for_each(|&c| of_unit(program, form, c, used));
}

/// True for a variable that the user declares without a kind: the flag must hold for the user's files, too.
fn is_plain_of_user(program: &Program, s: SymbolId) -> bool {
    let symbol = &program.symbols[s];
    let variable = symbol.variable().filter(|_| !symbol.span.is_none());
    variable.is_some_and(|v| {
        matches!(v.ty.spelling, KindSpelling::Plain)
            && matches!(v.ty.ty, Ty::Real(k) | Ty::Complex(k) if k == program.kinds.real)
    })
}

/// The declared type of a designator.
fn declared<'p>(program: &'p Program, e: &Expr) -> Option<&'p DeclType> {
    match &e.kind {
        ExprKind::Index(base, _) => declared(program, base),
        ExprKind::Var(s) | ExprKind::Component(_, s) => program.symbols[*s].variable().map(|v| &v.ty),
        _ => None,
    }
}

fn of_type(program: &Program, form: Form, ty: &DeclType, used: &mut BTreeSet<Default>) {
    let kinds = program.kinds;
    match (&ty.spelling, ty.ty) {
        (KindSpelling::Expr(e), _) => of_kind(program, e, used),
        (KindSpelling::Double, Ty::Real(k)) if k == kinds.double => used.extend([Default::Double]),
        (KindSpelling::Plain, Ty::Real(USUAL) | Ty::Complex(USUAL)) if kinds.real == USUAL => {
            used.extend([Default::Real])
        }
        // fixed form has DOUBLE PRECISION
        (KindSpelling::Plain, Ty::Real(8)) if kinds.double == 8 && form == Form::Fixed => {
            used.extend([Default::Double])
        }
        (KindSpelling::Plain, Ty::Integer(4) | Ty::Logical(4)) => used.extend([Default::Integer]),
        // the kind is printed
        (KindSpelling::Double | KindSpelling::Plain | KindSpelling::Star(_), _) => {}
    }
}

/// Default kinds in an expression for a kind: `kind(1.0d0)`, also through named constants.
fn of_kind(program: &Program, e: &Expr, used: &mut BTreeSet<Default>) {
    walk_expr(e, &mut |x| match &x.kind {
        ExprKind::Real(text) => used.extend(match kind_of_literal(text) {
            LiteralKind::Default => Some(Default::Real),
            LiteralKind::Double => Some(Default::Double),
            LiteralKind::Quad | LiteralKind::Number(_) | LiteralKind::Named(_) => None,
        }),
        ExprKind::Var(s) => {
            if let SymbolKind::Constant(c) = &program.symbols[*s].kind {
                of_kind(program, &c.value, used);
            }
        }
        _ => {}
    });
}
