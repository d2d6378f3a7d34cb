//! The state of a run: memory, frames of active procedures, static variables, the tape.

use crate::layout::Layout;
use crate::memory::{Address, Memory, Object, Target};
use crate::stop::{fault, unsupported, Step, Stop};
use crate::tape::Tape;
use adc_frontend::ir::{Program, SymbolId, UnitId, UnitKind};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// The meaning of a name in a frame.
#[derive(Clone, Debug)]
pub enum Binding {
    /// Data with a fixed place.
    Data(Rc<Object>),
    /// A pointer or an allocatable: the address of its handle.
    Dynamic(Address),
    /// A dummy procedure.
    Procedure(Target),
    /// An optional argument that is absent.
    Absent,
}

/// Bindings of symbols.
pub type Bindings = HashMap<SymbolId, Binding, BuildHasherDefault<Mix>>;

/// Multiplies the number of a symbol: those of a unit follow each other.
#[derive(Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u64(u64::from(b));
        }
    }

    fn write_u32(&mut self, i: u32) {
        self.write_u64(u64::from(i));
    }

    fn write_u64(&mut self, i: u64) {
        self.0 = (self.0.rotate_left(5) ^ i).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// An active procedure.
pub struct Frame {
    /// The procedure.
    pub unit: UnitId,
    /// Frame of the host of an internal procedure.
    pub host: Option<usize>,
    /// Its variables.
    pub bindings: Bindings,
    /// Segments that end with it.
    pub segments: Vec<u32>,
}

/// Vectors that a program has shown, in order: their names and elements.
pub type Shown = Vec<(String, Vec<f64>)>;

/// A run.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its memory.
    pub memory: Memory,
    /// Active procedures, the last one running.
    pub frames: Vec<Frame>,
    /// Variables of modules, COMMON blocks and saved ones.
    pub statics: Bindings,
    /// Values of named constants that were needed.
    pub constants: Bindings,
    /// Places of components.
    pub layouts: HashMap<SymbolId, Rc<Layout<'p>>>,
    /// External procedures by folded name.
    pub externals: HashMap<String, UnitId>,
    /// The tape.
    pub tape: Tape,
    /// Vectors shown so far.
    pub shown: Shown,
    /// Arguments of the command line.
    pub arguments: Vec<String>,
    /// State of RANDOM_NUMBER.
    pub random: u64,
    /// Statements left until the run is taken to hang.
    pub fuel: u64,
}

/// Statements of a run: some seconds.
const FUEL: u64 = 30_000_000;

/// A run that ended early.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The reason.
    pub why: Stop,
    /// What was shown before.
    pub shown: Shown,
}

/// Runs the main program; returns what it showed.
///
/// # Errors
/// If the program needs what the interpreter lacks, does what it must not do, or stops with an error.
pub fn run(program: &Program, arguments: &[&str]) -> Result<Shown, Ended> {
    let mut machine = Machine {
        program,
        memory: Memory::default(),
        frames: vec![],
        statics: Bindings::default(),
        constants: Bindings::default(),
        layouts: HashMap::new(),
        externals: HashMap::new(),
        tape: Tape::default(),
        shown: vec![],
        arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
        random: 0x9e37_79b9_7f4a_7c15,
        fuel: FUEL,
    };
    match machine.main() {
        Ok(()) | Err(Stop::Ended(false)) => Ok(machine.shown),
        Err(why) => Err(Ended {
            why,
            shown: machine.shown,
        }),
    }
}

impl Machine<'_> {
    fn main(&mut self) -> Step<()> {
        let program = self.program;
        for (id, unit) in program.units.iter() {
            if unit.is_definition() && unit.parent.is_none() {
                let name = unit.name.to_ascii_lowercase();
                if self.externals.insert(name, id).is_some() {
                    return fault(format!("two external procedures `{}`", unit.name));
                }
            }
            if let Some(lacks) = unit.omissions.first() {
                return unsupported(lacks.what.to_string());
            }
        }
        self.create_statics()?;
        let main = program
            .roots
            .iter()
            .find(|&&u| program.units[u].kind == UnitKind::Program);
        let Some(&main) = main else {
            return fault("no main program");
        };
        let no_host = Target { unit: main, host: None };
        self.invoke(no_host, &[]).map(|_| ())
    }
}

impl<'p> Machine<'p> {
    /// The running procedure.
    pub fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The meaning of a variable or dummy procedure.
    pub fn binding(&self, s: SymbolId) -> Step<&Binding> {
        let mut at = self.frames.len().checked_sub(1);
        while let Some(i) = at {
            if let Some(b) = self.frames[i].bindings.get(&s) {
                return Ok(b);
            }
            at = self.frames[i].host;
        }
        match self.statics.get(&s) {
            Some(b) => Ok(b),
            None => fault(format!("`{}` has no storage", self.program.symbols[s].name)),
        }
    }

    /// A segment that ends with the running procedure.
    pub fn local(&mut self, bytes: usize) -> Address {
        let at = self.memory.segment(bytes);
        if !self.frames.is_empty() {
            self.frame().segments.push(at.segment);
        }
        at
    }

    /// The frame that an internal procedure of a unit has as its host.
    pub fn host_frame(&self, host: UnitId) -> Option<usize> {
        let mut at = self.frames.len().checked_sub(1);
        while let Some(i) = at {
            if self.frames[i].unit == host {
                return Some(i);
            }
            at = self.frames[i].host;
        }
        None
    }

    /// The name of a symbol.
    pub fn name(&self, s: SymbolId) -> &'p str {
        &self.program.symbols[s].name
    }
}
