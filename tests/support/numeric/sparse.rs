//! Checks sparse Jacobians against tangents.
//!
//! One driver calls the tangent in the direction of the fixture, at its point and beyond it. Another one calls the
//! sparse Jacobian at the same points, twice at the first, with one matrix whose pattern is kept: its products with the
//! direction must be the tangents.

use super::calls::{derivative, line};
use super::hessian::{declared_in, module_with};
use super::joined::Part;
use super::spec::{Mode, Place, Spec, Var};
use super::{build, driver, error_codes, interpreted, parse_vectors, relative, within};
use std::path::Path;

/// The points, as multiples of the direction.
const POINTS: [f64; 4] = [0.0, 0.0, 0.3, -0.2];

/// How a sparse Jacobian was computed.
pub enum Way {
    /// By colored directions.
    Colors,
    /// By rows, and, with another option, by colors.
    Rows,
    /// Not at all: the code by which `adc` refuses it.
    Refused(String),
}

/// Compares the sparse Jacobian of a fixture that has an adjoint with tangents, by rows and by both rows and columns.
pub fn check_bidirectional(adc: &Path, source: &Path) -> Result<Way, String> {
    checked(adc, source, "--jacobian=bidirectional", &["--no-opt", "direct"])
}

/// Compares the sparse Jacobian of a fixture with tangents. One that is stored by rows is also computed by colors.
pub fn check_fixture(adc: &Path, source: &Path) -> Result<Way, String> {
    let form = "--jacobian=sparse";
    match checked(adc, source, form, &[])? {
        Way::Rows => match checked(adc, source, form, &["--no-opt", "direct"])? {
            Way::Colors => Ok(Way::Rows),
            Way::Rows => Err("the option `--no-opt direct` has no effect".into()),
            // rows need less
            Way::Refused(_) => Ok(Way::Rows),
        },
        way => Ok(way),
    }
}

