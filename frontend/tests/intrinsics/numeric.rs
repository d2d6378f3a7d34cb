//! Compares every formula of the table with finite differences, in one Fortran program.
//!
//! Each probe point of each row gives lines `label value expected`: the formula's text in the table and the expression
//! built from it by [`adc_frontend::formula`] must both equal the central difference; at kinks both must equal the
//! row's value. Compiler options give the constants of the text double precision. Floating-point traps are on: a guard
//! must not divide by zero in the branch not taken.

use crate::{args, Fixture};
use adc_frontend::derivatives::formula::{partial, power_partials};
use adc_frontend::derivatives::{choice_mask, differentiable_args};
use adc_frontend::intrinsics::{all, bind, find, row::Accept, Choice, Row, Rule};
use adc_frontend::ir::{int, real, Expr, Ty};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A declaration, the values of the variables, and lines to print.
struct Block {
    declarations: String,
    body: String,
}

impl Block {
    fn new() -> Block {
        Block {
            declarations: "real(8) :: h, hi, lo".into(),
            body: String::new(),
        }
    }

    /// A variable with its value.
    fn set(&mut self, name: &str, integer: bool, value: f64) {
        if integer {
            let _ = write!(self.declarations, "\ninteger :: {name}");
            let _ = writeln!(self.body, "{name} = {}", value as i64);
        } else {
            let _ = write!(self.declarations, "\nreal(8) :: {name}");
            let _ = writeln!(self.body, "{name} = {value:e}_8");
        }
    }

    /// Compares formulas with the difference of `reference` in `name` around `value`.
    fn difference(&mut self, label: &str, reference: &str, name: &str, value: f64, formulas: &[String]) {
        // a power of two, so that steps are exact
        let step = 2f64.powi(-16) * 2f64.powf((if value == 0.0 { 1.0 } else { value.abs() }).log2().floor());
        let _ = writeln!(self.body, "h = {step:e}_8");
        let _ = writeln!(self.body, "{name} = {value:e}_8 + h\nhi = {reference}");
        let _ = writeln!(
            self.body,
            "{name} = {value:e}_8 - h\nlo = {reference}\n{name} = {value:e}_8"
        );
        for formula in formulas {
            let _ = writeln!(self.body, "call show('{label}', {formula}, (hi - lo)/(2*h))");
        }
    }

    fn value(&mut self, label: &str, formula: &str, expected: f64) {
        let _ = writeln!(self.body, "call show('{label}', {formula}, {expected:e}_8)");
    }

    fn finish(&self, out: &mut String, index: usize) {
        let _ = writeln!(
            out,
            "subroutine block_{index}\n{}\n{}end subroutine",
            self.declarations, self.body
        );
    }
}

/// The variables of a row at a point: integers where the row requires integers.
fn variables(f: &mut Fixture, row: &Row, point: &[f64]) -> Vec<Expr> {
    (0..point.len())
        .map(|i| {
            let integer = row.spec(i).unwrap().accept == Accept::INTEGER;
            f.scalar(&row.arg_name(i), if integer { Ty::Integer(4) } else { Ty::Real(8) })
        })
        .collect()
}

/// The text of the formula for an argument, straight from the row.
fn text_of(row: &Row, arg: usize, count: usize) -> String {
    match row.rule {
        Rule::Partials(partials) => partials
            .iter()
            .find(|p| p.arg == row.args[arg].name)
            .unwrap()
            .formula
            .to_string(),
        Rule::Choice(choice) => format!("merge(1.0, 0.0, {})", choice_mask(choice, arg, count)),
        _ => panic!("{} has no formulas", row.name),
    }
}

fn real_blocks(out: &mut String, next: &mut usize) {
    for id in all() {
        let row = id.row();
        let smooth = row.probes.smooth.iter().map(|p| (*p, None));
        let kinks = row.probes.kinks.iter().map(|k| (k.at, Some(k.gives)));
        for (point, gives) in smooth.chain(kinks) {
            let mut f = Fixture::default();
            let vars = variables(&mut f, row, point);
            let list = args(&vars.iter().collect::<Vec<_>>());
            let bound = bind(row, &list).unwrap_or_else(|e| panic!("{e}"));
            let mut block = Block::new();
            for (i, v) in vars.iter().enumerate() {
                block.set(&row.arg_name(i), v.ty == Ty::Integer(4), point[i]);
            }
            let names: Vec<String> = vars.iter().map(|v| f.text(v)).collect();
            let reference = format!("{}({})", row.name, names.join(", "));
            for (k, arg) in differentiable_args(row, &bound).into_iter().enumerate() {
                let made = partial(row, &bound, arg).unwrap().unwrap();
                let formulas = [text_of(row, arg, point.len()), f.text(&made)];
                let label = format!("{}/{}", row.name, names[arg]);
                match gives {
                    None => block.difference(&label, &reference, &names[arg], point[arg], &formulas),
                    Some(values) => {
                        formulas
                            .iter()
                            .for_each(|t| block.value(&format!("{label}/kink"), t, values[k]));
                    }
                }
            }
            block.finish(out, *next);
            *next += 1;
        }
    }
}

