//! The command line, as the opening comment of the output contains it.

use crate::args::{ActivityArg, CheckpointArg, Differentiate, MeasureArg, PreaccumulateArg};
use adc::{Flag, Mode};

/// What stands for the files, and for several heads, in the texts of a run that writes one per source: they would not
/// change if these stood there.
pub const FILES: &str = "FILES...";
pub const HEADS: &str = "HEADS...";

/// The command line, in a form that can be typed, except that [`FILES`] and [`HEADS`] may stand for lists.
pub fn command_line(d: &Differentiate, modes: &[Mode], per_source: bool) -> String {
    let mut words = vec!["adc".to_string()];
    let option = |mode: &Mode| match mode {
        Mode::Tangent => "--tangent",
        Mode::Hessian if d.mode.is_sparse_hessian() => "--hessian=sparse",
        Mode::Hessian => "--hessian",
        Mode::Jacobian if d.mode.is_bidirectional() => "--jacobian=bidirectional",
        Mode::Jacobian if d.mode.is_sparse() => "--jacobian=sparse",
        Mode::Jacobian => "--jacobian",
        _ => "--reverse",
    };
    words.extend(modes.iter().map(|m| option(m).to_string()));
    if d.vector {
        words.push("--vector".into());
    }
    words.extend(d.directions.map(|n| format!("--directions {n}")));
    match per_source && d.input.files.len() > 1 {
        true => words.push(FILES.into()),
        false => words.extend(d.input.files.iter().map(|f| f.display().to_string())),
    }
    match per_source && d.input.heads.len() > 1 {
        true => words.push(format!("--head {HEADS}")),
        false => words.extend(d.input.heads.iter().map(|h| format!("--head '{h}'"))),
    }
    words.extend(d.input.include.iter().map(|i| format!("-I {}", i.display())));
    words.extend(d.input.define.iter().map(|x| format!("-D{x}")));
    words.extend(d.input.external.iter().map(|f| format!("--external {}", f.display())));
    words.extend(
        d.input
            .checkpoints
            .iter()
            .map(|f| format!("--checkpoints {}", f.display())),
    );
    let assumed = d.input.assume_external_passive.iter();
    words.extend(assumed.map(|n| format!("--assume-external-passive {n}")));
    let decides = |f: &&Flag| matches!(f.name(), "openmp" | "openmp-simd" | "no-openmp");
    words.extend(d.input.flags.iter().filter(decides).map(Flag::to_string));
    words.extend(d.plan.no_opt.iter().map(|n| format!("--no-opt {n}")));
    words.extend(d.plan.only.iter().map(|n| format!("--only {n}")));
    words.extend(d.fuel.iter().map(|n| format!("--fuel {n}")));
    if d.specialize {
        words.push("--specialize".into());
    }
    if d.interfaces {
        words.push("--interfaces".into());
    }
    if d.derivative_only {
        words.push("--derivative-only".into());
    }
    if d.allow_active_io {
        words.push("--allow-active-io".into());
    }
    if d.plan.pointers_apart {
        words.push("--pointers-apart".into());
    }
    if d.plan.add_openmp {
        words.push("--add-openmp".into());
    }
    match d.plan.checkpoint {
        CheckpointArg::Auto => {}
        CheckpointArg::Calls => words.push("--checkpoint calls".into()),
        CheckpointArg::None => words.push("--checkpoint none".into()),
    }
    words.extend(d.plan.memory_budget.map(|b| format!("--memory-budget {b}")));
    words.extend(d.plan.assume.iter().map(|(n, v)| format!("--assume {n}={v}")));
    match d.profile_checkpoints {
        None => {}
        Some(MeasureArg::Chosen) => words.push("--profile-checkpoints".into()),
        Some(MeasureArg::Apart) => words.push("--profile-checkpoints=apart".into()),
    }
    if d.plan.preaccumulate == PreaccumulateArg::Always {
        words.push("--preaccumulate always".into());
    }
    match d.activity {
        ActivityArg::Dug => {}
        ActivityArg::Vdg => words.push("--activity vdg".into()),
        ActivityArg::All => words.push("--activity all".into()),
    }
    if let Some(o) = &d.output {
        words.push(format!("-o {}", o.display()));
    }
    words.join(" ")
}
