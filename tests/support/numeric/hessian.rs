//! Checks products with Hessians.
//!
//! Two drivers run: one calls the adjoint at points along a direction, the other calls the second derivative. With H for
//! the Hessian of the weighted sum of the dependents, and directions u and v:
//!
//! * H v is compared with central differences of the gradient, at several steps, the best of which counts;
//! * the gradient of the second derivative must be that of the adjoint;
//! * ⟨u, H v⟩ = ⟨v, H u⟩;
//! * all shadows that are no inputs contain garbage on entry, a second call must give the same results as the first, and
//!   the tape must be empty after each.
//!
//! The driver has `v_x`, the value, `t_x`, its adjoint, `d_x`, its direction, and `h_x`, the derivative of its adjoint.

use super::calls::{argument_list, line};
use super::joined::Part;
use super::spec::{Mode, Place, Spec, Var};
use super::{build, driver, error_codes, garbage, inner, parse_vectors, within, Vectors};
use std::path::Path;

/// The shadows: prefix of names in the driver, suffix of units and suffix of variables in the generated text.
const SHADOWS: [(char, &str, &str); 3] = [('t', "hvb", "b"), ('d', "hvd", "d"), ('h', "hv", "bd")];

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The products are right.
    Curved,
    /// They are zero, and right.
    Straight,
}

/// The codes of the errors with which `adc` refuses to differentiate a fixture twice; none if it does not.
pub fn refused(adc: &Path, source: &Path) -> Result<Vec<String>, String> {
    let spec = Spec::read(source)?;
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let made = build::differentiate_as(adc, source, &spec, ("--hessian", 'h'), &[], work.path());
    Ok(made.err().map_or_else(Vec::new, |text| error_codes(&text)))
}

