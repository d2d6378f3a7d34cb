//! Compares derivatives for many directions with those for one.
//!
//! The directions are multiples of the one of the fixture, by zero and by powers of two: derivatives are linear, so that the
//! results are the same multiples, to the last digit but for other orders of sums. Each direction has a factor of its
//! own, so a mix of directions is found.
//!
//! One of the two modes, by the text of the fixture, has code of constant width, and a driver that calls it in blocks.

use super::calls::{argument_list, line};
use super::driver::{bounds, packed, type_name, uses_of_derivatives, value_from, vector};
use super::joined::Part;
use super::spec::{Mode, Place, Spec, Var};
use super::{build, error_codes, parse_vectors, relative, Vectors};
use std::path::{Path, PathBuf};

/// The largest relative error of a multiple.
const TOLERANCE: f64 = 1e-12;

/// The numbers of directions.
const COUNTS: [usize; 4] = [1, 3, 8, 17];

/// The constant width: all numbers of directions but one need a block that is not full.
const WIDTH: &str = "4";

/// Modes that are refused, with the code of the error.
#[derive(Default)]
pub struct Refusals {
    /// For many directions.
    pub many: Vec<(Mode, String)>,
    /// For blocks of directions: there is no driver.
    pub drivers: Vec<Mode>,
}

/// Checks whether a fixture in a mode has constant width.
pub fn is_wide(source: &Path, mode: Mode) -> bool {
    let text = std::fs::read(source).unwrap_or_default();
    let sum: u64 = text.into_iter().map(u64::from).sum();
    sum.is_multiple_of(2) == (mode == Mode::Tangent)
}

/// Differentiates a fixture in both modes, for one direction and for many, and compares the results for each number of
/// directions.
pub fn check(adc: &Path, source: &Path, options: &[&str]) -> Result<Refusals, String> {
    let spec = Spec::read(source)?;
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let folder = work.path().join("vector");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut refused = Refusals::default();
    let mut pairs = vec![];
    for mode in [Mode::Tangent, Mode::Adjoint] {
        let all = [options, &["--vector"]].concat();
        let wide = [all.as_slice(), &["--directions", WIDTH]].concat();
        let read = |many: &PathBuf| std::fs::read_to_string(many).map_err(|e| e.to_string());
        let mut made = match is_wide(source, mode) {
            true => build::differentiate(adc, source, &spec, mode, &wide, &folder),
            false => build::differentiate(adc, source, &spec, mode, &all, &folder),
        };
        if let Ok(file) = &made {
            if is_wide(source, mode) && !has_driver(&spec, mode, &read(file)?) {
                refused.drivers.push(mode);
                made = build::differentiate(adc, source, &spec, mode, &all, &folder);
            }
        }
        match made {
            Ok(many) => {
                let one = build::differentiate(adc, source, &spec, mode, options, work.path())?;
                let text = read(&many)?;
                pairs.push((mode, one, many, text));
            }
            Err(text) => refused
                .many
                .push((mode, error_codes(&text).into_iter().next().ok_or(text)?)),
        }
    }
    let parts: Vec<Part> = pairs
        .iter()
        .flat_map(|(mode, one, many, text)| {
            let (single, several) = match mode {
                Mode::Tangent => ("d", "dv"),
                Mode::Adjoint => ("b", "bv"),
            };
            let part = |suffix, generated, driver| Part {
                mode: *mode,
                suffix,
                generated,
                driver,
            };
            let own = write(&spec, *mode, text);
            [
                part(single, one.as_path(), None),
                part(several, many.as_path(), Some(own)),
            ]
        })
        .collect();
    if parts.is_empty() {
        return Ok(refused);
    }
    let outputs = build::compile_and_run(source, &spec, &parts, work.path())?;
    let outputs: Vec<Vectors> = outputs.iter().map(|o| parse_vectors(o)).collect();
    let mut wrong = vec![];
    for ((mode, ..), found) in pairs.iter().zip(outputs.chunks(2)) {
        if let [single, many] = found {
            wrong.extend(COUNTS.iter().flat_map(|&n| compare(&spec, *mode, single, many, n)));
        }
    }
    match wrong.is_empty() {
        true => Ok(refused),
        false => Err(wrong.join("\n")),
    }
}

/// Checks for a driver in code of constant width.
fn has_driver(spec: &Spec, mode: Mode, text: &str) -> bool {
    let begin = format!("subroutine {}_{}v(", spec.procedure, mode.letter()).to_lowercase();
    text.to_lowercase().contains(&begin)
}

/// The factor of a direction, counted from 1.
fn factor(k: usize) -> f64 {
    if k % 7 == 3 {
        return 0.0;
    }
    let powers = [1.0, 2.0, 0.5, 4.0, 0.25];
    let size = powers[k % powers.len()] * if k > powers.len() { 8.0 } else { 1.0 };
    if k.is_multiple_of(2) {
        -size
    } else {
        size
    }
}

