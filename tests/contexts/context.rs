//! The contexts of a call of a head: four axes, each with a list of values. A context is one value per axis.
//!
//! A *simple* context differs from the plainest one in one value; a *mixed* context has four values drawn from a seed.

use std::fmt;

use crate::random::rng::Rng;

/// An enumeration with the list of its values, so that the list is complete.
macro_rules! axis {
    ($(#[$doc:meta])* $name:ident { $($(#[$value:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$value])* $variant),+ }

        impl $name {
            /// All of them; the plainest first.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
        }
    };
}

axis! {
    /// Kind of the calling procedure.
    House {
        /// A module procedure.
        Module,
        /// An external procedure.
        External,
    }
}

axis! {
    /// Storage of the variables with which the head is called.
    Storage {
        /// Local variables.
        Local,
        /// The caller's own arguments.
        Argument,
        /// Local variables with SAVE.
        Saved,
        /// Module variables.
        Module,
        /// Allocatable module variables.
        ModuleAllocatable,
        /// Members of COMMON blocks.
        Common,
        /// Components of a record.
        Component,
        /// Allocatable components.
        AllocatableComponent,
        /// Pointer components.
        PointerComponent,
        /// Components of an element of an array of records.
        Record,
        /// A component of all elements of an array of records.
        ArrayOfRecords,
        /// Allocatable variables.
        Allocatable,
        /// Pointers to memory that they allocated.
        Pointer,
        /// Pointers to local targets.
        Target,
        /// Every second element.
        Strided,
        /// A block inside a larger array.
        Block,
        /// From the last element to the first.
        Reversed,
    }
}

axis! {
    /// Control flow around the call.
    Control {
        /// Nothing.
        Plain,
        /// IF with a test of an active value.
        Branch,
        /// SELECT CASE inside a loop.
        Select,
        /// A counted loop that accumulates the results.
        Loop,
        /// An endless loop with an exit.
        Endless,
        /// A time loop: the results update the independents.
        Time,
        /// Two calls with different arguments.
        Twice,
        /// Calls of different activity: with all independents active, with constants only, with only the first
        /// independent active.
        Activity,
        /// A BLOCK construct that declares the variables.
        Block,
        /// An ASSOCIATE construct.
        Associate,
    }
}

axis! {
    /// The procedure that calls the head.
    Middle {
        /// By the caller itself.
        Nothing,
        /// By a procedure with arrays of explicit shape.
        Once,
        /// By a procedure that another one calls.
        Twice,
        /// By a procedure with arrays of assumed shape.
        Assumed,
        /// By a procedure with adjustable arrays.
        Adjustable,
        /// By a procedure with arrays of assumed size.
        AssumedSize,
        /// By a specific procedure of a generic name.
        Generic,
        /// By the actual procedure of a dummy procedure.
        Dummy,
        /// By the target of a procedure pointer.
        Pointer,
        /// By a procedure that is bound to a type.
        Bound,
        /// By a procedure with an absent optional argument.
        OptionalAbsent,
        /// By a procedure with present optional arguments.
        OptionalPresent,
        /// By a procedure that is called without the independents first, then with them.
        OptionalData,
        /// By a procedure that calls itself.
        Recursive,
        /// By an internal procedure with arguments.
        Internal,
        /// By an internal procedure that uses the host's variables.
        Host,
        /// By a function, in an expression.
        Function,
    }
}

/// A context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// Kind of the caller.
    pub house: House,
    /// Storage of its variables.
    pub storage: Storage,
    /// Control flow around the call.
    pub control: Control,
    /// Procedure that calls the head.
    pub middle: Middle,
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = format!(
            "{:?}-{:?}-{:?}-{:?}",
            self.house, self.storage, self.control, self.middle
        );
        f.write_str(&text.to_ascii_lowercase())
    }
}

impl Context {
    /// All that differ from the plainest in at most one value.
    pub fn simple() -> Vec<Context> {
        let plain = Context {
            house: House::Module,
            storage: Storage::Local,
            control: Control::Plain,
            middle: Middle::Nothing,
        };
        let mut all: Vec<Context> = House::ALL.iter().map(|&house| Context { house, ..plain }).collect();
        let (storage, control, middle) = (Storage::ALL.iter(), Control::ALL.iter(), Middle::ALL.iter());
        all.extend(storage.skip(1).map(|&storage| Context { storage, ..plain }));
        all.extend(control.skip(1).map(|&control| Context { control, ..plain }));
        all.extend(middle.skip(1).map(|&middle| Context { middle, ..plain }));
        all
    }

    /// A random context.
    pub fn mixed(rng: &mut Rng) -> Context {
        Context {
            house: rng.pick(House::ALL),
            storage: rng.pick(Storage::ALL),
            control: rng.pick(Control::ALL),
            middle: rng.pick(Middle::ALL),
        }
    }

    /// All contexts.
    pub fn all() -> Vec<Context> {
        let mut all = vec![];
        for &house in House::ALL {
            for &storage in Storage::ALL {
                for &control in Control::ALL {
                    all.extend(Middle::ALL.iter().map(|&middle| Context {
                        house,
                        storage,
                        control,
                        middle,
                    }));
                }
            }
        }
        all
    }
}
