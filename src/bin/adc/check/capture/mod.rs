//! `adc check --capture`: a copy of the head's source that writes its inputs to a file, at its first call in the user's
//! own program. `adc check --inputs` reads that file.
//!
//! Before its first statement, the head calls a procedure for each input, with its bounds if it is an array. These
//! procedures are in a file of their own, since only they know types and ranks. They are external, so that the file may be
//! compiled last, after the modules that it uses.

mod objects;

use crate::fortran::{declared, key, type_of_dummy};
use adc::{DerivedType, Dimension, Scope, Signature, Variable, VariableType};
use std::fmt::Write as _;

/// The texts of a capture.
pub struct Capture {
    /// The calls, for the first line of the head.
    pub calls: Vec<String>,
    /// The procedures that they call.
    pub procedures: String,
    /// Inputs that are not captured.
    pub missing: Vec<String>,
}

/// The capture of a head, and of variables in modules and COMMON blocks that it uses; the inputs go to a file.
pub fn capture(signature: &Signature, used: &[Variable], file: &str) -> Capture {
    let mut making = Writing {
        out: Capture {
            calls: vec![],
            procedures: String::new(),
            missing: vec![],
        },
        file,
        used,
        count: 0,
    };
    making.all(signature);
    making.out
}

struct Writing<'a> {
    out: Capture,
    file: &'a str,
    used: &'a [Variable],
    /// Procedures so far.
    count: usize,
}

