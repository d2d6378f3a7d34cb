//! The command line.

use crate::check_args::CheckArgs;
use adc::{Flag, Optimisation, Optimisations, ValueError};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// The version, with the commit and its date where they are known.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("ADC_COMMIT"));

/// Source-to-source automatic differentiation for Fortran.
#[derive(Parser, Debug)]
#[command(
    name = "adc",
    version = VERSION,
    about,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
#[command(after_help = "Example: adc --reverse flux.f90 --head 'flux(res)/(q)' -o flux_b.f90")]
pub struct Cli {
    /// Other commands.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Differentiate.
    #[command(flatten)]
    pub differentiate: Differentiate,
}

impl Cli {
    /// The meaning of a command line, if it has one; nothing is reported.
    pub fn of(words: Vec<OsString>) -> Option<Cli> {
        Cli::try_parse_from(words).ok()
    }
}

/// Subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explain a diagnostic and its remedy
    Explain {
        /// Code of the diagnostic, such as ADC0204
        code: String,
    },
    /// Differentiate, build a program that calls the derivatives, run it, and compare them with differences and with
    /// each other; exit status 0 only if something was compared and all of it agrees
    Check {
        /// Input and heads
        #[command(flatten)]
        input: Input,
        /// The derivatives to check [default: tangent and adjoint]
        #[command(flatten)]
        mode: ModeArgs,
        /// Analyses, and what is recorded
        #[command(flatten)]
        analysis: AnalysisArgs,
        /// The build and the inputs
        #[command(flatten)]
        check: Box<CheckArgs>,
    },
    /// Differentiate, and write what calls from C and Python need: a wrapper with C names, its header, a description of
    /// all interfaces in JSON, and all files to compile
    Wrap {
        /// Input and heads
        #[command(flatten)]
        input: Input,
        /// The derivatives [default: tangent and adjoint]
        #[command(flatten)]
        mode: ModeArgs,
        /// Analyses, and what is recorded
        #[command(flatten)]
        analysis: AnalysisArgs,
        /// The folder for the files
        #[arg(short, long, value_name = "DIR")]
        output: PathBuf,
    },
    /// Write what puts adc into a build: the tape, and rules for the build system
    Init {
        /// The build system
        #[arg(value_enum)]
        system: BuildSystem,
        /// The folder for the files
        #[arg(short, long, value_name = "DIR", default_value = "adc")]
        output: PathBuf,
        /// Replace files that have another text
        #[arg(long)]
        force: bool,
    },
    /// Choose which calls are split, for the least time within a tape, from what the adjoint of `--profile-checkpoints`
    /// measured; write a file for `--checkpoints`
    Checkpoints {
        /// Files that measured programs wrote
        #[arg(value_name = "PROFILE", required = true)]
        profiles: Vec<PathBuf>,
        /// Memory that the tape may take, such as 40M
        #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "256M")]
        memory_budget: u64,
        /// The file to write [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Write directives, with the lines before which they are to be inserted, in place of a file for `--checkpoints`
        #[arg(long)]
        directives: bool,
    },
    /// Print a script for a shell, which completes options and their values
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the man page of adc, or write those of all commands
    Man {
        /// The folder for the pages of all commands [default: print that of adc]
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
    /// Serve an editor: a language server on standard input and output
    Lsp,
    /// Print what an analysis found
    Analyze {
        /// Input and head
        #[command(flatten)]
        input: Input,
        /// The analysis to print
        #[arg(long, value_enum, required_unless_present = "why")]
        show: Option<Show>,
        /// Explain why a variable is active on a line: print a shortest chain of statements from an independent
        /// through the variable to a dependent
        #[arg(long, value_name = "NAME@[FILE:]LINE")]
        why: Option<String>,
        /// Analyses, and what is recorded
        #[command(flatten)]
        analysis: AnalysisArgs,
    },
    /// Write a page for a browser: the call graph with costs and tape; the source with what is active and recorded, and
    /// why, beside the derivative; messages
    Report {
        /// Input and heads
        #[command(flatten)]
        input: Input,
        /// The page; a name that ends in `.json`: its data alone
        #[arg(short, long, value_name = "FILE", default_value = "report.html")]
        output: PathBuf,
        /// An earlier report: show what differs from it
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
        /// The derivative that it shows
        #[arg(long, value_enum, default_value = "reverse")]
        mode: ModeArg,
        /// Analyses, and what is recorded
        #[command(flatten)]
        analysis: AnalysisArgs,
    },
    /// Parse the files and print them back
    Print {
        /// Input
        #[command(flatten)]
        input: Input,
        /// Directory of the printed files [default: standard output]
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Lay out every statement again, instead of keeping the layout of the source
        #[arg(long)]
        reformat: bool,
    },
    /// Differentiate, with the command line of Tapenade 3.16; see `adc tapenade -help`
    #[command(disable_help_flag = true)]
    Tapenade {
        /// Its options and files
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
        words: Vec<std::ffi::OsString>,
    },
    /// Print how a stage of the compiler represents the files; for debugging adc itself
    Dump {
        /// Input
        #[command(flatten)]
        input: Input,
        /// The stage to print
        #[arg(long, value_enum)]
        stage: Stage,
        /// With `--stage normal`: the last pass to run
        #[arg(long, value_name = "PASS")]
        after: Option<String>,
        /// With `--stage normal`, `--stage graph` and `--stage sweeps`: the mode that the stage is for
        #[arg(long, value_enum, default_value = "reverse")]
        mode: ModeArg,
        /// With `--stage graph`: the format of the graphs
        #[arg(long, value_enum, default_value_t)]
        format: GraphFormatArg,
        /// What is recorded
        #[command(flatten)]
        plan: PlanArgs,
    },
}

