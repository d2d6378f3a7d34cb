//! The procedures between `cx_head` and the head.

use super::context::Middle;
use super::text::Unit;
use super::write::{numbered, Wrapper};
use crate::support::numeric::driver::{bounds, type_name};
use crate::support::numeric::spec::{Place, Spec, Var};

/// The procedures between `cx_head` and the head in a context.
#[derive(Default)]
pub struct Chain {
    /// The procedures.
    pub units: Vec<Unit>,
    /// True if their callers need their interfaces.
    pub explicit: bool,
    /// Declarations of `cx_head` for them.
    pub decls: Vec<String>,
    /// Declarations of their module.
    pub shared: Vec<String>,
    /// Internal procedures of `cx_head`.
    pub inner: Vec<Unit>,
}

/// The reason why this fixture cannot be called in this way; `None` if it can.
pub fn unfit(spec: &Spec, middle: Middle) -> Option<&'static str> {
    let arguments_only = spec.vars.iter().all(|v| v.place == Place::Argument);
    match middle {
        Middle::AssumedSize if spec.module.is_some() => {
            Some("arrays of assumed size are no actual arguments for those of assumed shape")
        }
        Middle::AssumedSize if !arguments_only => Some("arrays of assumed size cannot be copied to globals"),
        Middle::Function if spec.vars.iter().filter(|v| v.dependent).count() != 1 => Some("a function has one result"),
        Middle::OptionalData if !spec.vars.iter().any(|v| v.independent && !v.dependent) => {
            Some("no argument is only read")
        }
        _ => None,
    }
}

/// The call, as `cx_head` writes it.
pub fn invoke(w: &Wrapper, names: &[String]) -> Vec<String> {
    let list = names.join(", ");
    let one = |text: String| vec![text];
    match w.context.middle {
        Middle::Nothing => w.call(names),
        Middle::Host => one("call cx_mid()".into()),
        Middle::Once | Middle::Assumed | Middle::AssumedSize | Middle::Internal | Middle::OptionalAbsent => {
            one(format!("call cx_mid({list})"))
        }
        Middle::Twice => one(format!("call cx_up({list})")),
        Middle::Adjustable => one(format!(
            "call cx_mid({list}{})",
            limits(&w.spec.vars, |l, h| format!(", {l}, {h}"))
        )),
        Middle::Generic => one(format!("call cx_gen({list})")),
        Middle::Dummy => one(format!("call cx_apply(cx_mid, {list})")),
        Middle::Pointer => vec!["cx_f => cx_mid".into(), format!("call cx_f({list})")],
        Middle::Bound => one(format!("call cx_o%run({list})")),
        Middle::OptionalPresent => one(format!("call cx_mid({list}, e=1.001_8)")),
        Middle::OptionalData => one(format!("call cx_up({list})")),
        Middle::Recursive => one(format!("call cx_mid(2, {list})")),
        Middle::Function => w
            .dependents()
            .iter()
            .map(|&y| format!("{} = 1.5_8*cx_mid({list})", names[y]))
            .collect(),
    }
}

/// A text for each dimension of each variable.
fn limits(vars: &[Var], text: impl Fn(String, String) -> String) -> String {
    let all = vars.iter().flat_map(|v| v.shape.iter());
    all.map(|(l, h)| text(l.to_string(), h.to_string())).collect()
}

/// Declarations of the arguments `p1`, ... as arrays of some kind.
fn formals(w: &Wrapper) -> Vec<String> {
    let mut out = vec![];
    for (i, v) in w.spec.vars.iter().enumerate() {
        let n = i + 1;
        let last = v.shape.len();
        let dim = |(k, (low, high)): (usize, &(i64, i64))| match w.context.middle {
            Middle::Assumed => format!("{low}:"),
            Middle::Adjustable => format!("l{n}_{k}:u{n}_{k}"),
            Middle::AssumedSize if k + 1 == last => format!("{low}:*"),
            _ => format!("{low}:{high}"),
        };
        let dims: Vec<String> = v.shape.iter().enumerate().map(dim).collect();
        if w.context.middle == Middle::Adjustable && last > 0 {
            let names: Vec<String> = (0..last).map(|k| format!("l{n}_{k}, u{n}_{k}")).collect();
            out.push(format!("integer :: {}", names.join(", ")));
        }
        let shape = if dims.is_empty() {
            String::new()
        } else {
            format!("({})", dims.join(", "))
        };
        out.push(format!("{} :: p{n}{shape}", type_name(v)));
    }
    out
}

