//! The drivers: gradients at points along a direction, and products with the Hessian in one direction or in many.
//!
//! The driver has `v_x`, the value, `t_x`, its adjoint, `d_x`, its direction, and `h_x`, the derivative of its adjoint.
//! In many directions, these are the direction of the fixture, another one, and zero.

use crate::support::numeric::calls::{argument_list, line};
use crate::support::numeric::spec::{Mode, Place, Spec, Var};
use crate::support::numeric::{blocks, driver, garbage};

/// A way to compute products.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    One,
    Many,
}

impl Way {
    /// The suffix of second derivatives.
    pub fn suffix(self) -> &'static str {
        match self {
            Way::One => "hv",
            Way::Many => "hw",
        }
    }

    /// Prefix of names in the driver, suffix of units and suffix of variables in the generated text.
    fn shadows(self) -> [(char, &'static str, &'static str); 3] {
        match self {
            Way::One => [('t', "hvb", "b"), ('d', "hvd", "d"), ('h', "hv", "bd")],
            Way::Many => [('t', "hwb", "b"), ('d', "hwd", "d"), ('h', "hw", "bd")],
        }
    }

    /// True for shadows with a dimension of directions.
    fn multiplies(self, prefix: char) -> bool {
        self == Way::Many && matches!(prefix, 'd' | 'h')
    }
}

/// The number of directions, if there are many.
pub const DIRECTIONS: usize = 3;

/// The steps of the differences: gradients change faster than values.
pub fn steps(spec: &Spec) -> Vec<f64> {
    let smaller = spec.steps.last().map(|h| [10.0, 1e2, 1e3, 1e4].map(|by| h / by));
    spec.steps
        .iter()
        .copied()
        .chain(smaller.into_iter().flatten())
        .collect()
}

pub(super) fn begin(out: &mut String) {
    out.push_str("   use driver_tools, only: dp, not_a_number, show, show_difference\n   implicit none\n");
}

/// The driver that prints gradients at points along the direction.
pub fn gradients(spec: &Spec, generated: &str) -> String {
    let mut out = String::from("subroutine drive_b\n");
    driver::uses(&mut out, spec, Mode::Adjoint, "b", generated);
    begin(&mut out);
    driver::declarations(&mut out, spec, Mode::Adjoint, "b", generated);
    driver::vector(&mut out, "point", &spec.point());
    driver::vector(&mut out, "direction", &spec.direction());
    driver::vector(&mut out, "weights", &spec.weights());
    driver::vector(&mut out, "steps", &steps(spec));
    line!(
        out,
        "   real(dp) :: plus({0}), minus({0})\n   integer :: k",
        spec.point().len()
    );
    line!(out, "\n   bytes_left = 0");
    let mut arguments = argument_list(spec);
    arguments.extend(result(spec).map(|r| format!("t_{}", r.name)));
    let arguments = arguments.join(", &\n      ");
    let call = format!("call seed(0.0_dp)\n   call {}_b({arguments})", spec.procedure);
    line!(
        out,
        "   call reset(0.0_dp)\n   {call}\n   call show('gradient', gradient())"
    );
    line!(out, "   do k = 1, size(steps)");
    line!(out, "   call reset(steps(k))\n   {call}\n   plus = gradient()");
    line!(out, "   call reset(-steps(k))\n   {call}\n   minus = gradient()");
    line!(
        out,
        "   call show_difference(k, (plus - minus)/(2*steps(k)))\n   end do"
    );
    out.push_str("\ncontains\n\n");
    driver::reset(&mut out, spec);
    driver::pack(&mut out, "gradient", 't', spec, |v| v.independent);
    driver::seed(&mut out, spec, "weights", |v| v.dependent);
    out.push_str("end subroutine drive_b\n");
    out
}

