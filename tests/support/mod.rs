//! What several groups of tests share.

pub mod cli;
pub mod numeric;
pub mod pages;
