//! The one test binary of the workspace's top level.
#![allow(clippy::unwrap_used)]

mod diagnostics;
mod numeric_fixtures;
mod numeric_selftest;
mod random;
mod support;
