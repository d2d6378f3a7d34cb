//! Helpers of several groups of tests.

pub mod book;
pub mod cli;
pub mod fixtures;
pub mod formula;
pub mod json;
pub mod numeric;
pub mod pages;
pub mod parallel;
pub mod program;
pub mod source;
pub mod tape;
