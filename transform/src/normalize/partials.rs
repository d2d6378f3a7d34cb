//! Calls of procedures without source that return partial derivatives.
//!
//! ```text
//! call eos(t, s, rho, drdt, drds)       call eos(t, s, rho, drdt, drds)
//!                                       rho = with_partial(with_partial(passive(rho), t, drdt), s, drds)
//! ```
//!
//! The call itself gives `rho` no derivative ([`crate::prepare::external`]). The assignment does: it is a value like any
//! other, whose partial derivatives are variables, so the adjoint keeps those where it keeps values. Derivative code has
//! `rho = rho` of it, which [`crate::rules::linear`] drops.
//!
//! **Condition.** After the call, the arguments have their values from before the call, and subscripts name the same
//! elements. So the procedure changes neither what results have partial derivatives by, nor variables in subscripts. That
//! nothing is passed both to be read and to be changed is a rule of Fortran.
//! Arrays take part element by element: results and partial derivatives have the same rank, and what they are partial
//! derivatives by has it, too, or is a scalar. Their extents are assumed to agree.

use crate::options::description::Description;
use crate::rules::linear;
use adc_analysis::calls::bind_call;
use adc_frontend::ast::fold;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

/// Adds the assignments to a procedure.
pub fn calls(program: &mut Program, unit: UnitId, described: &[Description]) -> Vec<Diagnostic> {
    if !program.units.iter().any(|(_, u)| has_partials(u)) {
        return vec![];
    }
    let mut messages = vec![];
    let mut body = std::mem::take(&mut program.units[unit].body);
    visit::splice_inside(&mut body, &|s| !is_masked(s), &mut |s| {
        let found = match elsewhere(program, s) {
            Some(misfit) => Err(misfit),
            None => assignments(program, s)?,
        };
        let more = match found {
            Ok(more) => more,
            Err(message) => {
                let name = message.name;
                let of = described.iter().find(|d| d.name == name);
                let d = Diagnostic::error(codes::BAD_DESCRIPTION, message.span, message.text);
                messages.push(match of {
                    Some(of) => d.also(of.span, "described here"),
                    None => d,
                });
                return None;
            }
        };
        let call = Stmt {
            label: None,
            lead: vec![],
            trail: None,
            ..s.clone()
        };
        let more = more.into_iter().map(|m| Stmt { span: s.span, ..m });
        Some(std::iter::once(call).chain(more).collect())
    });
    program.units[unit].body = body;
    messages
}

/// The call of a subroutine, or of a function whose value is assigned to the last one.
pub(crate) fn call_in(s: &Stmt) -> Option<(&Callee, &[Arg], Option<&Expr>)> {
    if let StmtKind::Call { callee, args } = &s.kind {
        return Some((callee, args, None));
    }
    let StmtKind::Assign { lhs, rhs } = &s.kind else {
        return None;
    };
    let ExprKind::Call(callee, args) = &rhs.kind else {
        return None;
    };
    Some((callee, args, Some(lhs)))
}

fn has_partials(unit: &Unit) -> bool {
    unit.model().is_some_and(|m| !m.partials.is_empty())
}

/// True for constructs whose statements stay together.
fn is_masked(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Where { .. } | StmtKind::Forall { .. })
}

/// A call of such a procedure that no statement can follow: in a part of an expression, or in a masked construct.
fn elsewhere(program: &Program, s: &Stmt) -> Option<Misfit> {
    let own = if let StmtKind::Assign { rhs, .. } = &s.kind {
        Some(rhs)
    } else {
        None
    };
    let mut found = None;
    let mut see = |e: &Expr| {
        visit::walk_expr(e, &mut |x| {
            let ExprKind::Call(callee, _) = &x.kind else { return };
            let is_own = own.is_some_and(|o| std::ptr::eq(o, x)) && !is_masked(s);
            let target = program.definition(callee.proc).map(|u| &program.units[u]);
            if let Some(unit) = target.filter(|u| has_partials(u) && !is_own) {
                let why = "this call is part of an expression: assign its value to a variable";
                found.get_or_insert_with(|| Misfit::of(unit, s.span, why));
            }
        });
    };
    match is_masked(s) {
        true => visit::walk_block_exprs(std::slice::from_ref(s), &mut see),
        false => visit::stmt_exprs(&s.kind, &mut see),
    }
    found
}

/// The reason for which a call does not fit its description.
struct Misfit {
    name: adc_frontend::ast::SmolStr,
    span: Span,
    text: String,
}

impl Misfit {
    fn of(unit: &Unit, span: Span, why: &str) -> Misfit {
        let name = &unit.name;
        Misfit {
            name: fold(name),
            span,
            text: format!("`{name}` is described as returning partial derivatives, but {why}"),
        }
    }
}

/// A result, with its derivative.
struct Given {
    /// The position of the argument; `None` for the value of a function.
    place: Option<usize>,
    result: Expr,
    /// What it is differentiated by, and the partial derivatives.
    terms: Vec<(Expr, Expr)>,
}

