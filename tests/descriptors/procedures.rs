//! The procedures that change a descriptor and inquire about it.

use super::objects::{Kind, Object};

impl Object {
    /// The text of a procedure.
    pub fn procedure(&self, name: &str) -> Vec<String> {
        let (shape, kind) = (self.shape(), self.kind);
        let ty = match kind {
            Kind::Integers | Kind::Pointer => "integer",
            Kind::Reals | Kind::Matrix => "real(8)",
            Kind::Text => "character(*)",
        };
        let attribute = if kind == Kind::Pointer {
            "pointer"
        } else {
            "allocatable"
        };
        let make = match kind {
            Kind::Pointer => vec![
                "if (mod(n, 2) == 0) then",
                "a => few(:n)",
                "else",
                "a => many(6 - n:)",
                "end if",
            ],
            Kind::Text => vec!["a = repeat('d', n)"],
            Kind::Matrix => vec!["allocate (a(n, 0:n - 1))", "a = n"],
            Kind::Integers | Kind::Reals => vec!["allocate (a(0:n - 1))", "a = n"],
        };
        let body: Vec<String> = make.iter().map(|s| (*s).to_string()).collect();
        let gone = match kind {
            Kind::Pointer | Kind::Text => vec![],
            _ => vec!["if (allocated(a)) deallocate (a)".to_string()],
        };
        let asks = match kind {
            Kind::Text => "len(a)",
            Kind::Matrix => "size(a, 2)",
            _ => "size(a)",
        };
        let xy = ["real(8), intent(in) :: x(6)", "real(8), intent(inout) :: y"]
            .map(str::to_string)
            .to_vec();
        let dummy = |intent: &str| {
            format!(
                "{}, intent({intent}) :: a{shape}",
                self.declared("a").split(" :: ").next().unwrap_or("")
            )
        };
        let list = |parts: Vec<Vec<String>>| parts.concat();
        let n = vec!["integer, intent(in) :: n".to_string()];
        match name {
            "change" => list(vec![
                vec!["subroutine change(a, n)".into(), dummy("inout")],
                n,
                gone,
                body,
            ]),
            "make" => list(vec![vec!["subroutine make(a, n)".into(), dummy("out")], n, body]),
            "outer" => list(vec![
                vec!["subroutine outer(a, n)".into(), dummy("inout")],
                n,
                vec!["call inner(a, n + 1)".into(), "call inner(a, n)".into()],
            ]),
            "inner" => list(vec![
                vec!["subroutine inner(a, n)".into(), dummy("inout")],
                n,
                gone,
                body,
            ]),
            "made" => list(vec![
                vec![
                    "function made(n) result(a)".into(),
                    format!("{ty}, {attribute} :: a{shape}"),
                ],
                n,
                body,
            ]),
            "change_global" => {
                let text = list(vec![vec!["subroutine change_global(n)".into()], n, gone, body]);
                text.iter().map(|l| renamed(l, self.name)).collect()
            }
            "asks_global" => {
                let body = vec![
                    format!("real(8) :: t({asks})"),
                    format!("t = x(:{asks})**2"),
                    "y = y*0.4d0 + sum(t)*x(1)".to_string(),
                    format!("y = y*x({asks})"),
                ];
                let text = list(vec![vec!["subroutine asks_global(x, y)".into()], xy, body]);
                text.iter().map(|l| renamed(l, self.name)).collect()
            }
            "automatic" => list(vec![
                vec![
                    "subroutine automatic(a, x, y)".into(),
                    format!("{ty}, intent(in) :: a{shape}"),
                ],
                xy,
                vec![
                    format!("real(8) :: t({asks})"),
                    format!("t = x(:{asks})**2"),
                    "y = y*0.4d0 + sum(t)*x(2)".into(),
                ],
            ]),
            "kept_shape" => list(vec![
                vec!["subroutine kept_shape(a, x, y)".into(), dummy("in")],
                xy,
                vec![
                    "real(8) :: t(lbound(a, 1):ubound(a, 1))".into(),
                    "t = x(:size(a))**2".into(),
                    "y = y*0.4d0 + t(ubound(a, 1))*x(3)".into(),
                ],
            ]),
            "passes" => list(vec![
                vec!["subroutine passes(a, x, y)".into(), dummy("inout")],
                xy,
                vec![
                    "y = y*x(1)*0.9d0 + size(a)*x(2)**2".into(),
                    "call inner(a, 4)".into(),
                    "y = y*x(size(a))".into(),
                    "call inner(a, 2)".into(),
                    "y = y + x(size(a))**2".into(),
                ],
            ]),
            "scaled" => list(vec![
                vec!["subroutine scaled(n, x, y)".into()],
                n,
                xy,
                vec!["y = y*x(n) + n*x(1)**2".into()],
            ]),
            "asks" => list(vec![vec![
                "integer function asks(a)".into(),
                format!("{ty}, intent(in) :: a{shape}"),
                format!("asks = {asks}"),
            ]]),
            "perhaps" => list(vec![
                vec![
                    "subroutine perhaps(a, x, y)".into(),
                    format!("{ty}, intent(in), optional :: a{shape}"),
                ],
                xy,
                vec![
                    "if (present(a)) then".into(),
                    "  y = y*x(size(a))**2".into(),
                    "else".into(),
                    "  y = y*x(6)**3".into(),
                    "end if".into(),
                ],
            ]),
            _ => vec![],
        }
    }
}

/// A line with another name for `a`.
fn renamed(line: &str, name: &str) -> String {
    line.replace("(a)", &format!("({name})"))
        .replace("(a,", &format!("({name},"))
        .replace("(a(", &format!("({name}("))
        .replace("a => ", &format!("{name} => "))
        .replace("a = ", &format!("{name} = "))
}