pub(super) fn result(spec: &Spec) -> Option<&Var> {
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
pub fn products(way: Way, spec: &Spec, generated: &str, garbage: bool) -> String {
    let mut out = format!("subroutine drive_{}\n", way.suffix());
    uses(&mut out, way, spec, generated);
    begin(&mut out);
    declarations(&mut out, way, spec, generated);
    driver::vector(&mut out, "point", &spec.point());
    driver::vector(&mut out, "direction", &spec.direction());
    driver::vector(&mut out, "other", &spec.other_direction());
    driver::vector(&mut out, "weights", &spec.weights());
    match way {
        Way::One => calls(&mut out, spec, garbage),
        Way::Many => calls_in_many(&mut out, spec, garbage),
    }
    out.push_str("\ncontains\n\n");
    driver::reset(&mut out, spec);
    driver::pack(&mut out, "gradient", 't', spec, |v| v.independent);
    match way {
        Way::One => {
            driver::pack(&mut out, "products", 'h', spec, |v| v.independent);
            seed(&mut out, spec);
        }
        Way::Many => {
            line!(
                out,
                "   function products(k) result(all)\n      integer, intent(in) :: k"
            );
            driver::packed(&mut out, "products", spec, |v| v.independent, |v| part('h', v));
            seed_in_many(&mut out, spec);
        }
    }
    for (prefix, unit, d) in way.shadows() {
        out.push_str(&garbage::spoil_named(&format!("spoil_{prefix}"), generated, unit, d));
    }
    line!(out, "end subroutine drive_{}", way.suffix());
    out
}

/// `h_x(k,:,:)`.
fn part(prefix: char, var: &Var) -> String {
    let rest: String = var.shape.iter().map(|_| ",:").collect();
    format!("{prefix}_{}(k{rest})", var.name)
}

/// The module of a text that contains a line for which a test holds.
pub fn module_with(text: &str, test: impl Fn(&str) -> bool) -> Option<String> {
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

/// The module of a text that declares a variable.
pub fn declared_in(text: &str, name: &str) -> Option<String> {
    module_with(text, |l| {
        l.contains("::") && declares(l, &name.to_ascii_lowercase()) && !l.contains("use ")
    })
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

fn uses(out: &mut String, way: Way, spec: &Spec, generated: &str) {
    let second = format!("{}_{}", spec.procedure, way.suffix()).to_ascii_lowercase();
    if spec.module.is_some() {
        let is_it = |l: &str| l.contains("subroutine ") && l.contains(&format!("{second}("));
        let module = module_with(generated, is_it).unwrap_or_default();
        line!(out, "   use {module}, only: {second}");
    }
    for var in &spec.vars {
        if let Place::Common(block) = &var.place {
            for (prefix, unit, d) in way.shadows() {
                if has(var, prefix) && in_module(way, var, generated, prefix) {
                    line!(out, "   use {block}_{unit}, only: {prefix}_{0} => {0}{d}", var.name);
                }
            }
        }
        let Place::Module(module) = &var.place else { continue };
        line!(out, "   use {module}, only: v_{0} => {0}", var.name);
        for (prefix, unit, d) in way.shadows().into_iter().filter(|s| has(var, s.0)) {
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

/// True for a shadow of a member of a COMMON block that is in a module.
fn in_module(way: Way, var: &Var, generated: &str, prefix: char) -> bool {
    let shadow = way.shadows().into_iter().find(|s| s.0 == prefix);
    let (Place::Common(block), Some((_, unit, d)), true) = (&var.place, shadow, way.multiplies(prefix)) else {
        return false;
    };
    let name = format!("{}{d}", var.name).to_ascii_lowercase();
    let own = format!("{block}_{unit}").to_ascii_lowercase();
    let found = module_with(generated, |l| {
        l.contains("::") && declares(l, &name) && !l.contains("use ")
    });
    found.is_some_and(|m| m == own)
}

/// The shape of a shadow for many directions.
fn shape(var: &Var) -> String {
    match driver::bounds(var).strip_prefix('(') {
        Some(rest) => format!("({DIRECTIONS},{rest}"),
        None => format!("({DIRECTIONS})"),
    }
}

fn declarations(out: &mut String, way: Way, spec: &Spec, generated: &str) {
    if spec.module.is_none() {
        line!(out, "   external :: {}_{}", spec.procedure, way.suffix());
    }
    for var in spec.vars.iter().filter(|v| !matches!(v.place, Place::Module(_))) {
        let mut prefixes = vec!['v'];
        prefixes.extend(way.shadows().iter().map(|s| s.0).filter(|&p| has(var, p)));
        for p in prefixes {
            if in_module(way, var, generated, p) {
                continue;
            }
            if way.multiplies(p) {
                let dims: String = var.shape.iter().map(|_| ",:").collect();
                line!(
                    out,
                    "   {}, allocatable :: {p}_{}(:{dims})",
                    driver::type_name(var),
                    var.name
                );
                continue;
            }
            declare(out, p, var);
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
        blocks::primal_common(out, spec, block);
        for (prefix, unit, d) in way.shadows().into_iter().filter(|s| !way.multiplies(s.0)) {
            common(out, spec, block, (prefix, unit, d), generated);
        }
    }
    line!(out, "   logical, external :: adc_tape_empty");
    line!(out, "   real(dp) :: left");
}

/// The declaration of a shadow for one direction.
fn declare(out: &mut String, prefix: char, var: &Var) {
    let (ty, name, bounds) = (driver::type_name(var), &var.name, driver::bounds(var));
    line!(out, "   {ty} :: {prefix}_{name}{bounds}");
}

/// The shadow of a COMMON block. Members without this shadow in the driver are declared, too.
fn common(out: &mut String, spec: &Spec, block: &str, (prefix, unit, d): (char, &str, &str), generated: &str) {
    let shadow = format!("{block}_{unit}");
    let Some(found) = blocks::shadow_members(generated, &shadow) else {
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
            declare(out, prefix, var);
        }
        names.push(format!("{prefix}_{}", var.name));
    }
    line!(out, "   common /{shadow}/ {}", names.join(", "));
}

/// The call of the second derivative.
fn call(way: Way, spec: &Spec) -> String {
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
    arguments.extend((way == Way::Many).then(|| DIRECTIONS.to_string()));
    format!(
        "call {}_{}({})",
        spec.procedure,
        way.suffix(),
        arguments.join(", &\n      ")
    )
}

fn calls(out: &mut String, spec: &Spec, garbage: bool) {
    let call = call(Way::One, spec);
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
        spoil(out, Way::One, junk);
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

fn spoil(out: &mut String, way: Way, junk: &str) {
    for (prefix, ..) in way.shadows() {
        line!(out, "   call spoil_{prefix}({junk})");
    }
}

/// Two calls, with other garbage.
fn calls_in_many(out: &mut String, spec: &Spec, garbage: bool) {
    let call = call(Way::Many, spec);
    line!(out, "\n   left = 0\n   call adc_tape_check(.true.)");
    let junk = match garbage {
        true => ["777.0_dp", "not_a_number()"],
        false => ["0.0_dp", "0.0_dp"],
    };
    for (junk, shown) in junk.into_iter().zip(["first", "many"]) {
        line!(out, "   call reset(0.0_dp)");
        for (name, value) in spec.before.iter().filter(|_| shown == "first") {
            line!(out, "   v_{name} = {value}");
        }
        spoil(out, Way::Many, junk);
        line!(out, "   call seed({junk})\n   {call}");
        for k in 1..=DIRECTIONS {
            line!(out, "   call show('{shown}{k}', products({k}))");
        }
        line!(out, "   if (.not. adc_tape_empty()) left = 1");
    }
    line!(
        out,
        "   call show('gradient', gradient())\n   call show('tape', [left])"
    );
}

/// `seed(junk)`: weights, directions, and garbage. Shadows for many directions are allocated.
fn seed_in_many(out: &mut String, spec: &Spec) {
    let n = spec.direction().len();
    line!(
        out,
        "   subroutine seed(junk)\n      real(dp), intent(in) :: junk\n      real(dp) :: along({n})\n      integer :: k"
    );
    let mut weight = 0;
    for var in spec.vars.iter().filter(|v| v.active()) {
        if var.dependent {
            line!(out, "      {}", driver::unpacked('t', var, "weights", weight));
            weight += var.reals();
        } else {
            line!(out, "      t_{} = junk", var.name);
        }
        for p in ['d', 'h'].into_iter().filter(|_| var.independent) {
            line!(
                out,
                "      if (allocated({p}_{0})) deallocate({p}_{0})\n      allocate({p}_{0}{1})",
                var.name,
                shape(var)
            );
        }
    }
    line!(
        out,
        "      do k = 1, {DIRECTIONS}\n         along = 0\n         if (k == 1) along = direction\n         if (k == 2) along = other"
    );
    let mut at = 0;
    for var in spec.vars.iter().filter(|v| v.independent) {
        let value = driver::value_from('v', var, "along", at).unwrap_or_default();
        line!(
            out,
            "         {} = {value}\n         {} = junk",
            part('d', var),
            part('h', var)
        );
        at += var.reals();
    }
    line!(out, "      end do\n   end subroutine seed\n");
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
