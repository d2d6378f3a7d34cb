//! What a stage of the compiler made of sources, for debugging `adc`.

use crate::deep;
use crate::error::Error;
use crate::flags::ReadOptions;
use crate::message::Messages;
use crate::options::{Mode, Options};
use crate::reading::Reading;
use crate::request::Request;
use crate::sources::Form;
use crate::sources::Sources;
use crate::value::Head;
use adc_analysis::Heads;
use adc_frontend::encoding::shown;
use adc_frontend::ir;
use adc_frontend::lines::{assemble, Includes};
use adc_transform::normalize::{Pass, PASSES};
use adc_transform::{checkpoints, head};

/// A stage of the compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// Logical lines.
    Lines,
    /// Statement classes and tokens.
    Tokens,
    /// Syntax trees.
    Ast,
    /// The resolved program.
    Ir,
    /// The normal form.
    Normal(Box<NormalForm>),
    /// The decided plans of an adjoint.
    Plan(Box<Request>),
    /// The sweeps of an adjoint before they are polished, or a tangent, as Fortran.
    Sweeps(Box<Request>),
    /// The computational graphs of the normal form.
    Graph(Box<Request>, GraphFormat),
    /// Control-flow graphs.
    Cfg,
    /// Memory zones.
    Zones,
    /// The call graph.
    Calls,
}

/// The format of computational graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum GraphFormat {
    /// A line for each vertex and each edge.
    #[default]
    Text,
    /// The language of Graphviz.
    Dot,
}

/// The normal form to dump.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NormalForm {
    /// The heads; none if directives in the source name them.
    pub heads: Vec<Head>,
    /// The mode that the form is for.
    pub mode: Mode,
    /// The options of differentiation.
    pub options: Options,
    /// The last pass to run; `None` for all.
    pub after: Option<String>,
}

impl NormalForm {
    /// The normal form after all passes, with default options.
    #[must_use]
    pub fn new(heads: Vec<Head>, mode: Mode) -> NormalForm {
        NormalForm {
            heads,
            mode,
            options: Options::default(),
            after: None,
        }
    }
}

/// A dump, and the messages of the stages before it. Errors among them do not prevent every dump.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Dump {
    /// The dump. Its format may change with any version.
    pub text: String,
    /// The messages.
    pub messages: Messages,
}

/// Dumps what a stage makes of sources.
///
/// # Errors
/// If a source or a description cannot be used at all; if there is no pass of the given name; if a plan is asked for a
/// tangent; if the head cannot be differentiated; if the system provides no thread; or on a fault of `adc`.
pub fn dump(sources: Sources, options: &ReadOptions, stage: &Stage) -> Result<Dump, Error> {
    let threads = match stage {
        Stage::Normal(form) => form.options.threads(),
        Stage::Plan(request) | Stage::Sweeps(request) | Stage::Graph(request, _) => request.options.threads(),
        Stage::Lines | Stage::Tokens | Stage::Ast | Stage::Ir | Stage::Cfg | Stage::Zones | Stage::Calls => None,
    };
    deep::run(threads, || {
        let mut reading = Reading::open(sources, options);
        if reading.failed() {
            return Err(failed(&reading));
        }
        let text = match stage {
            Stage::Lines | Stage::Tokens => lines(&mut reading, *stage == Stage::Tokens),
            Stage::Ast => {
                let (trees, ..) = reading.load();
                trees.iter().map(|f| format!("{f:#?}\n")).collect()
            }
            Stage::Ir => of_program(&mut reading, adc_frontend::dump::dump),
            Stage::Cfg => of_program(&mut reading, adc_analysis::show::cfgs),
            Stage::Zones => of_program(&mut reading, adc_analysis::show::zones),
            Stage::Calls => of_program(&mut reading, adc_analysis::show::calls),
            Stage::Normal(form) => normal(&mut reading, form)?,
            Stage::Plan(request) => plan(&mut reading, request)?,
            Stage::Sweeps(request) => sweeps(&mut reading, request)?,
            Stage::Graph(request, format) => graphs(&mut reading, request, *format)?,
        };
        Ok(Dump {
            text: shown(&text).into_owned(),
            messages: Messages::new(&reading.messages, &reading.map),
        })
    })
}

fn failed(reading: &Reading) -> Error {
    Error::of_source(&reading.messages, &reading.map)
}

