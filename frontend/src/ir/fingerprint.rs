//! Hashes of expressions consistent with [`Expr::same`]: equal expressions have equal hashes. An expression is looked
//! up among many without comparing it with each.

use super::{Arg, ArgValue, Expr, ExprKind, Subscript};
use std::collections::hash_map::DefaultHasher;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

impl Expr {
    /// The hash.
    pub fn fingerprint(&self) -> u64 {
        let mut h = DefaultHasher::new();
        add(self, &mut h);
        h.finish()
    }
}

fn add(e: &Expr, h: &mut DefaultHasher) {
    std::mem::discriminant(&e.kind).hash(h);
    match &e.kind {
        ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Logical(t) => t.hash(h),
        ExprKind::Var(s) => s.hash(h),
        ExprKind::Index(b, subs) => {
            add(b, h);
            subs.len().hash(h);
            subs.iter().for_each(|s| subscript(s, h));
        }
        ExprKind::Component(b, c) => {
            add(b, h);
            c.hash(h);
        }
        ExprKind::ComplexPart(b, _) | ExprKind::Substring(b, ..) | ExprKind::Paren(b) | ExprKind::Unary(_, b) => {
            add(b, h);
        }
        ExprKind::Call(c, args) => {
            c.proc.hash(h);
            arguments(args, h);
        }
        ExprKind::Intrinsic(_, _, args) | ExprKind::Structure(_, args) => arguments(args, h),
        ExprKind::Complex(a, b) | ExprKind::Binary(_, a, b) => {
            add(a, h);
            add(b, h);
        }
        ExprKind::Array(_, items) => items.iter().for_each(|i| add(i, h)),
        // few, or never equal
        ExprKind::Str(_)
        | ExprKind::Boz(_)
        | ExprKind::Hollerith(_)
        | ExprKind::Procedure(_)
        | ExprKind::ImpliedDo { .. } => {}
    }
}

fn subscript(s: &Subscript, h: &mut DefaultHasher) {
    match s {
        Subscript::At(e) => add(e, h),
        Subscript::Range(a, b, c) => [a, b, c].into_iter().flatten().for_each(|e| add(e, h)),
    }
}

fn arguments(args: &[Arg], h: &mut DefaultHasher) {
    args.len().hash(h);
    for a in args {
        if let ArgValue::Expr(e) = &a.value {
            add(e, h);
        }
    }
}

/// A map with expressions as keys.
#[derive(Clone, Debug)]
pub struct ExprMap<T>(HashMap<u64, Vec<(Expr, T)>>);

impl<T> Default for ExprMap<T> {
    fn default() -> Self {
        ExprMap(HashMap::new())
    }
}

impl<T> ExprMap<T> {
    /// The entry of an equal expression.
    pub fn get(&self, e: &Expr) -> Option<&T> {
        if self.0.is_empty() {
            return None;
        }
        let alike = self.0.get(&e.fingerprint())?;
        alike.iter().find(|(x, _)| x.same(e)).map(|(_, t)| t)
    }

    /// True if there is an entry for an equal expression.
    pub fn contains(&self, e: &Expr) -> bool {
        self.get(e).is_some()
    }

    /// Sets the entry of an expression, replacing the previous one.
    pub fn insert(&mut self, e: &Expr, value: T) {
        let alike = self.0.entry(e.fingerprint()).or_default();
        match alike.iter_mut().find(|(x, _)| x.same(e)) {
            Some((_, t)) => *t = value,
            None => alike.push((e.clone(), value)),
        }
    }

    /// Removes an expression.
    pub fn remove(&mut self, e: &Expr) -> Option<T> {
        let alike = self.0.get_mut(&e.fingerprint())?;
        let k = alike.iter().position(|(x, _)| x.same(e))?;
        Some(alike.swap_remove(k).1)
    }
}
