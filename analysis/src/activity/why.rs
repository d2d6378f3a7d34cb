//! Shortest chains.