/// Differentiates a fixture twice, and checks the products. `garbage`: shadows that are no inputs begin with garbage,
/// not with zeros.
pub fn check_fixture(adc: &Path, source: &Path, garbage: bool) -> Result<Found, String> {
    let spec = Spec::read(source)?;
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let adjoint = build::differentiate(adc, source, &spec, Mode::Adjoint, &[], work.path())?;
    let second = build::differentiate_as(adc, source, &spec, ("--hessian", 'h'), &[], work.path())?;
    let read = |path: &Path| -> Result<String, String> {
        let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let part = |suffix, generated, driver: String| Part {
        mode: Mode::Adjoint,
        suffix,
        generated,
        driver: Some(driver),
    };
    let parts = [
        part("b", adjoint.as_path(), gradients(&spec, &read(&adjoint)?)),
        part("hv", second.as_path(), products(&spec, &read(&second)?, garbage)),
    ];
    let outputs = build::compile_and_run(source, &spec, &parts, work.path())?;
    let [first, second] = [0, 1].map(|i| parse_vectors(&outputs[i]));
    judge(&spec, &first, &second)
}

/// Compares the vectors of the two programs.
fn judge(spec: &Spec, first: &Vectors, second: &Vectors) -> Result<Found, String> {
    let get = |from: &Vectors, name: &str| -> Result<Vec<f64>, String> {
        let found = from.get(name).cloned();
        found.ok_or_else(|| format!("the driver did not print `{name}`: it ended early"))
    };
    let largest = |a: &[f64]| a.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let (hv, hu, gradient) = (get(second, "hv")?, get(second, "hu")?, get(first, "gradient")?);
    let floor = 1e-3 * largest(&gradient);
    // relative to the products, or to the gradient if they are much smaller
    let error = |a: &[f64], b: &[f64]| -> f64 {
        if a.len() != b.len() || a.iter().chain(b).any(|x| !x.is_finite()) {
            return f64::NAN;
        }
        let difference = a.iter().zip(b).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
        if difference == 0.0 {
            return 0.0;
        }
        difference / largest(a).max(largest(b)).max(floor)
    };
    let mut wrong = vec![];
    let mut check = |what: &str, error: f64, most: f64, a: &[f64], b: &[f64]| {
        if !within(error, most) {
            wrong.push(format!("{what}: relative error {error:.1e}\n  {a:?}\n  {b:?}"));
        }
    };
    let mut best = (f64::INFINITY, vec![]);
    for i in 1..=steps(spec).len() {
        let difference = get(first, &format!("difference{i}"))?;
        let e = error(&hv, &difference);
        if e < best.0 || best.1.is_empty() {
            best = (e, difference);
        }
    }
    let tolerance = &spec.tolerance;
    check(
        "products against differences of gradients",
        best.0,
        10.0 * tolerance.differences,
        &hv,
        &best.1,
    );
    let again = get(second, "gradient")?;
    check(
        "the gradient",
        error(&gradient, &again),
        tolerance.dot,
        &gradient,
        &again,
    );
    let (v, u) = (spec.direction(), spec.other_direction());
    let scale: f64 = u.iter().zip(&hv).map(|(a, b)| (a * b).abs()).sum();
    let (uhv, vhu) = (inner(&u, &hv), inner(&v, &hu));
    let difference = (uhv - vhu).abs();
    let symmetry = if difference == 0.0 {
        0.0
    } else {
        difference / scale.max(floor)
    };
    check("symmetry", symmetry, 10.0 * tolerance.dot, &[uhv], &[vhu]);
    if spec.before.is_empty() {
        let one = get(second, "first")?;
        check("a second call", error(&one, &hv), tolerance.dot, &one, &hv);
    }
    let left = get(second, "tape")?;
    check("the tape is not empty", largest(&left), 0.0, &left, &[]);
    match (wrong.is_empty(), largest(&hv) == 0.0) {
        (true, true) => Ok(Found::Straight),
        (true, false) => Ok(Found::Curved),
        (false, _) => Err(wrong.join("\n")),
    }
}

/// The steps of the differences: gradients change faster than values.
fn steps(spec: &Spec) -> Vec<f64> {
    let smaller = spec.steps.last().map(|h| [10.0, 1e2, 1e3, 1e4].map(|by| h / by));
    spec.steps
        .iter()
        .copied()
        .chain(smaller.into_iter().flatten())
        .collect()
}

fn begin(out: &mut String) {
    out.push_str("   use driver_tools, only: dp, not_a_number, show\n   implicit none\n");
}

/// The driver that prints gradients at points along the direction.
fn gradients(spec: &Spec, generated: &str) -> String {
    let mut out = String::from("subroutine drive_b\n");
    driver::uses(&mut out, spec, Mode::Adjoint, "b", generated);
    begin(&mut out);
    driver::declarations(&mut out, spec, Mode::Adjoint, "b", generated);
    driver::vector(&mut out, "point", &spec.point());
    driver::vector(&mut out, "direction", &spec.direction());
    driver::vector(&mut out, "weights", &spec.weights());
    line!(out, "   real(dp) :: plus({0}), minus({0})", spec.point().len());
    line!(out, "\n   bytes_left = 0");
    let mut arguments = argument_list(spec);
    arguments.extend(result(spec).map(|r| format!("t_{}", r.name)));
    let arguments = arguments.join(", &\n      ");
    let call = format!("call seed(0.0_dp)\n   call {}_b({arguments})", spec.procedure);
    line!(
        out,
        "   call reset(0.0_dp)\n   {call}\n   call show('gradient', gradient())"
    );
    for (i, h) in steps(spec).iter().enumerate() {
        line!(out, "   call reset({h:e}_dp)\n   {call}\n   plus = gradient()");
        line!(out, "   call reset(-{h:e}_dp)\n   {call}\n   minus = gradient()");
        line!(out, "   call show('difference{}', (plus - minus)/(2*{h:e}_dp))", i + 1);
    }
    out.push_str("\ncontains\n\n");
    driver::reset(&mut out, spec);
    driver::pack(&mut out, "gradient", 't', spec, |v| v.independent);
    driver::seed(&mut out, spec, "weights", |v| v.dependent);
    out.push_str("end subroutine drive_b\n");
    out
}

fn result(spec: &Spec) -> Option<&Var> {
    spec.vars.iter().find(|v| v.place == Place::Result)
}

/// True if a variable has the shadow of a prefix.
fn has(var: &Var, prefix: char) -> bool {
    match prefix {
        't' => var.active(),
        _ => var.independent,
    }
}

/// The driver that prints products.
fn products(spec: &Spec, generated: &str, garbage: bool) -> String {
    let mut out = String::from("subroutine drive_hv\n");
    uses(&mut out, spec, generated);
    begin(&mut out);
    declarations(&mut out, spec, generated);
    driver::vector(&mut out, "point", &spec.point());
    driver::vector(&mut out, "direction", &spec.direction());
    driver::vector(&mut out, "other", &spec.other_direction());
    driver::vector(&mut out, "weights", &spec.weights());
    calls(&mut out, spec, garbage);
    out.push_str("\ncontains\n\n");
    driver::reset(&mut out, spec);
    driver::pack(&mut out, "gradient", 't', spec, |v| v.independent);
    driver::pack(&mut out, "products", 'h', spec, |v| v.independent);
    seed(&mut out, spec);
    for (prefix, unit, d) in SHADOWS {
        out.push_str(&garbage::spoil_named(&format!("spoil_{prefix}"), generated, unit, d));
    }
    out.push_str("end subroutine drive_hv\n");
    out
}

/// The module of a text that contains a line for which a test holds.
fn module_with(text: &str, test: impl Fn(&str) -> bool) -> Option<String> {
    let mut module = None;
    for line in text.lines() {
        let line = line.trim().to_ascii_lowercase();
        match line.strip_prefix("module ") {
            Some(name) if !name.contains(' ') => module = Some(name.to_owned()),
            _ if line.starts_with("end module") => module = None,
            _ if module.is_some() && test(&line) => return module,
            _ => {}
        }
    }
    None
}

/// True for a declaration of a name.
fn declares(line: &str, name: &str) -> bool {
    let Some((_, list)) = line.split_once("::") else {
        return line.ends_with('&')
            || line
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|w| w == name);
    };
    list.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|w| w == name)
}

