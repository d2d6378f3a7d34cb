//! The nonzeros of the Jacobian, by coloured directions.
//!
//! ```text
//! subroutine foo_js(n, x, y, jac)
//!   do
//!     if (adc_wants_pattern(jac, size(y), size(x))) then
//!       call adc_start_pattern(jac)
//!       call adc_seed_pattern(jac, x_sets, size(x))      each independent is a set
//!       call foo_p(n, x, x_sets, y, y_sets)              sets of what values depend on
//!       call adc_take_pattern(jac, y_sets, size(y))
//!       call adc_end_pattern(jac)                        rows of the pattern, colours of columns
//!     end if
//!     nd = adc_directions(jac)                           a direction for each colour, and two more
//!     call adc_seed(jac, x, xd, size(x))
//!     call foo_dv(n, x, xd, y, yd, nd)
//!     call adc_take(jac, yd, size(y))
//!     if (adc_is_right(jac)) exit
//!   end do
//! end subroutine
//! ```
//!
//! Columns of one colour have no row in common, so each derivative in the direction of a colour is one entry (Curtis,
//! Powell, Reid 1974). The pattern is that of the branches that were taken when it was made. So two more directions
//! are random, and their derivatives must be the matrix times these directions; if they are not, branches have changed,
//! and the pattern is made again.
//!
//! Columns are the elements of all independents, one variable after the other, rows those of all dependents.
//!
//! Arguments that the head may write are saved before its first run, and restored before others.
//!
//! Two kinds of drivers have fewer directions. Each says so before it asks for a pattern, and the runtime chooses colours
//! when there is one:
//!
//! * The Hessian, `foo_hs`, is the Jacobian of the adjoint by the independents. `adc_allow_symmetry`: an entry may be
//!   that of its mirror image (star and acyclic colouring).
//! * A Jacobian with an adjoint for many weights ([`super::weights`]): rows may have colours, too.

use crate::assemble::generator::Generator;
use crate::directions::{entity, not_copied, why_once, written};
use crate::normalize::arrays::{allocate_within, deallocate};
use crate::normalize::temps::new_variable;
use crate::rules::{bounds_of, of_runtime};
use adc_frontend::ast::fold;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::intrinsics;
use adc_frontend::ir::*;
use indexmap::IndexMap;

use super::matrices;
use super::weights::{self, ForWeights};

pub(super) const MODULE: &str = "adc_sparsejacobians";
const TYPE: &str = "adc_sparse_matrix";

/// Adds the sparse Jacobian beside the tangent in many directions and the pattern; returns it.
pub(crate) fn beside(g: &mut Generator, head: UnitId, pattern: UnitId) -> UnitId {
    if let Some(why) = obstacle(g, head) {
        g.messages.push(why);
        return head;
    }
    let weights = match g.options.weights.clone() {
        None => None,
        Some(named) => match ForWeights::named(g, &named) {
            Some(found) => Some(found),
            None => {
                let of = &g.primal.units[g.heads.first().unit];
                let why = format!("the adjoint `{}` has other arguments", named.procedure);
                let why = error(g, of.span, why);
                g.messages.push(why);
                return head;
            }
        },
    };
    let (js, args) = matrices::driver(g, head);
    let sets: Vec<SymbolId> = g.out.units[pattern].args.iter().flatten().copied().collect();
    let jac = matrix(g, js);
    let mut driver = Driver {
        g,
        unit: js,
        jac,
        args,
        shadows: IndexMap::new(),
        weights,
    };
    let body = driver.body([head, pattern], &sets);
    g.out.units[js].body = body;
    super::name_value(g, js);
    g.import_all(js);
    js
}

fn error(g: &Generator, span: Span, why: String) -> Diagnostic {
    let what = match g.options.is_hessian() {
        true => "Hessian",
        false => "Jacobian",
    };
    let message = format!("there is no sparse {what}: {why}");
    Diagnostic::error(codes::UNSUPPORTED_DATA, span, message)
}

/// The same, where another form may exist.
fn refused(g: &Generator, span: Span, why: String) -> Option<Diagnostic> {
    Some(error(g, span, why).help(g.options.instead_of_sparse()))
}

