//! Options of `adc check` alone.

use clap::Args;
use std::path::PathBuf;

/// The build, the inputs and the form of the result.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Also check derivatives in many directions, and for many weights, against those in one
    #[arg(long)]
    pub vector: bool,
    /// The Fortran compiler [default: the environment variable FC, or gfortran]
    #[arg(long, value_name = "COMMAND")]
    pub fc: Option<String>,
    /// Flags of the compiler, for your sources and their derivatives [default: -O1]
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub fflags: Option<String>,
    /// The values of an input, in the order of storage: n=10, x=1.0,2.0, settings%kappa=0.3; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUES")]
    pub set: Vec<String>,
    /// The extents of an array whose declaration does not determine them: x=10,20 or x=0:9; may be repeated
    #[arg(long = "shape", value_name = "NAME=EXTENTS")]
    pub shape: Vec<String>,
    /// Limits of random inputs: of one variable, or of all others; may be repeated [default: 0.5:1.5]
    #[arg(long = "range", value_name = "[NAME=]LOW:HIGH", allow_hyphen_values = true)]
    pub range: Vec<String>,
    /// A file with values of inputs, in the format of NAMELIST
    #[arg(long, value_name = "FILE")]
    pub inputs: Option<PathBuf>,
    /// Check nothing: write to this folder a copy of the head's source that writes its inputs, at its first call in your
    /// own program, to a file for `--inputs`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["derivative", "json"])]
    pub capture: Option<PathBuf>,
    /// Check these files, in the order of compilation, instead of what adc generates; may be repeated
    #[arg(long = "derivative", value_name = "FILE")]
    pub derivative: Vec<PathBuf>,
    /// Build in this folder, and keep it: a later check compiles only what has changed [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    pub build: Option<PathBuf>,
    /// Seconds after which a run of the program is ended
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub time_limit: u64,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// After `--`: sources that the derivatives use, such as hand-written derivatives; objects, libraries and flags for
    /// the linker
    #[arg(last = true, value_name = "OBJECTS")]
    pub link: Vec<String>,
}
