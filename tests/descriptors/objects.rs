//! Objects with a descriptor, the procedures that change it, and inquiries about it.

use crate::random::rng::Rng;

/// Kind of the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An allocatable vector of integers.
    Integers,
    /// An allocatable vector of reals.
    Reals,
    /// An allocatable matrix.
    Matrix,
    /// A pointer to a vector.
    Pointer,
    /// A text of deferred length.
    Text,
}

/// Storage of the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// A local variable of the head.
    Local,
    /// A variable of the module.
    Module,
    /// A component of a local variable.
    Component,
    /// A component of a variable of the module.
    Record,
}

/// An object with a descriptor, and the procedures needed for it.
pub struct Object {
    pub kind: Kind,
    pub home: Home,
    /// Its designator in the head.
    pub name: &'static str,
    /// Its values are active.
    pub active: bool,
    /// Procedures that statements call, by name.
    pub procedures: Vec<&'static str>,
}

impl Object {
    pub fn new(rng: &mut Rng) -> Object {
        let kind = rng.pick(&[
            Kind::Integers,
            Kind::Reals,
            Kind::Reals,
            Kind::Matrix,
            Kind::Pointer,
            Kind::Text,
        ]);
        let home = rng.pick(&[Home::Local, Home::Module, Home::Component, Home::Record]);
        Object {
            kind,
            home,
            name: match home {
                Home::Local => "w",
                Home::Module => "mw",
                Home::Component => "r%w",
                Home::Record => "mr%w",
            },
            active: kind == Kind::Reals && rng.chance(40),
            procedures: vec![],
        }
    }

    /// Its declaration, with a name.
    pub fn declared(&self, name: &str) -> String {
        let ty = match self.kind {
            Kind::Integers => "integer, allocatable",
            Kind::Reals => "real(8), allocatable",
            Kind::Matrix => "real(8), allocatable",
            Kind::Pointer => "integer, pointer",
            Kind::Text => "character(:), allocatable",
        };
        format!("{ty} :: {name}{}", self.shape())
    }