/// The error for a dependent or an independent that cannot be in a sparse Jacobian.
pub(crate) fn unfit(g: &Generator) -> Option<Diagnostic> {
    g.heads.first().listed().find_map(|s| {
        let symbol = &g.primal.symbols[s];
        // a dense one has the same condition
        if let Some(why) = matrices::unfit(g, s) {
            return Some(error(g, symbol.span, format!("`{}` {why}", symbol.name)));
        }
        if symbol.ty() != Ty::Real(8) {
            return refused(g, symbol.span, format!("`{}` is not of double precision", symbol.name));
        }
        None
    })
}

/// The error for a head that cannot run as the driver needs it.
fn obstacle(g: &Generator, head: UnitId) -> Option<Diagnostic> {
    if let Some((span, why)) = why_once(g, g.heads.first().unit, "a second run") {
        return refused(g, span, why);
    }
    let changed = written(g, g.heads.first().unit);
    for &s in g.out.units[head].args.iter().flatten() {
        if !g.primal.symbols.contains(s) && matches!(g.out.symbols[s].kind, SymbolKind::Procedure(_)) {
            let why = "the head has a dummy procedure whose derivative is an argument".into();
            return refused(g, g.primal.units[g.heads.first().unit].span, why);
        }
        let is_shadow = g.primals.contains_key(&s);
        let why = (is_shadow || changed.contains(&s))
            .then(|| not_copied(g, s, is_shadow))
            .flatten();
        if let Some(why) = why {
            let symbol = &g.out.symbols[s];
            return refused(g, symbol.span, format!("`{}` {why}", symbol.name));
        }
    }
    None
}

/// Declares the matrix, as the last argument.
pub(super) fn matrix(g: &mut Generator, unit: UnitId) -> Expr {
    let ty = Symbol::new(
        TYPE.into(),
        None,
        SymbolKind::Type(TypeDef {
            private_components: true,
            ..TypeDef::default()
        }),
    );
    let ty = g.out.symbols.alloc(ty);
    let local = g.namer(unit).fresh(TYPE);
    let original = (local != TYPE).then(|| TYPE.into());
    let target = &mut g.out.units[unit];
    target.names.insert(fold(&local), ty);
    target.uses.push(Use {
        name: MODULE.into(),
        module: None,
        only: true,
        items: vec![UseItem {
            local,
            original,
            symbol: ty,
        }],
        span: Span::NONE,
    });
    let variable = Variable {
        ty: DeclType::plain(Ty::Derived(ty)),
        dims: vec![],
        storage: Storage::Dummy,
        attrs: Attrs {
            intent: Some(Intent::InOut),
            ..Attrs::default()
        },
        init: None,
    };
    let name = match g.options.is_hessian() {
        true => "hes",
        false => "jac",
    };
    let name = g.namer(unit).fresh(name);
    let s = new_variable(&mut g.out, unit, name, variable);
    g.out.units[unit].args.push(Some(s));
    var(&g.out, s)
}

/// A call of the runtime.
pub(super) fn call(name: &str, args: Vec<Expr>) -> Stmt {
    Stmt::new(StmtKind::CallIntrinsic {
        id: intrinsics::find_in_module(MODULE, name).unwrap_or(IntrinsicId(0)),
        name: name.into(),
        args: args.into_iter().map(Arg::pos).collect(),
    })
}

/// A local of the driver: allocatable, if it is an array.
pub(super) fn local(g: &mut Generator, unit: UnitId, stem: &str, ty: Ty, rank: u8) -> Expr {
    let e = g.local(unit, stem, DeclType::plain(ty), rank);
    if let Some(v) = e.base_symbol().and_then(|s| g.out.symbols[s].variable_mut()) {
        v.attrs.allocatable = rank > 0;
    }
    e
}

struct Driver<'d, 'a> {
    g: &'d mut Generator<'a>,
    unit: UnitId,
    jac: Expr,
    /// The arguments of the tangent, the number of directions last.
    args: Vec<SymbolId>,
    /// For each variable with a derivative: its sets, and its derivatives in all directions.
    shadows: IndexMap<SymbolId, Shadows>,
    /// What computes rows.
    weights: Option<ForWeights>,
}

/// The locals of the driver for the shadow of an argument.
struct Shadows {
    sets: Expr,
    /// In all directions.
    all: Expr,
    is_scalar: bool,
}

