//! Programs that report what they compute: a call after each assignment, and after each call.
//!
//! `call adc_trace(point, value)` is beside the module `adc_check` of the runtime. The value of an array is the sum of its
//! elements; after a call, and for what is no number, it is zero. Where another entity of the program has the name of an
//! intrinsic function that the report needs, a block around the call declares it; if the designator has that name, too, the
//! value is zero. Pure procedures, the bodies of WHERE and FORALL, and
//! statements with labels report nothing.

use crate::deep;
use crate::error::Error;
use crate::program::{Generated, Program, Read};
use crate::sources::{form_of_name, Form, Source};
use adc_frontend::ast::{fold, Arg, ArgValue, Attr, End, Entity, Expr, ExprKind, IfArm, Name, Part, Prefix, SmolStr};
use adc_frontend::ast::{Stmt, StmtKind, Unit, UnitKind};
use adc_frontend::diag::any_error;
use adc_frontend::ir::{self, visit::walk_block, Ty};
use adc_frontend::span::{SourceMap, Span};
use std::collections::HashMap;

/// Texts with reports.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Traced {
    /// The texts, in the order of the originals.
    pub texts: Vec<String>,
    /// The points that report, by their numbers from 0 on.
    pub points: Vec<Point>,
}

/// A statement that reports.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Point {
    /// The name of its text.
    pub file: String,
    /// Its line there.
    pub line: usize,
    /// The procedure that contains it, in lower case.
    pub procedure: String,
    /// The variable that it sets, or the procedure that it calls, in lower case without blanks.
    pub target: String,
    /// The statement.
    pub text: String,
}

/// Adds reports to derivative programs of a program, in the form of Fortran that their names say.
///
/// # Errors
/// If a text has errors.
pub fn traced(program: &Program, texts: &[Source]) -> Result<Traced, Error> {
    deep::run(None, || with_reports(&program.0, texts))
}

fn with_reports(read: &Read, texts: &[Source]) -> Result<Traced, Error> {
    let form = |s: &Source| s.form.or(form_of_name(&s.name)).unwrap_or(Form::Free);
    let generated: Vec<Generated> = texts
        .iter()
        .map(|s| Generated {
            name: s.name.clone(),
            home: None,
            text: String::from_utf8_lossy(&s.text).into_owned(),
            form: form(s),
        })
        .collect();
    let joined = read.joined(&generated);
    if any_error(&joined.messages) {
        return Err(Error::of_source(&joined.messages, &joined.map));
    }
    let mut adding = Adding {
        map: &joined.map,
        ranks: ranks(&joined.program),
        hidden: hidden(&joined.program),
        points: vec![],
        procedure: String::new(),
    };
    let first = joined.trees.len() - texts.len();
    let mut out = vec![];
    for (tree, source) in joined.trees[first..].iter().zip(texts) {
        let mut tree = tree.clone();
        tree.units.iter_mut().for_each(|u| adding.unit(u, false));
        out.push(adc_unparse::print_file(&tree, form(source)));
    }
    Ok(Traced {
        texts: out,
        points: adding.points,
    })
}

/// The ranks of the numbers that assignments set, by the places of these statements.
fn ranks(program: &ir::Program) -> HashMap<u32, u8> {
    let mut all = HashMap::new();
    for (_, unit) in program.units.iter() {
        walk_block(&unit.body, &mut |s| {
            if let ir::StmtKind::Assign { lhs, .. } = &s.kind {
                // longer integers may be addresses, which differ from run to run
                if matches!(lhs.ty, Ty::Real(_) | Ty::Complex(_) | Ty::Integer(..=4)) {
                    all.insert(s.span.lo, lhs.rank);
                }
            }
        });
    }
    all
}

/// The intrinsic functions of reports of which something else in the program has the name.
fn hidden(program: &ir::Program) -> Vec<&'static str> {
    let is_other = |name: &str| {
        program.symbols.iter().any(|(_, symbol)| {
            let is_intrinsic = matches!(symbol.kind, ir::SymbolKind::Intrinsic(_));
            !is_intrinsic && symbol.name.eq_ignore_ascii_case(name)
        })
    };
    ["real", "sum"].into_iter().filter(|name| is_other(name)).collect()
}

struct Adding<'a> {
    map: &'a SourceMap,
    ranks: HashMap<u32, u8>,
    /// See [`hidden`].
    hidden: Vec<&'static str>,
    points: Vec<Point>,
    /// The procedure that is read, in lower case.
    procedure: String,
}

