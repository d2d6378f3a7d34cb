//! Control flow around the call: the statements of `cx_head`.

use super::context::{Context, Control, Middle, Storage};
use super::middle::invoke;
use super::place::Place;
use super::write::{numbered, Wrapper};
use crate::support::numeric::spec::{Kind, Var};

/// The context with compatible values; the comments give the reason for each replacement.
pub fn suited(mut c: Context) -> Context {
    // these read the arguments again for each call
    let again = !matches!(c.control, Control::Plain | Control::Branch | Control::Associate);
    if c.storage == Storage::Argument && again {
        c.storage = Storage::Local;
    }
    // COMMON cannot be declared in a BLOCK construct
    if c.control == Control::Block && c.storage == Storage::Common {
        c.storage = Storage::Component;
    }
    // gfortran 12 passes the wrong elements under the names of such sections
    if c.control == Control::Associate
        && matches!(
            c.storage,
            Storage::Strided | Storage::Reversed | Storage::Block | Storage::ArrayOfRecords
        )
    {
        c.storage = Storage::Record;
    }
    // an internal procedure sees one set of the host's variables, and none of an inner construct
    let others = matches!(
        c.control,
        Control::Block | Control::Associate | Control::Twice | Control::Activity
    );
    if c.middle == Middle::Host && others {
        c.middle = Middle::Internal;
    }
    c
}