/// Build systems of `adc init`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildSystem {
    /// CMake: a package with `adc_add_derivative`
    Cmake,
    /// Meson: the command and the tape as objects
    Meson,
    /// make: pattern rules, to be included
    Make,
    /// fpm: a package with the tape, for derivatives with `--interfaces`
    Fpm,
}

/// Values of `--show`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// Active variables, line by line
    Activity,
    /// The variables that each call reads and writes, and the program summary graph
    Psg,
    /// The results that depend linearly on inputs, and the values that pass from iteration to iteration
    Linearity,
    /// Polynomial degrees of results in inputs
    Degree,
    /// Results that are sums of functions of few variables
    Separability,
    /// Computational graphs of straight-line code, what their Jacobians cost by elimination, and which are preaccumulated
    Elimination,
    /// Statements that the forward sweep of the adjoint contains, line by line
    Liveness,
    /// Values that the adjoint records or recomputes, line by line
    Tbr,
    /// Variables that adjoints change, and those saved and restored around the adjoints of calls
    AdjointWrite,
    /// Loops of the sources whose iterations may run at the same time; otherwise, the variables and lines that forbid it.
    /// No head is needed
    Parallel,
    /// Parallel loops of the adjoint: which of them threads share, and how they add to derivatives
    Loops,
    /// The tape report: how much the adjoint records, where and why, as formulas
    Tape,
}

/// Values of `--activity`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ActivityArg {
    /// With the variable dependence graph, which ignores the order of statements
    Vdg,
    /// With the def-use graph, which follows the order of statements
    #[default]
    Dug,
    /// No analysis: all real and complex variables are active
    All,
}

/// Values of `--checkpoint`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckpointArg {
    /// All calls: less tape, more run time
    Calls,
    /// No call, where possible: more tape, less run time
    None,
    /// The calls for which this is cheaper than recording
    #[default]
    Auto,
}

/// Values of `--jacobian`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum JacobianArg {
    /// A matrix for each dependent and independent
    Dense,
    /// The nonzeros of one matrix
    Sparse,
    /// The same; an adjoint computes rows where that is cheaper
    Bidirectional,
}

/// Values of `--hessian`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum HessianArg {
    /// Products with directions
    Products,
    /// The nonzeros
    Sparse,
}

