//! Random straight-line programs against dual numbers: flattening, elimination, and what preaccumulation writes.
//!
//! For each program, a random point and a random direction:
//!
//! * In the graphs with vertices for all variables of `real(8)`, all vertices are eliminated in each order. Each result of a graph
//!   must have the derivative that dual numbers give: `y' = sum of c_yx·x'` over the entries `c_yx` and the operands `x`
//!   (Utke, section 5.2). Partial derivatives are evaluated where they have their value.
//! * The program that preaccumulation writes must have the values and the derivatives of the original.
//!
//! Programs have names that may or must share memory: see [`text`]. `ADC_RANDOM=5000` checks as many programs, and
//! `ADC_RANDOM_FROM=17` begins with this seed.

mod dual;
mod machine;
mod text;

use crate::elimination::{flattened, orders, Flat, Jacobian, Place, Random, Role, Vertex, Wanted};
use crate::options::mode::Mode;
use crate::options::{Options, Preaccumulate};
use crate::preaccumulate::preaccumulate;
use crate::prepared::{facts_of, normalised};
use adc_analysis::{Analyses, HeadSpec, Heads};
use adc_frontend::dump::{expr_text, stmt_text};
use adc_frontend::ir::*;
use adc_frontend::parse::{parse, ParseOptions};
use adc_frontend::resolve::resolve;
use adc_frontend::span::{Form, SourceMap};
use dual::{Dual, Value};
use machine::Machine;
use std::collections::HashMap;
use text::{Text, ACTIVE, INTEGERS, NAMES, SIZE};

/// Larger values are not compared.
const LARGEST: f64 = 1e4;
/// The relative difference that is allowed.
const TOLERANCE: f64 = 1e-9;

/// The verdict on a program.
#[derive(PartialEq, Debug)]
enum Verdict {
    /// It agrees.
    Good(Counts),
    /// It leaves the bounds of an array, or its values are too large.
    Skipped,
    Wrong(String),
}

/// Numbers that show what the programs test.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Counts {
    /// Derivatives that agree.
    entries: usize,
    /// Graphs that end before an ambiguous operand.
    splits: usize,
    /// Programs that preaccumulation changes.
    written: usize,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.entries += other.entries;
        self.splits += other.splits;
        self.written += other.written;
    }
}

/// A program in normal form.
struct Case {
    program: Program,
    heads: Heads,
}

impl Case {
    fn of(text: &Text) -> Case {
        let mut map = SourceMap::default();
        let source = text.source();
        let file = map.add("test.f90", source.as_str(), Form::Free);
        let (tree, mut problems) = parse(&mut map, file, &ParseOptions::default(), &mut |_, _, _| None);
        let (program, more) = resolve(&[tree]);
        problems.extend(more);
        assert!(problems.is_empty(), "{source}: {problems:?}");
        let unit = program.units.iter().next().expect("a procedure").0;
        let active = ["x", "y", "z"].map(|n| program.lookup(unit, n).expect("an argument"));
        let heads = Heads::from(HeadSpec::new(unit, active.to_vec(), active.to_vec()));
        let (program, messages) = normalised(&program, &heads, Mode::Tangent, &options());
        assert!(!adc_frontend::diag::any_error(&messages), "{source}: {messages:?}");
        Case { program, heads }
    }

    fn body(&self) -> &Block {
        &self.program.units[self.heads.first().unit].body
    }
}

fn options() -> Options {
    Options {
        preaccumulate: Preaccumulate::Always,
        ..Options::default()
    }
}

/// Between 0.3 and 1.8.
fn number(random: &mut Random) -> f64 {
    0.3 + random.below(1_500_000) as f64 / 1e6
}