impl Writing<'_> {
    fn all(&mut self, signature: &Signature) {
        self.begin();
        for v in signature.head.arguments.iter().filter(|v| !v.is_output) {
            self.variable(&v.name.to_ascii_lowercase(), &v.name, v, guard(v));
        }
        self.modules();
        for (block, members) in &signature.commons {
            let is_used = |v: &Variable| matches!(&v.scope, Scope::Common(own) if own.eq_ignore_ascii_case(block));
            if self.used.iter().any(is_used) {
                self.block(block, members);
            }
        }
        self.out.calls.push("call adc_capture_end()".into());
        self.out.procedures += "subroutine adc_capture_end()
   use adc_capture, only: close_capture
   call close_capture()
end subroutine adc_capture_end
";
    }

    /// The first call opens the file; later calls of the head find it complete.
    fn begin(&mut self) {
        let file = self.file;
        let _ = write!(
            self.out.procedures,
            "! Written by `adc check --capture`: {file} gets the inputs of the first call of the head.
module adc_capture
   implicit none
   logical :: done = .false.
   integer :: unit = 0, rank = -1, shape_of(15, 2) = 0
contains
   subroutine open_capture()
      if (unit == 0) open (newunit=unit, file='{file}', action='write')
   end subroutine open_capture
   subroutine close_capture()
      if (.not. done) close (unit)
      done = .true.
   end subroutine close_capture
   subroutine put_shape(name, low, high)
      character(len=*), intent(in) :: name
      integer, intent(in) :: low(:), high(:)
      integer :: i
      write (unit, '(3a,*(i0,a,i0,:,\",\"))') '&shapes ', name, ' = ', (low(i), ':', high(i), i = 1, size(low))
      write (unit, '(a)') '/'
   end subroutine put_shape
   ! Of a component in all objects of an array: the shape that it has in all of them.
   subroutine begin_shape()
      rank = -1
   end subroutine begin_shape
   subroutine put_same_shape(name, low, high)
      character(len=*), intent(in) :: name
      integer, intent(in) :: low(:), high(:)
      if (rank < 0) then
         rank = size(low)
         shape_of(:rank, 1) = low
         shape_of(:rank, 2) = high
         call put_shape(name, low, high)
      else if (any(shape_of(:rank, 1) /= low .or. shape_of(:rank, 2) /= high)) then
         write (unit, '(3a)') '&varying ', name, ' /'
      end if
   end subroutine put_same_shape
end module adc_capture
"
        );
    }

    /// A variable, or each component of one.
    fn variable(&mut self, key: &str, name: &str, v: &Variable, guard: Option<String>) {
        if let VariableType::Derived(t) = &v.ty {
            if !v.dimensions.is_empty() {
                return self.objects((key, name), t, v, guard);
            }
            for c in &t.components {
                let own = c.name.to_ascii_lowercase();
                let name = format!("{name}%{}", c.name);
                if !c.private {
                    let exists = exists(&name, c);
                    self.variable(&format!("{key}%{own}"), &name, c, exists.or_else(|| guard.clone()));
                }
            }
            return;
        }
        let is_unknown = v
            .dimensions
            .iter()
            .any(|d| matches!(d, Dimension::AssumedSize(_) | Dimension::AssumedRank));
        let Some(ty) = type_of_dummy(&v.ty).filter(|_| !is_unknown) else {
            return self.out.missing.push(key.to_string());
        };
        self.count += 1;
        let number = self.count;
        self.call(&format!("adc_capture_{number}"), name, v.dimensions.len(), guard);
        self.procedure(&format!("adc_capture_{number}"), key, &ty, v);
    }

    /// An array of objects.
    fn objects(&mut self, (key, name): (&str, &str), t: &DerivedType, v: &Variable, guard: Option<String>) {
        let procedure = format!("adc_capture_{}", self.count + 1);
        let is_shaped = |d: &Dimension| !matches!(d, Dimension::AssumedSize(_) | Dimension::AssumedRank);
        let rank = v.dimensions.len();
        let mut text = String::new();
        let made = match v.dimensions.iter().all(is_shaped) {
            true => objects::procedure(&mut text, &procedure, key, t, rank),
            false => None,
        };
        let Some(missing) = made else {
            return self.out.missing.push(key.to_string());
        };
        self.count += 1;
        self.out.missing.extend(missing);
        self.out.procedures += &text;
        self.call(&procedure, name, rank, guard);
    }

    /// The call for a variable, if it exists.
    fn call(&mut self, procedure: &str, name: &str, rank: usize, guard: Option<String>) {
        let bounds = match rank {
            0 => String::new(),
            _ => format!(", lbound({name}), ubound({name})"),
        };
        let guard = guard.map_or(String::new(), |g| format!("if ({g}) "));
        self.out.calls.push(format!("{guard}call {procedure}({name}{bounds})"));
    }

    /// The procedure that writes one variable.
    fn procedure(&mut self, procedure: &str, key: &str, ty: &str, v: &Variable) {
        let rank = v.dimensions.len();
        let (arguments, shape) = match rank {
            0 => ("x", String::new()),
            _ => ("x, low, high", "(product(max(0, high - low + 1)))".to_string()),
        };
        let out = &mut self.out.procedures;
        let _ = writeln!(out, "subroutine {procedure}({arguments})");
        let _ = writeln!(out, "   use adc_capture");
        let _ = writeln!(out, "   implicit none");
        if rank > 0 {
            let _ = writeln!(out, "   integer, intent(in) :: low({rank}), high({rank})");
        }
        let _ = writeln!(out, "   {ty}, intent(in) :: x{shape}");
        let _ = writeln!(out, "   if (done) return");
        let _ = writeln!(out, "   call open_capture()");
        if rank > 0 {
            let _ = writeln!(out, "   call put_shape('{key}', low, high)");
        }
        let _ = writeln!(out, "   write (unit, '(a)') '&values {key} ='");
        let write = format_of(&v.ty).replace("{x}", "x");
        let _ = writeln!(
            out,
            "   {write}\n   write (unit, '(a)') '/'\nend subroutine {procedure}"
        );
    }

    /// The variables of modules: a procedure passes them on.
    fn modules(&mut self) {
        let used = self.used;
        let of_module = |v: &'_ &Variable| matches!(v.scope, Scope::Module(_));
        let hidden = used.iter().filter(of_module).filter(|v| !is_settable(v)).map(key);
        self.out.missing.extend(hidden);
        let all = used.iter().filter_map(|v| match &v.scope {
            Scope::Module(m) if is_settable(v) => Some((m, v)),
            _ => None,
        });
        let mut uses = String::new();
        let first = self.out.calls.len();
        for (k, (module, v)) in all.enumerate() {
            let key = format!("{}%{}", module.to_ascii_lowercase(), v.name.to_ascii_lowercase());
            let name = format!("m{k}_{}", v.name.chars().take(50).collect::<String>());
            let _ = writeln!(uses, "   use {module}, only: {name} => {}", v.name);
            let exists = exists(&name, v);
            self.variable(&key, &name, v, exists);
        }
        self.passed_on("adc_capture_modules", &uses, first);
    }

    /// A COMMON block: a procedure declares it, if its extents are constants.
    fn block(&mut self, block: &str, members: &[Variable]) {
        let (mut declarations, mut names) = (String::new(), vec![]);
        let first = self.out.calls.len();
        for (k, v) in members.iter().enumerate() {
            let name = format!("c{k}_{}", v.name.chars().take(50).collect::<String>());
            let Some((ty, shape)) = declared(v) else {
                self.out.calls.truncate(first);
                return self.out.missing.push(format!("/{block}/"));
            };
            let _ = writeln!(declarations, "   {ty} :: {name}{shape}");
            let key = format!("{}%{}", block.to_ascii_lowercase(), v.name.to_ascii_lowercase());
            self.variable(&key, &name, v, None);
            names.push(name);
        }
        let _ = writeln!(declarations, "   common /{block}/ {}", names.join(", "));
        self.passed_on(&format!("adc_capture_common_{block}"), &declarations, first);
    }

    /// A procedure that makes the calls from `first` on instead.
    fn passed_on(&mut self, procedure: &str, declarations: &str, first: usize) {
        let calls = self.out.calls.split_off(first);
        if calls.is_empty() {
            return;
        }
        let _ = writeln!(self.out.procedures, "subroutine {procedure}()\n{declarations}");
        for call in calls {
            let _ = writeln!(self.out.procedures, "   {call}");
        }
        let _ = writeln!(self.out.procedures, "end subroutine {procedure}");
        self.out.calls.push(format!("call {procedure}()"));
    }
}

/// True for a variable that a driver can set.
fn is_settable(v: &Variable) -> bool {
    !v.private && !v.protected
}

/// The statement that writes the values of `{x}`.
fn format_of(ty: &VariableType) -> &'static str {
    match ty {
        VariableType::Real(_) => "write (unit, '(es25.17e3)') {x}",
        VariableType::Complex(_) => "write (unit, '(\"(\",es25.17e3,\",\",es25.17e3,\")\")') {x}",
        VariableType::Integer(_) => "write (unit, '(i0)') {x}",
        VariableType::Logical(_) => "write (unit, '(a)') merge('.true. ', '.false.', {x})",
        _ => "write (unit, '(\"''\",a,\"''\")') {x}",
    }
}

/// The condition under which an argument can be read.
fn guard(v: &Variable) -> Option<String> {
    let present = v.optional.then(|| format!("present({})", v.name));
    present.or_else(|| exists(&v.name, v))
}

/// The condition under which a variable has a value.
fn exists(name: &str, v: &Variable) -> Option<String> {
    match (v.allocatable, v.pointer) {
        (true, _) => Some(format!("allocated({name})")),
        (_, true) => Some(format!("associated({name})")),
        _ => None,
    }
}
