//! The weights of second derivatives.

use adc::{Active, Scope, Signature, Variable};

/// The weight of a dependent in the adjoint of a second derivative, whose modules and COMMON blocks have other suffixes
/// than those of the adjoint alone.
pub fn weight_of<'a>(signature: &'a Signature, adjoint: &'a Signature, dependent: &'a Active) -> &'a Variable {
    let usual = &dependent.shadow;
    let folded = |name: &str| name.to_ascii_lowercase();
    let own = folded(&signature.head.name);
    let Some(suffix) = own.strip_prefix(&folded(&adjoint.head.name)) else {
        return usual;
    };
    let same_name = |v: &&Variable| v.name.eq_ignore_ascii_case(&usual.name);
    // a module that is written again contains its shadows
    let with_suffix = |original: &str| [format!("{}{suffix}", folded(original)), folded(original)];
    let found = match &dependent.variable.scope {
        Scope::Module(m) => with_suffix(m).iter().find_map(|place| {
            let is_there = |v: &&Variable| matches!(&v.scope, Scope::Module(n) if folded(n) == *place);
            signature.globals.iter().filter(same_name).find(is_there)
        }),
        Scope::Common(c) => with_suffix(c).iter().find_map(|place| {
            let blocks = signature.commons.iter().filter(|(name, _)| folded(name) == *place);
            blocks.flat_map(|(_, members)| members).find(same_name)
        }),
        _ => None,
    };
    found.unwrap_or(usual)
}