/// Values of `--profile-checkpoints`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeasureArg {
    /// The adjoint that the other options choose
    Chosen,
    /// One with joint calls of split procedures
    Apart,
}

/// Values of `--preaccumulate`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PreaccumulateArg {
    /// All
    Always,
    /// Those for which this is cheaper
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
    /// Computational graphs of the normal form
    Graph,
    /// Plans of an adjoint, with all decisions
    Plan,
    /// Sweeps of an adjoint before they are polished, or a tangent
    Sweeps,
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

/// Values of `--format`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GraphFormatArg {
    /// A line for each vertex and each edge
    #[default]
    Text,
    /// The language of Graphviz
    Dot,
}

/// Source form by option.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormArg {
    /// Fixed form: statements in columns 7 to 72
    Fixed,
    /// Free form
    Free,
}

/// Format of messages.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MessageFormat {
    /// With the source line, for people
    #[default]
    Human,
    /// One line per message, and further lines for notes and help
    Short,
    /// One line per message, note and further place, as gcc prints them: file:line:column: error: text [ADC0206]
    Gcc,
    /// One JSON object per line
    Json,
    /// One log of SARIF 2.1.0 for all messages
    Sarif,
}

/// When to use colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Color {
    /// If the output is a terminal
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
    /// A procedure to differentiate, its dependents and its independents: 'name(dependents)/(independents)'; may be
    /// repeated
    #[arg(long = "head", value_name = "SPEC")]
    pub heads: Vec<String>,
    /// Directory in which INCLUDE and #include look for files; may be repeated
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Macro for the preprocessor, which runs on .F, .F90, ... files; may be repeated
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Source form of all files, whatever their extension
    #[arg(long, value_enum)]
    pub form: Option<FormArg>,
    /// Flag of gfortran that changes the meaning of source text, such as -fopenmp: fixed-line-length-N,
    /// fixed-line-length-none, free-form, fixed-form, d-lines-as-code, d-lines-as-comments, no-pad-source, backslash,
    /// dollar-ok, openmp, openmp-simd, default-real-8, default-double-8
    #[arg(short = 'f', value_name = "NAME")]
    pub flags: Vec<Flag>,
    /// File with descriptions of procedures whose source is not given; may be repeated
    #[arg(long, value_name = "FILE")]
    pub external: Vec<PathBuf>,
    /// File that chooses checkpoints: calls that are split or joint, snapshots of loops
    #[arg(long, value_name = "FILE")]
    pub checkpoints: Option<PathBuf>,
    /// Assume that procedures without source and description change nothing that derivatives need; `all`: all such
    /// procedures; may be repeated
    #[arg(long, value_name = "NAME,...|all", value_delimiter = ',')]
    pub assume_external_passive: Vec<String>,
    /// Run the preprocessor on all files, whatever their extension
    #[arg(long)]
    pub cpp: bool,
    /// Layout of messages
    #[arg(long, value_enum, default_value_t)]
    pub message_format: MessageFormat,
    /// Coloured messages
    #[arg(long, value_enum, default_value_t)]
    pub color: Color,
    /// The project file, which gives options that the command line does not give [default: adc.toml in the current folder
    /// or the next folder above that has one]
    #[arg(long, value_name = "FILE", conflicts_with = "no_project")]
    pub project: Option<PathBuf>,
    /// Ignore adc.toml
    #[arg(long)]
    pub no_project: bool,
    /// Of the derivatives in adc.toml, only that of this name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub select: Vec<String>,
    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
    /// Print each warning and note, also where several differ in their places alone; and the names and sizes of the
    /// files that were written
    #[arg(short, long)]
    pub verbose: bool,
}

impl Input {
    /// How to read the files.
    pub fn read_options(&self) -> adc::ReadOptions {
        let mut options = adc::ReadOptions::default();
        options.form = self.form.map(|f| match f {
            FormArg::Fixed => adc::Form::Fixed,
            FormArg::Free => adc::Form::Free,
        });
        options.flags.clone_from(&self.flags);
        options
    }

