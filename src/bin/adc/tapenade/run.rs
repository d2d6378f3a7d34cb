//! Runs what a command line of Tapenade asks for.

use super::heads::heads;
use super::names::{end_of_files, file, set, stem};
use super::optimisations::left;
use super::parse::Given;
use crate::args::{Color, FormArg, Input, MessageFormat};
use crate::command_line::{FILES, HEADS};
use crate::input::{sources, sources_and_descriptions};
use crate::output::{fail, finish, usage_for, Writer};
use adc::{
    Checkpoint, Derivative, Flag, Form, Mode, Options, PrintLayout, Problem, Program, ReadOptions, Request, Suffix,
};
use std::path::{Path, PathBuf};

/// Output files with their contents, in the order of their first parts.
type Files = Vec<(PathBuf, Vec<u8>)>;

/// Reports a wrong command line.
pub fn wrong(message: &str) -> u8 {
    usage_for(message, "see `adc tapenade -help`")
}

/// Writes the derivatives.
pub fn differentiate(given: &Given, words: &[String]) -> u8 {
    let request = match request(given, words) {
        Ok(request) => request,
        Err(message) => return wrong(&message),
    };
    let input = match input(given) {
        Ok(input) => input,
        Err(message) => return wrong(&message),
    };
    let program = match adc::read(sources_and_descriptions(&input), &read_options(&input)) {
        Ok(program) => program,
        Err(e) => return fail(&e, &input),
    };
    if let Some(message) = unknown_procedure(given, &program) {
        return wrong(&message);
    }
    let status = match program.differentiate(&request) {
        Ok(derivative) => write(given, &input, &program, &request, &derivative),
        Err(e) => fail(&e, &input),
    };
    // the process ends: deallocating large programs would waste time
    std::mem::forget(program);
    status
}

/// The message about a name of `-nocheckpoint` that no source defines.
fn unknown_procedure(given: &Given, program: &Program) -> Option<String> {
    let known = program.procedures();
    let is_known = |name: &String| known.iter().any(|p| p.name.eq_ignore_ascii_case(name));
    let name = given.split_procedures.iter().find(|n| !is_known(n))?;
    let near = adc::did_you_mean(name, known.iter().map(|p| p.name.as_str()));
    let message = format!("`-nocheckpoint {name}`: the given files do not define this procedure");
    Some(near.map_or(message.clone(), |near| format!("{message}; {near}")))
}

/// What to differentiate.
fn request(given: &Given, words: &[String]) -> Result<Request, String> {
    // tangents come first, as in Tapenade's files
    let modes: &[Mode] = match (given.tangent, given.reverse) {
        (true, true) => &[Mode::Tangent, Mode::Reverse],
        (false, true) => &[Mode::Reverse],
        (_, false) => &[Mode::Tangent],
    };
    let mut request = Request::by_directives(Mode::Reverse);
    request.modes = modes.to_vec();
    request.heads = heads(given)?;
    request.options = options(given, modes)?;
    request.per_source = is_in_parts(given);
    request.form = given.output_form.or(given.form);
    if request.form.is_none() && !request.per_source {
        request.form = given.files.first().and_then(|f| form_of(f, given));
    }
    request.command = Some(command(given, words, &request));
    Ok(request)
}

/// The options, with the names of each mode.
fn options(given: &Given, modes: &[Mode]) -> Result<Options, String> {
    let mut options = Options::default();
    options.vector = given.vector;
    for &mode in modes {
        let (names, plain) = match mode {
            Mode::Reverse => (&given.of_adjoints, Suffix::reverse()),
            _ => (&given.of_tangents, Suffix::tangent()),
        };
        let mut names = names.clone();
        if modes.len() > 1 && names.modules.is_none() {
            // modules of both modes are in one program
            names.modules = Some(names.procedures.clone().unwrap_or(plain));
        }
        set(&mut options, mode, &names).map_err(|e| e.to_string())?;
    }
    if modes.len() > 1 && options.suffix_tangent_modules == options.suffix_reverse_modules {
        return Err("with `-d` and `-b`, give modules two names: `-tgtmodulename %_d -adjmodulename %_b`".into());
    }
    options.optimisations = left(&given.optims);
    options.specialize = given.specialize;
    // as Tapenade does
    options.assume_local = true;
    options.pointers_apart = true;
    options.tapenade_shadows = true;
    options.tapenade_tape = true;
    options.split_procedures.clone_from(&given.split_procedures);
    if given.split {
        options.checkpoint = Checkpoint::None;
    }
    Ok(options)
}

/// True unless all output is in one file: Tapenade's option `-o` makes one for each form.
fn is_in_parts(given: &Given) -> bool {
    let forms = || given.files.iter().map(|f| form_of(f, given));
    let first = forms().next().flatten();
    let is_mixed = given.output_form.is_none() && forms().any(|f| f != first);
    given.output.is_none() || is_mixed
}

/// The form of a source.
fn form_of(source: &Path, given: &Given) -> Option<Form> {
    given.form.or_else(|| adc::form_of_name(&source.to_string_lossy()))
}