/// Holomorphic functions: the differences along the real and the imaginary axis both equal the formula.
fn complex_blocks(out: &mut String, next: &mut usize) {
    for id in all() {
        let row = id.row();
        for &(re, im) in row.probes.complex {
            let mut f = Fixture::default();
            let x = f.scalar("x", Ty::Complex(8));
            let made = partial(row, &[Some(&x)], 0).unwrap().unwrap();
            complex_block(
                out,
                next,
                row.name,
                &format!("{}(x)", row.name),
                (re, im),
                &f.text(&made),
            );
        }
    }
}

/// Branch points of complex functions with finite values and infinite slopes: zero by convention.
fn complex_kinks(out: &mut String, next: &mut usize) {
    let points = [
        ("sqrt", (0.0, 0.0)),
        ("asin", (1.0, 0.0)),
        ("asin", (-1.0, 0.0)),
        ("acos", (1.0, 0.0)),
        ("acos", (-1.0, 0.0)),
        ("asinh", (0.0, 1.0)),
        ("asinh", (0.0, -1.0)),
        ("acosh", (1.0, 0.0)),
        ("acosh", (-1.0, 0.0)),
    ];
    for (name, (re, im)) in points {
        let mut f = Fixture::default();
        let x = f.scalar("x", Ty::Complex(8));
        let row = find(name).unwrap().row();
        let formula = f.text(&partial(row, &[Some(&x)], 0).unwrap().unwrap());
        let mut block = Block::new();
        block.declarations = "complex(8) :: x, g".into();
        let _ = writeln!(block.body, "x = ({re:e}_8, {im:e}_8)\ng = {formula}");
        block.value(&format!("{name}/kink/re"), "real(g)", 0.0);
        block.value(&format!("{name}/kink/im"), "aimag(g)", 0.0);
        block.finish(out, *next);
        *next += 1;
    }
}

fn complex_block(out: &mut String, next: &mut usize, label: &str, reference: &str, at: (f64, f64), formula: &str) {
    let mut block = Block::new();
    block.declarations = "complex(8) :: x, z, g, d, hi, lo".into();
    let _ = writeln!(block.body, "z = ({:e}_8, {:e}_8)\nx = z\ng = {}", at.0, at.1, formula);
    for (axis, step) in [("re", "(1e-5_8, 0.0_8)"), ("im", "(0.0_8, 1e-5_8)")] {
        let _ = writeln!(
            block.body,
            "x = z + {step}\nhi = {reference}\nx = z - {step}\nlo = {reference}"
        );
        let _ = writeln!(block.body, "d = (hi - lo)/(2*{step})");
        let _ = writeln!(block.body, "call show('{label}/{axis}/re', real(g), real(d))");
        let _ = writeln!(block.body, "call show('{label}/{axis}/im', aimag(g), aimag(d))");
    }
    block.finish(out, *next);
    *next += 1;
}

