//! Transformations of the input program before analyses: procedures without source, copies for arguments of calls,
//! state. Used by [`crate::prepared`].

pub(crate) mod added;
pub mod admit;
pub(crate) mod alternates;
pub mod checkpoints;
pub(crate) mod copies;
pub mod entries;
pub mod external;
pub(crate) mod folded;
pub mod head;
pub(crate) mod instances;
pub mod messages;
pub mod opaque;
pub(crate) mod private;
pub(crate) mod returned;
pub(crate) mod specialize;
pub(crate) mod state;
pub mod unreached;
