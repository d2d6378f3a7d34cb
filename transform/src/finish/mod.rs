//! The last steps, on the whole derivative program: names, SELECT TYPE, directives of loops. Used by
//! [`crate::differentiate`].

pub(crate) mod downcasts;
pub(crate) mod loop_marks;
pub mod settled;