    /// The heads that options give.
    ///
    /// # Errors
    /// If one has another form.
    pub fn heads(&self) -> Result<Vec<adc::Head>, ValueError> {
        self.heads.iter().map(|h| h.parse()).collect()
    }
}

/// Differentiation.
#[derive(Args, Debug)]
#[group(id = "mode", multiple = true)]
pub struct ModeArgs {
    /// Write the adjoint (the gradient)
    #[arg(long)]
    pub reverse: bool,
    /// Write the tangent (a directional derivative)
    #[arg(long)]
    pub tangent: bool,
    /// Write the tangent of the adjoint: the gradient, and products of the Hessian with directions, or its nonzeros
    #[arg(long, value_name = "FORM", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "products")]
    pub hessian: Option<HessianArg>,
    /// Write the Jacobian: a matrix for each dependent and independent, or the nonzeros of one matrix
    #[arg(long, value_name = "FORM", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "dense")]
    pub jacobian: Option<JacobianArg>,
}

impl ModeArgs {
    /// The modes that are given.
    pub fn chosen(&self) -> Vec<adc::Mode> {
        let given = [
            (self.reverse, adc::Mode::Reverse),
            (self.tangent, adc::Mode::Tangent),
            (self.hessian.is_some(), adc::Mode::Hessian),
            (self.jacobian.is_some(), adc::Mode::Jacobian),
        ];
        given.into_iter().filter(|g| g.0).map(|g| g.1).collect()
    }

    /// True for a Jacobian that stores its nonzeros alone.
    pub fn is_sparse(&self) -> bool {
        matches!(self.jacobian, Some(JacobianArg::Sparse | JacobianArg::Bidirectional))
    }

    /// True for a sparse Jacobian with an adjoint.
    pub fn is_bidirectional(&self) -> bool {
        self.jacobian == Some(JacobianArg::Bidirectional)
    }

    /// True for a Hessian that stores its nonzeros alone.
    pub fn is_sparse_hessian(&self) -> bool {
        self.hessian == Some(HessianArg::Sparse)
    }
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
    number.map(Some).ok_or_else(|| {
        format!(
            "the environment variable ADC_FUEL must be a number, not `{}`",
            value.to_string_lossy()
        )
    })
}

/// All optimisations, as a value of `--no-opt`.
const ALL: &str = "all";

/// The possible values of `--only`.
fn optimisations() -> PossibleValuesParser {
    Optimisation::ALL.iter().map(|o| o.name()).collect::<Vec<_>>().into()
}

/// The possible values of `--no-opt`, each with its help text.
fn switches() -> PossibleValuesParser {
    let all = PossibleValue::new(ALL).help("All optimisations");
    let rows = Optimisation::ALL
        .iter()
        .map(|o| PossibleValue::new(o.name()).help(o.help()));
    rows.chain([all]).collect::<Vec<_>>().into()
}

/// A number of bytes: `40000000`, `40M`, `2GB`.
fn bytes(text: &str) -> Result<u64, String> {
    let letters = text.trim_end_matches(['b', 'B']);
    let (number, unit) = match letters.char_indices().last() {
        Some((at, 'k' | 'K')) => (&letters[..at], 1_000),
        Some((at, 'm' | 'M')) => (&letters[..at], 1_000_000),
        Some((at, 'g' | 'G')) => (&letters[..at], 1_000_000_000),
        _ => (letters, 1),
    };
    let number: Option<u64> = number.parse().ok();
    number
        .and_then(|n| n.checked_mul(unit))
        .ok_or_else(|| "give a number of bytes, or of K, M or G: `--memory-budget 40M`".to_string())
}

/// A name with a value.
fn assumption(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').unwrap_or_default();
    match value.trim().parse() {
        Ok(value) if !name.trim().is_empty() => Ok((name.trim().to_string(), value)),
        _ => Err("give a variable and an integer: `--assume n=100000`".to_string()),
    }
}

