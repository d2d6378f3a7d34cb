//! The programs of `gradbench/`, built by its Makefile, without GradBench: their derivatives on small inputs agree with
//! differences of what they compute, or with known results.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Step of the differences, and the largest difference of derivatives that they explain.
const STEP: f64 = 1e-6;
const TOLERANCE: f64 = 1e-7;

/// An input of an eval, and the functions of its program that compute a value and its derivative.
struct Case {
    eval: &'static str,
    primal: &'static str,
    derivative: &'static str,
    integers: Vec<i32>,
    reals: Vec<f64>,
    /// The reals with respect to which the program differentiates.
    independents: Range<usize>,
}

/// Numbers between 0 and 1 that look random, and differ from each other.
fn numbers(count: usize) -> Vec<f64> {
    (1..=count).map(|i| (i as f64 * 0.618_033_988_75).fract()).collect()
}

/// The folder of the programs, built there.
fn build(folder: &Path) -> PathBuf {
    let built = folder.join("build");
    let output = Command::new("make")
        .args(["-C", concat!(env!("CARGO_MANIFEST_DIR"), "/gradbench"), "-j4"])
        .arg(format!("BUILD={}", built.display()))
        .arg(format!("ADC={}", env!("CARGO_BIN_EXE_adc")))
        .arg("FFLAGS=-O0 -fcheck=bounds")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    built
}

/// Results of one evaluation.
fn run(programs: &Path, eval: &str, function: &str, integers: &[i32], reals: &[f64]) -> Vec<f64> {
    let files = tempfile::tempdir().unwrap();
    let (input, output) = (files.path().join("input"), files.path().join("output"));
    let mut bytes = [1_i32.to_ne_bytes().to_vec(), 0_f64.to_ne_bytes().to_vec()].concat();
    bytes.extend(integers.iter().flat_map(|i| i.to_ne_bytes()));
    bytes.extend(reals.iter().flat_map(|x| x.to_ne_bytes()));
    fs::write(&input, bytes).unwrap();
    let done = Command::new(programs.join(eval))
        .arg(function)
        .args([&input, &output])
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{eval} {function}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    let bytes = fs::read(&output).unwrap();
    let words: Vec<[u8; 8]> = bytes.chunks_exact(8).map(|word| word.try_into().unwrap()).collect();
    assert_eq!(i64::from_ne_bytes(words[0]), 1, "{eval} {function}: evaluations");
    words[2..].iter().map(|&word| f64::from_ne_bytes(word)).collect()
}

impl Case {
    fn derivatives(&self, programs: &Path) -> Vec<f64> {
        run(programs, self.eval, self.derivative, &self.integers, &self.reals)
    }

    /// Central differences of what the program computes, along a direction in the independents.
    fn differences(&self, programs: &Path, direction: &[f64]) -> Vec<f64> {
        let at = |step: f64| {
            let mut reals = self.reals.clone();
            for (x, d) in reals[self.independents.clone()].iter_mut().zip(direction) {
                *x += step * d;
            }
            run(programs, self.eval, self.primal, &self.integers, &reals)
        };
        let (after, before) = (at(STEP), at(-STEP));
        after.iter().zip(&before).map(|(a, b)| (a - b) / (2.0 * STEP)).collect()
    }

    /// Compares the product of a Jacobian's rows and a direction with differences.
    fn check(&self, programs: &Path, rows: &[&[f64]], differences: impl Fn(Vec<f64>) -> Vec<f64>) {
        let direction = numbers(self.independents.len());
        let expected = differences(self.differences(programs, &direction));
        assert_eq!(rows.len(), expected.len(), "{}: rows", self.eval);
        for (row, expected) in rows.iter().zip(expected) {
            assert_eq!(row.len(), direction.len(), "{}: columns", self.eval);
            let product: f64 = row.iter().zip(&direction).map(|(a, b)| a * b).sum();
            agree(self.eval, product, expected, TOLERANCE * (1.0 + expected.abs()));
        }
    }
}

#[track_caller]
fn agree(eval: &str, found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{eval}: {found} in place of {expected}"
    );
}

/// A case whose independents are the first reals.
fn gradient(eval: &'static str, functions: [&'static str; 2], integers: &[i32], free: usize, fixed: usize) -> Case {
    Case {
        eval,
        primal: functions[0],
        derivative: functions[1],
        integers: integers.to_vec(),
        reals: numbers(free + fixed),
        independents: 0..free,
    }
}

/// Evals that compute the gradient of a value, or of the last of their values.
fn gradients() -> Vec<Case> {
    let (usual, jacobian) = (["primal", "gradient"], ["objective", "jacobian"]);
    let mixture = |d: usize, k: usize, n: usize| {
        let sizes = [d as i32, k as i32, n as i32, 1];
        gradient("gmm", jacobian, &sizes, k + 2 * k * d + k * d * (d - 1) / 2, n * d + 1)
    };
    let network = |l: usize, c: usize, b: usize| {
        let sizes = [l as i32, c as i32, b as i32];
        gradient("lstm", jacobian, &sizes, 8 * b * l + 3 * b, 2 * b * l + b * c)
    };
    vec![
        gradient("hello", ["square", "double"], &[], 1, 0),
        gradient("lse", usual, &[7], 7, 0),
        gradient("llsq", usual, &[5, 8], 5, 0),
        gradient("ode", usual, &[4, 3], 4, 0),
        gradient("det", usual, &[1], 1, 0),
        gradient("det", usual, &[4], 16, 0),
        mixture(1, 2, 3),
        mixture(3, 2, 5),
        network(2, 5, 3),
    ]
}

