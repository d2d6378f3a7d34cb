//! Tests of the analyses.

mod activity;
mod common;
mod components;
mod control_flow;
mod dependence;
mod idset;
mod linearity;
mod order;
mod random_programs;
mod sections;
mod summaries;
mod summary_graph;
mod sweeps;
mod why;
