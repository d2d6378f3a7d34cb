//! `adc dump`: prints what a stage made of the files.

use crate::args::{Input, ModeArg, Stage};
use crate::session::{Loaded, Session};
use crate::{finish, say, usage_in};
use adc_transform::head::{self, HeadText};
use adc_transform::normalize::{Pass, PASSES};
use adc_transform::{Mode, Options};

/// Runs the command.
pub fn run(input: &Input, stage: Stage, after: Option<&str>, mode: ModeArg) -> u8 {
    let mut s = Session::open(input);
    if s.failed() {
        return finish(&s, input);
    }
    match stage {
        Stage::Lines | Stage::Tokens => {
            for &id in &s.files.clone() {
                let (lines, messages) = adc_frontend::lines::assemble(
                    &s.map,
                    id,
                    &s.parsing.lines,
                    &adc_frontend::lines::Includes::default(),
                );
                s.messages.extend(messages);
                match stage {
                    Stage::Lines => say(&lines.dump(&s.map)),
                    _ => say(&adc_frontend::parse::dump_tokens(&lines)),
                };
            }
        }
        Stage::Ast => {
            let loaded = s.load();
            for f in &loaded.files {
                say(&format!("{f:#?}\n"));
            }
        }
        Stage::Normal => return normal(s, input, after, mode),
        Stage::Ir | Stage::Cfg | Stage::Zones | Stage::Calls => {
            let Loaded { program, .. } = s.load();
            say(&match stage {
                Stage::Ir => adc_frontend::dump::dump(&program),
                Stage::Cfg => adc_analysis::show::cfgs(&program),
                Stage::Zones => adc_analysis::show::zones(&program),
                _ => adc_analysis::show::calls(&program),
            });
        }
    }
    finish(&s, input)
}

/// Prints the normal form after a pass, or after the last one.
fn normal(mut s: Session, input: &Input, after: Option<&str>, mode: ModeArg) -> u8 {
    let mode = match mode {
        ModeArg::Tangent => Mode::Tangent,
        ModeArg::Reverse => Mode::Reverse,
    };
    let pass = match after.map(|name| named(name, mode)).transpose() {
        Ok(pass) => pass,
        Err(text) => return usage_in(input, &text),
    };
    let head = match input.head.as_deref().map(HeadText::parse).transpose() {
        Ok(head) => head,
        Err(text) => return usage_in(input, &text),
    };
    let options = Options {
        external: s.external(input),
        assume_passive: input.assume_external_passive.clone(),
        ..Options::default()
    };
    let Loaded { program, .. } = s.load();
    if s.failed() {
        return finish(&s, input);
    }
    if let Some(head) = head::resolve(&program, head.as_ref(), &mut s.messages) {
        let (normal, messages) = adc_transform::normal_form(&program, &head, mode, &options, pass);
        s.messages.extend(messages);
        if let Some(normal) = normal {
            say(&adc_frontend::dump::dump(&normal));
        }
    }
    finish(&s, input)
}

/// The pass of a name.
fn named(name: &str, mode: Mode) -> Result<&'static Pass, String> {
    let known = PASSES.iter().filter(|p| p.is_for(mode));
    let names: Vec<&str> = known.clone().map(|p| p.name).collect();
    let found = known.clone().find(|p| p.name == name);
    found.ok_or_else(|| format!("no pass `{name}` in this mode; the passes are: {}", names.join(", ")))
}