/// A random point, and a direction of the independents.
fn memory(random: &mut Random) -> Vec<Value> {
    let cell = |k: usize| {
        let (value, slope) = (number(random), number(random));
        match k {
            k if INTEGERS.contains(&k) => Value::Integer(1 + (value * 1e6) as i64 % 4),
            k if ACTIVE.contains(&k) => Value::Real(Dual::new(value, slope)),
            _ => Value::Real(Dual::new(value, 0.0)),
        }
    };
    (0..SIZE).map(cell).collect()
}

/// Runs a program; `None` if it leaves the bounds of an array.
fn ran<'p>(case: &'p Case, program: &'p Program, memory: &[Value]) -> Option<Machine<'p>> {
    let mut machine = Machine::new(program, case.heads.first().unit, memory, &NAMES);
    let body = &program.units[case.heads.first().unit].body;
    body.iter().all(|s| machine.run(s)).then_some(machine)
}

fn is_small(memory: &[Value]) -> bool {
    let small = |x: &f64| x.abs() <= LARGEST;
    memory.iter().all(|v| match v {
        Value::Real(x) => small(&x.value) && small(&x.slope),
        Value::Integer(_) | Value::Logical(_) => true,
    })
}

fn agree(a: f64, b: f64, scale: f64) -> bool {
    (a - b).abs() <= TOLERANCE * (1.0 + scale)
}

fn check(text: &Text, random: &mut Random) -> Verdict {
    let case = Case::of(text);
    let memory = memory(random);
    let Some(original) = ran(&case, &case.program, &memory).filter(|m| is_small(m.memory())) else {
        return Verdict::Skipped;
    };
    let facts = facts_of(&case.program, &case.heads, &options());
    let mut counts = Counts::default();
    for merges in [false, true] {
        // those of 4 bytes have passive values only
        let varies = |e: &Expr| e.ty == Ty::Real(8);
        for flat in flattened(&case.program, &facts, case.heads.first().unit, &varies, merges) {
            counts.splits += usize::from(flat.split.is_some());
            match entries(&case, &flat, &memory) {
                Ok(n) => counts.entries += n,
                Err(wrong) => return Verdict::Wrong(wrong),
            }
        }
    }
    match written(&case, &facts, &original, &memory) {
        Err(wrong) => Verdict::Wrong(wrong),
        Ok(changed) => {
            counts.written = usize::from(changed);
            Verdict::Good(counts)
        }
    }
}

/// Compares the arguments after the program that preaccumulation writes; true if it changes anything.
fn written(case: &Case, facts: &Analyses, original: &Machine, memory: &[Value]) -> Result<bool, String> {
    let mut program = case.program.clone();
    let changed = preaccumulate(&mut program, facts, &options());
    let other = ran(case, &program, memory).ok_or("the written program leaves the bounds of an array")?;
    for k in ACTIVE {
        let (a, b) = (original.memory()[k].real(), other.memory()[k].real());
        if a.value != b.value || !agree(a.slope, b.slope, a.slope.abs()) {
            let lines = program.units[case.heads.first().unit].body.iter();
            let lines: Vec<String> = lines.map(|s| stmt_text(&program, s)).collect();
            return Err(format!("written: {b:?} for {a:?} at {k}\n{}", lines.join("\n")));
        }
    }
    Ok(changed)
}

/// The numbers of a graph at a point.
#[derive(Default)]
struct Numbers {
    /// The derivatives of operands.
    operands: HashMap<Vertex, f64>,
    /// Local partial derivatives.
    partials: HashMap<u32, f64>,
    /// The derivatives of assigned values.
    assigned: Vec<f64>,
}

impl Numbers {
    fn of(case: &Case, flat: &Flat, memory: &[Value]) -> Option<Numbers> {
        let mut machine = Machine::new(&case.program, case.heads.first().unit, memory, &NAMES);
        let mut numbers = Numbers::default();
        for s in case.body() {
            let place = flat.assigned.iter().position(|a| a.stmt == s.id);
            if let Some(k) = place {
                numbers.before(flat, k, &mut machine)?;
            }
            machine.run(s);
            if let Some(k) = place {
                let value = machine.value(flat.assigned[k].place.designator())?;
                let slope = if let Value::Real(x) = value { x.slope } else { 0.0 };
                numbers.assigned.push(slope);
            }
        }
        Some(numbers)
    }

