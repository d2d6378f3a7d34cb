//! Helpers of the parser's tests: parsing a text, a compact form of the tree, and checks of its spans.

use adc_frontend::ast::*;
use adc_frontend::diag::Diagnostic;
use adc_frontend::parse::{parse, ParseOptions};
use adc_frontend::span::{Form, SourceMap};

pub struct Parsed {
    pub map: SourceMap,
    pub tree: File,
    pub diags: Vec<Diagnostic>,
}

/// Parses a text; INCLUDE finds a small fixed set of files.
pub fn parse_text(text: &str, form: Form) -> Parsed {
    let mut map = SourceMap::default();
    let file = map.add("t", text, form);
    let (tree, diags) = parse(&mut map, file, &ParseOptions::default(), &mut |map, name, from| {
        let form = map.file(from).form;
        match name {
            "size.inc" => Some(map.add(name, "      integer n\n      parameter (n = 10)\n", form)),
            "self.inc" => Some(map.add(name, "      include 'self.inc'\n", form)),
            _ => None,
        }
    });
    Parsed { map, tree, diags }
}

/// One line for each message: place, code, text, advice.
pub fn messages(p: &Parsed) -> String {
    let mut out = String::new();
    for d in &p.diags {
        let (line, column) = p.map.locate(d.span.lo).map_or((0, 0), |(_, l, c)| (l, c));
        out += &format!("{line}:{column} ADC{:04} {}\n", d.code, d.message);
        for s in &d.secondary {
            let (line, column) = p.map.locate(s.span.lo).map_or((0, 0), |(_, l, c)| (l, c));
            out += &format!("    {line}:{column} {}\n", s.text);
        }
        for n in &d.notes {
            out += &format!("    note: {n}\n");
        }
        if let Some(h) = &d.help {
            out += &format!("    help: {h}\n");
        }
    }
    out
}

/// The tree, one line for each statement, nested like the blocks.
pub fn dump(file: &File) -> String {
    let mut d = Dump {
        out: String::new(),
        depth: 0,
    };
    for u in &file.units {
        d.unit(u);
    }
    d.lead(&file.tail);
    d.out
}

struct Dump {
    out: String,
    depth: usize,
}

impl Dump {
    fn line(&mut self, text: &str) {
        self.out += &"  ".repeat(self.depth);
        self.out += text.trim_end();
        self.out.push('\n');
    }

    fn lead(&mut self, lead: &[Trivia]) {
        for t in lead {
            match t {
                Trivia::Blank => self.line("blank"),
                Trivia::Comment(t, _) => self.line(&format!("!{t}")),
                Trivia::Preprocessor(t, _) | Trivia::Excluded(t, _) => self.line(t),
            }
        }
    }

    fn end(&mut self, what: &str, end: &End) {
        self.depth += 1;
        self.lead(&end.lead);
        self.depth -= 1;
        let label = end.label.map_or(String::new(), |l| format!("{l} "));
        let trail = end.trail.as_ref().map_or(String::new(), |t| format!("  !{t}"));
        self.line(&format!("{label}{what}{trail}"));
    }

    fn unit(&mut self, u: &Unit) {
        self.lead(&u.lead);
        let label = u.label.map_or(String::new(), |l| format!("{l} "));
        self.line(&format!("{label}unit {}", compact(&format!("{:?}", u.kind))));
        self.block(&u.body);
        if let Some(at) = &u.contains_at {
            self.end("contains", at);
            self.depth += 1;
            u.contains.iter().for_each(|c| self.unit(c));
            self.depth -= 1;
        }
        self.end("end unit", &u.end);
    }

    fn block(&mut self, b: &Block) {
        self.depth += 1;
        b.iter().for_each(|s| self.stmt(s));
        self.depth -= 1;
    }