fn uses(out: &mut String, spec: &Spec, generated: &str) {
    let second = format!("{}_hv", spec.procedure).to_ascii_lowercase();
    if spec.module.is_some() {
        let is_it = |l: &str| l.contains("subroutine ") && l.contains(&format!("{second}("));
        let module = module_with(generated, is_it).unwrap_or_default();
        line!(out, "   use {module}, only: {second}");
    }
    for var in &spec.vars {
        let Place::Module(module) = &var.place else { continue };
        line!(out, "   use {module}, only: v_{0} => {0}", var.name);
        for (prefix, unit, d) in SHADOWS.into_iter().filter(|s| has(var, s.0)) {
            let name = format!("{}{d}", var.name).to_ascii_lowercase();
            let usual = format!("{module}_{unit}");
            let found = module_with(generated, |l| {
                l.contains("::") && declares(l, &name) && !l.contains("use ")
            });
            line!(
                out,
                "   use {}, only: {prefix}_{} => {name}",
                found.unwrap_or(usual),
                var.name
            );
        }
    }
}

fn declarations(out: &mut String, spec: &Spec, generated: &str) {
    if spec.module.is_none() {
        line!(out, "   external :: {}_hv", spec.procedure);
    }
    for var in spec.vars.iter().filter(|v| !matches!(v.place, Place::Module(_))) {
        let mut prefixes = vec!['v'];
        prefixes.extend(SHADOWS.iter().map(|s| s.0).filter(|&p| has(var, p)));
        for p in prefixes {
            line!(
                out,
                "   {} :: {p}_{}{}",
                driver::type_name(var),
                var.name,
                driver::bounds(var)
            );
        }
    }
    let mut blocks: Vec<&String> = vec![];
    for var in &spec.vars {
        if let Place::Common(block) = &var.place {
            if !blocks.contains(&block) {
                blocks.push(block);
            }
        }
    }
    for block in blocks {
        driver::primal_common(out, spec, block);
        for (prefix, unit, d) in SHADOWS {
            common(out, spec, block, (prefix, unit, d), generated);
        }
    }
    line!(out, "   logical, external :: adc_tape_empty");
    line!(out, "   real(dp) :: left");
}