/// Options of what adjoints run and record.
#[derive(Args, Debug)]
pub struct PlanArgs {
    /// Calls that save a snapshot and run again in the reverse sweep, instead of recording
    #[arg(long, value_name = "KIND", value_enum, default_value = "auto")]
    pub checkpoint: CheckpointArg,
    /// Memory that the tape may take, such as 40M: calls are split for the least time within it
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory_budget: Option<u64>,
    /// The value of an integer variable or component, by which sizes are estimated; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = assumption)]
    pub assume: Vec<(String, i64)>,
    /// Sequences of assignments that are differentiated by their local Jacobian
    #[arg(long, value_name = "KIND", value_enum, default_value = "auto")]
    pub preaccumulate: PreaccumulateArg,
    /// Switch off one optimisation; may be repeated
    #[arg(long, value_name = "NAME", value_parser = switches())]
    pub no_opt: Vec<String>,
    /// Switch off all optimisations except this one; may be repeated
    #[arg(long, value_name = "NAME", value_parser = optimisations(), hide_possible_values = true)]
    pub only: Vec<String>,
    /// State that files do not change during the run: then procedures that open, read and close a file may run twice
    /// instead of recording
    #[arg(long)]
    pub input_repeatable: bool,
    /// State that pointers which the caller associates share no memory with each other or with other variables
    #[arg(long)]
    pub pointers_apart: bool,
    /// Write directives of OpenMP for loops of the derivative that stem from loops without directives, if their iterations
    /// are proved independent; `adc analyze --show parallel` lists them
    #[arg(long)]
    pub add_openmp: bool,
    /// Derivative procedures stop with a message where the original reads from a file or a terminal
    #[arg(long)]
    pub stop_on_input: bool,
}

/// Options of analyses, and of what follows from them.
#[derive(Args, Debug)]
pub struct AnalysisArgs {
    /// Activity analysis
    #[arg(long, value_name = "KIND", value_enum, default_value = "dug")]
    activity: ActivityArg,
    /// What is recorded
    #[command(flatten)]
    plan: PlanArgs,
}

impl AnalysisArgs {
    /// The options of analyses and plans.
    pub fn options(&self, input: &Input) -> adc::Options {
        self.plan.options(input, self.activity)
    }
}

impl PlanArgs {
    /// The options of analyses and plans.
    pub fn options(&self, input: &Input, activity: ActivityArg) -> adc::Options {
        let mut options = adc::Options::default();
        options.activity = match activity {
            ActivityArg::Vdg => adc::Activity::Vdg,
            ActivityArg::Dug => adc::Activity::Dug,
            ActivityArg::All => adc::Activity::All,
        };
        options.checkpoint = match self.checkpoint {
            CheckpointArg::Calls => adc::Checkpoint::Calls,
            CheckpointArg::None => adc::Checkpoint::None,
            CheckpointArg::Auto => adc::Checkpoint::Auto,
        };
        options.memory_budget = self.memory_budget;
        options.assume.clone_from(&self.assume);
        options.preaccumulate = match self.preaccumulate {
            PreaccumulateArg::Always => adc::Preaccumulate::Always,
            PreaccumulateArg::Auto => adc::Preaccumulate::Auto,
        };
        options.optimisations = self.optimisations();
        options.input_repeatable = self.input_repeatable;
        options.pointers_apart = self.pointers_apart;
        options.add_openmp = self.add_openmp;
        options.stop_on_input = self.stop_on_input;
        options.assume_passive.clone_from(&input.assume_external_passive);
        options
    }

    /// The optimisations that `--only` and `--no-opt` leave enabled.
    fn optimisations(&self) -> Optimisations {
        let named =
            |names: &[String]| -> Vec<Optimisation> { names.iter().filter_map(|n| Optimisation::named(n)).collect() };
        let first = match self.only.as_slice() {
            [] => Optimisations::ALL,
            names => named(names).into_iter().fold(Optimisations::NONE, Optimisations::with),
        };
        if self.no_opt.iter().any(|n| n == ALL) {
            return Optimisations::NONE;
        }
        named(&self.no_opt).into_iter().fold(first, Optimisations::without)
    }
}

