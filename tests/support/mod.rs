//! What several groups of tests share.

pub mod cli;
pub mod formula;
pub mod json;
pub mod numeric;
pub mod pages;
pub mod program;