    /// Adds what is known before an assignment.
    fn before(&mut self, flat: &Flat, k: usize, machine: &mut Machine) -> Option<()> {
        for (v, operand) in flat.operands.iter().filter(|o| flat.made_in[o.0] == k) {
            self.operands
                .insert(*v, machine.value(operand.designator())?.real().slope);
        }
        for (&number, partial) in flat.partials.iter().filter(|p| p.1.before == k) {
            let divisor = match &partial.divisor {
                Some(divisor) => machine.value(&divisor.written())?.real().value,
                None => 1.0,
            };
            let value = machine.value(&partial.expr)?.real().value;
            self.partials.insert(number, value / divisor);
        }
        Some(())
    }
}

/// The number of results whose derivatives agree, in each order of elimination.
fn entries(case: &Case, flat: &Flat, memory: &[Value]) -> Result<usize, String> {
    let numbers = Numbers::of(case, flat, memory).ok_or("an element is out of bounds")?;
    let Jacobian { graph, values, results } = flat.jacobian();
    let mut compared = 0;
    for order in orders(&graph, &values, Wanted::Products, 100) {
        let (mut graph, mut values) = (graph.clone(), values.clone());
        for &v in &order.vertices {
            graph.eliminate(v, &mut values);
        }
        for &(k, v) in &results {
            let (mut slope, mut scale) = (0.0, 0.0);
            for &(x, label) in graph.before(v) {
                assert_eq!(graph.role(x), Role::Independent);
                // those of the statement that ended the graph have no value, and no edge
                let partial = |n: u32| numbers.partials.get(&n).copied().unwrap_or(f64::NAN);
                let entry = values.evaluate(label, &partial);
                slope += entry * numbers.operands[&x];
                scale += (entry * numbers.operands[&x]).abs();
            }
            let wanted = numbers.assigned[k];
            if !agree(slope, wanted, scale) {
                let place: &Place = &flat.assigned[k].place;
                let name = expr_text(&case.program, place.designator());
                return Err(format!(
                    "{}: {slope} for {wanted}, `{name}` of assignment {k}",
                    order.name
                ));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// The program without the statements that are not needed for the fault.
fn shrunk(text: &Text, seed: u64) -> Text {
    let is_wrong = |t: &Text| matches!(check(t, &mut point(seed)), Verdict::Wrong(_));
    let mut text = text.clone();
    let mut k = text.0.len();
    while k > 0 {
        k -= 1;
        let mut less = text.clone();
        less.0.remove(k);
        if is_wrong(&less) {
            text = less;
        }
    }
    text
}

/// The numbers from which the point of a program comes.
fn point(seed: u64) -> Random {
    Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
#[allow(clippy::print_stdout)] // asked for with --nocapture
fn derivatives_are_those_of_dual_numbers() {
    let (from, count) = (setting("ADC_RANDOM_FROM", 1), setting("ADC_RANDOM", 200));
    let (mut good, mut skipped, mut all) = (0, 0, Counts::default());
    for seed in from..from + count {
        let text = Text::new(&mut Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1));
        match check(&text, &mut point(seed)) {
            Verdict::Good(counts) => {
                good += 1;
                all += counts;
            }
            Verdict::Skipped => skipped += 1,
            Verdict::Wrong(_) => {
                let less = shrunk(&text, seed);
                let wrong = check(&less, &mut point(seed));
                panic!("seed {seed}: {wrong:?}\n{}", less.source());
            }
        }
    }
    println!("{good} programs agree, {skipped} are skipped: {all:?}");
    assert!(skipped * 10 < good, "{skipped} programs are skipped");
    assert!(all.splits > good && all.written * 8 > good, "{all:?}");
}