/// Builds the procedures; `names` are the variables of `cx_head`.
pub fn chain(w: &Wrapper, names: &[String]) -> Chain {
    let count = w.spec.vars.len();
    let p = numbered("p", count);
    let list = p.join(", ");
    let middle = w.context.middle;
    let (uses, callee) = w.callee();
    let mid = |head: String, decls: Vec<String>, body: Vec<String>| Unit {
        head,
        uses: uses.clone(),
        decls: [callee.clone(), decls].concat(),
        body,
        inner: vec![],
    };
    let plain = || mid(format!("subroutine cx_mid({list})"), formals(w), w.call(&p));
    let above = |name: &str, arguments: &str, decls: Vec<String>, body: Vec<String>| Unit {
        head: format!("subroutine {name}({arguments})"),
        decls: [formals(w), decls].concat(),
        body,
        ..Unit::default()
    };
    let chain = |units: Vec<Unit>, explicit| Chain {
        units,
        explicit,
        ..Chain::default()
    };
    let outside = w.context.house == super::context::House::External;
    match middle {
        Middle::Nothing => Chain::default(),
        Middle::Once | Middle::AssumedSize => chain(vec![plain()], false),
        Middle::Assumed => chain(vec![plain()], true),
        Middle::Adjustable => {
            let mut extra = String::new();
            for (i, v) in w.spec.vars.iter().enumerate() {
                (0..v.shape.len()).for_each(|k| extra.push_str(&format!(", l{0}_{k}, u{0}_{k}", i + 1)));
            }
            chain(
                vec![mid(format!("subroutine cx_mid({list}{extra})"), formals(w), w.call(&p))],
                false,
            )
        }
        Middle::Twice => {
            let known = if outside {
                vec!["external :: cx_mid".to_string()]
            } else {
                vec![]
            };
            chain(
                vec![
                    plain(),
                    above("cx_up", &list, known, vec![format!("call cx_mid({list})")]),
                ],
                false,
            )
        }
        Middle::Generic => {
            let other = above(
                "cx_other",
                &format!("k, {list}"),
                vec!["integer :: k".into()],
                vec![format!("if (k > 0) call cx_mid({list})")],
            );
            Chain {
                shared: vec![
                    "interface cx_gen".into(),
                    "module procedure cx_mid, cx_other".into(),
                    "end interface".into(),
                ],
                ..chain(vec![plain(), other], true)
            }
        }
        Middle::Dummy => {
            let f = if outside {
                "external :: f"
            } else {
                "procedure(cx_mid) :: f"
            };
            let apply = above(
                "cx_apply",
                &format!("f, {list}"),
                vec![f.into()],
                vec![format!("call f({list})")],
            );
            chain(vec![plain(), apply], false)
        }
        Middle::Pointer => Chain {
            decls: vec!["procedure(cx_mid), pointer :: cx_f".into()],
            ..chain(vec![plain()], true)
        },
        Middle::Bound => Chain {
            shared: [
                "type cx_object",
                "integer :: tag = 0",
                "contains",
                "procedure, nopass :: run => cx_mid",
                "end type",
            ]
            .map(String::from)
            .to_vec(),
            decls: vec!["type(cx_object) :: cx_o".into()],
            ..chain(vec![plain()], true)
        },
        Middle::OptionalAbsent | Middle::OptionalPresent => {
            let scaled = w
                .independents()
                .iter()
                .map(|&x| format!("p{0} = p{0}*e", x + 1))
                .collect::<Vec<_>>();
            let body = [
                vec!["if (present(e)) then".to_string()],
                scaled,
                vec!["end if".into()],
                w.call(&p),
            ]
            .concat();
            let decls = [formals(w), vec!["real(8), optional :: e".into()]].concat();
            chain(vec![mid(format!("subroutine cx_mid({list}, e)"), decls, body)], true)
        }
        Middle::OptionalData => optional_data(w, &mid),
        Middle::Recursive => {
            let again = [
                vec![
                    "if (depth > 0) then".to_string(),
                    format!("call cx_mid(depth - 1, {list})"),
                    "else".into(),
                ],
                w.call(&p),
                vec!["end if".into()],
                w.dependents()
                    .iter()
                    .map(|&y| format!("p{0} = 1.01_8*p{0}", y + 1))
                    .collect(),
            ]
            .concat();
            let decls = [formals(w), vec!["integer :: depth".into()]].concat();
            chain(
                vec![mid(format!("recursive subroutine cx_mid(depth, {list})"), decls, again)],
                false,
            )
        }
        Middle::Internal => Chain {
            inner: vec![plain()],
            ..Chain::default()
        },
        Middle::Host => Chain {
            inner: vec![mid("subroutine cx_mid()".into(), vec![], w.call(names))],
            ..Chain::default()
        },
        Middle::Function => {
            let y = w.dependents().first().copied().unwrap_or(0);
            let v = &w.spec.vars[y];
            let copies: Vec<String> = (1..=count).map(|i| format!("w{i} = p{i}")).collect();
            let own = numbered("w", count);
            let body = [copies, w.call(&own), vec![format!("r = w{}", y + 1)]].concat();
            let decls = [
                formals(w),
                w.declared("w"),
                vec![format!("{} :: r{}", type_name(v), bounds(v))],
            ]
            .concat();
            chain(
                vec![mid(format!("function cx_mid({list}) result(r)"), decls, body)],
                true,
            )
        }
    }
}

