//! The derivatives of a head that a driver calls, with their shadows.

use super::subject::Subject;
use crate::fortran::weight_of;
use adc::{Active, Dimension, Mode, Procedure, Scope, Signature, Variable};

/// A derivative.
pub struct Form {
    /// Its task in a driver.
    pub task: &'static str,
    /// Its mode.
    pub mode: Mode,
    /// True for many directions, or weights.
    pub many: bool,
    /// The procedure.
    pub procedure: Procedure,
    /// The shadows of variables.
    pub shadows: Vec<Shadow>,
    /// The matrices of a Jacobian.
    pub matrices: Vec<Matrix>,
    /// COMMON blocks with shadows.
    pub commons: Vec<(String, Vec<Variable>)>,
}

/// A shadow.
#[derive(Clone)]
pub struct Shadow {
    /// The variable, by its place in those of the subject.
    pub of: usize,
    /// What it contains.
    pub role: Role,
    /// Its name in the driver.
    pub name: String,
    /// As declared.
    pub variable: Variable,
    /// True if its first dimension is that of directions.
    pub many: bool,
    /// True if the caller has to set it to zero where it is no seed.
    pub is_zero: bool,
}

/// What a shadow contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Directions, or tangents.
    Tangent,
    /// Weights, or the gradient.
    Adjoint,
    /// The tangent of the gradient.
    AdjointTangent,
}

/// The derivatives of a dependent with respect to an independent.
pub struct Matrix {
    /// The variables, by their places in those of the subject.
    pub dependent: usize,
    /// See `dependent`.
    pub independent: usize,
    /// Its name in the driver, and as declared; none in a sparse Jacobian.
    pub variable: Option<(String, Variable)>,
}

impl Form {
    /// A tangent or an adjoint, in one direction or in many.
    pub fn first(subject: &Subject, signature: &Signature, many: bool) -> Form {
        let (task, role) = match signature.mode {
            Mode::Tangent => ("tangent", Role::Tangent),
            _ => ("adjoint", Role::Adjoint),
        };
        let own = |a: &Active| shadow(subject, &a.variable, &a.shadow, role, many);
        let shadows = signature.active.iter().filter_map(own).collect();
        Form::new(task, signature, many, shadows)
    }

    /// The tangent of the adjoint with a signature. Its independents are those of the head, its dependents their shadows
    /// in the adjoint, in the same order. More independents are shadows that the caller sets to zero.
    pub fn second(subject: &Subject, signature: &Signature, adjoint: &Signature, many: bool) -> Form {
        let is_head = |a: &&Active| a.independent.is_some();
        let same = |a: &Active, b: &Active| a.variable.name == b.variable.name && a.variable.scope == b.variable.scope;
        let mut shadows = vec![];
        let mut dependents = signature.active.iter().filter(|a| a.dependent.is_some());
        let directions: Vec<&Active> = signature.active.iter().filter(is_head).collect();
        for a in directions.iter().filter(|a| adjoint.active.iter().any(|b| same(a, b))) {
            let own = shadow(subject, &a.variable, &a.shadow, Role::Tangent, many);
            let is_independent = adjoint.active.iter().filter(is_head).any(|b| same(a, b));
            shadows.extend(own.map(|s| Shadow {
                is_zero: !is_independent,
                ..s
            }));
        }
        for head in adjoint.active.iter().filter(is_head) {
            let Some(gradient) = dependents.next() else { break };
            shadows.extend(shadow(
                subject,
                &head.variable,
                &gradient.variable,
                Role::Adjoint,
                false,
            ));
            let tangent = shadow(subject, &head.variable, &gradient.shadow, Role::AdjointTangent, many);
            shadows.extend(tangent);
        }
        for head in adjoint.active.iter().filter(|a| a.independent.is_none()) {
            let weight = weight_of(signature, adjoint, head);
            shadows.extend(shadow(subject, &head.variable, weight, Role::Adjoint, false));
            let weight = directions.iter().find(|a| a.variable.name == head.shadow.name);
            let tangent = weight.and_then(|a| shadow(subject, &head.variable, &a.shadow, Role::AdjointTangent, many));
            shadows.extend(tangent.map(|s| Shadow { is_zero: true, ..s }));
        }
        Form::new("hessian", signature, many, shadows)
    }

    /// A Jacobian.
    pub fn jacobian(subject: &Subject, signature: &Signature) -> Form {
        let mut form = Form::new("jacobian", signature, false, vec![]);
        for (k, m) in signature.matrices.iter().enumerate() {
            let both = (place(subject, &m.dependent), place(subject, &m.independent));
            if let (Some(dependent), Some(independent)) = both {
                let named = |v: &Variable| (format!("j{}_{}", k + 1, short(&v.name)), v.clone());
                form.matrices.push(Matrix {
                    dependent,
                    independent,
                    variable: m.variable.as_ref().map(named),
                });
            }
        }
        form
    }

    fn new(task: &'static str, signature: &Signature, many: bool, shadows: Vec<Shadow>) -> Form {
        Form {
            task,
            mode: signature.mode,
            many,
            procedure: signature.derivative.clone(),
            shadows,
            matrices: vec![],
            commons: signature.commons.clone(),
        }
    }

    /// True for a sparse Jacobian.
    pub fn is_sparse(&self) -> bool {
        self.matrices.iter().any(|m| m.variable.is_none())
    }

    /// True for a derivative that uses the tape.
    pub fn has_tape(&self) -> bool {
        matches!(self.mode, Mode::Reverse | Mode::Hessian)
    }
}

fn shadow(subject: &Subject, variable: &Variable, shadow: &Variable, role: Role, many: bool) -> Option<Shadow> {
    let of = place(subject, variable)?;
    let letter = match role {
        Role::Tangent => 'd',
        Role::Adjoint => 'b',
        Role::AdjointTangent => 'e',
    };
    let is_sizeless = |d: &Dimension| matches!(d, Dimension::AssumedSize(_));
    Some(Shadow {
        of,
        role,
        name: format!("{letter}{}_{}", subject.vars[of].number, short(&variable.name)),
        variable: shadow.clone(),
        many,
        is_zero: variable.dimensions.iter().any(is_sizeless),
    })
}

/// The place of a variable in those of the subject.
fn place(subject: &Subject, variable: &Variable) -> Option<usize> {
    let is_it = |v: &Variable| v.name == variable.name && same_scope(&v.scope, &variable.scope);
    subject.vars.iter().position(|v| is_it(&v.variable))
}

/// The result of a function is an argument of some derivatives.
fn same_scope(a: &Scope, b: &Scope) -> bool {
    let is_local = |s: &Scope| matches!(s, Scope::Argument | Scope::Result);
    a == b || is_local(a) && is_local(b)
}

/// A name that leaves room for a prefix.
pub fn short(name: &str) -> String {
    name.chars().take(50).collect()
}
