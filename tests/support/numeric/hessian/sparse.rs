//! Checks sparse Hessians against products with Hessians.
//!
//! One driver computes the product with the direction of the fixture. Another one computes the Hessian with each coloring,
//! twice with one matrix, whose pattern is kept: its products with the direction must be the same.

use super::driver::{self, module_with, Way};
use crate::support::numeric::calls::{argument_list, line};
use crate::support::numeric::joined::Part;
use crate::support::numeric::sparse::{lists, order, show_list};
use crate::support::numeric::spec::{Mode, Place, Spec};
use crate::support::numeric::{build, driver as drivers, error_codes, interpreted, parse_vectors, within, Vectors};
use std::path::Path;

/// The colorings, each with a matrix of its own.
const COLORINGS: [&str; 3] = [" ", "acyclic", "columns"];

/// How a sparse Hessian was computed.
pub enum Found {
    /// By directions.
    Colors,
    /// By rows.
    Rows,
    /// Not at all: the code by which `adc` refuses it.
    Refused(String),
}

/// Compares the sparse Hessian of a fixture with products. `None` if the driver has no place for its arguments.
pub fn check(adc: &Path, source: &Path, options: &[&str]) -> Result<Option<Found>, String> {
    let spec = Spec::read(source)?;
    let is_argument = |place: &Place| matches!(place, Place::Argument | Place::Result);
    if spec.callers.is_some() || spec.vars.iter().any(|v| v.active() && !is_argument(&v.place)) {
        return Ok(None);
    }
    let work = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let differentiate = |option, letter, options: &[&str]| {
        build::differentiate_as(adc, source, &spec, (option, letter), options, work.path())
    };
    let sparse = match differentiate("--hessian=sparse", 's', options) {
        Ok(sparse) => sparse,
        Err(text) => {
            let code = error_codes(&text).into_iter().next().ok_or(text)?;
            return Ok(Some(Found::Refused(code)));
        }
    };
    let second = differentiate("--hessian", 'h', &[])?;
    let read = |path: &Path| -> Result<String, String> {
        let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let (text, products) = (
        read(&sparse)?,
        driver::products(Way::One, &spec, &read(&second)?, false),
    );
    let part = |suffix, generated, driver: String| Part {
        mode: Mode::Adjoint,
        suffix,
        generated,
        driver: Some(driver),
    };
    let parts = [
        part("hv", second.as_path(), products),
        part("hs", sparse.as_path(), hessians(&spec, &text)),
    ];
    let outputs = build::run_parts(source, &spec, &parts, work.path(), interpreted::way_for(source))?;
    let [expected, found] = [&outputs[0], &outputs[1]].map(|o| parse_vectors(o));
    let of = |from: &Vectors, name: &str| from.get(name).cloned().ok_or(format!("no `{name}` was printed"));
    let (hv, gradient) = (of(&expected, "hv")?, of(&expected, "gradient")?);
    let floor = 1e-3 * super::largest(&gradient);
    let tolerance = spec.tolerance.dot.max(1e-10);
    let last = format!("gradient{}", COLORINGS.len());
    let mut pairs = vec![(last, &gradient)];
    pairs.extend((1..=COLORINGS.len()).flat_map(|k| [(format!("first{k}"), &hv), (format!("again{k}"), &hv)]));
    for (name, expected) in pairs {
        let found = of(&found, &name)?;
        let e = super::error(&found, expected, floor);
        if !within(e, tolerance) {
            return Err(format!(
                "{name}: relative error {e:.1e}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    Ok(Some(match text.contains("adc_start_rows") {
        true => Found::Rows,
        false => Found::Colors,
    }))
}

fn hessians(spec: &Spec, generated: &str) -> String {
    let mut out = String::from("subroutine drive_hs\n   use adc_sparsejacobians, only: adc_sparse_matrix\n");
    if spec.module.is_some() {
        let name = format!("{}_hs", spec.procedure).to_ascii_lowercase();
        let is_it = |l: &str| l.contains("subroutine ") && l.contains(&format!("{name}("));
        let module = module_with(generated, is_it).unwrap_or_default();
        line!(out, "   use {module}, only: {name}");
    }
    for var in &spec.vars {
        if let Place::Module(module) = &var.place {
            line!(out, "   use {module}, only: v_{0} => {0}", var.name);
        }
    }
    driver::begin(&mut out);
    line!(out, "   type(adc_sparse_matrix) :: hes");
    drivers::declarations(&mut out, spec, Mode::Adjoint, "hs", generated);
    drivers::vector(&mut out, "point", &spec.point());
    drivers::vector(&mut out, "direction", &spec.direction());
    drivers::vector(&mut out, "weights", &spec.weights());
    let mut arguments = argument_list(spec);
    arguments.extend(driver::result(spec).map(|r| format!("t_{}", r.name)));
    arguments.push("hes".into());
    let arguments = arguments.join(", &\n      ");
    line!(out, "\n   bytes_left = 0");
    for (k, coloring) in (1..).zip(COLORINGS) {
        line!(out, "   hes = adc_sparse_matrix()\n   hes%coloring = '{coloring}'");
        for name in ["first", "again"] {
            line!(out, "   call reset(0.0_dp)\n   call seed(0.0_dp)");
            line!(out, "   call {}_hs({arguments})", spec.procedure);
            line!(out, "   call show('{name}{k}', product())");
        }
        line!(out, "   call show('gradient{k}', gradient())");
    }
    out.push_str("\ncontains\n\n");
    drivers::reset(&mut out, spec);
    drivers::pack(&mut out, "gradient", 't', spec, |v| v.independent);
    drivers::seed(&mut out, spec, "weights", |v| v.dependent);
    let columns = order(spec, &lists(&spec.head).1, |v| v.independent);
    let n = columns.len();
    line!(out, "   function product() result(y)");
    line!(
        out,
        "      integer, parameter :: columns({n}) = [{}]",
        show_list(&columns)
    );
    line!(out, "      real(dp) :: y({n})\n      integer :: i, k\n      y = 0");
    line!(
        out,
        "      do i = 1, {n}\n         do k = hes%first(i), hes%first(i + 1) - 1"
    );
    line!(
        out,
        "            y(columns(i)) = y(columns(i)) + hes%value(k)*direction(columns(hes%column(k)))"
    );
    line!(out, "         end do\n      end do\n   end function product");
    out.push_str("end subroutine drive_hs\n");
    out
}
