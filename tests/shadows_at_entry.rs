//! Every storage × every role of a variable: the values of shadows at the entry of a derivative do not matter, except
//! for seeds.
//!
//! A program for each pair and mode calls the derivative four times, fills all shadows except seeds with garbage before
//! each call, and changes the shape between the second and the third. All programs of a mode are compiled together.

use std::fmt::Write as _;

use crate::support::cli::Sandbox;
use crate::support::program::printed;

/// Storage of the variable to differentiate. `$` stands for the letter of the mode.
#[derive(Clone, Copy, Default)]
struct Storage {
    name: &'static str,
    /// Declarations of the module, of each procedure, of the driver.
    module: &'static str,
    local: &'static str,
    driver: &'static str,
    /// An argument of the head.
    argument: &'static str,
    /// The containing variable is created first, and so is its shadow.
    holder: &'static str,
    /// The designator, and the part of it to allocate.
    designator: &'static str,
    made: Made,
}

/// Creator of the shadow.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Made {
    #[default]
    Fixed,
    /// Allocatable: allocated by the derivative, unless it is a seed or an argument.
    Allocated,
    /// Pointer: the caller.
    Associated,
}

const PLAIN: &str = "type t\n real(8) :: v(4)\n end type";
const OF_ALLOCATABLE: &str = "type t\n real(8), allocatable :: v(:)\n end type";
const OF_POINTER: &str = "type t\n real(8), pointer :: v(:) => null()\n end type";

/// Types in front of a variable.
fn storages() -> Vec<(Storage, &'static str)> {
    let s = Storage::default();
    let fixed = |name, module| Storage {
        name,
        module,
        designator: "b@%v",
        ..s
    };
    let allocated = |name, module| Storage {
        made: Made::Allocated,
        ..fixed(name, module)
    };
    let associated = |name, module| Storage {
        made: Made::Associated,
        ..fixed(name, module)
    };
    let made = |x: Storage, holder| Storage { holder, ..x };
    let named = |x: Storage| Storage { designator: "v@", ..x };
    let argument = |name, argument, driver, made| Storage {
        name,
        argument,
        driver,
        made,
        designator: "v@",
        ..s
    };
    let record = "if (.not. allocated(b@)) allocate(b@)";
    let target = "if (.not. associated(b@)) allocate(b@)";
    let object = "if (.not. allocated(b@)) allocate(t :: b@)";
    vec![
        (named(fixed("static", "real(8), target :: v(4)")), ""),
        (named(allocated("allocatable", "real(8), allocatable :: v(:)")), ""),
        (
            named(allocated("allocatable_target", "real(8), allocatable, target :: v(:)")),
            "",
        ),
        (named(associated("pointer", "real(8), pointer :: v(:) => null()")), ""),
        (fixed("component", "type(t) :: b"), PLAIN),
        (allocated("allocatable_component", "type(t) :: b"), OF_ALLOCATABLE),
        (associated("pointer_component", "type(t) :: b"), OF_POINTER),
        (
            made(fixed("allocatable_record", "type(t), allocatable :: b"), record),
            PLAIN,
        ),
        (
            made(
                allocated("allocatable_of_allocatable", "type(t), allocatable :: b"),
                record,
            ),
            OF_ALLOCATABLE,
        ),
        (
            made(
                associated("allocatable_of_pointer", "type(t), allocatable :: b"),
                record,
            ),
            OF_POINTER,
        ),
        (
            made(fixed("pointer_to_record", "type(t), pointer :: b => null()"), target),
            PLAIN,
        ),
        (
            made(
                allocated("pointer_to_allocatable", "type(t), pointer :: b => null()"),
                target,
            ),
            OF_ALLOCATABLE,
        ),
        (
            made(
                associated("pointer_to_pointer", "type(t), pointer :: b => null()"),
                target,
            ),
            OF_POINTER,
        ),
        (
            Storage {
                designator: "b@(2)%v",
                ..allocated("elements", "type(t) :: b(2)")
            },
            OF_ALLOCATABLE,
        ),
        (
            Storage {
                designator: "b@(2)%v",
                ..associated("pointers_of_elements", "type(t) :: b(2)")
            },
            OF_POINTER,
        ),
        (
            Storage {
                designator: "b@(2)%q(1)%v",
                holder: "if (allocated(b@)) deallocate(b@)\n allocate(b@(2))\n allocate(b@(1)%q(2), b@(2)%q(2))",
                ..associated(
                    "nested",
                    "type u\n type(t), pointer :: q(:) => null()\n end type\n type(u), allocatable :: b(:)",
                )
            },
            OF_POINTER,
        ),
        (made(fixed("object", "class(t), allocatable :: b"), object), PLAIN),
        (
            made(allocated("object_of_allocatable", "class(t), allocatable :: b"), object),
            OF_ALLOCATABLE,
        ),
        (
            Storage {
                local: "real(8) :: v(4)\n common /blk/ v",
                driver: "real(8) :: v(4), v$(4)\n common /blk/ v\n common /blk_$/ v$",
                ..named(fixed("common", ""))
            },
            "",
        ),
        (
            Storage {
                local: "real(8), pointer :: v(:)\n common /blk/ v",
                driver: "real(8), pointer :: v(:), v$(:)\n common /blk/ v\n common /blk_$/ v$",
                ..named(associated("pointer_in_common", ""))
            },
            "",
        ),
        (
            argument(
                "dummy",
                "real(8), intent(inout) :: v(4)",
                "real(8) :: v(4), v$(4)",
                Made::Fixed,
            ),
            "",
        ),
        (
            argument(
                "assumed_shape",
                "real(8), intent(inout) :: v(:)",
                "real(8), allocatable :: v(:), v$(:)",
                Made::Allocated,
            ),
            "",
        ),
        (
            argument(
                "allocatable_dummy",
                "real(8), intent(inout), allocatable :: v(:)",
                "real(8), allocatable :: v(:), v$(:)",
                Made::Allocated,
            ),
            "",
        ),
        (
            argument(
                "pointer_dummy",
                "real(8), pointer :: v(:)",
                "real(8), pointer :: v(:) => null(), v$(:) => null()",
                Made::Associated,
            ),
            "",
        ),
    ]
}

