//! `adc print`: parses files and prints them back.

use crate::args::Input;
use crate::input::sources;
use crate::output::{fail, finish, say, Writer};
use adc::PrintLayout;
use std::path::Path;

/// Runs the command.
pub fn run(input: &Input, folder: Option<&Path>, reformat: bool) -> u8 {
    let layout = match reformat {
        true => PrintLayout::Reformatted,
        false => PrintLayout::AsWritten,
    };
    let printed = match adc::print(sources(input), &input.read_options(), layout) {
        Ok(printed) => printed,
        Err(e) => return fail(&e, input),
    };
    let mut messages = printed.messages;
    let writer = Writer::protecting(printed.read.iter().map(String::as_str));
    for (path, text) in input.files.iter().zip(&printed.texts) {
        match (folder, path.file_name()) {
            (Some(folder), Some(name)) => {
                if let Err(problem) = writer.write(&folder.join(name), text) {
                    messages.push(&problem);
                    break;
                }
            }
            _ => say(text),
        }
    }
    finish(&messages, input)
}