fn compare(spec: &Spec, mode: Mode, single: &Vectors, many: &Vectors, n: usize) -> Vec<String> {
    let name = match mode {
        Mode::Tangent => "jv",
        Mode::Adjoint => "jtw",
    };
    let mut wrong = vec![];
    let Some(one) = single.get(name) else {
        return vec![format!("the driver did not print `{name}`")];
    };
    if one.iter().any(|x| !x.is_finite()) {
        return vec![];
    }
    let tolerance = TOLERANCE.max(spec.tolerance.primal);
    for call in ["first", name] {
        for k in 1..=n {
            let expected: Vec<f64> = one.iter().map(|x| x * factor(k)).collect();
            let found = many.get(&format!("{call}{k}of{n}")).cloned().unwrap_or_default();
            let error = relative(&found, &expected);
            let skipped = call == "first" && !spec.before.is_empty();
            if !(super::within(error, tolerance) || skipped || wrong.len() > 3) {
                wrong.push(format!(
                    "{call}, direction {k} of {n}: relative error {error:.1e}\n  found    {found:?}\n  expected {expected:?}"
                ));
            }
        }
    }
    if mode == Mode::Tangent {
        let same = |name: &str, of: &Vectors| of.get(name).cloned().unwrap_or_default();
        let error = relative(&same("primal", single), &same(&format!("primal0of{n}"), many));
        if !super::within(error, tolerance) {
            wrong.push("the values differ from those of the tangent in one direction".into());
        }
        return wrong;
    }
    if many
        .get(&format!("left0of{n}"))
        .is_none_or(|l| l.iter().any(|x| *x != 0.0))
    {
        wrong.push(format!(
            "adjoints of the dependents are not zero on exit: {:?}",
            many.get(&format!("left0of{n}"))
        ));
    }
    if many.get(&format!("tape0of{n}")).and_then(|t| t.first()) != Some(&0.0) {
        wrong.push("the tape is not empty at the end".into());
    }
    wrong
}

/// The driver, as the subroutine `drive_dv` or `drive_bv`.
pub fn write(spec: &Spec, mode: Mode, generated: &str) -> String {
    let d = format!("{}v", mode.letter());
    let mut out = format!("subroutine drive_{d}\n");
    uses(&mut out, spec, mode, &d, generated);
    out.push_str("   use driver_tools, only: dp, not_a_number, show\n   implicit none\n");
    let counts: Vec<String> = COUNTS.iter().map(usize::to_string).collect();
    line!(
        out,
        "   integer, parameter :: counts({}) = [{}]\n   integer :: k, c, nd",
        counts.len(),
        counts.join(", ")
    );
    let factors: Vec<f64> = (1..=COUNTS.iter().max().copied().unwrap_or(1)).map(factor).collect();
    vector(&mut out, "factor", &factors);
    vector(&mut out, "point", &spec.point());
    vector(&mut out, "direction", &spec.direction());
    vector(&mut out, "weights", &spec.weights());
    declarations(&mut out, spec, mode);
    if mode == Mode::Adjoint {
        out.push_str("   call adc_tape_check(.true.)\n");
    }
    out.push_str("   do c = 1, size(counts)\n   nd = counts(c)\n");
    for (junk, first) in [("777.0_dp", true), ("not_a_number()", false)] {
        line!(out, "   call reset(0.0_dp)");
        for (name, value) in spec.before.iter().filter(|_| first) {
            line!(out, "   v_{name} = {value}");
        }
        line!(
            out,
            "   call seed({junk})\n   call {}_{d}({})",
            spec.procedure,
            arguments(spec, mode)
        );
        let name = match (first, mode) {
            (true, _) => "first",
            (false, Mode::Tangent) => "jv",
            (false, Mode::Adjoint) => "jtw",
        };
        line!(
            out,
            "   do k = 1, nd\n      call tell('{name}', derivative(k), k)\n   end do"
        );
    }
    match mode {
        Mode::Tangent => line!(out, "   call tell('primal', results(), 0)"),
        Mode::Adjoint => {
            line!(out, "   call tell('left', left(), 0)");
            line!(out, "   call tell('tape', [real(adc_tape_bytes(), dp)], 0)");
        }
    }
    out.push_str("   end do\n\ncontains\n\n");
    super::driver::reset(&mut out, spec);
    let (chosen, from): (fn(&Var) -> bool, _) = match mode {
        Mode::Tangent => (|v| v.independent, "direction"),
        Mode::Adjoint => (|v| v.dependent, "weights"),
    };
    seed(&mut out, spec, from, chosen);
    let set: fn(&Var) -> bool = match mode {
        Mode::Tangent => |v| v.dependent,
        Mode::Adjoint => |v| v.independent,
    };
    pack(&mut out, "derivative", spec, set);
    match mode {
        Mode::Tangent => super::driver::pack(&mut out, "results", 'v', spec, |v| v.dependent),
        Mode::Adjoint => pack_left(&mut out, spec),
    }
    out.push_str(TELL);
    line!(out, "end subroutine drive_{d}");
    out
}