impl Adding<'_> {
    fn unit(&mut self, unit: &mut Unit, within_pure: bool) {
        let (prefix, name): (&[Prefix], _) = match &unit.kind {
            UnitKind::Subroutine { prefix, name, .. } | UnitKind::Function { prefix, name, .. } => (prefix, Some(name)),
            _ => (&[], None),
        };
        self.procedure = name.map_or_else(String::new, |n| fold(&n.text).to_string());
        let is_pure = within_pure || prefix.iter().any(|p| matches!(p, Prefix::Pure | Prefix::Elemental));
        if !is_pure {
            self.block(&mut unit.body);
        }
        unit.contains.iter_mut().for_each(|u| self.unit(u, is_pure));
    }

    fn block(&mut self, block: &mut Vec<Stmt>) {
        for mut s in std::mem::take(block) {
            self.inside(&mut s.kind);
            let report = match s.label {
                None => self.report(&s),
                Some(_) => None,
            };
            block.push(s);
            block.extend(report);
        }
    }

    /// Adds reports to the blocks of a construct. A statement after IF becomes a block.
    fn inside(&mut self, kind: &mut StmtKind) {
        if let StmtKind::If { arms, .. } = kind {
            arms.iter_mut().for_each(|a| self.block(&mut a.body));
        } else if let StmtKind::Do { body, end: Some(_), .. }
        | StmtKind::Associate { body, .. }
        | StmtKind::BlockConstruct { body, .. } = kind
        {
            self.block(body);
        } else if let StmtKind::SelectCase { cases, .. } = kind {
            cases.iter_mut().for_each(|c| self.block(&mut c.body));
        } else if let StmtKind::SelectType { guards, .. } = kind {
            guards.iter_mut().for_each(|g| self.block(&mut g.body));
        } else if let StmtKind::IfStmt { cond, then } = kind {
            if let Some(report) = self.report(then) {
                let arm = IfArm {
                    head: End::default(),
                    cond: Some(cond.clone()),
                    body: vec![(**then).clone(), report],
                };
                *kind = StmtKind::If {
                    name: None,
                    arms: vec![arm],
                    end: End::default(),
                };
            }
        }
    }

    /// The call that reports a statement.
    fn report(&mut self, s: &Stmt) -> Option<Stmt> {
        let mut hidden = vec![];
        let (target, value) = if let StmtKind::Assign { lhs, .. } = &s.kind {
            let target = self.map.text(lhs.span);
            let rank = self.ranks.get(&s.span.lo);
            let functions: &[&str] = match rank {
                None => &[],
                Some(0) => &["real"],
                Some(_) => &["real", "sum"],
            };
            hidden.extend(self.hidden.iter().copied().filter(|name| functions.contains(name)));
            let number = || reference("real", vec![lhs.clone(), integer(8)]);
            let value = match rank {
                None => zero(),
                // the block would hide it
                Some(_) if hidden.iter().any(|name| mentions(target, name)) => zero(),
                Some(0) => number(),
                Some(_) => reference("sum", vec![number()]),
            };
            (target.to_string(), value)
        } else if matches!(s.kind, StmtKind::Call { .. }) {
            (self.map.text(s.span).to_string(), zero())
        } else {
            return None;
        };
        let (file, line, _) = self.map.place(s.span.lo)?;
        let point = Point {
            file: file.to_string(),
            line,
            procedure: self.procedure.clone(),
            target: fold(&target)
                .chars()
                .filter(|c| !c.is_whitespace() && *c != '&')
                .collect(),
            text: self.map.text(s.span).to_string(),
        };
        self.points.push(point);
        let args = [integer(self.points.len() - 1), value];
        let call = statement(StmtKind::Call {
            proc: reference_to("adc_trace", vec![]),
            args: args.into_iter().map(argument).collect(),
            parens: true,
        });
        Some(with_intrinsics(call, &hidden))
    }
}

/// A call in which intrinsic functions have their names.
fn with_intrinsics(call: Stmt, names: &[&str]) -> Stmt {
    if names.is_empty() {
        return call;
    }
    let entity = |name: &&str| Entity {
        name: name_of(name),
        dims: None,
        codims: None,
        len: None,
        init: None,
    };
    let intrinsics = statement(StmtKind::AttrDecl {
        attr: Attr::Intrinsic,
        colons: true,
        entities: names.iter().map(entity).collect(),
        blocks: vec![],
    });
    statement(StmtKind::BlockConstruct {
        name: None,
        body: vec![intrinsics, call],
        end: End::default(),
    })
}

/// True if a word of a text is the name.
fn mentions(text: &str, name: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.any(|w| w.eq_ignore_ascii_case(name))
}

fn statement(kind: StmtKind) -> Stmt {
    Stmt {
        kind,
        label: None,
        lead: vec![],
        trail: None,
        span: Span::NONE,
    }
}

fn expression(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NONE }
}

fn integer(n: impl ToString) -> Expr {
    expression(ExprKind::Int(n.to_string().into()))
}

fn zero() -> Expr {
    expression(ExprKind::Real(SmolStr::new("0.0d0")))
}

fn argument(e: Expr) -> Arg {
    Arg {
        keyword: None,
        value: ArgValue::Expr(e),
    }
}

fn name_of(name: &str) -> Name {
    Name {
        text: name.into(),
        span: Span::NONE,
    }
}

fn reference(name: &str, args: Vec<Expr>) -> Expr {
    reference_to(name, vec![args.into_iter().map(argument).collect()])
}

fn reference_to(name: &str, args: Vec<Vec<Arg>>) -> Expr {
    expression(ExprKind::Designator(vec![Part {
        name: name_of(name),
        args,
        image: None,
    }]))
}
