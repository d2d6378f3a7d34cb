//! What several groups of tests share.

pub mod numeric;