/// Options of differentiation.
#[derive(Args, Debug)]
pub struct Differentiate {
    /// The kind of derivative
    #[command(flatten)]
    pub mode: ModeArgs,
    /// Input
    #[command(flatten)]
    pub input: Input,
    /// Output file, or `-` for standard output; its extension determines the source form. A directory, or a name that
    /// ends in `/`: a file in it for each source that has derivatives, `flux_b.f90` for `flux.f90` [default: named after
    /// the file with the first head, in the current directory]
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// Also write the files that the outputs depend on, as a rule for make and ninja
    #[arg(long, value_name = "FILE")]
    pub depfile: Option<PathBuf>,
    /// Print the names of the outputs, and write nothing
    #[arg(long)]
    pub list_outputs: bool,
    /// Keep summaries of the sources and a record of the run in a folder: end at once if nothing has changed on which the
    /// outputs depend, and take procedures whose source is not given from summaries there
    #[arg(long, value_name = "DIR")]
    pub interface_dir: Option<PathBuf>,
    /// Do not end: differentiate again whenever a file changes
    #[arg(long, conflicts_with = "list_outputs")]
    pub watch: bool,
    /// Suffix of the names of adjoint procedures
    #[arg(long, default_value = "_b", value_name = "SUFFIX")]
    pub suffix_reverse: String,
    /// Suffix of the names of tangent procedures
    #[arg(long, default_value = "_d", value_name = "SUFFIX")]
    pub suffix_tangent: String,
    /// Derivatives in many directions, or for many weights, in one call: their number is the last argument, and the
    /// first dimension of each derivative
    #[arg(long)]
    pub vector: bool,
    /// With `--vector`: generate code for blocks of N directions, or weights (`foo_dv8`), which compilers vectorise
    /// better, and a driver for any number of them (`foo_dv`)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub directions: Option<u16>,
    /// Suffix of the names of adjoint procedures for many weights
    #[arg(long, default_value = "_bv", value_name = "SUFFIX")]
    pub suffix_vector_reverse: String,
    /// Suffix of the names of tangent procedures for many directions
    #[arg(long, default_value = "_dv", value_name = "SUFFIX")]
    pub suffix_vector_tangent: String,
    /// Suffix of the names of second derivatives
    #[arg(long, default_value = "_hv", value_name = "SUFFIX")]
    pub suffix_hessian: String,
    /// Suffix of the names of Jacobians
    #[arg(long, default_value = "_j", value_name = "SUFFIX")]
    pub suffix_jacobian: String,
    /// Suffix of the names of sparse Jacobians
    #[arg(long, default_value = "_js", value_name = "SUFFIX")]
    pub suffix_sparse_jacobian: String,
    /// Suffix of the names of sparse Hessians
    #[arg(long, default_value = "_hs", value_name = "SUFFIX")]
    pub suffix_sparse_hessian: String,
    /// Activity analysis
    #[arg(long, value_name = "KIND", value_enum, default_value = "dug")]
    pub activity: ActivityArg,
    /// Write several derivatives of a procedure if calls pass different active arguments, one per pattern [default: one
    /// derivative serves all calls]
    #[arg(long)]
    pub specialize: bool,
    /// State the interfaces of all derivatives, and of the tape by `use adc_tape, only:`; write a module with the
    /// interfaces of derivatives that are external procedures
    #[arg(long)]
    pub interfaces: bool,
    /// Omit statements that only the original results need; these results are then undefined
    #[arg(long)]
    pub derivative_only: bool,
    /// Input into an active variable is a warning instead of an error; the value read has derivative zero
    #[arg(long)]
    pub allow_active_io: bool,
    /// Adjoints measure their calls; at its end, the program writes a file from which `adc checkpoints` chooses
    #[arg(long, value_name = "KIND", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "chosen")]
    pub profile_checkpoints: Option<MeasureArg>,
    /// Stop optimising after N applications, on one thread; print how often optimisations could be applied, and the
    /// place of the last application
    #[arg(long, value_name = "N")]
    pub fuel: Option<usize>,
    /// What is recorded
    #[command(flatten)]
    pub plan: PlanArgs,
}