    /// Prints the statement without its parts, then the parts.
    fn stmt(&mut self, s: &Stmt) {
        self.lead(&s.lead);
        let mut shell = s.kind.clone();
        let mut inner = Dump {
            out: String::new(),
            depth: self.depth,
        };
        match &mut shell {
            StmtKind::If { arms, end, .. } | StmtKind::Where { arms, end, .. } => {
                for (i, a) in arms.drain(..).enumerate() {
                    let cond = a.cond.map_or(String::new(), |c| compact(&format!("{c:?}")));
                    if i > 0 {
                        inner.end(&format!("else {cond}"), &a.head);
                    } else {
                        inner.line(&format!("if {cond}"));
                    }
                    inner.block(&a.body);
                }
                inner.end("end if", &std::mem::take(end));
            }
            StmtKind::Do { body, end, .. } => {
                inner.block(&std::mem::take(body));
                if let Some(e) = end.take() {
                    inner.end("end do", &e);
                }
            }
            StmtKind::Forall { body, end, .. }
            | StmtKind::Associate { body, end, .. }
            | StmtKind::BlockConstruct { body, end, .. }
            | StmtKind::Images { body, end, .. } => {
                inner.block(&std::mem::take(body));
                inner.end("end", &std::mem::take(end));
            }
            StmtKind::SelectCase { cases, end, .. } => {
                for c in cases.drain(..) {
                    inner.end(&format!("case {}", compact(&format!("{:?}", c.values))), &c.head);
                    inner.block(&c.body);
                }
                inner.end("end select", &std::mem::take(end));
            }
            StmtKind::SelectType { guards, end, .. } => {
                for g in guards.drain(..) {
                    inner.end(&format!("guard {}", compact(&format!("{:?}", g.guard))), &g.head);
                    inner.block(&g.body);
                }
                inner.end("end select", &std::mem::take(end));
            }
            StmtKind::SelectRank { ranks, end, .. } => {
                for r in ranks.drain(..) {
                    inner.end(&format!("rank {}", compact(&format!("{:?}", r.rank))), &r.head);
                    inner.block(&r.body);
                }
                inner.end("end select", &std::mem::take(end));
            }
            StmtKind::DerivedType(t) => {
                inner.block(&std::mem::take(&mut t.components));
                for b in t.bindings.drain(..) {
                    inner.end(&format!("  {}", compact(&format!("{:?}", b.kind))), &b.head);
                }
                inner.end("end type", &std::mem::take(&mut t.end));
            }
            StmtKind::Interface(i) => {
                inner.depth += 1;
                for item in i.items.drain(..) {
                    match item {
                        InterfaceItem::Body(u) => inner.unit(&u),
                        InterfaceItem::Procedures(names, module, head) => {
                            inner.end(&format!("{} {module}", compact(&format!("{names:?}"))), &head)
                        }
                    }
                }
                inner.depth -= 1;
                inner.end("end interface", &std::mem::take(&mut i.end));
            }
            _ => {}
        }
        let label = s.label.map_or(String::new(), |l| format!("{l} "));
        let trail = s.trail.as_ref().map_or(String::new(), |t| format!("  !{t}"));
        self.line(&format!("{label}{}{trail}", compact(&format!("{shell:?}"))));
        self.out += &inner.out;
    }
}

/// Shortens the debug form: names and expressions without their wrapping, no spans, no empty fields.
pub fn compact(debug: &str) -> String {
    let mut out = String::new();
    // For each open brace, whether its closing is left out.
    let mut dropped = vec![];
    let mut rest = debug;
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            let n = string_length(rest);
            out += &rest[..n];
            rest = &rest[n..];
        } else if let Some(n) = field_length(rest, ", span: ").or_else(|| field_length(rest, "span: ")) {
            rest = &rest[n..];
        } else if let Some(r) = rest.strip_prefix("Name { text: ") {
            dropped.push(true);
            rest = r;
        } else if let Some(r) = rest.strip_prefix("Expr { kind: ") {
            dropped.push(true);
            rest = r;
        } else if let Some(r) = rest.strip_prefix("Part { name: ") {
            dropped.push(true);
            rest = r;
        } else if let Some(r) = empty_field(rest) {
            rest = r;
        } else if let Some(r) = rest.strip_prefix(" }") {
            if !dropped.pop().unwrap_or(false) {
                out += " }";
            }
            rest = r;
        } else {
            if c == '{' {
                dropped.push(false);
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn empty_field(s: &str) -> Option<&str> {
    let r = s.strip_prefix(", ")?;
    let colon = r.find(": ")?;
    if !r[..colon].bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
        return None;
    }
    let v = &r[colon + 2..];
    ["None", "[]", "false", "Default"]
        .iter()
        .find_map(|e| v.strip_prefix(e))
}

fn string_length(s: &str) -> usize {
    let mut escaped = false;
    for (i, c) in s.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return i + 1,
            _ => {}
        }
    }
    s.len()
}

fn field_length(s: &str, name: &str) -> Option<usize> {
    let v = s.strip_prefix(name)?;
    let n = v.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    Some(name.len() + n)
}

/// Checks that every span lies in the session's files, and those of an expression or type within the enclosing one.
pub fn check_spans(p: &Parsed) {
    let end = p
        .map
        .files()
        .map(|(_, f)| f.base + f.text.len() as u32)
        .max()
        .unwrap_or(0);
    let debug = format!("{:?}", p.tree);
    // For each open brace: whether it is an expression or type, and the spans seen within it.
    let mut open: Vec<(bool, u32, u32)> = vec![];
    let mut rest = debug.as_str();
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            rest = &rest[string_length(rest)..];
            continue;
        }
        if let Some(v) = rest.strip_prefix("span: ") {
            let n = v.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
            let (lo, hi) = v[..n].split_once("..").expect("a span");
            let (lo, hi): (u32, u32) = (lo.parse().expect("a number"), hi.parse().expect("a number"));
            assert!(lo <= hi && hi <= end, "span {lo}..{hi} is out of range");
            if let Some((nested, a, b)) = open.last_mut() {
                assert!(
                    !*nested || (lo <= *a && *b <= hi),
                    "span {a}..{b} is not within {lo}..{hi}"
                );
                (*a, *b) = ((*a).min(lo), (*b).max(hi));
            }
            rest = &v[n..];
            continue;
        }
        if c == '{' {
            let before = &debug[..debug.len() - rest.len()];
            let nested = before.ends_with("Expr ") || before.ends_with("TypeSpec ");
            open.push((nested, u32::MAX, 0));
        } else if c == '}' {
            if let (Some((_, lo, hi)), Some((_, a, b))) = (open.pop(), open.last_mut()) {
                (*a, *b) = ((*a).min(lo), (*b).max(hi));
            }
        }
        rest = &rest[c.len_utf8()..];
    }
}