impl Shadows {
    /// The actual argument of the pattern.
    fn passed(&self) -> Expr {
        match self.is_scalar {
            true => index(self.sets.clone(), vec![Subscript::At(int(1))]),
            false => self.sets.clone(),
        }
    }
}

impl Driver<'_, '_> {
    fn body(&mut self, callees: [UnitId; 2], sets: &[SymbolId]) -> Block {
        let nd = self.local("nd", Ty::Integer(4), 0);
        let (independents, dependents) = (
            self.g.heads.first().independents.clone(),
            self.g.heads.first().dependents.clone(),
        );
        let (columns, rows) = (
            matrices::total(&self.g.out, &independents),
            matrices::total(&self.g.out, &dependents),
        );
        let (mut before, restore) = self.saved();
        let (mut of_sets, mut of_directions, mut over) = (vec![], vec![], vec![]);
        self.declare_shadows(&nd, &mut of_sets, &mut of_directions, &mut over);

        let mut pattern = vec![self.call("adc_start_pattern", vec![])];
        pattern.extend(of_sets);
        pattern.extend(
            independents
                .iter()
                .map(|&x| self.exchange("adc_seed_pattern", x, |s| &s.sets)),
        );
        pattern.push(self.run(callees[1], sets, Shadows::passed, None));
        pattern.extend(
            dependents
                .iter()
                .map(|&y| self.exchange("adc_take_pattern", y, |s| &s.sets)),
        );
        pattern.push(self.call("adc_end_pattern", vec![]));
        pattern.extend(self.shadows.values().map(|s| deallocate(&s.sets)));
        pattern.extend(restore.iter().cloned());

        let logical = Ty::Logical(4);
        let wants = of_runtime(
            MODULE,
            "adc_wants_pattern",
            vec![self.jac.clone(), rows, columns],
            logical,
            0,
        );
        let directions = of_runtime(MODULE, "adc_directions", vec![self.jac.clone()], Ty::Integer(4), 0);
        let mut run = vec![];
        if self.g.options.is_hessian() {
            run.push(self.call("adc_allow_symmetry", vec![]));
        }
        if self.weights.is_some() {
            run.push(self.call("adc_allow_weights", vec![]));
        }
        run.push(Stmt::guarded(wants, pattern));
        if let Some(adjoint) = &self.weights {
            run.extend(weights::run(self.g, self.unit, &self.jac, adjoint, &restore));
        }
        run.push(assign(nd.clone(), directions));
        run.extend(of_directions);
        run.extend(independents.iter().map(|&x| self.seed(x)));
        let args = self.args.clone();
        run.push(self.run(callees[0], &args, |s| s.all.clone(), Some(&nd)));
        run.extend(dependents.iter().map(|&y| self.exchange("adc_take", y, |s| &s.all)));
        run.extend(over);
        let right = of_runtime(MODULE, "adc_is_right", vec![self.jac.clone()], logical, 0);
        run.push(Stmt::when(right, Stmt::new(StmtKind::Exit(None))));
        run.extend(restore);
        before.push(Stmt::new(StmtKind::Do {
            name: None,
            control: DoControl::Forever,
            body: run,
        }));
        before
    }

    fn local(&mut self, stem: &str, ty: Ty, rank: u8) -> Expr {
        local(self.g, self.unit, stem, ty, rank)
    }

    fn call(&self, name: &str, mut args: Vec<Expr>) -> Stmt {
        args.insert(0, self.jac.clone());
        call(name, args)
    }

    /// A call that passes the sets, or the derivatives, of a variable.
    fn exchange(&self, name: &str, s: SymbolId, which: fn(&Shadows) -> &Expr) -> Stmt {
        self.call(
            name,
            vec![which(&self.shadows[&s]).clone(), matrices::count(&self.g.out, s)],
        )
    }

    /// The call that sets the directions of an independent, by its values.
    fn seed(&self, x: SymbolId) -> Stmt {
        let whole = var(&self.g.out, x);
        let values = match whole.rank {
            0 => expr(ExprKind::Array(None, vec![whole.clone()]), whole.ty, 1),
            _ => whole,
        };
        let directions = self.shadows[&x].all.clone();
        self.call("adc_seed", vec![values, directions, matrices::count(&self.g.out, x)])
    }

