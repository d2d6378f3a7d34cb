//! The command line.

use crate::reading;
use adc_frontend::span::Form;
use adc_transform::Opt;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Source-to-source automatic differentiation for Fortran.
#[derive(Parser, Debug)]
#[command(
    name = "adc",
    version,
    about,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
#[command(after_help = "Example: adc --reverse flux.f90 --head 'flux(res)/(q)' -o flux_b.f90")]
pub struct Cli {
    /// Other things than differentiating.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Differentiate.
    #[command(flatten)]
    pub differentiate: Differentiate,
}

/// Subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explain a diagnostic: what it means and how to fix it
    Explain {
        /// Code, such as ADC0204
        code: String,
    },
    /// Show what an analysis found
    Analyze {
        /// Input and head
        #[command(flatten)]
        input: Input,
        /// Which analysis
        #[arg(long, value_enum, required_unless_present = "why")]
        show: Option<Show>,
        /// Print a shortest chain of statements from an independent through a variable, as it is on a line, to a
        /// dependent
        #[arg(long, value_name = "NAME@[FILE:]LINE")]
        why: Option<String>,
        /// Activity analysis
        #[arg(long, value_name = "KIND", value_enum, default_value = "dug")]
        activity: ActivityArg,
        /// What is recorded
        #[command(flatten)]
        plan: PlanArgs,
    },
    /// Parse and print back
    Print {
        /// Input
        #[command(flatten)]
        input: Input,
        /// Directory for the printed files; without it they go to standard output
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Lay every statement out anew, rather than as it was written
        #[arg(long)]
        reformat: bool,
    },
    /// Show what a stage made of the files
    Dump {
        /// Input
        #[command(flatten)]
        input: Input,
        /// Which stage
        #[arg(long, value_enum)]
        stage: Stage,
        /// With `--stage normal`: the last pass to run
        #[arg(long, value_name = "PASS")]
        after: Option<String>,
        /// With `--stage normal`: the mode that the normal form is for
        #[arg(long, value_enum, default_value = "reverse")]
        mode: ModeArg,
    },
}

/// Values of `--show`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// Active variables, line by line
    Activity,
    /// The program summary graph: what calls may and must read and write
    Psg,
    /// Which dependents of procedures depend linearly on which independents, and what loops hand on
    Linearity,
    /// Of which polynomial degree dependents are in independents
    Degree,
    /// Which dependents are sums of functions of few independents
    Separability,
    /// What the forward sweep of the adjoint holds, line by line
    Liveness,
    /// What the adjoint records and what it computes again, line by line
    Tbr,
    /// What adjoints leave changed, and what is kept around those of calls
    AdjointWrite,
    /// How much the adjoint records, where and why, as formulas
    Tape,
}

/// Values of `--activity`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ActivityArg {
    /// By variables, whatever the order of the statements
    Vdg,
    /// By definitions and their uses
    #[default]
    Dug,
    /// Every real variable is active
    All,
}

/// Values of `--checkpoint`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckpointArg {
    /// Every call runs again in the backward sweep, from a snapshot
    Calls,
    /// No call runs again, if it can be helped: what it needs is recorded
    None,
    /// By the costs of both
    #[default]
    Auto,
}

/// Values of `--stage`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Logical lines
    Lines,
    /// Statement classes and tokens
    Tokens,
    /// Syntax tree
    Ast,
    /// Resolved program
    Ir,
    /// Normal form
    Normal,
    /// Control-flow graphs
    Cfg,
    /// Memory zones
    Zones,
    /// Call graph
    Calls,
}

/// Values of `--mode`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModeArg {
    /// Tangent
    Tangent,
    /// Adjoint
    Reverse,
}

/// Source form by option.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormArg {
    /// Columns
    Fixed,
    /// Free
    Free,
}

/// Format of messages.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MessageFormat {
    /// With the source line
    #[default]
    Human,
    /// One line a message
    Short,
    /// One JSON object a line
    Json,
}

/// When to use colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Color {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Files and how to read them.
#[derive(Args, Debug, Clone)]
pub struct Input {
    /// Fortran source files
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// What to differentiate: 'name(dependents)/(independents)'
    #[arg(long, value_name = "SPEC")]
    pub head: Option<String>,
    /// Directory for INCLUDE and #include
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Macro for the preprocessor (.F, .F90, ...)
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Source form, whatever the extension says
    #[arg(long, value_enum)]
    pub form: Option<FormArg>,
    /// As for gfortran, what changes the meaning of source text: fixed-line-length-N, fixed-line-length-none,
    /// free-form, fixed-form, d-lines-as-code, d-lines-as-comments, no-pad-source, backslash, dollar-ok, openmp,
    /// openmp-simd
    #[arg(short = 'f', value_name = "NAME", value_parser = reading::parse)]
    pub reading: Vec<reading::Name>,
    /// What is known of procedures whose source is not given
    #[arg(long, value_name = "FILE")]
    pub external: Vec<PathBuf>,
    /// A procedure without source and description that changes nothing that matters to derivatives; `all`: each
    #[arg(long, value_name = "NAME|all")]
    pub assume_external_passive: Vec<String>,
    /// Preprocess the files, whatever their extension says
    #[arg(long)]
    pub cpp: bool,
    /// How messages look
    #[arg(long, value_enum, default_value_t)]
    pub message_format: MessageFormat,
    /// When to use colour
    #[arg(long, value_enum, default_value_t)]
    pub color: Color,
    /// Only errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Also say what was written, and how large it is
    #[arg(short, long)]
    pub verbose: bool,
}