fn checked(adc: &Path, source: &Path, form: &str, options: &[&str]) -> Result<Way, String> {
    let spec = Spec::read(source)?;
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let colorings: &[&str] = match form {
        "--jacobian=sparse" => &[" "],
        _ => &["rows", "both", " ", "columns"],
    };
    let tangent = build::differentiate(adc, source, &spec, Mode::Tangent, &[], work.path())?;
    let sparse = match build::differentiate_as(adc, source, &spec, (form, 's'), options, work.path()) {
        Ok(sparse) => sparse,
        Err(text) => return error_codes(&text).into_iter().next().map(Way::Refused).ok_or(text),
    };
    let read = |path: &Path| -> Result<String, String> {
        let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let way = match read(&sparse)?.contains("adc_start_rows") {
        true => Way::Rows,
        false => Way::Colors,
    };
    let part = |suffix, generated, driver: String| Part {
        mode: Mode::Tangent,
        suffix,
        generated,
        driver: Some(driver),
    };
    let parts = [
        part("d", tangent.as_path(), tangents(&spec, &read(&tangent)?)),
        part("js", sparse.as_path(), products(&spec, &read(&sparse)?, colorings)),
    ];
    let outputs = build::run_parts(source, &spec, &parts, work.path(), interpreted::way_for(source))?;
    let [expected, found] = [&outputs[0], &outputs[1]].map(|o| parse_vectors(o));
    let tolerance = spec.tolerance.dot.max(1e-12);
    for k in 0..POINTS.len() {
        let of = |from: &super::Vectors| from.get(&format!("at{k}")).cloned();
        let (Some(expected), Some(found)) = (of(&expected), of(&found)) else {
            return Err(format!("the drivers did not print point {k}"));
        };
        // beyond where the original is differentiable
        if k > 1 && expected.iter().any(|x| !x.is_finite()) {
            continue;
        }
        let e = relative(&found, &expected);
        if !within(e, tolerance) {
            return Err(format!(
                "point {k}: relative error {e:.1e}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    Ok(way)
}

fn begin(out: &mut String) {
    out.push_str("   use driver_tools, only: dp, not_a_number, show, show_difference\n   implicit none\n");
}

fn tangents(spec: &Spec, generated: &str) -> String {
    let mut out = String::from("subroutine drive_d\n");
    driver::uses(&mut out, spec, Mode::Tangent, "d", generated);
    begin(&mut out);
    driver::declarations(&mut out, spec, Mode::Tangent, "d", generated);
    vectors(&mut out, spec);
    for (k, t) in POINTS.iter().enumerate() {
        line!(out, "   call reset({t:e}_dp)\n   call seed(0.0_dp)");
        line!(out, "   {}", derivative(spec, Mode::Tangent, "d"));
        line!(out, "   call show('at{k}', derivative())");
    }
    out.push_str("\ncontains\n\n");
    driver::reset(&mut out, spec);
    driver::seed(&mut out, spec, "direction", |v| v.independent);
    driver::pack(&mut out, "derivative", 't', spec, |v| v.dependent);
    out.push_str("end subroutine drive_d\n");
    out
}

fn vectors(out: &mut String, spec: &Spec) {
    driver::vector(out, "point", &spec.point());
    driver::vector(out, "direction", &spec.direction());
}

/// The driver of the sparse Jacobian, with a coloring for each point.
fn products(spec: &Spec, generated: &str, colorings: &[&str]) -> String {
    let name = format!("{}_js", spec.procedure);
    let mut out = String::from("subroutine drive_js\n   use adc_sparsejacobians, only: adc_sparse_matrix\n");
    if spec.module.is_some() {
        let is_it = |l: &str| l.contains("subroutine ") && l.contains(&format!("{}(", name.to_ascii_lowercase()));
        let module = module_with(generated, is_it).unwrap_or_default();
        line!(out, "   use {module}, only: {name}");
    }
    for var in &spec.vars {
        if let Place::Module(module) = &var.place {
            let module = declared_in(generated, &var.name).unwrap_or_else(|| module.clone());
            line!(out, "   use {module}, only: v_{0} => {0}", var.name);
        }
    }
    begin(&mut out);
    line!(out, "   type(adc_sparse_matrix) :: jac");
    let mut declared = String::new();
    driver::declarations(&mut declared, spec, Mode::Tangent, "js", generated);
    // a subroutine for a function, too
    let of_function = format!(" external :: {name}");
    for text in declared.lines().filter(|l| !l.ends_with(&of_function)) {
        line!(out, "{text}");
    }
    if spec.module.is_none() {
        line!(out, "   external :: {name}");
    }
    vectors(&mut out, spec);
    let is_passed = |v: &&Var| matches!(v.place, Place::Argument | Place::Result);
    let mut arguments: Vec<String> = spec
        .vars
        .iter()
        .filter(is_passed)
        .map(|v| format!("v_{}", v.name))
        .collect();
    arguments.push("jac".into());
    let arguments = arguments.join(", &\n      ");
    for (k, t) in POINTS.iter().enumerate() {
        line!(out, "   jac%coloring = '{}'", colorings[k % colorings.len()]);
        line!(out, "   call reset({t:e}_dp)\n   call {name}({arguments})");
        line!(out, "   call show('at{k}', product())");
    }
    out.push_str("\ncontains\n\n");
    driver::reset(&mut out, spec);
    // rows and columns are in the order of the head's lists
    let (dependents, independents) = lists(&spec.head);
    let columns = order(spec, &independents, |v| v.independent);
    let rows = order(spec, &dependents, |v| v.dependent);
    line!(out, "   function product() result(y)");
    line!(
        out,
        "      integer, parameter :: columns({}) = [{}]",
        columns.len(),
        show_list(&columns)
    );
    line!(
        out,
        "      integer, parameter :: rows({}) = [{}]",
        rows.len(),
        show_list(&rows)
    );
    line!(out, "      real(dp) :: y({})\n      integer :: i, k", rows.len());
    line!(out, "      y = 0\n      do i = 1, size(rows)");
    line!(out, "         do k = jac%first(i), jac%first(i + 1) - 1");
    line!(
        out,
        "            y(rows(i)) = y(rows(i)) + jac%value(k)*direction(columns(jac%column(k)))"
    );
    line!(out, "         end do\n      end do\n   end function product");
    out.push_str("end subroutine drive_js\n");
    out
}

/// The elements of an array constructor.
pub fn show_list(all: &[usize]) -> String {
    let all: Vec<String> = all.iter().map(usize::to_string).collect();
    all.join(", &\n         ")
}

/// The dependents and the independents of a head, as written: `f(y)/(x)`.
pub fn lists(head: &str) -> (Vec<String>, Vec<String>) {
    let list = |text: &str| {
        let inside = text.trim().trim_end_matches(')');
        let inside = inside.rsplit_once('(').map_or(inside, |x| x.1);
        inside.split(',').map(|n| n.trim().to_ascii_lowercase()).collect()
    };
    let (dependents, independents) = head.split_once('/').unwrap_or((head, ""));
    (list(dependents), list(independents))
}

/// The places of the elements of variables in the vectors of the driver, from 1, in the order of a list.
pub fn order(spec: &Spec, names: &[String], is_listed: impl Fn(&Var) -> bool) -> Vec<usize> {
    let mut places = std::collections::BTreeMap::new();
    let mut next = 1;
    for v in spec.vars.iter().filter(|v| is_listed(v)) {
        places.insert(v.name.to_ascii_lowercase(), next..next + v.reals());
        next += v.reals();
    }
    names
        .iter()
        .filter_map(|n| places.get(n))
        .flat_map(Clone::clone)
        .collect()
}
