//! Signatures of heads and of their derivatives: what a program must know that calls both.

use crate::options::Mode;
use crate::size::Size;
use adc_analysis::head::Parts;
use adc_analysis::HeadSpec;
use adc_frontend::ast::fold;
use adc_frontend::ir::{self, CharLen, Dim, Program, Storage, SymbolId, SymbolKind, Ty, UnitId, UnitKind};

/// A head, its derivative in one mode, and the variables that carry derivatives.
///
/// In [`Mode::Hessian`], the head is the adjoint, the independents are those of the request, and the dependents are their
/// shadows in the adjoint, in the same order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Signature {
    /// The mode of the derivative.
    pub mode: Mode,
    /// The head.
    pub head: Procedure,
    /// Its derivative.
    pub derivative: Procedure,
    /// Independents and dependents, each once, in the order of the request, independents first.
    pub active: Vec<Active>,
    /// The COMMON blocks of the program and of its derivative, with their members in the order of storage.
    pub commons: Vec<(String, Vec<Variable>)>,
    /// The variables of all modules, also of those with derivatives.
    pub globals: Vec<Variable>,
    /// In [`Mode::Jacobian`], all pairs of a dependent and an independent, in the order of the request: the matrices that
    /// are arguments of the derivative, or blocks of its sparse matrix.
    pub matrices: Vec<Matrix>,
}

/// The derivatives of a dependent with respect to an independent: the argument `y_x`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Matrix {
    /// The dependent, whose dimensions are the first ones of the matrix.
    pub dependent: Variable,
    /// The independent.
    pub independent: Variable,
    /// The argument; `None` for a block of a sparse matrix.
    pub variable: Option<Variable>,
}

/// A procedure as its callers see it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// The module that contains it.
    pub module: Option<String>,
    /// Its dummy arguments; an alternate return is left out.
    pub arguments: Vec<Variable>,
    /// The result of a function.
    pub result: Option<Variable>,
    /// True if callers must have an explicit interface.
    pub needs_interface: bool,
    /// The folded names of dummy arguments that are procedures.
    pub dummy_procedures: Vec<String>,
}

/// An independent or a dependent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Active {
    /// The variable.
    pub variable: Variable,
    /// Its shadow.
    pub shadow: Variable,
    /// The components that are independents, as `a%b`; all if the list is empty. `None` if it is no independent.
    pub independent: Option<Vec<String>>,
    /// Likewise for dependents.
    pub dependent: Option<Vec<String>>,
}

/// A variable as declared.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub scope: Scope,
    /// Its type.
    pub ty: VariableType,
    /// Its dimensions.
    pub dimensions: Vec<Dimension>,
    /// `ALLOCATABLE`.
    pub allocatable: bool,
    /// `POINTER`.
    pub pointer: bool,
    /// `TARGET`.
    pub target: bool,
    /// `OPTIONAL`.
    pub optional: bool,
    /// `VALUE`.
    pub value: bool,
    /// `INTENT(IN)`.
    pub is_input: bool,
    /// `INTENT(OUT)`.
    pub is_output: bool,
    /// `PRIVATE` in its module or type.
    pub private: bool,
    /// `PROTECTED`: other modules cannot set it.
    pub protected: bool,
    /// True if it has a value at the begin of the program; a component, in every new object.
    pub initialized: bool,
}

/// Where a variable is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Scope {
    /// A dummy argument.
    Argument,
    /// The result of a function.
    Result,
    /// A variable of the module.
    Module(String),
    /// A member of the COMMON block; the blank one has an empty name.
    Common(String),
    /// A component of a type.
    Component,
}

/// A type, with kinds in bytes of each part.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum VariableType {
    /// Real.
    Real(u8),
    /// Complex.
    Complex(u8),
    /// Integer.
    Integer(u8),
    /// Logical.
    Logical(u8),
    /// Character, with its length if that is declared.
    Character(Option<Size>),
    /// A derived type.
    Derived(DerivedType),
    /// Another type: polymorphic, with length parameters.
    Other,
}

/// A derived type.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DerivedType {
    /// Its name.
    pub name: String,
    /// The module that declares it.
    pub module: Option<String>,
    /// `PRIVATE` in its module.
    pub private: bool,
    /// Its components, inherited ones first. A pointer or an allocatable that leads to this type, or to one that contains
    /// it, has the type `Other`.
    pub components: Vec<Variable>,
}

