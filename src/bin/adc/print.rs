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
    let both = input.files.iter().zip(&printed.texts);
    let Some(folder) = folder else {
        both.for_each(|(_, text)| say(text));
        return finish(&messages, input);
    };
    let named = both.filter_map(|(path, text)| Some((folder.join(path.file_name()?), text.as_slice())));
    if let Err(problem) = writer.write(None, &named.collect::<Vec<_>>()) {
        messages.push(&problem);
    }
    finish(&messages, input)
}
