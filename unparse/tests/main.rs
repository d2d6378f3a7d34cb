//! Tests of the printer and of raising.

mod printing;
mod raising;
mod round_trip;
mod support;
mod written;