/// A dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Dimension {
    /// `lower:upper`.
    Explicit(Size, Size),
    /// `lower:` of an assumed-shape argument.
    Assumed(Size),
    /// `:` of an allocatable or a pointer.
    Deferred,
    /// `lower:*`.
    AssumedSize(Size),
    /// `..`.
    AssumedRank,
}

/// The signatures of a derivative program.
pub(crate) fn signatures(made: &adc_transform::Derivative, mode: Mode) -> Vec<Signature> {
    let program = &made.program;
    let both = made.specs.iter().zip(&made.heads);
    let signature = |(spec, &derivative): (&HeadSpec, &UnitId)| Signature {
        mode,
        head: procedure(program, spec.unit),
        derivative: procedure(program, derivative),
        active: active(made, spec),
        commons: commons(program, spec.listed().chain(made.shadows.values().copied()).collect()),
        globals: globals(program),
        matrices: match mode {
            Mode::Jacobian => matrices(program, spec, derivative),
            _ => vec![],
        },
    };
    both.map(signature).collect()
}

fn procedure(program: &Program, unit: UnitId) -> Procedure {
    let u = &program.units[unit];
    let parent = u.parent.map(|p| &program.units[p]);
    let args = || u.args.iter().flatten().copied();
    let dummies = args().filter(|&a| program.symbols[a].variable().is_none());
    Procedure {
        name: u.name.to_string(),
        module: parent
            .filter(|p| p.kind == UnitKind::Module)
            .map(|p| p.name.to_string()),
        arguments: args().filter_map(|a| variable(program, a)).collect(),
        result: u.result.and_then(|r| variable(program, r)),
        needs_interface: program.needs_interface(unit),
        dummy_procedures: dummies.map(|a| fold(&program.symbols[a].name).to_string()).collect(),
    }
}

/// The pairs of dependents and independents, with the last arguments of a Jacobian.
fn matrices(program: &Program, spec: &HeadSpec, derivative: UnitId) -> Vec<Matrix> {
    let args = program.units[derivative].args.iter().flatten().copied();
    let head = &program.units[spec.unit];
    let own = head.args.iter().flatten().count() + usize::from(head.result.is_some());
    let mut last = args
        .skip(own)
        .filter_map(|a| variable(program, a))
        .filter(|v| matches!(v.ty, VariableType::Real(_)));
    let mut all = vec![];
    for &y in &spec.dependents {
        for &x in &spec.independents {
            let argument = last.next();
            if let (Some(dependent), Some(independent)) = (variable(program, y), variable(program, x)) {
                all.push(Matrix {
                    dependent,
                    independent,
                    variable: argument,
                });
            }
        }
    }
    all
}

fn active(made: &adc_transform::Derivative, spec: &HeadSpec) -> Vec<Active> {
    let program = &made.program;
    let mut all: Vec<SymbolId> = vec![];
    for s in spec.listed() {
        if !all.contains(&s) {
            all.push(s);
        }
    }
    let meant = |list: &[SymbolId], parts: &Parts, s: SymbolId| {
        list.contains(&s).then(|| {
            let paths = parts.get(&s).into_iter().flatten();
            paths.map(|p| path(program, p)).collect()
        })
    };
    let with_shadow = |s: SymbolId| {
        Some(Active {
            variable: variable(program, s)?,
            shadow: variable(program, *made.shadows.get(&s)?)?,
            independent: meant(&spec.independents, &spec.independent_parts, s),
            dependent: meant(&spec.dependents, &spec.dependent_parts, s),
        })
    };
    all.into_iter().filter_map(with_shadow).collect()
}

fn path(program: &Program, components: &[SymbolId]) -> String {
    let names = components.iter().map(|&c| fold(&program.symbols[c].name).to_string());
    names.collect::<Vec<_>>().join("%")
}

/// Each COMMON block as one unit declares it, if possible one that declares a wanted member.
fn commons(program: &Program, wanted: Vec<SymbolId>) -> Vec<(String, Vec<Variable>)> {
    let mut found: Vec<(ir::CommonId, &[SymbolId])> = vec![];
    for (_, unit) in program.units.iter() {
        for c in &unit.commons {
            let is_wanted = c.members.iter().any(|m| wanted.contains(m));
            match found.iter_mut().find(|f| f.0 == c.common) {
                Some(f) if is_wanted => f.1 = &c.members,
                Some(_) => {}
                None => found.push((c.common, &c.members)),
            }
        }
    }
    let block = |(common, members): (ir::CommonId, &[SymbolId])| {
        let members = members.iter().filter_map(|&m| variable(program, m));
        (program.commons[common].name.to_string(), members.collect())
    };
    found.into_iter().map(block).collect()
}

