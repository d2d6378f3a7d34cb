//! The last steps, on the whole derivative program: names, SELECT TYPE, marks of loops.

pub(crate) mod downcasts;
pub(crate) mod loop_marks;
pub mod settled;