/// The statements.
pub fn body(w: &Wrapper, first: &Place, second: &Place) -> Vec<String> {
    let (s, t) = (&first.names, &second.names);
    let (ys, xs) = (w.dependents(), w.independents());
    let load = |names: &[String], scale: &str| -> Vec<String> {
        let copy = |(i, n): (usize, &String)| {
            let factor = if xs.contains(&i) { scale } else { "" };
            format!("{n} = a{}{factor}", i + 1)
        };
        let own = |n: &String, i: usize| *n == format!("a{}", i + 1);
        names
            .iter()
            .enumerate()
            .filter(|(i, n)| !own(n, *i))
            .map(copy)
            .collect()
    };
    let store = || -> Vec<String> {
        let own = |i: &&usize| s[**i] != format!("a{}", **i + 1);
        ys.iter()
            .filter(own)
            .map(|&i| format!("a{} = {}", i + 1, s[i]))
            .collect()
    };
    let each_y = |text: &dyn Fn(usize) -> String| -> Vec<String> { ys.iter().map(|&i| text(i)).collect() };
    let line = |text: &str| vec![text.to_string()];
    let lines = match w.context.control {
        Control::Plain => [
            first.before.clone(),
            load(s, ""),
            invoke(w, s),
            store(),
            first.after.clone(),
        ]
        .concat(),
        Control::Branch => [
            first.before.clone(),
            load(s, ""),
            summary(w, s, &xs),
            line("if (cx_s < 1e30_8) then"),
            invoke(w, s),
            line("else"),
            each_y(&|i| format!("{} = 0", s[i])),
            line("end if"),
            store(),
            first.after.clone(),
        ]
        .concat(),
        Control::Select => [
            first.before.clone(),
            line("do cx_k = 1, 3"),
            line("select case (cx_k)"),
            line("case (1)"),
            load(s, ""),
            line("case (2)"),
            invoke(w, s),
            line("case default"),
            each_y(&|i| format!("{0} = 1.01_8*{0}", s[i])),
            line("end select"),
            line("end do"),
            store(),
            first.after.clone(),
        ]
        .concat(),
        Control::Loop => [
            each_y(&|i| format!("d{} = 0", i + 1)),
            line("do cx_k = 1, 3"),
            first.before.clone(),
            load(s, "*(1 + 0.001_8*cx_k)"),
            invoke(w, s),
            each_y(&|i| format!("d{0} = d{0} + cx_k*{1}", i + 1, s[i])),
            first.after.clone(),
            line("end do"),
            each_y(&|i| format!("a{0} = d{0}", i + 1)),
        ]
        .concat(),
        Control::Endless => [
            first.before.clone(),
            each_y(&|i| format!("d{} = 0", i + 1)),
            line("cx_k = 0"),
            line("do"),
            line("cx_k = cx_k + 1"),
            load(s, ""),
            line("if (cx_k > 3) exit"),
            invoke(w, s),
            each_y(&|i| format!("d{0} = d{0} + cx_k*{1}", i + 1, s[i])),
            line("if (cx_k == 2) cycle"),
            each_y(&|i| format!("d{0} = 0.9_8*d{0}", i + 1)),
            line("end do"),
            each_y(&|i| format!("a{0} = d{0}", i + 1)),
            first.after.clone(),
        ]
        .concat(),
        Control::Time => {
            let state = |i: usize| ys.contains(&i);
            let step = |i: usize| match (xs.contains(&i), state(i)) {
                (true, true) => format!("{0} = a{1} + 0.01_8*({0} - a{1})", s[i], i + 1),
                (true, false) => format!("{} = a{}*(1 + 0.001_8*sin(cx_s))", s[i], i + 1),
                (false, true) => format!("{0} = 0.5_8*{0}", s[i]),
                (false, false) => format!("{} = a{}", s[i], i + 1),
            };
            [
                first.before.clone(),
                load(s, ""),
                line("cx_s = 0"),
                line("do cx_k = 1, 3"),
                invoke(w, s),
                summary(w, s, &ys),
                (0..s.len()).map(step).collect(),
                line("end do"),
                store(),
                first.after.clone(),
            ]
            .concat()
        }
        Control::Twice => [
            first.before.clone(),
            second.before.clone(),
            load(s, ""),
            invoke(w, s),
            load(t, "*1.01_8"),
            invoke(w, t),
            each_y(&|i| format!("a{} = {} + 0.5_8*{}", i + 1, s[i], t[i])),
            first.after.clone(),
            second.after.clone(),
        ]
        .concat(),
        Control::Activity => {
            let constants = |from: usize| -> Vec<String> {
                xs.iter()
                    .skip(from)
                    .map(|&i| format!("{} = {}", t[i], w.constant(i)))
                    .collect()
            };
            [
                first.before.clone(),
                second.before.clone(),
                load(t, ""),
                constants(0),
                invoke(w, t),
                each_y(&|i| format!("d{} = 0.25_8*{}", i + 1, t[i])),
                load(s, ""),
                invoke(w, s),
                load(t, ""),
                constants(1),
                invoke(w, t),
                each_y(&|i| format!("a{0} = d{0} + {1} + 0.5_8*{2}", i + 1, s[i], t[i])),
                first.after.clone(),
                second.after.clone(),
            ]
            .concat()
        }
        Control::Block => {
            let inside = [
                first.before.clone(),
                load(s, ""),
                invoke(w, s),
                store(),
                first.after.clone(),
            ]
            .concat();
            [line("block"), first.decls.clone(), inside, line("end block")].concat()
        }
        Control::Associate => {
            let names = numbered("w", s.len());
            let pairs: Vec<String> = names.iter().zip(s).map(|(n, d)| format!("{n} => {d}")).collect();
            let open = format!("associate ({})", pairs.join(", "));
            let inside = [line(&open), invoke(w, &names), line("end associate")].concat();
            [first.before.clone(), load(s, ""), inside, store(), first.after.clone()].concat()
        }
    };
    lines
}

/// Sets `cx_s` to the sum of all these variables' values.
fn summary(w: &Wrapper, names: &[String], chosen: &[usize]) -> Vec<String> {
    let value = |v: &Var, n: &String| match (v.shape.is_empty(), v.kind) {
        (true, Kind::Complex(_)) => format!("real({n}, 8)"),
        (true, _) => n.clone(),
        (false, Kind::Complex(_)) => format!("real(sum({n}), 8)"),
        (false, _) => format!("sum({n})"),
    };
    let terms: Vec<String> = chosen.iter().map(|&i| value(&w.spec.vars[i], &names[i])).collect();
    vec![format!("cx_s = {}", terms.join(" + "))]
}
