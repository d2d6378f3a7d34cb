//! Fortran text that calls procedures of the user's program and their derivatives.

mod declare;
mod text;
mod weights;

pub use declare::{
    constant_bounds, declared, deferred, extents, interface, key, local_type, type_name, type_of_dummy, Bounds,
};
pub use text::Text;
pub use weights::weight_of;
