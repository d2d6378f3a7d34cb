//! Declarations: names used by a unit, its dummy arguments, globals and functions.

use super::scope::{Formal, Record, Scope, Ty, Var, Want};
use super::tree::Decl;
use super::unit::{Flavor, Maker};

impl Maker {
    /// USE, IMPLICIT NONE, the extent.
    pub fn opening(&self, internal: bool, formals: &[Formal]) -> Vec<Decl> {
        let mut out = vec![];
        let always = |text: String| Decl {
            name: String::new(),
            text,
        };
        if internal {
            // a constant of its own: the host's may be a dummy argument, or absent
            out.push(Decl {
                name: "n".into(),
                text: format!("integer, parameter :: n = {}", self.n),
            });
            return out;
        }
        let given = formals.iter().any(|f| f.want == Want::Extent);
        match self.flavor {
            Flavor::Module => {}
            Flavor::External => {
                let names: Vec<&str> = self.globals.iter().map(|g| g.base.as_str()).collect();
                if self.cells || !names.is_empty() {
                    let mut list = names.clone();
                    if self.cells {
                        list.push("cell");
                    }
                    out.push(Decl {
                        name: list.join("|"),
                        text: format!("use m{}, only: {}", self.seed, list.join(", ")),
                    });
                }
                out.push(always("implicit none".into()));
                if !given {
                    out.push(Decl {
                        name: "n".into(),
                        text: format!("integer, parameter :: n = {}", self.n),
                    });
                }
            }
            Flavor::Fixed => {
                out.push(always("implicit none".into()));
                if !given {
                    out.push(Decl {
                        name: "n".into(),
                        text: "integer n".into(),
                    });
                    out.push(Decl {
                        name: "n".into(),
                        text: format!("parameter (n = {})", self.n),
                    });
                }
            }
        }
        out
    }

    /// Declares a dummy argument and makes it visible.
    pub fn declare_formal(&mut self, f: &Formal, decls: &mut Vec<Decl>, scope: &mut Scope) {
        let intent = f.intent();
        let name = &f.name;
        let always = |text: String| Decl {
            name: String::new(),
            text,
        };
        let (sep, int) = (" ::", "integer");
        match f.want {
            // kernels declare them
            Want::Part => {}
            Want::Extent | Want::Length => {
                // first of all: other declarations use it
                decls.insert(
                    decls
                        .iter()
                        .position(|d| d.text.starts_with("implicit"))
                        .map_or(0, |k| k + 1),
                    always(format!("{int}{intent}{sep} {name}")),
                );
                if f.want == Want::Extent {
                    scope.n_text.clone_from(name);
                }
            }
            Want::Depth => {
                decls.push(always(format!("{int}{intent}{sep} {name}")));
                let mut v = self.variable(name, Ty::Int, 0);
                v.writable = false;
                scope.vars.push(v);
            }
            Want::Index => {
                decls.push(always(format!("{int}{intent}{sep} {name}")));
                let mut v = self.variable(name, Ty::Int, 0);
                (v.writable, v.index) = (f.output, true);
                scope.vars.push(v);
            }
            Want::Cell => {
                decls.push(always(format!("type(cell){intent}{sep} {name}")));
                self.add_record(name, 0, f.output, scope);
            }
            Want::Value(ty, rank) => {
                let mut v = self.variable(name, ty, rank);
                v.writable = f.output;
                if f.assumed {
                    v.lo = 1;
                    scope.described.push(name.clone());
                }
                let dims = if f.assumed && rank == 1 {
                    "(:)".to_string()
                } else {
                    self.dims(&v)
                };
                let dims = dims.replace('n', &scope.n_text);
                decls.push(always(format!("{}{intent}{sep} {name}{dims}", self.type_name(ty))));
                scope.vars.push(v);
            }
        }
    }

    /// A variable of type `cell` and its components.
    pub fn add_record(&mut self, name: &str, rank: usize, writable: bool, scope: &mut Scope) {
        scope.records.push(Record {
            name: name.into(),
            rank,
            writable,
        });
        let component = |base: String, suffix: &str, ty, rank| Var {
            base,
            suffix: suffix.into(),
            ty,
            rank,
            lo: 1,
            writable,
            index: false,
        };
        if rank == 0 {
            scope.vars.push(component(format!("{name}%mass"), "", Ty::Real, 0));
            scope.vars.push(component(format!("{name}%speed"), "", Ty::Real, 1));
            scope.vars.push(component(format!("{name}%tag"), "", Ty::Int, 0));
        } else {
            scope.vars.push(component(name.into(), "%mass", Ty::Real, 1));
            let k = self.rng.range(1, self.n);
            scope
                .vars
                .push(component(format!("{name}({k})%speed"), "", Ty::Real, 1));
        }
    }

    pub fn declare_globals(&self, decls: &mut Vec<Decl>) {
        if self.flavor != Flavor::Fixed || self.globals.is_empty() {
            return;
        }
        for g in &self.globals {
            decls.push(Decl {
                name: g.base.clone(),
                text: format!(
                    "{} {}{}",
                    self.type_name(g.ty),
                    g.base,
                    self.dims(g).replace('n', &self.n.to_string())
                ),
            });
        }
        let names: Vec<String> = self.globals.iter().map(|g| g.base.clone()).collect();
        decls.push(Decl {
            name: names.join("|"),
            text: format!("common /c{}/ {}", self.seed, names.join(", ")),
        });
    }

    /// Types of functions that have no explicit interface.
    pub fn declare_functions(&self, decls: &mut Vec<Decl>, internal: bool) {
        if self.flavor == Flavor::Module || internal {
            return;
        }
        for p in &self.procs {
            if let Some(ty) = p.result {
                decls.push(Decl {
                    name: p.name.clone(),
                    text: format!("{}, external :: {}", self.type_name(ty), p.name),
                });
            }
        }
    }
}