impl Input {
    /// The source form, if an option gives it.
    pub fn given_form(&self) -> Option<Form> {
        match self.form {
            Some(FormArg::Fixed) => Some(Form::Fixed),
            Some(FormArg::Free) => Some(Form::Free),
            None => reading::form(&self.reading),
        }
    }
}

/// Differentiation.
#[derive(Args, Debug)]
#[group(id = "mode", multiple = false)]
pub struct ModeArgs {
    /// Adjoint (gradient)
    #[arg(long)]
    pub reverse: bool,
    /// Tangent (directional derivative)
    #[arg(long)]
    pub tangent: bool,
}

/// The value of `ADC_FUEL`, for commands that are called by other programs.
///
/// # Errors
/// When it is not a number.
pub fn fuel_of_environment() -> Result<Option<usize>, String> {
    let Some(value) = std::env::var_os("ADC_FUEL") else {
        return Ok(None);
    };
    let number = value.to_str().and_then(|v| v.parse().ok());
    number
        .map(Some)
        .ok_or_else(|| format!("ADC_FUEL has to be a number, not `{}`", value.to_string_lossy()))
}

/// All optimisations, as a value of `--no-opt`.
pub const ALL: &str = "all";

/// The possible values of `--only`.
fn optimisations() -> PossibleValuesParser {
    Opt::ALL.iter().map(|o| o.name()).collect::<Vec<_>>().into()
}

/// The possible values of `--no-opt`, each with its help text.
fn switches() -> PossibleValuesParser {
    let all = PossibleValue::new(ALL).help("Every optimisation");
    let rows = Opt::ALL.iter().map(|o| PossibleValue::new(o.name()).help(o.help()));
    rows.chain([all]).collect::<Vec<_>>().into()
}

/// Options of what adjoints run and record.
#[derive(Args, Debug)]
pub struct PlanArgs {
    /// Calls that run again in the backward sweep from a snapshot: all, none, or where that is cheaper than recording
    #[arg(long, value_name = "KIND", value_enum, default_value = "auto")]
    pub checkpoint: CheckpointArg,
    /// Switch an optimisation off
    #[arg(long, value_name = "NAME", value_parser = switches())]
    pub no_opt: Vec<String>,
    /// Switch all optimisations off but the ones named
    #[arg(long, value_name = "NAME", value_parser = optimisations(), hide_possible_values = true)]
    pub only: Vec<String>,
    /// Files do not change during the run: procedures that open, read and close them may run again, rather than have
    /// what they read recorded
    #[arg(long)]
    pub input_repeatable: bool,
    /// Derivative procedures stop with a message where they would read from a file or a terminal
    #[arg(long)]
    pub stop_on_input: bool,
}

/// Options of differentiation.
#[derive(Args, Debug)]
pub struct Differentiate {
    /// Which derivative
    #[command(flatten)]
    pub mode: ModeArgs,
    /// Input
    #[command(flatten)]
    pub input: Input,
    /// Output file, or `-` for standard output; its extension gives the output's form
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Suffix of adjoint procedures
    #[arg(long, default_value = "_b", value_name = "SUFFIX")]
    pub suffix_reverse: String,
    /// Suffix of tangent procedures
    #[arg(long, default_value = "_d", value_name = "SUFFIX")]
    pub suffix_tangent: String,
    /// Activity analysis
    #[arg(long, value_name = "KIND", value_enum, default_value = "dug")]
    pub activity: ActivityArg,
    /// One derivative of a procedure for each pattern of active arguments that it is called with
    #[arg(long)]
    pub specialize: bool,
    /// Derivatives only: what only original results need is left out, and these are undefined behind the derivative
    #[arg(long)]
    pub derivative_only: bool,
    /// Input into variables that carry a derivative is a warning: the derivative is zero from there
    #[arg(long)]
    pub allow_active_io: bool,
    /// Apply optimisations so many times only, on one thread, and say how often they could be applied and where the
    /// last one was
    #[arg(long, value_name = "N")]
    pub fuel: Option<usize>,
    /// What is recorded
    #[command(flatten)]
    pub plan: PlanArgs,
}