/// The options of reading.
fn input(given: &Given) -> Result<Input, String> {
    let mut flags = vec![];
    if given.real8 {
        flags.push("default-real-8".to_string());
        if !given.double16 {
            flags.push("default-double-8".to_string());
        }
    }
    if given.openmp {
        flags.push("openmp".to_string());
    }
    flags.extend(given.line_length.map(|n| format!("fixed-line-length-{n}")));
    let flags: Result<Vec<Flag>, _> = flags.iter().map(|f| f.parse()).collect();
    let is_c = |f: &&PathBuf| f.extension().is_some_and(|e| ["c", "cpp", "h"].iter().any(|c| e == *c));
    if let Some(file) = given.files.iter().find(is_c) {
        return Err(format!("`{}`: adc reads and writes Fortran alone", file.display()));
    }
    Ok(Input {
        files: given.files.clone(),
        heads: vec![],
        include: given.include.clone(),
        define: vec![],
        form: given.form.map(|f| match f {
            Form::Fixed => FormArg::Fixed,
            Form::Free => FormArg::Free,
        }),
        flags: flags.map_err(|e| e.to_string())?,
        external: given.libraries.clone(),
        checkpoints: None,
        assume_external_passive: vec![],
        cpp: false,
        message_format: MessageFormat::Human,
        color: Color::Auto,
        project: None,
        no_project: true,
        select: vec![],
        quiet: false,
        verbose: false,
    })
}

/// How to read the sources: as Tapenade does, with placeholders for what is missing.
fn read_options(input: &Input) -> ReadOptions {
    let mut options = input.read_options();
    options.placeholders = true;
    options
}

/// The command line, without line breaks. If there is a text per source, [`FILES`] and [`HEADS`] stand for lists.
fn command(given: &Given, words: &[String], request: &Request) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./%=,+:".contains(c);
    let of_files = request.per_source && given.files.len() > 1;
    let of_heads = request.per_source && request.heads.len() > 1;
    let mut all = vec!["adc tapenade".to_string()];
    for word in words {
        let shown = match word {
            w if of_files && given.files.iter().any(|f| f.as_os_str() == w.as_str()) => FILES.to_string(),
            w if of_heads && given.heads.contains(w) => HEADS.to_string(),
            w if !w.is_empty() && w.chars().all(is_plain) => w.clone(),
            w => format!("'{}'", w.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        if shown != FILES || all.last() != Some(&shown) {
            all.push(shown);
        }
    }
    all.join(" ")
}

/// Writes all files.
fn write(given: &Given, input: &Input, program: &Program, request: &Request, derivative: &Derivative) -> u8 {
    let end = end_of_files(&request.modes, &request.options);
    let mut files = vec![];
    for output in derivative.outputs() {
        let source = output.source().map(Path::new);
        let form = request
            .form
            .or_else(|| form_of(source?, given))
            .unwrap_or(program.form());
        add(&mut files, target(given, source, &end, form), output.as_bytes());
    }
    let mut messages = derivative.messages().clone();
    if let Err(problem) = write_all(given, program.files(), &files) {
        messages.push(&problem);
    }
    finish(&messages, input)
}

/// The file of what a source gives.
fn target(given: &Given, source: Option<&Path>, end: &str, form: Form) -> PathBuf {
    let folder = given.folder.as_deref();
    match (&given.output, source) {
        (Some(name), _) => {
            let name = Path::new(name).file_name().map_or(name.into(), |n| n.to_string_lossy());
            file(folder, &name, end, form)
        }
        (None, source) => file(folder, &stem(source.unwrap_or(Path::new(""))), end, form),
    }
}

/// Appends to a file.
fn add(files: &mut Files, path: PathBuf, bytes: &[u8]) {
    match files.iter_mut().find(|(p, _)| *p == path) {
        Some((_, text)) => text.extend_from_slice(bytes),
        None => files.push((path, bytes.to_vec())),
    }
}

fn write_all<'n>(given: &Given, read: impl Iterator<Item = &'n str>, files: &Files) -> Result<(), Problem> {
    let files: Vec<(PathBuf, &[u8])> = files
        .iter()
        .map(|(path, text)| (path.clone(), text.as_slice()))
        .collect();
    Writer::protecting(read).write(given.folder.as_deref(), &files)
}

/// Prints the program, one file for each source, or one for all.
pub fn print(given: &Given) -> u8 {
    let input = match input(given) {
        Ok(input) => input,
        Err(message) => return wrong(&message),
    };
    let printed = match adc::print(sources(&input), &read_options(&input), PrintLayout::AsWritten) {
        Ok(printed) => printed,
        Err(e) => return fail(&e, &input),
    };
    let mut files = vec![];
    for (path, text) in input.files.iter().zip(&printed.texts) {
        let form = form_of(path, given).unwrap_or(Form::Free);
        add(&mut files, target(given, Some(path), "_p", form), text);
    }
    let mut messages = printed.messages;
    if let Err(problem) = write_all(given, printed.read.iter().map(String::as_str), &files) {
        messages.push(&problem);
    }
    finish(&messages, &input)
}
