//! Names and the subscripts or arguments after them: element, section, substring, component, function reference,
//! constructor.

use super::messages::{count, type_name};
use super::state::{node, Resolver};
use super::variables::{own_rank, Want};
use crate::ast::{self, fold, ArgValue as A, Name, Part};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::near::did_you_mean;

impl Resolver<'_> {
    /// `a%b(i)(1:2)`.
    pub(super) fn designator(&mut self, parts: &[Part], span: Span, want: Want) -> Expr {
        let Some((first, rest)) = parts.split_first() else {
            // the parser's placeholder for unparsable text, which it has reported
            return node(ExprKind::Int("0".into()), Ty::Typeless, 0, span);
        };
        for part in parts {
            if let Some(image) = &part.image {
                self.leave_out("a reference to another image", part.name.span);
                for arg in image {
                    if let A::Expr(e) = &arg.value {
                        self.expr(e);
                    }
                }
            }
        }
        if rest.is_empty() {
            return self.first_part(first, span, want);
        }
        // all parts but the last are a variable or a function's value
        let mut e = self.first_part(
            first,
            first.name.span,
            if want == Want::Define { want } else { Want::Value },
        );
        for (i, part) in rest.iter().enumerate() {
            let last = i + 1 == rest.len();
            let at = if last { span } else { first.name.span.to(part.name.span) };
            e = self.component_part(e, part, at, if last { want } else { Want::Value });
        }
        e
    }

    fn first_part(&mut self, part: &Part, span: Span, want: Want) -> Expr {
        let name = &part.name;
        let folded = fold(&name.text);
        let Some(s) = self.lookup(&folded) else {
            return self.unknown_name(part, &folded, span, want);
        };
        if self.is_ambiguous(name, &folded) {
            return self.bad(span);
        }
        if let Some(value) = self.kind_param(s, span) {
            return value;
        }
        let args = part.args.as_slice();
        match &self.p.symbols[s].kind {
            SymbolKind::Variable(v) => {
                let is_array = !v.dims.is_empty();
                if args.is_empty() {
                    return self.whole(s, name, span, want);
                }
                if is_array || self.is_poison(s) || is_substring(v.ty.ty, args) {
                    let base = self.whole(
                        s,
                        name,
                        name.span,
                        if want == Want::Argument { Want::Value } else { want },
                    );
                    return self.subscripted(base, args, span);
                }
                self.scalar_with_arguments(s, part, span, want)
            }
            SymbolKind::Constant(c) => {
                if want == Want::Define {
                    self.report(Diagnostic::error(
                        codes::TYPE_MISMATCH,
                        span,
                        format!("`{}` is a named constant and cannot be given a value", name.text),
                    ));
                    return self.bad(span);
                }
                let (ty, rank) = (c.ty.ty, c.dims.len() as u8);
                let base = node(
                    ExprKind::Var(s),
                    ty,
                    rank,
                    if args.is_empty() { span } else { name.span },
                );
                self.subscripted(base, args, span)
            }
            SymbolKind::Procedure(_) => match args.split_first() {
                Some((list, more)) => {
                    self.no_more(more, span);
                    let list = self.actual_args(list);
                    self.function_call(Callee::direct(s), list, name, span)
                }
                None => self.procedure_value(s, name, span, want),
            },
            SymbolKind::StatementFunction(_) => match args.split_first() {
                Some((list, more)) => {
                    self.no_more(more, span);
                    let list = self.actual_args(list);
                    self.function_call(Callee::direct(s), list, name, span)
                }
                None => {
                    self.misused(s, name, span);
                    self.bad(span)
                }
            },
            SymbolKind::Generic(_) => match args.split_first() {
                Some((list, more)) => {
                    self.no_more(more, span);
                    self.generic_reference(s, list, name, span)
                }
                None => self.procedure_value(s, name, span, want),
            },
            SymbolKind::Type(def) => match args.split_first() {
                // parameters may stand among the values, or in a list before them
                Some((list, more)) if !def.params.is_empty() => {
                    let args = self.actual_args(more.last().unwrap_or(list));
                    self.instance_constructor(s, args, span)
                }
                Some((list, more)) => {
                    self.no_more(more, span);
                    self.constructor(s, list, name, span)
                }
                None => {
                    self.misused(s, name, span);
                    self.bad(span)
                }
            },
            &SymbolKind::Intrinsic(id) => match args.split_first() {
                Some((list, more)) => {
                    self.no_more(more, span);
                    let list = self.actual_args(list);
                    self.intrinsic_reference(id, name, list, span)
                }
                None => self.procedure_value(s, name, span, want),
            },
            SymbolKind::Namelist => {
                self.misused(s, name, span);
                self.bad(span)
            }
        }
    }

    /// An undeclared name: variable by the implicit rules, intrinsic or external function.
    fn unknown_name(&mut self, part: &Part, folded: &str, span: Span, want: Want) -> Expr {
        let name = &part.name;
        let Some((list, more)) = part.args.split_first() else {
            if self.is_incomplete() && self.scopes[self.unit()].implicit.rule(&name.text).is_none() {
                return self.bad(span);
            }
            let s = self.implicit_variable(name);
            return self.whole(s, name, span, want);
        };
        if want == Want::Define {
            if self.is_incomplete() {
                return self.bad(span);
            }
            if self.scope().reported.insert(folded.into()) {
                self.report(
                    Diagnostic::error(
                        codes::UNDECLARED_NAME,
                        name.span,
                        format!("`{}` is not declared as an array", name.text),
                    )
                    .help(format!(
                        "declare it with its shape, for instance `real :: {}(n)`",
                        name.text
                    )),
                );
            }
            return self.bad(span);
        }
        self.no_more(more, span);
        let list = self.actual_args(list);
        if let Some(id) = self.intrinsic_function(folded) {
            if let Ok(e) = self.try_intrinsic(id, name, &list, span) {
                return e;
            }
            // an external procedure of the user may have the name of one of gfortran's many intrinsics
            if !self.externals.contains_key(folded) {
                return self.intrinsic_reference(id, name, list, span);
            }
        }
        if self.is_incomplete() && !self.externals.contains_key(folded) {
            return self.bad(span);
        }
        let s = self.external_symbol(name);
        self.function_call(Callee::direct(s), list, name, span)
    }

    /// A declared scalar with a list in parentheses: a function.
    fn scalar_with_arguments(&mut self, s: SymbolId, part: &Part, span: Span, want: Want) -> Expr {
        let name = &part.name;
        let Some((list, more)) = part.args.split_first() else {
            return self.bad(span);
        };
        if want != Want::Define {
            if let Some(callee) = self.become_function(s, name) {
                self.no_more(more, span);
                let list = self.actual_args(list);
                return match callee {
                    super::convert::Function::Intrinsic(id) => self.intrinsic_reference(id, name, list, span),
                    super::convert::Function::Procedure(p) => self.function_call(Callee::direct(p), list, name, span),
                };
            }
        }
        let symbol = &self.p.symbols[s];
        let d = Diagnostic::error(
            codes::TYPE_MISMATCH,
            span,
            format!("`{}` is a scalar and cannot have subscripts", name.text),
        )
        .also(symbol.span, "declared here")
        .help(match symbol.variable().map(|v| v.storage) {
            Some(Storage::Result) => "if the function calls itself, declare it RECURSIVE with a RESULT of another name",
            _ => "if it is an array, give it dimensions; if it is a function, declare it EXTERNAL",
        });
        self.report(d);
        self.bad(span)
    }

    /// Subscripts, then a substring, as given.
    fn subscripted(&mut self, base: Expr, args: &[Vec<ast::Arg>], span: Span) -> Expr {
        let Some((list, more)) = args.split_first() else {
            return base;
        };
        if base.ty == Ty::Typeless && base.rank == 0 {
            // not resolved: only look for errors inside
            for a in args.iter().flatten() {
                if let A::Expr(e) = &a.value {
                    self.argument(e);
                }
            }
            return self.bad(span);
        }
        let own_rank = own_rank(&self.p, &base);
        if own_rank == 0 {
            if is_substring(base.ty, args) {
                let e = self.substring(base, list, span);
                self.no_more(more, span);
                return e;
            }
            self.report(Diagnostic::error(
                codes::TYPE_MISMATCH,
                span,
                "a scalar cannot have subscripts",
            ));
            return self.bad(span);
        }
        let at = if more.is_empty() { span } else { base.span };
        let e = self.index(base, own_rank, list, at);
        match more.split_first() {
            None => e,
            Some((list, more)) => {
                if e.ty != Ty::Character {
                    if e.ty != Ty::Typeless {
                        self.report(Diagnostic::error(
                            codes::TYPE_MISMATCH,
                            span,
                            format!(
                                "only a character can have a substring; this is {}",
                                type_name(&self.p, e.ty)
                            ),
                        ));
                    }
                    return self.bad(span);
                }
                self.no_more(more, span);
                self.substring(e, list, span)
            }
        }
    }

    fn index(&mut self, base: Expr, own_rank: u8, list: &[ast::Arg], span: Span) -> Expr {
        // a component of an array of derived type adds the array's rank to that of its subscripts
        let mut rank = match &base.kind {
            ExprKind::Component(b, _) => b.rank,
            _ => 0,
        };
        let mut subs = Vec::with_capacity(list.len());
        for a in list {
            if let Some(k) = &a.keyword {
                self.report(Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    k.span,
                    "a subscript cannot have a keyword",
                ));
            }
            subs.push(match &a.value {
                A::Expr(e) => {
                    let e = self.subscript(e, true);
                    rank = rank.saturating_add(e.rank);
                    Subscript::At(e)
                }
                A::Section(lo, hi, step) => {
                    rank = rank.saturating_add(1);
                    let mut part = |e: &Option<Box<ast::Expr>>| e.as_ref().map(|e| self.subscript(e, false));
                    Subscript::range(part(lo), part(hi), part(step))
                }
                A::AltReturn(_) | A::Star | A::StarFrom(_) => {
                    self.report(Diagnostic::error(codes::TYPE_MISMATCH, span, "this is not a subscript"));
                    Subscript::At(self.bad(span))
                }
            });
        }
        if subs.len() != usize::from(own_rank) && base.ty != Ty::Typeless {
            let name = base.base_symbol().map(|s| self.p.symbols[s].name.clone());
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                span,
                format!(
                    "`{}` has rank {own_rank} but {}",
                    name.unwrap_or_default(),
                    count(subs.len(), "subscript")
                ),
            );
            self.report(d);
            return self.bad(span);
        }
        let ty = base.ty;
        node(ExprKind::Index(Box::new(base), subs), ty, rank, span)
    }

    fn subscript(&mut self, e: &ast::Expr, vector: bool) -> Expr {
        let e = self.expr(e);
        let fits = matches!(e.ty, Ty::Integer(_) | Ty::Typeless) && (e.rank == 0 || vector && e.rank == 1);
        if !fits {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                e.span,
                format!(
                    "a subscript must be an integer, not {}",
                    super::messages::value_name(&self.p, e.ty, e.rank)
                ),
            );
            self.report(d);
        }
        e
    }

    fn substring(&mut self, base: Expr, list: &[ast::Arg], span: Span) -> Expr {
        let rank = base.rank;
        if let [ast::Arg {
            keyword: None,
            value: A::Section(lo, hi, None),
        }] = list
        {
            let lo = lo.as_ref().map(|e| Box::new(self.subscript(e, false)));
            let hi = hi.as_ref().map(|e| Box::new(self.subscript(e, false)));
            return node(ExprKind::Substring(Box::new(base), lo, hi), Ty::Character, rank, span);
        }
        self.report(Diagnostic::error(
            codes::TYPE_MISMATCH,
            span,
            "write a substring as `(first:last)`",
        ));
        self.bad(span)
    }

    /// `%name` after an object.
    fn component_part(&mut self, base: Expr, part: &Part, span: Span, want: Want) -> Expr {
        let name = &part.name;
        let folded = fold(&name.text);
        let t = match base.ty {
            Ty::Derived(t) | Ty::Class(t) => t,
            Ty::Typeless => return self.bad(span),
            _ => return self.inquiry_part(base, name, &folded, span),
        };
        if let Some(value) = self.parameter_part(&base, t, name, span) {
            if want == Want::Define || !part.args.is_empty() {
                let text = format!("`{}` is a parameter of the type and cannot be changed", name.text);
                self.report(Diagnostic::error(codes::TYPE_MISMATCH, span, text));
            }
            return value;
        }
        let found = match self.component(t, &folded) {
            Some(c) => Some(c),
            None => self.parent_component(t, &folded),
        };
        if let Some(c) = found {
            let symbol = &self.p.symbols[c];
            if let SymbolKind::Procedure(_) = symbol.kind {
                return match part.args.split_first() {
                    None => {
                        // the pointer itself: assigned, passed or inquired about
                        let ty = symbol.ty();
                        node(ExprKind::Component(Box::new(base), c), ty, 0, span)
                    }
                    Some((list, more)) => {
                        self.no_more(more, span);
                        let list = self.actual_args(list);
                        let callee = Callee {
                            proc: c,
                            via: None,
                            object: Some(Box::new((base, name.text.clone()))),
                        };
                        self.function_call(callee, list, name, span)
                    }
                };
            }
            let rank = if base.rank > 0 { base.rank } else { symbol.rank() };
            let ty = symbol.ty();
            let at = if part.args.is_empty() {
                span
            } else {
                base.span.to(name.span)
            };
            let e = node(ExprKind::Component(Box::new(base), c), ty, rank, at);
            return self.subscripted(e, &part.args, span);
        }
        if self.binding_of(t, &folded).is_some() {
            let Some((list, more)) = part.args.split_first() else {
                self.report(Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    span,
                    format!("the type-bound procedure `{}` is used without a call", name.text),
                ));
                return self.bad(span);
            };
            self.no_more(more, span);
            let list = self.actual_args(list);
            return match self.bound_callee(t, base, name, &list) {
                Some(callee) => self.function_call(callee, list, name, span),
                None => self.bad(span),
            };
        }
        let _ = want;
        let symbol = &self.p.symbols[t];
        let names: Vec<_> = match &symbol.kind {
            SymbolKind::Type(def) => def
                .components
                .iter()
                .map(|&c| self.p.symbols[c].name.to_string())
                .collect(),
            _ => vec![],
        };
        let mut d = Diagnostic::error(
            codes::UNKNOWN_COMPONENT,
            name.span,
            format!("the type `{}` has no component `{}`", symbol.name, name.text),
        )
        .also(symbol.span, "the type");
        if !names.is_empty() && names.len() <= 12 {
            d = d.with_note(format!("its components are {}", names.join(", ")));
        }
        let near = did_you_mean(&name.text, names.iter().map(String::as_str));
        d = near.into_iter().fold(d, Diagnostic::help);
        self.report(d);
        self.bad(span)
    }

    /// `name(args)` for a generic name: function reference, intrinsic or constructor.
    fn generic_reference(&mut self, generic: SymbolId, list: &[ast::Arg], name: &Name, span: Span) -> Expr {
        let args = self.actual_args(list);
        for g in self.generics_of(generic, name) {
            if let Some(proc) = self.specific(g, &args) {
                let callee = Callee {
                    proc,
                    via: Some(g),
                    object: None,
                };
                return self.function_call(callee, args, name, span);
            }
        }
        let SymbolKind::Generic(g) = &self.p.symbols[generic].kind else {
            return self.bad(span);
        };
        let (intrinsic, ty) = (g.intrinsic, g.ty);
        if let Some(id) = intrinsic {
            if let Ok(e) = self.try_intrinsic(id, name, &args, span) {
                return e;
            }
        }
        if let Some(t) = ty {
            return self.construct(t, args, name, span);
        }
        self.no_specific(generic, &args, name, span);
        self.bad(span)
    }

    /// `t(args)`: a structure constructor.
    pub(super) fn constructor(&mut self, ty: SymbolId, list: &[ast::Arg], name: &Name, span: Span) -> Expr {
        let args = self.actual_args(list);
        self.construct(ty, args, name, span)
    }

    pub(super) fn construct(&mut self, ty: SymbolId, args: Vec<Arg>, name: &Name, span: Span) -> Expr {
        if self.has_params(ty) {
            return self.instance_constructor(ty, args, span);
        }
        let mut components = vec![];
        let mut at = Some(ty);
        while let Some(t) = at {
            let SymbolKind::Type(def) = &self.p.symbols[t].kind else {
                break;
            };
            let mut own = def.components.clone();
            own.append(&mut components);
            components = own;
            at = def.extends;
        }
        let extends = matches!(&self.p.symbols[ty].kind, SymbolKind::Type(d) if d.extends.is_some());
        if args.len() > components.len() {
            self.report(Diagnostic::error(
                codes::ARGUMENT_MISMATCH,
                span,
                format!(
                    "the type `{}` has {}, but the constructor has {} values",
                    name.text,
                    super::messages::count(components.len(), "component"),
                    args.len()
                ),
            ));
        }
        for (i, a) in args.iter().enumerate() {
            let component = match &a.keyword {
                Some(k) => self.component(ty, &ast::fold(k)),
                None => components.get(i).copied(),
            };
            let Some(value) = a.expr() else { continue };
            let Some(c) = component else {
                if let (Some(k), false) = (&a.keyword, extends) {
                    let d = Diagnostic::error(
                        codes::UNKNOWN_COMPONENT,
                        value.span,
                        format!("the type `{}` has no component `{k}`", name.text),
                    );
                    let near = did_you_mean(k, components.iter().map(|&c| self.p.symbols[c].name.as_str()));
                    self.report(near.into_iter().fold(d, Diagnostic::help));
                }
                continue;
            };
            if let (SymbolKind::Variable(v), false) = (&self.p.symbols[c].kind, extends) {
                if !v.attrs.pointer && !v.attrs.allocatable && !self.assignable(v.ty.ty, value) {
                    let text = format!(
                        "the component `{}` is {}, but the value is {}",
                        self.p.symbols[c].name,
                        super::messages::type_name(&self.p, v.ty.ty),
                        super::messages::type_name(&self.p, value.ty)
                    );
                    self.report(Diagnostic::error(codes::TYPE_MISMATCH, value.span, text));
                }
            }
        }
        node(ExprKind::Structure(ty, args), Ty::Derived(ty), 0, span)
    }
}

/// True for `(lo:hi)` after a scalar character.
fn is_substring(ty: Ty, args: &[Vec<ast::Arg>]) -> bool {
    ty == Ty::Character
        && matches!(args, [list] if matches!(list.as_slice(), [ast::Arg { keyword: None, value: A::Section(_, _, None) }]))
}
