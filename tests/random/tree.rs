//! A generated program: units with declarations and a tree of statements, which can be printed in both source forms and
//! reduced by the shrinker.

/// A statement or a construct, as text.
#[derive(Clone, Debug)]
pub enum Node {
    /// A statement, with its label.
    Line(Option<u32>, String),
    /// A construct: each part is an opening line with its body; then the closing line.
    Block(Vec<(String, Vec<Node>)>, String),
    /// Statements that depend on each other (labels and the jumps to them, counters of loops). The contents of inner
    /// blocks and groups can still be removed.
    Group(Vec<Node>),
}

/// A statement.
pub fn line(text: impl Into<String>) -> Node {
    Node::Line(None, text.into())
}

/// A construct with one part.
pub fn block(open: impl Into<String>, body: Vec<Node>, close: impl Into<String>) -> Node {
    Node::Block(vec![(open.into(), body)], close.into())
}

/// A declaration, printed if its name occurs in the unit.
#[derive(Clone, Debug)]
pub struct Decl {
    /// The declared names, between bars; empty if the declaration is always printed.
    pub name: String,
    /// The statement.
    pub text: String,
}

/// A program unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// `subroutine foo(x)`
    pub head: String,
    /// Specification part.
    pub decls: Vec<Decl>,
    /// First values, each with the names for which it is needed: printed if one of them occurs after it, or if it has
    /// no names.
    pub first: Vec<(String, Node)>,
    /// Executable part.
    pub body: Vec<Node>,
    /// Units after CONTAINS.
    pub inner: Vec<Unit>,
    /// `end subroutine foo`
    pub end: String,
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The header comment that describes the call of the head.
    pub header: Vec<String>,
    /// Modules and procedures, in order.
    pub units: Vec<Unit>,
    /// Fixed form.
    pub fixed: bool,
}

impl Program {
    /// The source text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for h in &self.header {
            out.push_str(if self.fixed { "C     " } else { "! " });
            out.push_str(h);
            out.push('\n');
        }
        for u in &self.units {
            u.print(self.fixed, 0, &mut out);
        }
        out
    }
}

impl Unit {
    fn print(&self, fixed: bool, depth: usize, out: &mut String) {
        put(fixed, depth, None, &self.head, out);
        let mut code = Unit::code(&self.body);
        for inner in &self.inner {
            inner.print(false, 0, &mut code);
        }
        code.make_ascii_lowercase();
        let mut first = vec![];
        for (name, node) in self.first.iter().rev() {
            if name.is_empty() || name.split('|').any(|n| mentions(&code, n)) {
                code.push_str(&Unit::code(std::slice::from_ref(node)));
                first.push(node.clone());
            }
        }
        first.reverse();
        // another declaration may be the only user of a declaration
        let mut kept = vec![false; self.decls.len()];
        loop {
            let mut grown = false;
            for (k, d) in self.decls.iter().enumerate() {
                if !kept[k] && (d.name.is_empty() || d.name.split('|').any(|n| mentions(&code, n))) {
                    kept[k] = true;
                    grown = true;
                    code.push('\n');
                    code.push_str(&d.text.to_ascii_lowercase());
                }
            }
            if !grown {
                break;
            }
        }
        for (d, _) in self.decls.iter().zip(&kept).filter(|(_, k)| **k) {
            put(fixed, depth + 1, None, &d.text, out);
        }
        nodes(&first, fixed, depth + 1, out);
        nodes(&self.body, fixed, depth + 1, out);
        if !self.inner.is_empty() {
            put(fixed, depth, None, "contains", out);
            for inner in &self.inner {
                inner.print(fixed, depth + 1, out);
            }
        }
        put(fixed, depth, None, &self.end, out);
    }

    /// The unit as free-form text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.print(false, 0, &mut out);
        out
    }

    /// The statements alone, one on a line.
    pub fn code(body: &[Node]) -> String {
        let mut out = String::new();
        for n in body {
            match n {
                Node::Line(_, t) => {
                    out.push_str(t);
                    out.push('\n');
                }
                Node::Block(parts, close) => {
                    for (open, body) in parts {
                        out.push_str(open);
                        out.push('\n');
                        out.push_str(&Unit::code(body));
                    }
                    out.push_str(close);
                    out.push('\n');
                }
                Node::Group(inner) => out.push_str(&Unit::code(inner)),
            }
        }
        out
    }
}

/// Checks whether a name occurs in a text as a whole word.
pub fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '%');
    let starts = |at: usize| !is_word(text[..at].chars().next_back());
    let ends = |at: usize| {
        !text[at..]
            .chars()
            .next()
            .is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    text.match_indices(name)
        .any(|(at, _)| starts(at) && ends(at + name.len()))
}

fn nodes(list: &[Node], fixed: bool, depth: usize, out: &mut String) {
    for n in list {
        match n {
            Node::Line(label, text) => put(fixed, depth, *label, text, out),
            Node::Block(parts, close) => {
                for (open, body) in parts {
                    put(fixed, depth, None, open, out);
                    nodes(body, fixed, depth + 1, out);
                }
                put(fixed, depth, None, close, out);
            }
            Node::Group(inner) => nodes(inner, fixed, depth, out),
        }
    }
}

/// A statement in columns or on lines. A label may also stand at the beginning of the text, as in `10 continue`.
fn put(fixed: bool, depth: usize, label: Option<u32>, text: &str, out: &mut String) {
    let (digits, text) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(n) if n > 0 && label.is_none() => (text[..n].to_string(), text[n..].trim_start()),
        _ => (label.map_or(String::new(), |l| l.to_string()), text),
    };
    if text.is_empty() {
        return;
    }
    if !fixed {
        let indent = "  ".repeat(depth);
        let lead = if digits.is_empty() {
            indent
        } else {
            format!("{digits} ")
        };
        let mut rest = format!("{lead}{text}");
        while rest.len() > 110 {
            let at = break_at(&rest, 105);
            out.push_str(&rest[..at]);
            out.push_str(" &\n");
            rest = format!("      & {}", &rest[at..]);
        }
        out.push_str(&rest);
        out.push('\n');
        return;
    }
    out.push_str(&format!("{digits:<5} "));
    let indent = " ".repeat((2 * depth).min(10));
    let mut rest = format!("{indent}{text}");
    while rest.len() > 66 {
        let at = break_at(&rest, 66);
        out.push_str(&rest[..at]);
        out.push_str("\n     &");
        rest = rest[at..].to_string();
    }
    out.push_str(&rest);
    out.push('\n');
}

/// The last break point before `limit`: after a comma or an operator between blanks.
fn break_at(text: &str, limit: usize) -> usize {
    let found = text[..limit].rfind([',', '(', ' ']);
    found.filter(|&n| n > 20).map_or(limit, |n| n + 1)
}
