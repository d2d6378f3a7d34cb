//! Makes the derivative program: units, shadows, names, modules.

mod constant;
mod files;
mod models;
mod moved_procedures;
mod output;
mod silent;
mod split;
mod types;
mod unknown;