    pub fn shape(&self) -> &'static str {
        match self.kind {
            Kind::Integers | Kind::Reals | Kind::Pointer => "(:)",
            Kind::Matrix => "(:, :)",
            Kind::Text => "",
        }
    }

    /// True if procedures of the module see it directly.
    pub fn is_global(&self) -> bool {
        matches!(self.home, Home::Module | Home::Record)
    }

    fn call(&mut self, name: &'static str, args: &str) -> String {
        if !self.procedures.contains(&name) {
            self.procedures.push(name);
        }
        format!("call {name}({args})")
    }

    /// Statements that give it the extent `n`, from 1 to 5. `w`: its name there.
    pub fn changed(&mut self, rng: &mut Rng, w: &str, n: &str) -> Vec<String> {
        let mut ways = vec!["here", "callee", "callee"];
        match self.kind {
            Kind::Integers | Kind::Reals => {
                ways.extend(["out", "move", "assign", "mold", "source", "function", "append", "below"])
            }
            Kind::Matrix => ways.extend(["out", "move"]),
            Kind::Pointer => ways.extend(["bounds", "new", "null"]),
            Kind::Text => ways.extend(["append", "allocate", "out"]),
        }
        if self.is_global() {
            ways.extend(["global", "global"]);
        }
        let way = rng.pick(&ways);
        let low = rng.pick(&["", "0:", "2:"]);
        let high = |low: &str| match low {
            "0:" => format!("{n} - 1"),
            "2:" => format!("{n} + 1"),
            _ => n.to_string(),
        };
        let gone = format!("if (allocated({w})) deallocate ({w})");
        let fill = match self.kind {
            Kind::Text => String::new(),
            _ if self.active => format!("{w} = x(1)*{n}"),
            _ => format!("{w} = {n}"),
        };
        let mut out = match (self.kind, way) {
            (_, "callee") => vec![self.call("change", &format!("{w}, {n}"))],
            (_, "out") => vec![self.call("make", &format!("{w}, {n}"))],
            (_, "below") => vec![self.call("outer", &format!("{w}, {n}"))],
            (_, "global") => vec![self.call("change_global", n)],
            (Kind::Text, "append") => vec![format!("{w} = repeat('b', {n} - 1)"), format!("{w} = {w}//'a'")],
            (Kind::Text, "allocate") => vec![gone, format!("allocate (character({n}) :: {w})"), format!("{w} = 'c'")],
            (Kind::Text, _) => vec![format!("{w} = repeat('a', {n})")],
            (Kind::Pointer, "bounds") => vec![format!("{w}({}) => few(:{n})", rng.pick(&["0:", "3:"]))],
            (Kind::Pointer, "new") => vec![format!("allocate ({w}({n}))"), fill.clone()],
            (Kind::Pointer, "null") => vec![format!("nullify ({w})"), format!("{w} => many(6 - {n}:)")],
            (Kind::Pointer, _) => vec![format!("{w} => few(:{n})")],
            (Kind::Matrix, "move") => vec![
                format!("if (allocated(u)) deallocate (u)"),
                format!("allocate (u({n}, {low}{}))", high(low)),
                "u = 1".into(),
                format!("call move_alloc(u, {w})"),
            ],
            (Kind::Matrix, _) => vec![gone, format!("allocate ({w}({n}, {low}{}))", high(low))],
            (_, "move") => vec![
                format!("if (allocated(u)) deallocate (u)"),
                format!("allocate (u({low}{}))", high(low)),
                "u = 1".into(),
                format!("call move_alloc(u, {w})"),
            ],
            (_, "assign") => vec![gone, format!("{w} = [(i, i = 1, {n})]")],
            (_, "append") => vec![
                gone,
                format!("allocate ({w}({n} - 1))"),
                fill.clone(),
                format!(
                    "{w} = [{w}, {w}(:0), {}]",
                    if self.kind == Kind::Integers { "1" } else { "1d0" }
                ),
            ],
            (_, "mold") => vec![
                gone,
                format!("allocate ({w}, mold=few(:{n}))")
                    .replace("few", if self.kind == Kind::Integers { "few" } else { "real_few" }),
            ],
            (_, "source") => vec![
                gone,
                format!("allocate ({w}, source=few(:{n}))")
                    .replace("few", if self.kind == Kind::Integers { "few" } else { "real_few" }),
            ],
            (_, "function") => {
                self.procedures.push("made");
                vec![format!("{w} = made({n})")]
            }
            _ => vec![gone, format!("allocate ({w}({low}{}))", high(low))],
        };
        if !fill.is_empty() && !(self.kind == Kind::Pointer) {
            out.push(fill);
        }
        out
    }

    /// Statements that update `y` with `x` by the results of inquiries about it. `w`: its name there.
    pub fn asked(&mut self, rng: &mut Rng, w: &str) -> Vec<String> {
        let mut inquiries = match self.kind {
            Kind::Integers | Kind::Reals => vec![
                format!("size({w})"),
                format!("(ubound({w}, 1) - lbound({w}, 1) + 1)"),
                format!("sum(shape({w}))"),
            ],
            Kind::Matrix => vec![
                format!("size({w}, 2)"),
                format!("(ubound({w}, 2) - lbound({w}, 2) + 1)"),
                format!("minval(shape({w}))"),
            ],
            Kind::Pointer => vec![format!("size({w})"), format!("(ubound({w}, 1) - lbound({w}, 1) + 1)")],
            Kind::Text => vec![format!("len({w})"), format!("len({w}//'')")],
        };
        if self.kind != Kind::Text {
            inquiries.push(format!("min(5, abs(lbound({w}, 1)) + 1)"));
            inquiries.push(format!("max(1, min(ubound({w}, 1), 5))"));
        }
        let q = rng.pick(&inquiries);
        let mut ways = vec![
            "term",
            "bound",
            "section",
            "subscript",
            "test",
            "while",
            "local",
            "argument",
        ];
        match self.kind {
            Kind::Integers | Kind::Reals | Kind::Pointer => ways.extend([
                "specification",
                "automatic",
                "whole",
                "values",
                "element",
                "function",
                "present",
                "passed",
            ]),
            Kind::Matrix => ways.extend(["values", "rows"]),
            Kind::Text => ways.extend(["specification"]),
        }
        if self.is_global() {
            ways.push("global");
        }
        let k = rng.range(1, 5);
        match rng.pick(&ways) {
            "bound" => vec![
                format!("do i = 1, {q}"),
                format!("  y = 0.7d0*y*x(i) + x(i)**2"),
                "end do".into(),
            ],
            "section" => vec![format!("y = y*0.3d0 + sum(x(:{q})**2)*x({k})")],
            "subscript" => vec![format!("y = 0.8d0*y*x({q})**2 + x({q})")],
            "test" => vec![
                format!("if ({q} > 2) then"),
                format!("  y = y*x({k})**2"),
                "else".into(),
                format!("  y = y + x({k})**3"),
                "end if".into(),
            ],
            "while" => vec![
                "i = 1".into(),
                format!("do while (i <= {q})"),
                "  y = y*x(i)*0.9d0".into(),
                "  i = i + 1".into(),
                "end do".into(),
            ],
            "local" => vec![format!("l = {q}"), format!("y = y*x(l) + l*x({k})**2")],
            "argument" => vec![self.call("scaled", &format!("{q}, x, y"))],
            "specification" => vec![self.call("automatic", &format!("{w}, x, y"))],
            "automatic" => vec![self.call("kept_shape", &format!("{w}, x, y"))],
            "passed" => vec![self.call("passes", &format!("{w}, x, y"))],
            "whole" => vec![
                format!("z = {w} + x(:size({w}))"),
                "y = 0.5d0*y + sum(z**2)*0.1d0".into(),
            ],
            "values" => vec![format!("y = y*x({k}) + 0.1d0*sum({w}*x({k})**2)")],
            "rows" => vec![format!("y = y*0.5d0 + sum({w}(:, ubound({w}, 2))*x(:size({w}, 1))**2)")],
            "element" => vec![format!("y = y*x({k}) + 0.1d0*{w}(ubound({w}, 1))*x({k})**2")],
            "function" => {
                self.procedures.push("asks");
                vec![format!("y = y*x({k}) + asks({w})*x({k})**2")]
            }
            "present" => {
                let call = self.call("perhaps", &format!("{w}, x, y"));
                match (self.kind, rng.chance(50)) {
                    (Kind::Pointer, true) => {
                        vec![call.clone(), format!("nullify ({w})"), call, format!("{w} => few(:2)")]
                    }
                    (Kind::Integers | Kind::Reals, true) => vec![
                        call.clone(),
                        format!("deallocate ({w})"),
                        call,
                        format!("allocate ({w}(2))"),
                        format!("{w} = 1"),
                    ],
                    _ => vec![call],
                }
            }
            "global" => vec![self.call("asks_global", "x, y")],
            _ => vec![format!("y = 0.6d0*y*x({k}) + {q}*x({k})**2")],
        }
    }
}
