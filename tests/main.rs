//! The tests of the workspace's top level, except for those of each fixture ([`fixtures`](fixtures.rs)).
#![allow(clippy::unwrap_used)]

mod active_io;
mod allocated_results;
mod bad_input;
mod both_modes;
mod check;
mod command;
mod command_formats;
mod contexts;
mod descriptors;
mod diagnostics;
mod do_not_diff;
mod dumps;
mod elimination;
mod encodings;
mod external;
mod external_in_directions;
mod forms_of_programs;
mod fuel;
mod generated_programs;
mod goldens;
mod gradbench;
mod head_by_component;
mod init;
mod input_runs_once;
mod jacobians;
mod kinds_of_flags;
mod large;
mod library;
mod lsp;
mod many_directions;
mod memory_budget;
mod module_state;
mod names_proved;
mod numeric_selftest;
mod output_once;
mod page_of_the_command;
mod passive_values;
mod pointers_of_callers;
mod procedure_pointers;
mod programs;
mod project;
mod random;
mod read_by_declarations;
mod reasons;
mod report;
mod sanitized;
mod second_order;
mod second_runs;
mod several_heads;
mod shadows_at_entry;
mod sparse_hessians;
mod sparse_jacobians;
mod structure;
#[path = "../benches/suite/mod.rs"]
#[allow(dead_code)] // what is printed is for benchmarks
mod suite;
#[allow(dead_code)] // the tests of fixtures share it
mod support;
mod tape_report;
mod tapenade;
mod tidy;
mod time_loops;
mod unreached;
mod work_arguments;
mod wrap;
