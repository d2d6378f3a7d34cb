//! The C name of the derivative of a head with `BIND(C)`.
//!
//! | head | derivative |
//! |---|---|
//! | `subroutine cost(...) bind(c)` | `subroutine cost_b(...) bind(c)`, which is `cost_b` |
//! | `bind(c, name='Cost')` | `bind(c, name='Cost_b')` |
//! | `bind(c, name='')` | the same: C has no name for it |
//!
//! Derivatives of other procedures are called only from Fortran.

use crate::assemble::generator::Generator;
use crate::code::names::of_derivative;
use crate::options::UnitSuffix;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;

impl Generator<'_> {
    /// Gives a head's derivative the binding of the head.
    pub(crate) fn bind_head(&mut self, head: UnitId, derivative: UnitId) {
        let head = self.primal.units[head].symbol;
        let Some(SymbolKind::Procedure(p)) = head.map(|s| &self.primal.symbols[s].kind) else {
            return;
        };
        let suffix = self.unit_suffix();
        let Some(bind) = p.attrs.bind.as_ref().and_then(|text| bound(text, &suffix)) else {
            return;
        };
        let Some(symbol) = self.out.units[derivative].symbol else {
            return;
        };
        if let SymbolKind::Procedure(p) = &mut self.out.symbols[symbol].kind {
            p.attrs.bind = Some(bind);
        }
    }
}

/// `bind(c, name='x')` with the name of the derivative.
fn bound(bind: &str, suffix: &UnitSuffix) -> Option<SmolStr> {
    let Some((front, name)) = bind.split_once('=') else {
        return Some(bind.into());
    };
    let name = name.trim().strip_suffix(')')?.trim();
    let literal = name.len() >= 2 && name.starts_with(['\'', '"']) && name.ends_with(['\'', '"']);
    let quote = name.chars().next()?;
    let inside = name.get(1..name.len() - 1).unwrap_or("");
    let text = match (literal && !inside.contains(quote), inside.trim().is_empty()) {
        (true, true) => return Some(bind.into()),
        (true, false) => format!("{front}={quote}{}{quote})", of_derivative(inside, suffix)),
        (false, _) => format!("{front}=trim({name})//'{}')", suffix.suffix),
    };
    Some(text.into())
}

#[cfg(test)]
mod tests {
    use super::bound;
    use crate::options::UnitSuffix;

    #[test]
    fn names_get_the_suffix() {
        let of = |text| bound(text, &UnitSuffix::plain("_b")).unwrap().to_string();
        assert_eq!(of("bind(c)"), "bind(c)");
        assert_eq!(of("bind(C, name='Cost')"), "bind(C, name='Cost_b')");
        assert_eq!(of("bind(c, name = \"Cost\")"), "bind(c, name =\"Cost_b\")");
        assert_eq!(of("bind(c, name='')"), "bind(c, name='')");
        assert_eq!(of("bind(c, name='a'//'b')"), "bind(c, name=trim('a'//'b')//'_b')");
    }
}
