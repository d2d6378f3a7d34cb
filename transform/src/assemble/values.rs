//! Replaces named constants that generated code cannot see by their values.
//!
//! A derivative in a module of its own does not see private names of the original module. Scalar constants need no
//! name: `k*x` becomes `2.5d0*x`, `1.0_wp` becomes `1.0_8`, and `real(wp)` becomes `real(8)`. A constant array is
//! declared in each procedure that names it. If other private names are needed, the module is regenerated
//! ([`crate::assemble::enlarged`]).

use crate::assemble::generator::Generator;
use crate::context::Context;
use crate::prepare::private::private_needs;
use crate::rules::convert;
use adc_frontend::ast::fold;
use adc_frontend::consteval::{kind_of_literal, LiteralKind};
use adc_frontend::ir::visit::{rewrite_block_exprs, rewrite_expr, walk_block_exprs, walk_expr};
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

impl Context<'_> {
    /// Adds a constant that needs a declaration.
    fn add_table(&self, e: &Expr, out: &mut IndexSet<SymbolId>) {
        let ExprKind::Var(s) = e.kind else { return };
        let declared = hidden_constant(self.primal, s).filter(|c| !is_number(c));
        if declared.is_some() && can_be_written(self.primal, s) {
            out.insert(s);
        }
    }
}

impl Generator<'_> {
    /// Replaces the constants that are hidden from the derivatives by their values.
    pub(crate) fn write_hidden_constants(&mut self) {
        if !self.original.symbols.iter().any(|(_, s)| s.private) {
            return;
        }
        let silent = self.silent.iter().map(|(&u, &(d, _))| (u, d));
        let mut open: Vec<(UnitId, UnitId)> = self.generated_units().into_iter().chain(silent).collect();
        open.retain(|(u, _)| !self.enlarged.contains(&self.primal.outermost(*u)));
        let mut done: IndexSet<UnitId> = IndexSet::new();
        while let Some((u, d)) = open.pop() {
            if done.insert(d) {
                self.write_hidden_constants_of(u, d);
                let inner = self.out.units[d].interfaces.iter().flat_map(|b| &b.bodies);
                open.extend(inner.chain(&self.out.units[d].contains).map(|&inner| (u, inner)));
            }
        }
    }

    /// `u`: the unit of the original that defines the meaning of literals.
    fn write_hidden_constants_of(&mut self, u: UnitId, d: UnitId) {
        if !self.primal.units[u].is_procedure() {
            return;
        }
        let mut body = std::mem::take(&mut self.out.units[d].body);
        let mut tables: IndexSet<SymbolId> = IndexSet::new();
        walk_block_exprs(&body, &mut |e| self.add_table(e, &mut tables));
        let own = self.copies_of(u, d, tables);
        let hidden = Hidden {
            program: self.primal,
            u,
        };
        write_allocated(&hidden, &mut body);
        rewrite_block_exprs(&mut body, &mut |e| {
            hidden.write(e);
            if let ExprKind::Var(s) = &mut e.kind {
                *s = own.get(s).copied().unwrap_or(*s);
            }
        });
        self.out.units[d].body = body;
        for s in self.out.units[d].symbols.clone() {
            let mut kind = self.out.symbols[s].kind.clone();
            match &mut kind {
                SymbolKind::Variable(v) => {
                    hidden.write_type(&mut v.ty);
                    hidden.write_dims(&mut v.dims);
                    if let Some(Init::Value(e) | Init::Pointer(e)) = &mut v.init {
                        hidden.write_all(e);
                    }
                }
                SymbolKind::Constant(c) => {
                    hidden.write_type(&mut c.ty);
                    hidden.write_dims(&mut c.dims);
                    hidden.write_all(&mut c.value);
                }
                SymbolKind::Procedure(p) => p.result.iter_mut().for_each(|ty| hidden.write_type(ty)),
                _ => continue,
            }
            self.out.symbols[s].kind = kind;
        }
    }

    /// Declares the same constants in a derivative.
    fn copies_of(&mut self, u: UnitId, d: UnitId, tables: IndexSet<SymbolId>) -> IndexMap<SymbolId, SymbolId> {
        let mut own = IndexMap::new();
        for s in tables {
            let hidden = Hidden {
                program: self.primal,
                u,
            };
            let mut symbol = self.primal.symbols[s].clone();
            if let SymbolKind::Constant(c) = &mut symbol.kind {
                let home = Hidden {
                    program: self.primal,
                    u: symbol.owner.unwrap_or(u),
                };
                hidden.write_type(&mut c.ty);
                home.write_dims(&mut c.dims);
                home.write_all(&mut c.value);
            }
            symbol.name = self.namer(d).fresh(&symbol.name);
            symbol.owner = Some(d);
            symbol.private = false;
            let folded = fold(&symbol.name);
            let copy = self.out.add_symbol(symbol);
            self.out.units[d].names.insert(folded, copy);
            own.insert(s, copy);
        }
        own
    }

    /// Private names of modules that derivatives elsewhere use.
    pub(crate) fn hidden_names(&self) -> IndexSet<SymbolId> {
        let mut found = IndexSet::new();
        for (u, d) in self.generated_units() {
            let module = self.primal.outermost(u);
            if !self.primal.units[u].is_procedure() {
                continue;
            }
            let needed = private_needs(&self.out, d, module);
            let is_hidden = |s: &SymbolId| self.primal.symbols.contains(*s) && !self.is_opened(*s);
            found.extend(needed.into_iter().filter(is_hidden));
        }
        found.sort();
        found
    }
}

