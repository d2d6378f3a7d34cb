//! Assembles the derivative program: units, shadows, names, modules. [`crate::make`] uses it to generate tangents and
//! adjoints.

pub(crate) mod addresses;
pub(crate) mod begin;
mod by_hand;
pub(crate) mod c_names;
pub(crate) mod calls;
mod constant;
pub(crate) mod enlarged;
pub(crate) mod forward;
pub(crate) mod generator;
pub(crate) mod guards;
pub(crate) mod hidden;
pub(crate) mod input;
pub(crate) mod interfaces;
pub(crate) mod internal;
mod models;
pub(crate) mod no_output;
pub(crate) mod overlap;
pub(crate) mod procedure_pointers;
pub(crate) mod protected;
pub(crate) mod signature;
pub(crate) mod silent_copies;
pub(crate) mod spelled;
pub(crate) mod through_files;
pub(crate) mod transfers;
mod unknown;
mod unseen;
pub(crate) mod values;
pub(crate) mod work_arguments;
pub(crate) mod wrapper;
pub(crate) mod zeroing;
pub(crate) mod zeros;
