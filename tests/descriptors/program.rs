//! A program from a seed: changes of a descriptor with inquiries between them, in straight-line code, in loops, in
//! branches, in procedures that run twice.

use super::objects::{Home, Kind, Object};
use crate::random::rng::Rng;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x00DE_5C01);
    let mut object = Object::new(&mut rng);
    let name = object.name;
    // move some of the events to a procedure of their own
    let apart = rng.chance(40);
    let inner_name = if object.is_global() { name } else { "a" };
    let inner = if apart {
        events(&mut object, &mut rng, inner_name, 2)
    } else {
        vec![]
    };
    let begin = object.changed(&mut rng, name, "3");
    let mut body = begin;
    let count = 1 + rng.below(3);
    body.extend(events(&mut object, &mut rng, name, count));
    if apart {
        let call = if object.is_global() {
            "call step(x, y)"
        } else {
            "call step(A, x, y)"
        };
        let call = call.replace('A', name);
        let looped = rng.chance(40);
        if looped {
            body.extend(["do k = 1, 2".into(), call, "end do".into()]);
        } else {
            body.push(call);
        }
        body.extend(object.asked(&mut rng, name));
    }
    if rng.chance(70) {
        let last = object.changed(&mut rng, name, "1");
        body.extend(last);
    }
    text(&mut object, seed, &body, &inner)
}

/// Changes and questions.
fn events(object: &mut Object, rng: &mut Rng, name: &str, count: usize) -> Vec<String> {
    let mut out = vec![];
    for _ in 0..count {
        let n = rng.range(1, 5).to_string();
        match rng.below(4) {
            0 => {
                let mut inside = object.changed(rng, name, "mod(k, 4) + 2");
                inside.extend(object.asked(rng, name));
                if rng.chance(30) {
                    inside.extend(object.asked(rng, name));
                }
                out.extend(["do k = 1, 3".to_string()]);
                out.extend(inside);
                out.push("end do".into());
            }
            1 => {
                out.push(format!("if (x({}) > 0.9d0) then", rng.range(1, 6)));
                out.extend(object.changed(rng, name, &n));
                if rng.chance(50) {
                    out.extend(object.asked(rng, name));
                }
                out.push("end if".into());
                out.extend(object.asked(rng, name));
            }
            _ => {
                out.extend(object.changed(rng, name, &n));
                out.extend(object.asked(rng, name));
                if rng.chance(40) {
                    out.extend(object.asked(rng, name));
                }
            }
        }
    }
    out
}

fn text(object: &mut Object, seed: u64, body: &[String], inner: &[String]) -> String {
    let name = object.name;
    let mut out: Vec<String> = [
        &format!(
            "! combination {seed}: {:?} {:?}, active: {}",
            object.kind, object.home, object.active
        ),
        "! head: head(y)/(x)",
        "! module m",
        "! arg x real8(6)",
        "! arg y real8",
        "module m",
        "implicit none",
        "integer, target :: few(6) = [1, 2, 3, 4, 5, 6], many(5) = [5, 4, 3, 2, 1]",
        "real(8) :: real_few(6) = [1d0, 2d0, 3d0, 4d0, 5d0, 6d0]",
    ]
    .map(str::to_string)
    .to_vec();
    if matches!(object.home, Home::Component | Home::Record) {
        out.extend(["type record".into(), object.declared("w"), "end type".into()]);
    }
    match object.home {
        Home::Module => out.push(object.declared("mw")),
        Home::Record => out.push("type(record) :: mr".into()),
        Home::Local | Home::Component => {}
    }
    out.push("contains".into());
    // add the procedures that these call
    let mut names = object.procedures.clone();
    if names.contains(&"outer") || names.contains(&"passes") {
        names.push("inner");
    }
    names.sort_unstable();
    names.dedup();
    for p in names {
        out.extend(object.procedure(p));
        out.push(if p == "made" || p == "asks" {
            "end function".into()
        } else {
            "end subroutine".into()
        });
    }
    let locals = [
        "real(8), allocatable :: z(:)".to_string(),
        object.declared("u"),
        "integer :: i, k, l".into(),
    ];
    let dummies = ["real(8), intent(in) :: x(6)", "real(8), intent(inout) :: y"].map(str::to_string);
    if !inner.is_empty() {
        if object.is_global() {
            out.push("subroutine step(x, y)".into());
        } else {
            out.push("subroutine step(a, x, y)".into());
            let ty = object.declared("a");
            out.push(ty.replace(" ::", ", intent(inout) ::"));
        }
        out.extend(dummies);
        out.extend(used(&locals, inner));
        out.extend(inner.iter().cloned());
        out.push("end subroutine".into());
    }
    out.extend(
        [
            "subroutine head(x, y)",
            "real(8), intent(in) :: x(6)",
            "real(8), intent(out) :: y",
        ]
        .map(str::to_string),
    );
    match object.home {
        Home::Local => out.push(object.declared("w")),
        Home::Component => out.push("type(record) :: r".into()),
        Home::Module | Home::Record => {}
    }
    out.extend(used(&locals, body));
    out.push("y = x(6)".into());
    if object.kind == Kind::Pointer {
        out.push(format!("nullify ({name})"));
    }
    out.extend(body.iter().cloned());
    out.extend(["end subroutine".into(), "end module".to_string()]);
    out.join("\n") + "\n"
}

/// The declarations of the names in statements.
fn used(locals: &[String], body: &[String]) -> Vec<String> {
    let word = |name: &str, line: &str| {
        let mut words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '%');
        words.any(|w| w == name)
    };
    let named = |name: &str| body.iter().any(|l| word(name, l));
    let mut out = vec![];
    for l in locals {
        let Some((ty, names)) = l.split_once(" :: ") else {
            continue;
        };
        let kept: Vec<&str> = match ty {
            "integer" => names.split(", ").filter(|n| named(n)).collect(),
            _ => vec![names]
                .into_iter()
                .filter(|n| named(n.split('(').next().unwrap_or("")))
                .collect(),
        };
        if !kept.is_empty() {
            out.push(format!("{ty} :: {}", kept.join(", ")));
        }
    }
    out
}
