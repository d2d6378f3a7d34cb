//! Interfaces of derivatives without source ([`crate::prepare::external`]), and messages about them.

use crate::assemble::generator::Generator;
use crate::context::place::Place;
use crate::normalize::partials::call_in;
use crate::options::mode::Mode;
use crate::prepare::external::interface::{dims_text, type_text};
use crate::prepare::external::known;
use adc_analysis::calls::bind_args;
use adc_analysis::Shadow;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use indexmap::IndexMap;

impl Generator<'_> {
    /// The keywords by which an argument, or the value of a function (no position), and its shadow are passed. For a
    /// procedure whose derivatives are in a module, the description defines them, whatever interfaces in the program
    /// say; for others the name of the shadow is found when it is created.
    pub(crate) fn keywords(
        &self,
        target: UnitId,
        place: Option<usize>,
        formal: SymbolId,
    ) -> (SmolStr, Option<SmolStr>) {
        let described = self.models.description(target).filter(|d| d.has_optional_shadows());
        let Some(d) = described else {
            return (self.out.symbols[formal].name.clone(), None);
        };
        let name = match place {
            Some(k) => d.arguments.get(k).map(|a| &a.name),
            None => d.result.as_ref(),
        };
        let name = name.unwrap_or(&d.name).clone();
        let letter = match self.mode {
            Mode::Tangent => "d",
            Mode::Reverse => "b",
        };
        let of_shadow = format!("{name}{letter}").into();
        (name, Some(of_shadow))
    }

    /// Reports how procedures without source and description are treated.
    pub(crate) fn tell_of_models(&mut self) {
        self.check_globals_of_unknown();
        if self.models.is_empty() {
            return;
        }
        let mut first: IndexMap<UnitId, (bool, Span)> = IndexMap::new();
        let units: Vec<UnitId> = self.units.keys().copied().collect();
        for u in units {
            walk_block(&self.primal.units[u].body, &mut |s| {
                let at = Place { unit: u, stmt: s.id };
                self.check_passive(at, s);
                self.check_partials(at, s);
                self.check_tape(s);
                self.check_existence(at, s);
                let called = self.called_by(s).into_iter().filter(|&t| self.models.is_assumed(t));
                for t in called.filter(|_| !self.is_constant(at)) {
                    let active = self.needs_derivative(at, t);
                    let known = first.entry(t).or_insert((active, s.span));
                    if active && !known.0 {
                        *known = (true, s.span);
                    }
                }
            });
        }
        let many = self.options.vector;
        let models: Vec<UnitId> = self
            .units
            .keys()
            .copied()
            .filter(|&u| self.models.contains(u))
            .collect();
        models
            .into_iter()
            .filter(|_| !many)
            .for_each(|u| self.check_written_by_hand(u));
        for (unit, (active, span)) in first {
            let name = self.primal.units[unit].name.clone();
            let library = known::library(&adc_frontend::ast::fold(&name));
            let d = if let Some(library) = library {
                // `check_tape` reports all procedures of the tape
                if !active || self.mode == Mode::Reverse && library.is_tape() {
                    continue;
                }
                self.refused_library(&name, library.name, span)
            } else if !active && self.is_told_of(&name) {
                continue;
            } else if active {
                self.assumption(unit, span)
            } else {
                self.taken_as_passive(&self.primal.units[unit].name, span)
            };
            self.messages.push(d);
        }
    }

    /// Refuses calls that need a derivative which the description says does not exist.
    fn check_existence(&mut self, at: Place, s: &Stmt) {
        let lacks = |t: &UnitId| {
            let described = self.models.description(*t);
            described.is_some_and(|d| d.single.lacks(self.mode) && d.vector.name(self.mode).is_none())
        };
        let called = self.called_by(s).into_iter().filter(lacks);
        let Some(missing) = called.into_iter().find(|&t| self.needs_derivative(at, t)) else {
            return;
        };
        if self.is_constant(at) {
            return;
        }
        let name = &self.primal.units[missing].name;
        if self
            .models
            .description(missing)
            .is_some_and(|d| d.exchanges && d.span.is_none())
        {
            let text = format!("this call of `{name}` may pass derivatives on, and cannot be differentiated yet");
            let d = Diagnostic::error(codes::UNSUPPORTED_MESSAGE, s.span, text).help(format!(
                "docs/how-to/mpi.md lists what is supported; if derivatives do not need this message, use `--assume-external-passive {name}`"
            ));
            if !self.messages.contains(&d) {
                self.messages.push(d);
            }
            return;
        }
        let kind = match self.mode {
            Mode::Tangent => "tangent",
            Mode::Reverse => "adjoint",
        };
        let text = format!("`{name}` has an active argument here, but its description says that it has no {kind}");
        let described = self.models.description(missing).map_or(Span::NONE, |d| d.span);
        let d = Diagnostic::error(codes::EXTERNAL_PROCEDURE, s.span, text)
            .also(described, "described here")
            .help(format!("give the file that defines `{name}`"));
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }

    /// Refuses adjoints of code that uses the tape, even of code that records passive values only: the pushes of the
    /// adjoint would come between those of the code and their pops.
    fn check_tape(&mut self, s: &Stmt) {
        if self.mode != Mode::Reverse {
            return;
        }
        let is_tape = |t: &UnitId| {
            let name = adc_frontend::ast::fold(&self.primal.units[*t].name);
            self.models.contains(*t) && self.models.description(*t).is_none() && known::changes_tape(&name)
        };
        let Some(used) = self.called_by(s).into_iter().find(is_tape) else {
            return;
        };
        let name = self.primal.units[used].name.clone();
        let text = format!("`{name}` uses the tape; code that uses the tape cannot be differentiated in reverse mode");
        let d = Diagnostic::error(codes::EXTERNAL_PROCEDURE, s.span, text).help(
            "differentiate it in tangent mode: `adc --tangent`; for second derivatives, `adc --hessian` does both steps",
        );
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }

    /// Checks calls of passive procedures: variables that they write have no derivative afterwards. If one may be
    /// written in part only, it is unknown which part.
    fn check_passive(&mut self, at: Place, s: &Stmt) {
        let StmtKind::Call { callee, args } = &s.kind else {
            return;
        };
        let target = self
            .primal
            .definition(callee.proc)
            .filter(|&t| self.models.is_passive(t));
        let Some((target, d)) = target.and_then(|t| Some((t, self.models.description(t)?.clone()))) else {
            return;
        };
        if !d.passive {
            return;
        }
        let bound = bind_args(self.primal, target, args);
        for (k, (formal, actual)) in self.primal.units[target].args.iter().zip(bound).enumerate() {
            let (Some(formal), Some(actual)) = (*formal, actual) else {
                continue;
            };
            let is_written = d.arguments.get(k).is_some_and(|a| a.writes);
            // the dummy argument is active where part of the old value may remain
            let stays = is_written && self.is_active(target, formal) && self.shadow_at(at, actual) != Shadow::None;
            if !stays || self.is_constant(at) {
                continue;
            }
            let name = self.primal.units[target].name.clone();
            let text = format!("`{name}` is described as passive, but may change a part of this active variable");
            let help =
                "in the description, list the argument in `overwrites` if the procedure always changes all of it; otherwise replace `passive` by `depends`";
            self.messages.push(
                Diagnostic::error(codes::BAD_DESCRIPTION, actual.span, text)
                    .also(d.span, "described here")
                    .help(help),
            );
        }
    }

    /// Refuses calls of procedures that return partial derivatives, but not all that are needed: what they return gives
    /// no other derivative.
    fn check_partials(&mut self, at: Place, s: &Stmt) {
        let Some((callee, args, value)) = call_in(s) else {
            return;
        };
        let Some(target) = self.primal.definition(callee.proc) else {
            return;
        };
        let unit = &self.primal.units[target];
        let Some(model) = unit.model().filter(|m| !m.partials.is_empty()) else {
            return;
        };
        let bound = bind_args(self.primal, target, args);
        let actual = |e: &Expr| match e.base_symbol() {
            Some(s) if unit.result == Some(s) => value,
            s => bound[unit.args.iter().position(|a| *a == s)?],
        };
        // the derivative of a result with partial derivatives is wanted after the assignment that follows
        let has_partial = |f: &Flow| has_partial_for(model, unit, &f.to);
        let is_wanted = |f: &Flow, e: &Expr| match has_partial(f) {
            true => self.is_active_designator(at.unit, e),
            false => self.shadow_at(at, e) != Shadow::None,
        };
        let missing = model.flows.iter().find_map(|f| {
            actual(&f.to).filter(|e| is_wanted(f, e))?;
            let varies = |e: &&Expr| actual(e).is_some_and(|a| self.has_varied(at, a));
            Some((&f.to, f.from.iter().find(varies)?))
        });
        let Some((to, from)) = missing.filter(|_| !self.is_constant(at)) else {
            return;
        };
        let name = |e: &Expr| e.base_symbol().map_or("", |s| self.primal.symbols[s].name.as_str());
        let text = format!(
            "the description of `{}` lacks a partial derivative of `{}` by `{}` that is needed here",
            unit.name,
            name(to),
            name(from)
        );
        // the derivative of a variable is wanted as a whole, also that of the part that gets the partial derivative
        let base = |e: &Expr| actual(e).and_then(Expr::base_symbol);
        let is_of = |e: &&Flow| has_partial(e) && base(&e.to).is_some() && base(&e.to) == base(to);
        let result = model
            .flows
            .iter()
            .filter(|_| !has_partial_for(model, unit, to))
            .find(is_of);
        let help = match (result, base(to)) {
            (Some(result), Some(shared)) => format!(
                "`{}` and `{}` are parts of `{}` here: pass a variable of its own for `{}`",
                name(&result.to),
                name(to),
                self.primal.symbols[shared].name,
                name(to)
            ),
            _ => "add it to `partials`; or list in `depends` what the result depends on".into(),
        };
        let described = self.models.description(target).map_or(Span::NONE, |d| d.span);
        self.messages.push(
            Diagnostic::error(codes::BAD_DESCRIPTION, s.span, text)
                .also(described, "described here")
                .help(help),
        );
    }

    /// True if an error about a procedure without source has been reported.
    fn is_told_of(&self, name: &str) -> bool {
        let quoted = format!("`{name}`");
        let mut known = self.messages.iter().filter(|m| m.code == codes::EXTERNAL_PROCEDURE);
        known.any(|m| m.is_error() && m.message.contains(&quoted))
    }

    fn assumption(&self, unit: UnitId, span: Span) -> Diagnostic {
        let name = &self.primal.units[unit].name;
        let d = self.units[&unit];
        let derivative = &self.out.units[d].name;
        let kind = match self.mode {
            Mode::Tangent => "tangent",
            Mode::Reverse => "adjoint",
        };
        let treatment = match self.primal.units[unit].kind {
            UnitKind::Function => "that it depends on all arguments and changes none",
            _ => "that it reads all arguments and may change each of them, depending on all, except as INTENT declares",
        };
        Diagnostic::warning(
            codes::EXTERNAL_PROCEDURE,
            span,
            format!("the source of `{name}` is not given: you must write its {kind}, `{derivative}`, by hand"),
        )
        .with_note(format!("its interface: {}", self.interface_text(unit, d)))
        .with_note(format!(
            "adc assumes of `{name}` {treatment}; and that it does not access COMMON blocks or module variables"
        ))
        .help(self.with_proposal(
            name,
            format!("give the file that defines `{name}`, or describe it in a file, `--external FILE`"),
        ))
    }

    /// The first line and the declarations of a derivative procedure.
    fn interface_text(&self, model: UnitId, d: UnitId) -> String {
        let is_many = self.derivative_in_many_directions(model).is_some();
        let unit = &self.out.units[d];
        let mut dummies: Vec<SymbolId> = unit.args.iter().flatten().copied().collect();
        let result = unit.result.filter(|_| unit.kind == UnitKind::Function);
        dummies.extend(result.filter(|_| is_many));
        let name = |s: SymbolId| self.out.symbols[s].name.as_str();
        let mut list: Vec<&str> = dummies.iter().map(|&s| name(s)).collect();
        let mut by_type: IndexMap<String, Vec<String>> = IndexMap::new();
        for &s in &dummies {
            let mut dims = dims_text(self.out.symbols[s].variable().map_or(&[], |v| &v.dims));
            if is_many && self.primals.contains_key(&s) {
                dims = match dims.strip_prefix('(') {
                    Some(others) => format!("(nd, {others}"),
                    None => "(nd)".into(),
                };
            }
            let names = by_type.entry(type_text(self.out.symbols[s].ty())).or_default();
            names.push(format!("{}{dims}", name(s)));
        }
        if is_many {
            list.push("nd");
            by_type.entry(type_text(Ty::Integer(4))).or_default().push("nd".into());
        }
        let opening = match result {
            Some(r) if !is_many => format!("{} function", type_text(self.out.symbols[r].ty())),
            _ => "subroutine".into(),
        };
        let declared = by_type
            .into_iter()
            .map(|(ty, names)| format!("{ty} {}", names.join(", ")));
        let declared: Vec<String> = declared.collect();
        format!("{opening} {}({}), {}", unit.name, list.join(", "), declared.join("; "))
    }
}

/// True if a model has partial derivatives of a result.
fn has_partial_for(model: &Model, unit: &Unit, result: &Expr) -> bool {
    let place = unit.args.iter().position(|a| *a == result.base_symbol());
    model.partials.iter().any(|p| p.of == place)
}
