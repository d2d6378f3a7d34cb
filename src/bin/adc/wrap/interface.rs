//! What C sees of heads and their derivatives: procedures, and for each parameter the variable that it stands for.
//!
//! Derived types, characters, allocatable arguments, pointers and procedures are refused.

use super::state::{self, State};
use crate::fortran::{key, weight_of};
use adc::{Active, Dimension, Mode, Procedure, Scope, Signature, Variable, VariableType};

/// All heads, and variables outside of them.
pub struct Interface<'a> {
    /// The name of the first head, in lower case.
    pub name: String,
    /// The heads.
    pub heads: Vec<Head<'a>>,
    /// Variables of modules and COMMON blocks.
    pub state: Vec<State<'a>>,
}

/// A head with its derivatives.
pub struct Head<'a> {
    /// The head.
    pub procedure: &'a Procedure,
    /// Independents and dependents.
    pub active: &'a [Active],
    /// The head itself, then its derivatives.
    pub calls: Vec<Call<'a>>,
}

/// A procedure that C calls.
pub struct Call<'a> {
    /// `value`, `tangent`, `adjoint` or `hessian`.
    pub task: &'static str,
    /// Its name in C.
    pub symbol: String,
    /// The procedure.
    pub procedure: &'a Procedure,
    /// The arguments, then the result.
    pub parameters: Vec<Parameter<'a>>,
    /// Derivatives in modules and COMMON blocks.
    pub globals: Vec<Parameter<'a>>,
}

/// A variable, or a derivative of one.
pub struct Parameter<'a> {
    /// As declared.
    pub variable: &'a Variable,
    /// The head's variable that it belongs to, as [`key`] names it.
    pub of: String,
    /// What of it.
    pub part: Part,
}

impl Parameter<'_> {
    /// True for an array whose extents the procedure takes from its caller.
    pub fn needs_extents(&self) -> bool {
        let v = self.variable;
        let is_assumed = |d: &Dimension| matches!(d, Dimension::Assumed(_));
        !v.dimensions.is_empty() && (v.scope == Scope::Result || v.dimensions.iter().any(is_assumed))
    }
}

/// What a parameter contains of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Its value.
    Value,
    /// Its tangent: a direction, or the derivative along it.
    Tangent,
    /// Its adjoint: a weight, or the gradient.
    Adjoint,
    /// The derivative of its adjoint along the direction.
    AdjointTangent,
}

impl Part {
    /// Its name in the description.
    pub fn word(self) -> &'static str {
        match self {
            Part::Value => "value",
            Part::Tangent => "tangent",
            Part::Adjoint => "adjoint",
            Part::AdjointTangent => "adjoint_tangent",
        }
    }
}

impl<'a> Interface<'a> {
    /// The interface of signatures.
    ///
    /// # Errors
    /// If C cannot pass an argument, or cannot reach an independent or dependent; the message names it.
    pub fn new(signatures: &'a [Signature]) -> Result<Interface<'a>, String> {
        let of = |mode: Mode| signatures.iter().filter(move |s| s.mode == mode);
        let modes = [Mode::Tangent, Mode::Reverse, Mode::Hessian];
        let count = modes.iter().map(|&m| of(m).count()).max().unwrap_or(0);
        let state = state::all(signatures);
        let mut heads: Vec<Head> = vec![];
        for k in 0..count {
            let own: Vec<&Signature> = modes.iter().filter_map(|&m| of(m).nth(k)).collect();
            heads.push(head(&own, &state)?);
        }
        distinguish(&mut heads);
        let name = heads.first().map(|h| h.procedure.name.to_ascii_lowercase());
        Ok(Interface {
            name: name.ok_or("there is no head")?,
            heads,
            state,
        })
    }
}

/// Puts the module before a name that two procedures have.
fn distinguish(heads: &mut [Head]) {
    let mut known: Vec<String> = vec![];
    for call in heads.iter_mut().flat_map(|h| &mut h.calls) {
        if known.contains(&call.symbol) {
            let module = call.procedure.module.as_deref().unwrap_or("external");
            call.symbol = format!("{}__{}", module.to_ascii_lowercase(), call.symbol);
        }
        known.push(call.symbol.clone());
    }
}

/// A head by its signatures, of which the last one may be that of second derivatives.
fn head<'a>(signatures: &[&'a Signature], state: &[State]) -> Result<Head<'a>, String> {
    let of = |mode: Mode| signatures.iter().find(|s| s.mode == mode).copied();
    let first = of(Mode::Reverse).or(of(Mode::Tangent)).ok_or("there is no head")?;
    let refuse = |what: &str| {
        format!(
            "`{}` of `{}` is a procedure, which C cannot pass",
            what, first.head.name
        )
    };
    if let Some(name) = first.head.dummy_procedures.first() {
        return Err(refuse(name));
    }
    for v in first.head.arguments.iter().chain(&first.head.result) {
        passable(v, &first.head.name)?;
    }
    for a in &first.active {
        reachable(a, state)?;
    }
    let mut calls = vec![call("value", &first.head, first, &[])?];
    for &signature in signatures {
        let (task, shadows) = match signature.mode {
            Mode::Tangent => ("tangent", shadows_of(signature, Part::Tangent)),
            Mode::Hessian => ("hessian", second_shadows(signature, first)),
            _ => ("adjoint", shadows_of(signature, Part::Adjoint)),
        };
        if let Some(s) = shadows
            .iter()
            .find(|s| !is_argument(s.variable) && !is_set(s.variable, state))
        {
            return Err(format!(
                "the derivative `{}` of `{}` cannot be set",
                key(s.variable),
                s.of
            ));
        }
        calls.push(call(task, &signature.derivative, first, &shadows)?);
    }
    Ok(Head {
        procedure: &first.head,
        active: &first.active,
        calls,
    })
}