/// The assignments after a statement; `None` if it calls no such procedure.
fn assignments(program: &Program, s: &Stmt) -> Option<Result<Block, Misfit>> {
    let (callee, args, value) = call_in(s)?;
    let target = program.definition(callee.proc)?;
    let model = program.units[target].model().filter(|m| !m.partials.is_empty())?;
    let bound = bind_call(program, target, callee, args);
    let written = |v: SymbolId| {
        let is_written = |f: &Flow| {
            let to = f.to.base_symbol();
            let place = program.units[target].args.iter().position(|a| a.is_some() && *a == to);
            let actual = place
                .and_then(|k| bound.get(k).copied().flatten())
                .and_then(Expr::base_symbol);
            actual.or(to) == Some(v)
        };
        model.flows.iter().any(is_written)
    };
    let site = Site {
        program,
        target,
        bound: &bound,
        span: s.span,
        is_written: &written,
    };
    let mut out: Vec<Given> = vec![];
    for p in &model.partials {
        let of = match p.of {
            Some(k) => site.argument(k),
            None => value
                .cloned()
                .ok_or_else(|| site.misfit("its value is not assigned".into())),
        };
        let term = of.and_then(|of| Ok((of.clone(), site.term(&of, p)?)));
        let (of, term) = match term {
            Ok(found) => found,
            Err(why) => return Some(Err(why)),
        };
        let Some(term) = term else { continue };
        match out.iter_mut().find(|o| o.place == p.of) {
            Some(known) => known.terms.push(term),
            None => out.push(Given {
                place: p.of,
                result: of,
                terms: vec![term],
            }),
        }
    }
    let all = out
        .into_iter()
        .map(|g| assign(g.result.clone(), linear::with_partials(g.result, g.terms)));
    Some(Ok(all.collect()))
}

/// A call of such a procedure.
struct Site<'s> {
    program: &'s Program,
    target: UnitId,
    bound: &'s [Option<&'s Expr>],
    span: Span,
    is_written: &'s dyn Fn(SymbolId) -> bool,
}

impl Site<'_> {
    fn misfit(&self, why: String) -> Misfit {
        Misfit::of(&self.program.units[self.target], self.span, &why)
    }

    fn dummy(&self, k: usize) -> Option<SymbolId> {
        self.program.units[self.target].args.get(k).copied().flatten()
    }

    fn name(&self, k: usize) -> &str {
        self.dummy(k).map_or("", |s| &self.program.symbols[s].name)
    }

    /// The variable that the call passes for a result or a partial derivative.
    fn argument(&self, k: usize) -> Result<Expr, Misfit> {
        let name = self.name(k);
        let Some(e) = self.bound.get(k).copied().flatten() else {
            return Err(self.misfit(format!("this call does not pass `{name}`")));
        };
        if !e.is_designator() {
            return Err(self.misfit(format!("this call passes no variable for `{name}`")));
        }
        self.fits(k, e)?;
        Ok(e.clone())
    }

    /// A term of the derivative of a result; `None` if it has none, since the argument is no variable.
    fn term(&self, of: &Expr, p: &Partial) -> Result<Option<(Expr, Expr)>, Misfit> {
        let partial = self.argument(p.at)?;
        if of.ty != partial.ty || of.rank != partial.rank {
            let name = self.name(p.at);
            return Err(self.misfit(format!("here `{name}` has another type or rank than the result")));
        }
        // an expression without a derivative: `hoist` makes variables of others
        let Some(by) = self.bound[p.by].filter(|e| e.is_designator()) else {
            return Ok(None);
        };
        self.fits(p.by, by)?;
        if of.same(by) || partial.same(by) {
            let name = self.name(p.by);
            return Err(self.misfit(format!("this call changes what it passes for `{name}`")));
        }
        if by.ty != of.ty || by.rank != of.rank && by.rank > 0 {
            let name = self.name(p.by);
            return Err(self.misfit(format!("here `{name}` has another type or rank than the result")));
        }
        Ok(Some((by.clone(), partial)))
    }

    /// Refuses what has no derivative of this kind, or another value after the call.
    fn fits(&self, k: usize, e: &Expr) -> Result<(), Misfit> {
        let name = self.name(k);
        if !matches!(e.ty, Ty::Real(_)) {
            return Err(self.misfit(format!("here `{name}` is not real")));
        }
        let takes_array = self.dummy(k).is_some_and(|s| self.program.symbols[s].rank() > 0);
        if takes_array && e.rank == 0 {
            let text = "gets one element, and takes an array: pass the array, or a part of it";
            return Err(self.misfit(format!("here `{name}` {text}")));
        }
        let mut changes = false;
        visit::subscripts(e, &mut |x| {
            changes |= visit::mentions(x, self.is_written) || visit::has_call(x)
        });
        match changes {
            true => Err(self.misfit(format!("it changes what subscripts of `{name}` read"))),
            false => Ok(()),
        }
    }
}