/// Powers: values of base and exponent, then the expected partials; `None` if differences give them.
fn power_blocks(out: &mut String, next: &mut usize) {
    type Case = (f64, f64, Option<(f64, f64)>);
    let reals: &[Case] = &[
        (2.3, 1.7, None),
        (2.3, -0.4, None),
        (0.0, 0.5, Some((0.0, 0.0))),
        (0.0, 1.0, Some((1.0, 0.0))),
        (0.0, 2.0, Some((0.0, 0.0))),
        (0.0, 0.0, Some((0.0, 0.0))),
        (-2.0, 3.0, Some((12.0, 0.0))),
        (-2.0, 0.0, Some((0.0, 0.0))),
    ];
    let integers: &[Case] = &[
        (2.3, 3.0, None),
        (-2.3, -2.0, None),
        (2.3, 0.0, None),
        (0.0, 0.0, Some((0.0, 0.0))),
        (0.0, 1.0, Some((1.0, 0.0))),
        (0.0, 2.0, Some((0.0, 0.0))),
    ];
    for (cases, integer) in [(reals, false), (integers, true)] {
        for &(x, p, gives) in cases {
            for literal in [false, true] {
                let mut f = Fixture::default();
                let base = f.scalar("x", Ty::Real(8));
                let exponent = match (literal, integer) {
                    (true, true) => int(p as i64),
                    (true, false) => real(&format!("{p:?}"), 8),
                    (false, _) => f.scalar("p", if integer { Ty::Integer(4) } else { Ty::Real(8) }),
                };
                if literal && p < 0.0 {
                    continue;
                }
                let made = power_partials(&f.program, &base, &exponent).unwrap();
                let reference = format!("x**({})", f.text(&exponent));
                let mut block = Block::new();
                block.set("x", false, x);
                if !literal {
                    block.set("p", integer, p);
                }
                let label = format!("power {x} {p} {literal}");
                let text = |i: usize| made[i].as_ref().map(|e| f.text(e)).unwrap_or("0.0".into());
                match gives {
                    None => {
                        block.difference(&format!("{label}/x"), &reference, "x", x, &[text(0)]);
                        if !literal && !integer {
                            block.difference(&format!("{label}/p"), &reference, "p", p, &[text(1)]);
                        }
                    }
                    Some((by_x, by_p)) => {
                        block.value(&format!("{label}/x"), &text(0), by_x);
                        if !literal {
                            block.value(&format!("{label}/p"), &text(1), by_p);
                        }
                    }
                }
                block.finish(out, *next);
                *next += 1;
            }
        }
    }
    // constant bases, and integer ones
    let mut f = Fixture::default();
    let p = f.scalar("p", Ty::Real(8));
    let n = f.scalar("n", Ty::Integer(4));
    for base in [real("10.0", 8), int(2), n] {
        let made = power_partials(&f.program, &base, &p).unwrap();
        let mut block = Block::new();
        block.set("p", false, 1.3);
        block.set("n", true, 3.0);
        let reference = format!("{}**p", f.text(&base));
        let formula = made[1].as_ref().map(|e| f.text(e)).unwrap();
        block.difference("base", &reference, "p", 1.3, &[formula]);
        block.finish(out, *next);
        *next += 1;
    }
    let z = f.scalar("x", Ty::Complex(8));
    let (c, half) = (f.scalar("z", Ty::Complex(8)), real("0.3", 8));
    for (exponent, text) in [(int(3), "3"), (half, "0.3_8")] {
        let made = power_partials(&f.program, &z, &exponent).unwrap();
        let formula = made[0].as_ref().map(|e| f.text(e)).unwrap();
        complex_block(out, next, "complex power", &format!("x**{text}"), (0.7, 0.4), &formula);
    }
    // in the exponent: x and p change places, as the block varies x
    let made = power_partials(&f.program, &c, &z).unwrap();
    let formula = made[1].as_ref().map(|e| f.text(e)).unwrap();
    complex_block(out, next, "complex exponent", "z**x", (0.7, 0.4), &formula);
}

fn run(directory: &Path, source: &str) -> String {
    std::fs::create_dir_all(directory).unwrap();
    let (file, program) = (directory.join("partials.f90"), directory.join("partials"));
    std::fs::write(&file, source).unwrap();
    let compiled = Command::new("gfortran")
        .args([
            "-fdefault-real-8",
            "-fdefault-double-8",
            "-fdec-math",
            "-fcheck=all",
            "-ffree-line-length-none",
        ])
        .args(["-ffpe-trap=invalid,zero", "-w", "-o"])
        .arg(&program)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime-fortran/adc_special.f90"))
        .arg(&file)
        .current_dir(directory)
        .output()
        .expect("gfortran is needed for this test: install it (Debian, Ubuntu: `apt install gfortran`)");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let ran = Command::new(&program).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn formulas_are_derivatives() {
    let (mut blocks, mut count) = (String::new(), 0);
    real_blocks(&mut blocks, &mut count);
    complex_blocks(&mut blocks, &mut count);
    complex_kinks(&mut blocks, &mut count);
    power_blocks(&mut blocks, &mut count);
    let calls: String = (0..count).fold(String::new(), |s, i| s + &format!("call block_{i}\n"));
    let source = format!(
        "module probes\nuse, intrinsic :: ieee_arithmetic\nuse adc_special\nimplicit none\ncontains\n\
         subroutine show(label, value, expected)\ncharacter(*), intent(in) :: label\nreal(8), intent(in) :: value, expected\n\
         write (*, '(a, a, es25.16e3, a, es25.16e3)') label, ';', value, ';', expected\nend subroutine\n\
         {blocks}end module\nprogram main\nuse probes\nimplicit none\n{calls}end program\n"
    );
    let output = run(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("intrinsics"), &source);
    let mut wrong = vec![];
    let mut lines = 0;
    for line in output.lines() {
        let mut parts = line.split(';').map(str::trim);
        let (label, value, expected) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let (value, expected): (f64, f64) = (value.parse().unwrap(), expected.parse().unwrap());
        let error = (value - expected).abs() / expected.abs().max(1e-3);
        if error > 1e-6 || error.is_nan() {
            wrong.push(format!("{label}: {value} is not {expected}"));
        }
        lines += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(lines > 300, "only {lines} comparisons");
}

#[test]
fn exactly_one_argument_is_chosen() {
    assert_eq!(choice_mask(Choice::Largest, 0, 2), "a1 >= a2");
    assert_eq!(choice_mask(Choice::Largest, 1, 2), "a1 < a2");
    assert_eq!(choice_mask(Choice::Smallest, 1, 3), "a1 > a2 .and. a2 <= a3");
}