fn lines(reading: &mut Reading, tokens: bool) -> String {
    let mut out = String::new();
    for &id in &reading.files {
        let (lines, messages) = assemble(&reading.map, id, &reading.parsing.lines, &Includes::default());
        reading.messages.extend(messages);
        out += &match tokens {
            true => adc_frontend::parse::dump_tokens(&lines),
            false => lines.dump(&reading.map),
        };
    }
    out
}

fn of_program(reading: &mut Reading, text: fn(&ir::Program) -> String) -> String {
    let (_, program, _) = reading.load();
    text(&program)
}

/// The program, the heads in it, and the options with what files say.
fn with_heads(
    reading: &mut Reading,
    heads: &[Head],
    options: &Options,
) -> Result<(ir::Program, Heads, adc_transform::Options), Error> {
    let (described, entries) = (reading.described(), reading.checkpoints());
    let (_, mut program, _) = reading.load();
    let chosen = checkpoints::apply(&mut program, &reading.map, &entries, &mut reading.messages);
    if reading.failed() {
        return Err(failed(reading));
    }
    let heads = head::resolve(&program, &Head::texts(heads), &mut reading.messages);
    let heads = heads.ok_or_else(|| failed(reading))?;
    Ok((program, heads, options.with(&described, &chosen)))
}

/// The plans of all procedures, those of heads first.
fn plan(reading: &mut Reading, request: &Request) -> Result<String, Error> {
    if request.mode()?.first() != adc_transform::Mode::Reverse {
        return Err(Error::of_request("a tangent has no plan"));
    }
    let (program, heads, options) = with_heads(reading, &request.heads, &request.options)?;
    let (report, messages) = adc_transform::plan(&program, &heads, &options, &|_| None);
    reading.messages.extend(messages);
    let report = report.ok_or_else(|| failed(reading))?;
    let plans = report.procedures.iter();
    Ok(plans.map(|p| format!("procedure {}\n{}\n", p.name, p.plan)).collect())
}

/// The derivative without polish.
fn sweeps(reading: &mut Reading, request: &Request) -> Result<String, Error> {
    let (program, heads, options) = with_heads(reading, &request.heads, &request.options)?;
    let options = adc_transform::Options {
        polish: false,
        ..options
    };
    let (made, messages) = adc_transform::differentiate(&program, &heads, request.mode()?.first(), &options);
    reading.messages.extend(messages);
    let made = made.ok_or_else(|| failed(reading))?;
    let first = reading.files.first().map_or(Form::Free, |&f| reading.map.file(f).form);
    let printed = adc_unparse::unparse_with_names(&made.program, &made.roots, request.form.unwrap_or(first), &[]);
    printed.map(|u| u.text).map_err(|e| {
        reading.messages.push(e);
        failed(reading)
    })
}

/// The computational graphs of the normal form.
fn graphs(reading: &mut Reading, request: &Request, format: GraphFormat) -> Result<String, Error> {
    let (program, heads, options) = with_heads(reading, &request.heads, &request.options)?;
    let format = match format {
        GraphFormat::Text => adc_transform::elimination::GraphFormat::Text,
        GraphFormat::Dot => adc_transform::elimination::GraphFormat::Dot,
    };
    let choices = (request.mode()?.first(), &options);
    let (text, messages) = adc_transform::graphs(&program, &heads, choices, &reading.map, format);
    reading.messages.extend(messages);
    text.ok_or_else(|| failed(reading))
}

/// The normal form after a pass, or after the last one.
fn normal(reading: &mut Reading, form: &NormalForm) -> Result<String, Error> {
    let pass = form.after.as_deref().map(|name| named(name, form.mode));
    let pass = pass.transpose().map_err(Error::of_request)?;
    let (program, heads, options) = with_heads(reading, &form.heads, &form.options)?;
    let (normal, messages) = adc_transform::normal_form(&program, &heads, form.mode.first(), &options, pass);
    reading.messages.extend(messages);
    normal
        .map(|n| adc_frontend::dump::dump(&n))
        .ok_or_else(|| failed(reading))
}

/// The pass of a name.
fn named(name: &str, mode: Mode) -> Result<&'static Pass, String> {
    let known = PASSES.iter().filter(|p| p.is_for(mode.first(), false));
    let names: Vec<&str> = known.clone().map(|p| p.name).collect();
    let found = known.clone().find(|p| p.name == name);
    found.ok_or_else(|| format!("no pass `{name}` in this mode; the passes are: {}", names.join(", ")))
}
