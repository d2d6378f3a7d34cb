//! Tests of the printer and of raising.

mod printing;
mod raising;
