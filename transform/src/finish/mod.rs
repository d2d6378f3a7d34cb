//! The last steps, on the whole derivative program: names, kinds, SELECT TYPE, directives, labels, repeated zeros,
//! records of small integers. Used by [`crate::differentiate`].

pub(crate) mod directives;
pub(crate) mod downcasts;
pub(crate) mod kinds;
pub(crate) mod labels;
pub(crate) mod loop_marks;
pub(crate) mod records;
pub mod settled;
pub(crate) mod zeros;