    /// Statements that save the arguments that the head may write, and those that restore them.
    fn saved(&mut self) -> (Block, Block) {
        let (mut save, mut restore) = (vec![], vec![]);
        for s in written(self.g, self.g.heads.first().unit) {
            let whole = var(&self.g.out, s);
            let stem = format!("{}_saved", self.g.out.symbols[s].name);
            let copy = self.local(&stem, whole.ty, whole.rank);
            if whole.rank > 0 {
                save.push(allocate_within(&copy, bounds_of(&whole)));
            }
            save.push(assign(copy.clone(), whole.clone()));
            restore.push(assign(whole, copy));
        }
        (save, restore)
    }

    /// Locals for sets and derivatives; statements that make them, and that end the latter.
    fn declare_shadows(&mut self, nd: &Expr, of_sets: &mut Block, of_directions: &mut Block, over: &mut Block) {
        let independents = self.g.heads.first().independents.clone();
        let intent = |program: &Program, s: SymbolId| program.symbols[s].variable().and_then(|v| v.attrs.intent);
        for (primal, shadow) in self.g.shadows.clone() {
            if !self.args.contains(&shadow) {
                continue;
            }
            let whole = var(&self.g.out, primal);
            let (name, stem) = (
                self.g.out.symbols[primal].name.clone(),
                self.g.out.symbols[shadow].name.clone(),
            );
            // an array even for a scalar: the runtime takes arrays
            let sets = self.local(&format!("{name}_sets"), whole.ty, whole.rank.max(1));
            let all = self.local(&stem, whole.ty, whole.rank + 1);
            let bounds = match whole.rank {
                0 => vec![(None, int(1))],
                _ => bounds_of(&whole),
            };
            of_sets.push(allocate_within(&sets, bounds));
            if !independents.contains(&primal) {
                of_sets.push(assign(sets.clone(), zero(whole.ty)));
            }
            let mut bounds = vec![(None, nd.clone())];
            bounds.extend(bounds_of(&whole));
            of_directions.push(allocate_within(&all, bounds));
            // seeds fill the first, and the tangent sets the last
            let is_set = independents.contains(&primal) || intent(&self.g.out, shadow) == Some(Intent::Out);
            if !is_set {
                of_directions.push(assign(all.clone(), zero(whole.ty)));
            }
            over.push(deallocate(&all));
            self.shadows.insert(
                primal,
                Shadows {
                    sets,
                    all,
                    is_scalar: whole.rank == 0,
                },
            );
        }
    }

    /// The call of the pattern or of the tangent.
    fn run(&mut self, callee: UnitId, args: &[SymbolId], passed: fn(&Shadows) -> Expr, nd: Option<&Expr>) -> Stmt {
        let Some(symbol) = self.g.out.units[callee].symbol else {
            unreachable!("derivatives are called by their names")
        };
        let is_function = self.g.out.units[callee].kind == UnitKind::Function;
        let callee = self.g.procedure_in(self.unit, callee, symbol);
        let count = nd.and(self.args.last().copied());
        let actuals = args.iter().zip(&self.args).map(|(&given, a)| {
            let of = self
                .g
                .shadows
                .iter()
                .find(|(_, s)| *s == a)
                .and_then(|(p, _)| self.shadows.get(p));
            match (of, nd) {
                (Some(shadow), _) => passed(shadow),
                (None, Some(nd)) if Some(given) == count => nd.clone(),
                // arguments that are no shadows are those of the tangent
                (None, _) => entity(&self.g.out, *a),
            }
        });
        let (callee, actuals) = (Callee::direct(callee), actuals.map(Arg::pos).collect());
        // the derivative of a function's value is the value of its tangent, and an argument in many directions
        let value = self.args.get(args.len()).filter(|_| is_function);
        let of = value.and_then(|a| self.g.shadows.iter().find(|(_, s)| *s == a));
        match of.and_then(|(p, _)| self.shadows.get(p)) {
            Some(shadow) => {
                let to = passed(shadow);
                let value = expr(ExprKind::Call(callee, actuals), to.ty, to.rank);
                assign(to, value)
            }
            None => Stmt::new(StmtKind::Call { callee, args: actuals }),
        }
    }
}