/// The variable is an independent, a dependent, both, or state between the two.
const ROLES: [&str; 4] = ["independent", "dependent", "both", "neither"];

struct Case {
    storage: Storage,
    types: &'static str,
    role: &'static str,
    number: usize,
}

impl Case {
    fn original(&self) -> String {
        self.storage.designator.replace('@', "")
    }

    fn is_argument(&self) -> bool {
        !self.storage.argument.is_empty()
    }

    /// `--head`: the designator without subscripts.
    fn head(&self) -> String {
        let v = self.original().replace("(2)", "").replace("(1)", "");
        let (n, role) = (self.number, self.role);
        match role {
            "independent" => format!("m{n}%h(y)/({v})"),
            "dependent" => format!("m{n}%h({v})/(x)"),
            "both" => format!("m{n}%h({v})/({v})"),
            _ => format!("m{n}%h(y)/(x)"),
        }
    }

    fn source(&self) -> String {
        let v = self.original();
        let (arguments, declared, body) = match self.role {
            "independent" => ("y", "real(8), intent(out) :: y", format!("y = sum({v}**2)")),
            "dependent" => (
                "x",
                "real(8), intent(in) :: x",
                format!("{v}(1) = x**2\n {v}(2) = {v}(1)*x"),
            ),
            "both" => ("", "", format!("{v}(1:2) = {v}(1:2)*{v}(2)")),
            _ => (
                "x, flag, y",
                "real(8), intent(in) :: x\n logical, intent(in) :: flag\n real(8), intent(out) :: y",
                format!("if (flag) {v}(2) = x*x\n {v}(1) = x*{v}(2)\n y = {v}(1)*{v}(2)"),
            ),
        };
        let given = if self.is_argument() { "v" } else { "" };
        let comma = if given.is_empty() || arguments.is_empty() {
            ""
        } else {
            ", "
        };
        let s = &self.storage;
        // COMMON blocks of different programs have different names
        let n = self.number;
        let local = s.local.replace("blk", &format!("blk{n}"));
        format!(
            "module m{n}\n implicit none\n {}\n {}\ncontains\nsubroutine h({given}{comma}{arguments})\n {local}\n {}\n {declared}\n {body}\nend subroutine\nend module\n",
            self.types, s.module, s.argument
        )
    }

    /// Creates the variable, or its shadow (`letter`), with `n` elements.
    fn make(&self, letter: &str) -> String {
        let x = self.storage.designator.replace('@', letter);
        let holder = self.storage.holder.replace('@', letter);
        match self.storage.made {
            Made::Fixed => holder,
            Made::Allocated => format!("{holder}\n if (allocated({x})) deallocate({x})\n allocate({x}(n))"),
            Made::Associated => format!("{holder}\n if (associated({x})) deallocate({x})\n allocate({x}(n))"),
        }
    }