/// Shows a vector under a name with the direction and the number of directions.
const TELL: &str = "
   subroutine tell(name, values, k)
      character(len=*), intent(in) :: name
      real(dp), intent(in) :: values(:)
      integer, intent(in) :: k
      character(len=40) :: full
      write (full, '(a,i0,a,i0)') name, k, 'of', nd
      call show(trim(full), values)
   end subroutine tell
";

fn uses(out: &mut String, spec: &Spec, mode: Mode, d: &str, generated: &str) {
    let letter = mode.letter().to_string();
    uses_of_derivatives(out, spec, d, &letter, generated);
    for var in &spec.vars {
        if let Place::Common(block) = &var.place {
            if var.active() {
                line!(out, "   use {block}_{d}, only: t_{0} => {0}{letter}", var.name);
            }
        }
    }
}

fn declarations(out: &mut String, spec: &Spec, mode: Mode) {
    if spec.module.is_none() {
        line!(out, "   external :: {}_{}v", spec.procedure, mode.letter());
    }
    let mut blocks: Vec<(&String, Vec<String>)> = vec![];
    for var in &spec.vars {
        if !matches!(var.place, Place::Module(_)) {
            line!(out, "   {} :: v_{}{}", type_name(var), var.name, bounds(var));
        }
        if let Place::Common(block) = &var.place {
            let name = format!("v_{}", var.name);
            match blocks.iter_mut().find(|b| b.0 == block) {
                Some(known) => known.1.push(name),
                None => blocks.push((block, vec![name])),
            }
        } else if var.active() && !matches!(var.place, Place::Module(_)) {
            let dims: String = var.shape.iter().map(|_| ",:").collect();
            line!(out, "   {}, allocatable :: t_{}(:{dims})", type_name(var), var.name);
        }
    }
    for (block, names) in blocks {
        line!(out, "   common /{block}/ {}", names.join(", "));
    }
    if mode == Mode::Adjoint {
        out.push_str("   integer(selected_int_kind(18)), external :: adc_tape_bytes\n");
    }
}

/// The shape of a shadow.
fn shape(var: &Var) -> String {
    match bounds(var).strip_prefix('(') {
        Some(rest) => format!("(nd,{rest}"),
        None => "(nd)".into(),
    }
}

fn arguments(spec: &Spec, mode: Mode) -> String {
    let mut list = argument_list(spec);
    if let Some(result) = spec.vars.iter().find(|v| v.place == Place::Result) {
        if mode == Mode::Tangent {
            list.push(format!("v_{}", result.name));
        }
        list.push(format!("t_{}", result.name));
    }
    list.push("nd".into());
    list.join(", &\n      ")
}

/// `t_x(k,:,:)`.
fn part(var: &Var) -> String {
    let rest: String = var.shape.iter().map(|_| ",:").collect();
    format!("t_{}(k{rest})", var.name)
}

/// `seed(junk)` gives the shadows their values on entry. Shadows of globals are allocated.
fn seed(out: &mut String, spec: &Spec, from: &str, chosen: impl Fn(&Var) -> bool) {
    line!(
        out,
        "   subroutine seed(junk)\n      real(dp), intent(in) :: junk\n      integer :: k"
    );
    for var in spec.vars.iter().filter(|v| v.active()) {
        line!(
            out,
            "      if (allocated(t_{0})) deallocate(t_{0})\n      allocate(t_{0}{1})",
            var.name,
            shape(var)
        );
    }
    out.push_str("      do k = 1, nd\n");
    let mut at = 0;
    for var in spec.vars.iter().filter(|v| v.active()) {
        if chosen(var) {
            let value = value_from('v', var, &format!("factor(k)*{from}"), at).unwrap_or_default();
            line!(out, "         {} = {value}", part(var));
            at += var.reals();
        } else {
            line!(out, "         {} = junk", part(var));
        }
    }
    line!(out, "      end do\n   end subroutine seed\n");
}

/// A function that returns the shadows of chosen variables in one direction as one real vector.
fn pack(out: &mut String, name: &str, spec: &Spec, chosen: impl Fn(&Var) -> bool) {
    line!(out, "   function {name}(k) result(all)\n      integer, intent(in) :: k");
    packed(out, name, spec, chosen, part);
}

/// The shadows of variables that are only dependent, for all weights.
fn pack_left(out: &mut String, spec: &Spec) {
    pack(out, "left_of", spec, |v| v.dependent && !v.independent);
    out.push_str("   function left() result(all)\n      real(dp), allocatable :: all(:)\n      integer :: k\n");
    out.push_str("      all = [(left_of(k), k = 1, nd)]\n   end function left\n\n");
}
