//! Options about how source text is read, with the compiler's own names.

use adc_frontend::lines::LineOptions;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::Form;
use clap::Args;

/// How lines are read.
#[derive(Args, Debug, Clone, Default)]
pub struct Reading {
    /// As for gfortran, what changes the meaning of source text: fixed-line-length-N, fixed-line-length-none, free-form, fixed-form,
    /// d-lines-as-code, d-lines-as-comments, no-pad-source, backslash, dollar-ok
    #[arg(short = 'f', value_name = "NAME", value_parser = parse)]
    names: Vec<Name>,
    /// Preprocess the files, whatever their extension says
    #[arg(long)]
    pub cpp: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Form(Form),
    Width(Option<usize>),
    Pad(bool),
    DLines(bool),
    Backslash(bool),
    /// What is always so, or says nothing about lines.
    Nothing,
}

/// Widths from gfortran's smallest on; 0 means no limit.
const SMALLEST_WIDTH: usize = 7;

fn parse(name: &str) -> Result<Name, String> {
    if let Some(width) = name.strip_prefix("fixed-line-length-") {
        return match width {
            "none" | "0" => Ok(Name::Width(None)),
            _ => match width.parse() {
                Ok(n) if n >= SMALLEST_WIDTH => Ok(Name::Width(Some(n))),
                _ => Err(format!("a line has at least {SMALLEST_WIDTH} columns")),
            },
        };
    }
    if name.starts_with("free-line-length-") {
        return Ok(Name::Nothing);
    }
    Ok(match name {
        "free-form" => Name::Form(Form::Free),
        "fixed-form" => Name::Form(Form::Fixed),
        "d-lines-as-code" => Name::DLines(true),
        "d-lines-as-comments" => Name::DLines(false),
        "pad-source" => Name::Pad(true),
        "no-pad-source" => Name::Pad(false),
        "backslash" => Name::Backslash(true),
        "no-backslash" => Name::Backslash(false),
        "dollar-ok" | "cray-pointer" => Name::Nothing,
        _ => return Err("it is none of the options about source text".into()),
    })
}

impl Reading {
    /// What the parser has to know; of several options about one thing the last counts.
    pub fn options(&self) -> ParseOptions {
        let mut lines = LineOptions::default();
        for name in &self.names {
            match *name {
                Name::Width(width) => lines.fixed_width = width,
                Name::Pad(on) => lines.pad = on,
                Name::DLines(on) => lines.d_lines = on,
                Name::Backslash(on) => lines.backslash = on,
                Name::Form(_) | Name::Nothing => {}
            }
        }
        ParseOptions { lines }
    }

    /// The form, if an option says so.
    pub fn form(&self) -> Option<Form> {
        self.names.iter().rev().find_map(|n| match n {
            Name::Form(form) => Some(*form),
            _ => None,
        })
    }
}