/// An error for a variable that C cannot pass.
fn passable(v: &Variable, procedure: &str) -> Result<(), String> {
    let kind = match &v.ty {
        VariableType::Derived(_) => Some("has a derived type"),
        VariableType::Character(_) => Some("is a character"),
        ty if state::has_c_type(ty) => None,
        VariableType::Real(_) | VariableType::Complex(_) | VariableType::Integer(_) | VariableType::Logical(_) => {
            Some("has a kind that C lacks")
        }
        _ => Some("is polymorphic, or has length parameters"),
    };
    let other = [
        (v.allocatable, "is allocatable"),
        (v.pointer, "is a pointer"),
        (v.dimensions.contains(&Dimension::AssumedRank), "has no declared rank"),
    ];
    let found = kind.or_else(|| other.iter().find(|o| o.0).map(|o| o.1));
    found.map_or(Ok(()), |why| {
        Err(format!("`{}` of `{procedure}` {why}, which C cannot pass", v.name))
    })
}

/// An error for an independent or dependent in a module or COMMON block that C cannot set.
fn reachable(a: &Active, state: &[State]) -> Result<(), String> {
    let name = key(&a.variable);
    let has_parts = [&a.independent, &a.dependent]
        .iter()
        .any(|p| p.iter().any(|p| !p.is_empty()));
    if has_parts {
        return Err(format!(
            "of `{name}`, components carry derivatives, which C cannot pass"
        ));
    }
    match is_argument(&a.variable) || is_set(&a.variable, state) {
        true => Ok(()),
        false => Err(format!("`{name}` cannot be set from outside of its module")),
    }
}

/// True for a variable that C can set. A module and a COMMON block may have one name.
fn is_set(v: &Variable, state: &[State]) -> bool {
    let mut same = state.iter().filter(|s| s.key == key(v));
    same.any(|s| s.variable.scope == v.scope && s.is_settable())
}

fn is_argument(v: &Variable) -> bool {
    matches!(v.scope, Scope::Argument | Scope::Result)
}

/// The shadows of a signature of first derivatives, as parts of the head's variables.
fn shadows_of(signature: &Signature, part: Part) -> Vec<Parameter<'_>> {
    let parameter = |a: &'_ Active| key(&a.variable);
    let all = signature.active.iter().map(|a| (parameter(a), &a.shadow));
    all.map(|(of, variable)| Parameter { variable, of, part }).collect()
}

/// The shadows of the tangent of an adjoint: its independents are those of the head, its dependents their adjoints, in
/// the same order. Weights are those of the adjoint that it calls.
fn second_shadows<'a>(signature: &'a Signature, adjoint: &'a Signature) -> Vec<Parameter<'a>> {
    let (mut all, mut dependents) = (vec![], signature.active.iter().filter(|a| a.dependent.is_some()));
    for a in signature.active.iter().filter(|a| a.independent.is_some()) {
        all.push(Parameter {
            variable: &a.shadow,
            of: key(&a.variable),
            part: Part::Tangent,
        });
    }
    for head in adjoint.active.iter().filter(|a| a.independent.is_some()) {
        let Some(gradient) = dependents.next() else { break };
        let parts = [
            (&gradient.variable, Part::Adjoint),
            (&gradient.shadow, Part::AdjointTangent),
        ];
        all.extend(parts.map(|(variable, part)| Parameter {
            variable,
            of: key(&head.variable),
            part,
        }));
    }
    for head in adjoint.active.iter().filter(|a| a.independent.is_none()) {
        all.push(Parameter {
            variable: weight_of(signature, adjoint, head),
            of: key(&head.variable),
            part: Part::Adjoint,
        });
    }
    all
}

/// A call of the head or of a derivative with these shadows.
fn call<'a>(
    task: &'static str,
    procedure: &'a Procedure,
    head: &'a Signature,
    shadows: &[Parameter<'a>],
) -> Result<Call<'a>, String> {
    let own: Vec<&Variable> = head.head.arguments.iter().chain(&head.head.result).collect();
    let parameter = |v: &'a Variable| {
        let is_it = |other: &Variable| other.name.eq_ignore_ascii_case(&v.name);
        let shadow = shadows.iter().find(|s| is_argument(s.variable) && is_it(s.variable));
        let value = own.iter().find(|o| is_it(o)).map(|o| (key(o), Part::Value));
        let found = shadow.map(|s| (s.of.clone(), s.part)).or(value);
        let missing = || format!("the argument `{}` of `{}` is unknown", v.name, procedure.name);
        let (of, part) = found.ok_or_else(missing)?;
        Ok(Parameter { variable: v, of, part })
    };
    let result = procedure.result.iter().map(|v| match task {
        // the tangent of a function returns the tangent
        "tangent" => {
            let own = head.head.result.as_ref().map_or_else(|| key(v), key);
            Ok(Parameter {
                variable: v,
                of: own,
                part: Part::Tangent,
            })
        }
        _ => parameter(v),
    });
    let all: Result<Vec<Parameter>, String> = procedure.arguments.iter().map(parameter).chain(result).collect();
    let globals = shadows.iter().filter(|s| !is_argument(s.variable));
    let globals = globals.map(|s| Parameter {
        variable: s.variable,
        of: s.of.clone(),
        part: s.part,
    });
    Ok(Call {
        task,
        symbol: format!("{}_c", procedure.name.to_ascii_lowercase()),
        procedure,
        parameters: all?,
        globals: globals.collect(),
    })
}
