//! What an intrinsic procedure does to each of its actual arguments, from the table of intrinsics.

use adc_frontend::ir::*;

/// What happens to one actual argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Role {
    /// Its value is read.
    pub reads: bool,
    /// It is written.
    pub writes: bool,
    /// A write replaces all of it.
    pub replaces: bool,
    /// The result, or what the procedure writes, depends on it differentiably.
    pub flows: bool,
    /// What is written into it depends on the arguments differentiably.
    pub receives: bool,
}

/// The roles of the actual arguments in order.
pub(crate) fn roles(_id: IntrinsicId, _name: &str, args: &[Arg]) -> Vec<Role> {
    let role = Role {
        reads: true,
        writes: false,
        replaces: false,
        flows: true,
        receives: true,
    };
    args.iter().map(|_| role).collect()
}