/// The variables of all modules.
fn globals(program: &Program) -> Vec<Variable> {
    let modules = program.units.iter().filter(|(_, u)| u.kind == UnitKind::Module);
    let symbols = modules.flat_map(|(_, m)| m.symbols.iter());
    symbols.filter_map(|&s| variable(program, s)).collect()
}

/// A variable as declared.
pub(crate) fn variable(program: &Program, s: SymbolId) -> Option<Variable> {
    variable_in(program, s, &[])
}

/// A variable, or a component of types, the outermost first.
fn variable_in(program: &Program, s: SymbolId, around: &[SymbolId]) -> Option<Variable> {
    let symbol = &program.symbols[s];
    let v = symbol.variable()?;
    let owner = || {
        symbol
            .owner
            .map(|o| program.units[o].name.to_string())
            .unwrap_or_default()
    };
    let scope = match v.storage {
        Storage::Module => Scope::Module(owner()),
        Storage::Common(c) => Scope::Common(program.commons[c].name.to_string()),
        Storage::Result => Scope::Result,
        Storage::Component | Storage::Parameter => Scope::Component,
        Storage::Dummy | Storage::Local | Storage::Index => Scope::Argument,
    };
    Some(Variable {
        name: symbol.name.to_string(),
        scope,
        ty: type_of(program, v, around),
        dimensions: v.dims.iter().map(|d| dimension(program, d)).collect(),
        allocatable: v.attrs.allocatable,
        pointer: v.attrs.pointer,
        target: v.attrs.target,
        optional: v.attrs.optional,
        value: v.attrs.value,
        is_input: v.attrs.intent == Some(ir::Intent::In),
        is_output: v.attrs.intent == Some(ir::Intent::Out),
        private: symbol.private,
        protected: v.attrs.protected,
        initialized: v.init.is_some(),
    })
}

fn type_of(program: &Program, v: &ir::Variable, around: &[SymbolId]) -> VariableType {
    match v.ty.ty {
        Ty::Real(k) => VariableType::Real(k),
        Ty::Complex(k) => VariableType::Complex(k),
        Ty::Integer(k) => VariableType::Integer(k),
        Ty::Logical(k) => VariableType::Logical(k),
        Ty::Character => VariableType::Character(match &v.ty.len {
            Some(CharLen::Expr(e)) => Some(Size::of(program, e)),
            Some(_) => None,
            None => Some(Size::number(1)),
        }),
        Ty::Derived(t) if !program.has_lengths(v.ty.ty) && !around.contains(&program.declared_type(t)) => {
            VariableType::Derived(derived(program, t, around))
        }
        _ => VariableType::Other,
    }
}

fn derived(program: &Program, t: SymbolId, around: &[SymbolId]) -> DerivedType {
    let declared = program.declared_type(t);
    let symbol = &program.symbols[declared];
    let hides = matches!(&program.symbols[t].kind, SymbolKind::Type(def) if def.private_components);
    let around: Vec<SymbolId> = around.iter().copied().chain([declared]).collect();
    let component = |c: SymbolId| {
        let found = variable_in(program, c, &around)?;
        Some(Variable {
            private: found.private || hides,
            ..found
        })
    };
    let owner = symbol.owner.map(|o| &program.units[o]);
    DerivedType {
        name: symbol.name.to_string(),
        module: owner.filter(|u| u.kind == UnitKind::Module).map(|u| u.name.to_string()),
        private: symbol.private,
        components: program.components(t).into_iter().filter_map(component).collect(),
    }
}

fn dimension(program: &Program, d: &Dim) -> Dimension {
    let lower = |e: &Option<ir::Expr>| e.as_ref().map_or(Size::number(1), |e| Size::of(program, e));
    match d {
        Dim::Explicit(lo, hi) => Dimension::Explicit(lower(lo), Size::of(program, hi)),
        Dim::Assumed(lo) => Dimension::Assumed(lower(lo)),
        Dim::Deferred => Dimension::Deferred,
        Dim::AssumedSize(lo) => Dimension::AssumedSize(lower(lo)),
        Dim::AssumedRank => Dimension::AssumedRank,
    }
}