/// A procedure whose independents are optional, and one that calls it without them and with them.
fn optional_data(w: &Wrapper, mid: &dyn Fn(String, Vec<String>, Vec<String>) -> Unit) -> Chain {
    let vars = &w.spec.vars;
    let count = vars.len();
    let optional = |i: usize| vars[i].independent && !vars[i].dependent;
    let list = numbered("p", count).join(", ");
    let mut decls: Vec<String> = formals(w);
    let mut body = vec![];
    let mut names = numbered("p", count);
    for (i, v) in vars.iter().enumerate().filter(|(i, _)| optional(*i)) {
        let n = i + 1;
        decls.push(format!("optional :: p{n}"));
        decls.push(format!("{} :: w{n}{}", type_name(v), bounds(v)));
        body.extend([
            format!("if (present(p{n})) then"),
            format!("w{n} = p{n}"),
            "else".into(),
            format!("w{n} = {}", w.constant(i)),
            "end if".into(),
        ]);
        names[i] = format!("w{n}");
    }
    body.extend(w.call(&names));
    let inner = mid(format!("subroutine cx_mid({list})"), decls, body);
    let mut up = Unit {
        head: format!("subroutine cx_up({list})"),
        decls: formals(w),
        ..Unit::default()
    };
    let mut absent = vec![];
    for (i, v) in vars.iter().enumerate().filter(|(i, _)| !optional(*i)) {
        let n = i + 1;
        up.decls.push(format!("{} :: r{n}{}", type_name(v), bounds(v)));
        up.body.push(format!("r{n} = p{n}"));
        absent.push(format!("p{n}=r{n}"));
    }
    up.body.push(format!("call cx_mid({})", absent.join(", ")));
    up.body.push(format!("call cx_mid({list})"));
    up.body.extend(
        w.dependents()
            .iter()
            .map(|&y| format!("p{0} = p{0} + 0.5_8*r{0}", y + 1)),
    );
    Chain {
        units: vec![inner, up],
        explicit: true,
        ..Chain::default()
    }
}