/// Replaces hidden constants in expressions.
struct Hidden<'p> {
    program: &'p Program,
    /// The unit that defines the meaning of literals.
    u: UnitId,
}

impl Hidden<'_> {
    fn write_all(&self, e: &mut Expr) {
        rewrite_expr(e, &mut |x| self.write(x));
    }

    fn write_dims(&self, dims: &mut [Dim]) {
        dims.iter_mut()
            .flat_map(Dim::bounds_mut)
            .for_each(|e| self.write_all(e));
    }

    fn write_type(&self, ty: &mut DeclType) {
        if let KindSpelling::Expr(e) = &ty.spelling {
            let mut hides = false;
            walk_expr(
                e,
                &mut |x| hides |= matches!(x.kind, ExprKind::Var(s) if hidden_constant(self.program, s).is_some()),
            );
            if hides {
                ty.spelling = KindSpelling::Plain;
            }
        }
        ty.lengths_mut().for_each(|e| self.write_all(e));
    }

    /// One node of an expression.
    fn write(&self, e: &mut Expr) {
        let kind = e.ty.kind();
        match &mut e.kind {
            ExprKind::Var(s) => {
                let number = hidden_constant(self.program, *s).filter(|c| is_number(c));
                if let Some(value) = number.map(|c| value_of(self.program, *s, c)) {
                    *e = value;
                }
            }
            ExprKind::Real(text) | ExprKind::Int(text) | ExprKind::Logical(text) => {
                let LiteralKind::Named(name) = kind_of_literal(text) else {
                    return;
                };
                let constant = self.program.lookup(self.u, &fold(name));
                let is_hidden = constant.is_some_and(|s| hidden_constant(self.program, s).is_some());
                if let (true, Some((digits, _)), Some(kind)) = (is_hidden, text.split_once('_'), kind) {
                    *text = format!("{digits}_{kind}").into();
                }
            }
            ExprKind::Array(Some(ty), _) => self.write_type(ty),
            _ => {}
        }
    }
}

/// `allocate(real(wp) :: a(n))`.
fn write_allocated(hidden: &Hidden, block: &mut Block) {
    for s in block {
        if let StmtKind::Allocate { ty: Some(ty), .. } = &mut s.kind {
            hidden.write_type(ty);
        }
        s.kind.for_each_block_mut(&mut |b| write_allocated(hidden, b));
    }
}

/// A named constant that is private in a module.
fn hidden_constant(program: &Program, s: SymbolId) -> Option<&Constant> {
    let symbol = program.symbols.contains(s).then(|| &program.symbols[s])?;
    match &symbol.kind {
        SymbolKind::Constant(c) if symbol.private => Some(c),
        _ => None,
    }
}

/// True for a hidden constant that can be replaced: its type exists everywhere, and so do those of the constants in its
/// value.
pub(crate) fn can_be_written(program: &Program, s: SymbolId) -> bool {
    let Some(c) = hidden_constant(program, s) else {
        return false;
    };
    let exists = matches!(
        c.ty.ty,
        Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Character
    );
    let mut all = exists;
    walk_expr(&c.value, &mut |x| {
        if let ExprKind::Var(other) = x.kind {
            all &= hidden_constant(program, other).is_none_or(|o| is_number(o) && can_be_written(program, other));
        }
    });
    all
}

/// True for a constant whose value can stand in an expression.
fn is_number(c: &Constant) -> bool {
    let fits = match c.ty.ty {
        Ty::Real(_) | Ty::Complex(_) => matches!(c.value.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_)),
        Ty::Integer(_) | Ty::Logical(_) => c.value.ty == c.ty.ty,
        _ => false,
    };
    c.dims.is_empty() && fits
}

/// The value of a scalar constant, in parentheses unless it is a number.
fn value_of(program: &Program, s: SymbolId, c: &Constant) -> Expr {
    let home = program.symbols[s].owner;
    let mut value = c.value.clone();
    if let Some(u) = home {
        Hidden { program, u }.write_all(&mut value);
    }
    value = convert(value, c.ty.ty);
    match value.kind {
        ExprKind::Binary(..) | ExprKind::Unary(..) => {
            let (ty, rank) = (value.ty, value.rank);
            expr(ExprKind::Paren(Box::new(value)), ty, rank)
        }
        _ => value,
    }
}
