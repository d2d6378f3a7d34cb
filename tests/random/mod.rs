//! Random programs: generated, differentiated and checked by numbers; and mutated sources, which must never make the
//! compiler panic.

mod expr;
mod local;
mod program;
mod rng;
mod scope;
mod stmt;
mod tree;
mod unit;

#[test]
fn random_dump() {
    let folder = std::path::PathBuf::from(std::env::var("RANDOM_DUMP").unwrap());
    for seed in 1..=200 {
        let p = program::program(seed);
        let ext = if p.fixed { "f" } else { "f90" };
        std::fs::write(folder.join(format!("p{seed}.{ext}")), p.text()).unwrap();
    }
}
