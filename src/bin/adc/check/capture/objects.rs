//! The capture of arrays of objects: a procedure for each array, which writes the values of a component in all objects
//! together, in the order of storage. The array is its argument `x(n)`.

use super::format_of;
use crate::check::leaves::Place;
use crate::fortran::local_type;
use adc::{DerivedType, Dimension, Variable, VariableType};
use std::fmt::Write as _;

/// Writes the procedure of an array of objects; the components that it leaves out. None if the type cannot be named.
pub fn procedure(out: &mut String, name: &str, key: &str, t: &DerivedType, rank: usize) -> Option<Vec<String>> {
    let module = t.module.as_deref().filter(|_| !t.private)?;
    let ty = local_type(module, &t.name);
    let mut body = Body::default();
    body.components(key, &Place::default().object(&[(1, 1)]), t);
    let _ = writeln!(out, "subroutine {name}(x, low, high)");
    let _ = writeln!(out, "   use adc_capture");
    let _ = writeln!(out, "   use {module}, only: {ty} => {}", t.name);
    let _ = writeln!(out, "   implicit none");
    let _ = writeln!(out, "   integer, intent(in) :: low({rank}), high({rank})");
    let _ = writeln!(out, "   type({ty}), intent(in) :: x(product(max(0, high - low + 1)))");
    let indices: Vec<String> = (1..=body.depth).map(|k| format!("adc_i{k}")).collect();
    let _ = writeln!(out, "   integer :: {}", indices.join(", "));
    let _ = writeln!(out, "   if (done) return");
    let _ = writeln!(out, "   call open_capture()");
    let _ = writeln!(out, "   call put_shape('{key}', low, high)");
    let _ = writeln!(out, "{}end subroutine {name}", body.text);
    Some(body.missing)
}

/// The statements of a procedure.
#[derive(Default)]
struct Body {
    text: String,
    missing: Vec<String>,
    /// The most loops.
    depth: usize,
}

impl Body {
    fn components(&mut self, key: &str, object: &Place, t: &DerivedType) {
        for c in t.components.iter().filter(|c| !c.private) {
            let key = format!("{key}%{}", c.name.to_ascii_lowercase());
            let place = object.component(&c.name);
            let place = match c.allocatable || c.pointer {
                true => place.dynamic(c.pointer),
                false => place,
            };
            self.component(&key, &place, c);
        }
    }

    fn component(&mut self, key: &str, place: &Place, c: &Variable) {
        self.depth = self.depth.max(place.loops.len());
        if !c.dimensions.is_empty() && c.dimensions.iter().any(|d| !matches!(d, Dimension::Explicit(..))) {
            self.line(0, "call begin_shape()");
            self.each(place, |at| {
                vec![format!("call put_same_shape('{key}', lbound({at}), ubound({at}))")]
            });
        }
        match &c.ty {
            VariableType::Derived(inner) => {
                let bounds = vec![(1, 1); c.dimensions.len()];
                self.components(key, &place.object(&bounds), inner);
            }
            VariableType::Other => self.missing.push(key.to_string()),
            ty => {
                self.line(0, &format!("write (unit, '(a)') '&values {key} ='"));
                let write = |at: &str| vec![format_of(ty).replace("{x}", at)];
                self.each(place, write);
                self.line(0, "write (unit, '(a)') '/'");
            }
        }
    }

    /// Statements for the component in each object; they get its designator.
    fn each(&mut self, place: &Place, statements: impl Fn(&str) -> Vec<String>) {
        let mut ends: Vec<&str> = vec![];
        for within in 0..=place.loops.len() {
            for condition in place.conditions(within, "x", None) {
                self.line(ends.len(), &format!("if ({condition}) then"));
                ends.push("end if");
            }
            if let Some(l) = place.loops.get(within) {
                self.line(ends.len(), &l.line("x", None));
                ends.push("end do");
            }
        }
        for s in statements(&place.of("x", None, 0)) {
            self.line(ends.len(), &s);
        }
        while let Some(end) = ends.pop() {
            self.line(ends.len(), end);
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "   {}{text}", "   ".repeat(depth));
    }
}