/// The shadow of a COMMON block. Members without this shadow in the driver are declared, too.
fn common(out: &mut String, spec: &Spec, block: &str, (prefix, unit, d): (char, &str, &str), generated: &str) {
    let shadow = format!("{block}_{unit}");
    let Some(found) = driver::shadow_members(generated, &shadow) else {
        return;
    };
    let mut names = vec![];
    for var in spec.vars.iter().filter(|v| v.place == Place::Common(block.to_owned())) {
        if !found
            .iter()
            .any(|n| n.eq_ignore_ascii_case(&format!("{}{d}", var.name)))
        {
            continue;
        }
        if !has(var, prefix) {
            line!(
                out,
                "   {} :: {prefix}_{}{}",
                driver::type_name(var),
                var.name,
                driver::bounds(var)
            );
        }
        names.push(format!("{prefix}_{}", var.name));
    }
    line!(out, "   common /{shadow}/ {}", names.join(", "));
}

fn calls(out: &mut String, spec: &Spec, garbage: bool) {
    let mut arguments = vec![];
    for var in spec.vars.iter().filter(|v| v.place == Place::Argument) {
        arguments.push(format!("v_{}", var.name));
        if var.independent {
            arguments.push(format!("d_{}", var.name));
        }
        arguments.extend(var.active().then(|| format!("t_{}", var.name)));
        if var.independent {
            arguments.push(format!("h_{}", var.name));
        }
    }
    arguments.extend(result(spec).map(|r| format!("t_{}", r.name)));
    let call = format!("call {}_hv({})", spec.procedure, arguments.join(", &\n      "));
    line!(out, "\n   left = 0\n   call adc_tape_check(.true.)");
    let (some, nan) = match garbage {
        true => ("777.0_dp", "not_a_number()"),
        false => ("0.0_dp", "0.0_dp"),
    };
    for (junk, along, shown) in [
        (some, "direction", "first"),
        (nan, "direction", "hv"),
        (nan, "other", "hu"),
    ] {
        line!(out, "   call reset(0.0_dp)");
        for (name, value) in spec.before.iter().filter(|_| shown == "first") {
            line!(out, "   v_{name} = {value}");
        }
        for (prefix, ..) in SHADOWS {
            line!(out, "   call spoil_{prefix}({junk})");
        }
        line!(
            out,
            "   call seed({junk}, {along})\n   {call}\n   call show('{shown}', products())"
        );
        line!(out, "   if (.not. adc_tape_empty()) left = 1");
    }
    line!(
        out,
        "   call show('gradient', gradient())\n   call show('tape', [left])"
    );
}

/// `seed(junk, along)`: weights, a direction, and garbage.
fn seed(out: &mut String, spec: &Spec) {
    line!(
        out,
        "   subroutine seed(junk, along)\n      real(dp), intent(in) :: junk, along(:)"
    );
    let (mut weight, mut direction) = (0, 0);
    for var in spec.vars.iter().filter(|v| v.active()) {
        if var.dependent {
            line!(out, "      {}", driver::unpacked('t', var, "weights", weight));
            weight += var.reals();
        } else {
            line!(out, "      t_{} = junk", var.name);
        }
        if var.independent {
            line!(out, "      {}", driver::unpacked('d', var, "along", direction));
            line!(out, "      h_{} = junk", var.name);
            direction += var.reals();
        }
    }
    line!(out, "   end subroutine seed\n");
}