    /// A subroutine that calls the derivative and checks its results.
    fn driver(&self, d: &str) -> String {
        let (v, n) = (self.original(), self.number);
        let s = &self.storage;
        let sh = s.designator.replace('@', d);
        let seeds = match d {
            "d" => ["independent", "both"],
            _ => ["dependent", "both"],
        };
        let is_seed = seeds.contains(&self.role);
        let has_shadow = !(self.is_argument() && self.role == "neither");
        let declared = s.driver.replace('$', d).replace("blk", &format!("blk{n}"));
        let mut out = format!(
            "subroutine case{n}\n use m{n}\n use m{n}_{d}\n implicit none\n {declared}\n real(8) :: y, x, y{d}, x{d}\n integer :: n, k\n logical :: flag\n do k = 1, 4\n n = 4{}\n {}\n {v} = 3\n {v}(1) = 2\n x = 1.5d0\n flag = k > 2\n y{d} = 777\n x{d} = 777\n",
            if s.made == Made::Fixed { "" } else { " + mod(k/2, 2)" },
            self.make(""),
        );
        // shadows that the derivative allocates are unallocated in the caller, or have another shape; pointers are the
        // caller's responsibility
        let waits = s.made == Made::Allocated && !is_seed && !self.is_argument();
        if has_shadow && waits {
            let holder = if s.name.starts_with("pointer") {
                s.holder.replace('@', d)
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                " {holder}\n if (k > 1) then\n {}\n {sh} = 777\n end if",
                self.make(d).replace("(n)", "(k + n)")
            );
        } else if has_shadow {
            let _ = writeln!(out, " {}\n {sh} = 777", self.make(d));
        }
        let pair = match (self.is_argument(), has_shadow) {
            (false, _) => String::new(),
            (true, true) => format!("v, v{d}"),
            (true, false) => "v".to_owned(),
        };
        let comma = if pair.is_empty() { "" } else { ", " };
        let flag = "merge(5*x**4, 9d0, flag)";
        let text = match (d, self.role) {
            ("d", "independent") => format!("{sh} = 1\n call h_d({pair}{comma}y, yd)\n call check({n}, yd, sum(2*{v}))"),
            ("d", "dependent") => format!(
                "xd = 1\n call h_d({pair}{comma}x, xd)\n call check({n}, {sh}(1), 2*x)\n call check({n}, {sh}(2), 3*x**2)\n call check({n}, sum(abs({sh}(3:))), 0d0)"
            ),
            ("d", "both") => format!("{sh} = 1\n call h_d({pair})\n call check({n}, {sh}(1), 5d0)\n call check({n}, {sh}(2), 6d0)\n call check({n}, {sh}(3), 1d0)"),
            ("d", _) => format!("xd = 1\n call h_d({pair}{comma}x, xd, flag, y, yd)\n call check({n}, yd, {flag})"),
            (_, "independent") => format!("yb = 1\n call h_b({pair}{comma}y, yb)\n call check({n}, size({sh}) + maxval(abs({sh} - 2*{v})), real(n, 8))\n call check({n}, yb, 0d0)"),
            (_, "dependent") => format!("{sh} = 1\n call h_b({pair}{comma}x, xb)\n call check({n}, xb, 2*x + 3*x**2)\n call check({n}, sum(abs({sh})), 0d0)"),
            (_, "both") => format!("{sh} = 1\n call h_b({pair})\n call check({n}, {sh}(1), 3d0)\n call check({n}, {sh}(2), 8d0)\n call check({n}, {sh}(3), 1d0)"),
            _ => format!("yb = 1\n call h_b({pair}{comma}x, xb, flag, y, yb)\n call check({n}, xb, {flag})"),
        };
        let _ = write!(out, " {text}\n end do\nend subroutine\n");
        out
    }
}

/// All cases except the refused ones: the target of a pointer argument that is in no list has no known derivative.
fn cases() -> Vec<Case> {
    let mut out = vec![];
    for (storage, types) in storages() {
        for role in ROLES {
            if (storage.name, role) != ("pointer_dummy", "neither") {
                out.push(Case {
                    storage,
                    types,
                    role,
                    number: out.len() + 1,
                });
            }
        }
    }
    out
}

fn run(mode: &str, d: &str) {
    let s = Sandbox::with(&[]);
    let cases = cases();
    let mut files: Vec<String> = vec![];
    let mut driver = String::from("program driver\n");
    let mut inner = String::new();
    for c in &cases {
        let n = c.number;
        s.file(&format!("m{n}.f90"), c.source().as_bytes());
        s.works(&format!("adc {mode} m{n}.f90 --head '{}' -o m{n}_{d}.f90", c.head()));
        files.extend([format!("m{n}.f90"), format!("m{n}_{d}.f90")]);
        let _ = writeln!(driver, " call case{n}()");
        inner += &c.driver(d);
    }
    driver += "end program\nsubroutine check(n, found, meant)\n integer :: n\n real(8) :: found, meant\n if (.not. abs(found - meant) < 1d-10) print *, n, found, meant\nend subroutine\n";
    driver += &inner;
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let wrong = printed(&s, &files, &driver);
    let name = |line: &str| {
        let number = line.split_whitespace().next()?.parse::<usize>().ok()?;
        let c = cases.iter().find(|c| c.number == number)?;
        Some(format!("{} {}: {line}", c.storage.name, c.role))
    };
    let named: Vec<String> = wrong.lines().filter_map(name).collect();
    assert!(wrong.trim().is_empty(), "{}", named.join("\n"));
}

#[test]
fn garbage_in_shadows_is_no_part_of_a_tangent() {
    run("--tangent", "d");
}

#[test]
fn garbage_in_shadows_is_no_part_of_an_adjoint() {
    run("--reverse", "b");
}