fn check_bundle_adjustment(programs: &Path) {
    for rotation in [1.0, 0.0] {
        let mut case = gradient("ba", ["objective", "jacobian"], &[2, 3, 10], 15, 2);
        case.reals[..3].iter_mut().for_each(|r| *r *= rotation);
        case.independents = if rotation == 0.0 { 3..15 } else { 0..15 }; // the formula for 0 holds only at 0
        let matrix = case.derivatives(programs);
        let (rows, columns, values) = (&matrix[..31], &matrix[31..62], &matrix[62..]);
        assert_eq!(rows[..3], [0.0, 15.0, 30.0]);
        assert_eq!(columns[11..15], [22.0, 23.0, 24.0, 31.0]);
        assert_eq!((rows[30], columns[30]), (310.0, 40.0));
        let first = case.independents.start;
        case.check(programs, &[&values[first..15], &values[15 + first..30]], |errors| {
            errors[..2].to_vec()
        });
        agree("ba", values[30], -2.0 * case.reals[14], TOLERANCE);
    }
}

/// A hand of 21 bones in a chain, with 6 vertices and 4 points, which have barycentric coordinates or not.
fn hand(has_coordinates: bool) -> Case {
    let (bones, vertices, points) = (21, 6, 4);
    let coordinates = if has_coordinates { points } else { 0 };
    let sizes = [bones, vertices, points, coordinates, 1];
    let corners = (0..3 * points).map(|i| 1 + i % vertices);
    let integers: Vec<i32> = sizes.into_iter().chain(0..bones).chain(corners).collect();
    let [bones, vertices, points, coordinates] = [bones, vertices, points, coordinates].map(|n| n as usize);
    let fixed = 32 * bones + 4 * vertices + bones * vertices + 3 * points;
    let mut reals = numbers(fixed + 26 + 2 * coordinates);
    for matrix in reals[..32 * bones].chunks_mut(16) {
        // near a unit matrix, so that products of 21 have moderate entries
        for (i, x) in matrix.iter_mut().enumerate() {
            *x = if i / 4 == 3 { 0.0 } else { *x / 10.0 } + f64::from(i % 5 == 0);
        }
    }
    Case {
        eval: "ht",
        primal: "objective",
        derivative: "jacobian",
        integers,
        reals,
        independents: fixed..fixed + 26,
    }
}

fn check_hand(programs: &Path) {
    for has_coordinates in [true, false] {
        let case = hand(has_coordinates);
        let jacobian = case.derivatives(programs);
        let first = if has_coordinates { 2 } else { 0 };
        let rows: Vec<&[f64]> = jacobian.chunks(first + 26).collect();
        let by_theta: Vec<&[f64]> = rows.iter().map(|row| &row[first..]).collect();
        case.check(programs, &by_theta, |errors| errors);
        if has_coordinates {
            let end = case.reals.len();
            let by_coordinates = Case {
                independents: end - 8..end,
                ..case
            };
            let found = rows.iter().map(|row| row[0]);
            let expected = by_coordinates.differences(programs, &[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
            found
                .zip(expected)
                .for_each(|(a, b)| agree("ht", a, b, TOLERANCE * (1.0 + b.abs())));
        }
    }
}

/// The Newton step of a centroid is the way from the mean of its points.
fn check_clusters(programs: &Path) {
    let points = [0.0, 1.0, 2.0, 9.0, 12.0];
    let centroids = [1.5, 10.0];
    let input = [&points[..], &centroids].concat();
    let step = run(programs, "kmeans", "dir", &[1, 2, 5], &input);
    assert_eq!(step.len(), 2);
    agree("kmeans", step[0], 0.5, 1e-14);
    agree("kmeans", step[1], -0.5, 1e-14);
    let cost = run(programs, "kmeans", "cost", &[1, 2, 5], &input);
    agree("kmeans", cost[0], 2.25 + 0.25 + 0.25 + 1.0 + 4.0, 1e-14);
}

/// Nested derivatives give the results that GradBench publishes, whatever the modes.
fn check_nested(programs: &Path) {
    for modes in ["ff", "fr", "rf", "rr"] {
        let charge = run(programs, "particle", modes, &[], &[0.0]);
        agree("particle", charge[0], 0.207_191_874_6, 1e-6);
        let saddle = run(programs, "saddle", modes, &[], &[1.0, 1.0]);
        assert_eq!(saddle.len(), 4);
        saddle.iter().for_each(|&x| agree("saddle", x, 8.246_325e-6, 1e-9));
    }
}

#[test]
fn gradbench_programs_compute_right_derivatives() {
    let folder = tempfile::tempdir().unwrap();
    let programs = build(folder.path());
    let mut checked: BTreeSet<String> = ["ba", "ht", "kmeans", "particle", "saddle"].map(String::from).into();
    for case in gradients() {
        let gradient = case.derivatives(&programs);
        case.check(&programs, &[&gradient], |values| values[values.len() - 1..].to_vec());
        checked.insert(case.eval.to_string());
    }
    check_bundle_adjustment(&programs);
    check_hand(&programs);
    check_clusters(&programs);
    check_nested(&programs);
    let runs = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/gradbench/runs")).unwrap();
    let evals: BTreeSet<String> = runs
        .map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(evals, checked, "evals without a check");
}
