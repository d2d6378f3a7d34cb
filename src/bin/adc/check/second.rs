//! The comparisons of second derivatives: the gradient with the adjoint, products of the Hessian with differences of the
//! adjoint's gradient, and the symmetry ⟨u, H v⟩ = ⟨v, H u⟩.

use super::compare::{largest_distance, of_leaf, products, terms, Comparing};
use super::report::Test;
use super::run::{Runner, Task};
use super::verdict::{Class, Limits};

/// Compares second derivatives of a program.
pub fn second(comparing: &mut Comparing, second: &Runner) {
    let task = Task::whole("hessian", 0);
    let adjoint = Task::whole("adjoint", 0);
    let (own, first) = match (second.run(task), comparing.runner.run(adjoint)) {
        (Ok(own), Ok(first)) => (own, first),
        (Err(why), _) => return comparing.report.fault(task, Class::Failed, why),
        (_, Err(why)) => return comparing.report.fault(adjoint, Class::Failed, why),
    };
    let is_single = comparing.subject.is_single();
    let gradient = first.vectors("xb", comparing.call);
    let error = largest_distance(&gradient, &own.vectors("xb", comparing.call));
    let limits = Limits::of_rounding(is_single);
    comparing.report.judge(Test::Gradient, "Hessian", task, error, limits);
    if gradient.values().flatten().all(|g| *g == 0.0) {
        comparing.report.zeros();
    }
    let independents: Vec<_> = comparing.subject.independents().cloned().collect();
    for x in &independents {
        let task = Task::of("hessian", 0.0, x.number, 0);
        let product = match second.run(task) {
            Ok(product) => product.vectors("xbd", comparing.call),
            Err(why) => {
                comparing.report.fault(task, Class::Failed, why);
                continue;
            }
        };
        let sides = comparing.sides(Task::of("adjoint", 0.0, x.number, 0), "xb", is_single);
        for z in &independents {
            let found = of_leaf(z, &product, &gradient, &sides, is_single);
            comparing
                .report
                .taylor(format!("({})' by {}", z.key, x.key), task, found);
        }
    }
    let other_task = Task::whole("hessian", 1);
    match second.run(other_task) {
        Ok(other) => {
            let [u, hu] = ["v", "xbd"].map(|name| own.vectors(name, comparing.call));
            let [v, hv] = ["v", "xbd"].map(|name| other.vectors(name, comparing.call));
            let size = terms(&gradient, &u).iter().map(|t| t.abs()).sum();
            let sides = (terms(&u, &hv), terms(&v, &hu));
            let what = ("u, H v", other_task);
            products(
                &mut comparing.report,
                Test::Symmetry,
                what,
                (&sides.0, &sides.1),
                size,
                is_single,
            );
        }
        Err(why) => comparing.report.fault(other_task, Class::Failed, why),
    }
    comparing.twice("Hessian", task, &["xb", "xbd"], &own);
    comparing.left("Hessian", task, &own);
    comparing.report.time("Hessian", own.seconds());
}
