//! Units and their declarations.

use super::{join, type_name, Dump};
use crate::ir::*;
use std::fmt::Write;

impl Dump<'_> {
    pub(super) fn unit(&mut self, id: UnitId) {
        let u = &self.p.units[id];
        let mut head = String::new();
        let f = u.prefix;
        for (set, word) in [
            (f.recursive, "recursive "),
            (f.pure_, "pure "),
            (f.elemental, "elemental "),
            (f.impure, "impure "),
            (f.module, "module "),
            (f.interface_body, "interface "),
        ] {
            if set {
                head.push_str(word);
            }
        }
        head.push_str(match u.kind {
            UnitKind::Program => "program",
            UnitKind::Module => "module",
            UnitKind::Submodule => "submodule",
            UnitKind::Subroutine => "subroutine",
            UnitKind::Function => "function",
            UnitKind::BlockData => "block data",
        });
        let _ = write!(head, " {}", u.name);
        if u.is_procedure() {
            let args = join(&u.args, |a| a.map_or("*".into(), |s| self.name(s).to_string()));
            let _ = write!(head, "({args})");
        }
        if let Some(r) = u.result {
            let _ = write!(head, " -> {}", self.name(r));
        }
        self.line(&head);
        self.depth += 1;
        self.specification(id);
        for o in &u.omissions {
            self.line(&format!("left out: {}", o.what));
        }
        if !u.body.is_empty() {
            self.line("begin");
            self.depth += 1;
            self.block(&u.body);
            self.depth -= 1;
        }
        for &inner in &u.contains {
            self.unit(inner);
        }
        self.depth -= 1;
    }

    fn specification(&mut self, id: UnitId) {
        let u = &self.p.units[id];
        for d in &u.directives {
            let kind = match d.kind {
                DirectiveKind::Independent => "independent",
                DirectiveKind::Dependent => "dependent",
                DirectiveKind::InputRepeatable => "input-repeatable",
                DirectiveKind::Split => "nocheckpoint",
            };
            self.line(&format!("${kind} {}", d.names.join(", ")));
        }
        for used in &u.uses {
            let items = join(&used.items, |i| match &i.original {
                Some(o) => format!("{} => {o}", i.local),
                None => i.local.to_string(),
            });
            let only = if used.only { " only" } else { "" };
            let known = if used.module.is_some() { "" } else { " (built in)" };
            self.line(format!("use {}{known}{only} {items}", used.name).trim_ascii_end());
        }
        for &s in &u.symbols {
            let text = self.symbol(s);
            self.line(&text);
            if let SymbolKind::Type(def) = &self.p.symbols[s].kind {
                self.depth += 1;
                for p in &def.params {
                    let word = if p.is_kind { "kind" } else { "len" };
                    let text = format!("{} {word}", self.symbol(p.symbol));
                    self.line(&text);
                }
                for &c in &def.components {
                    let text = self.symbol(c);
                    self.line(&text);
                }
                for b in &def.bindings {
                    let target = match b.proc {
                        Some(s) => self.name(s).to_string(),
                        None => b.generic.join(", "),
                    };
                    self.line(&format!("{} -> {target}", b.name));
                }
                self.depth -= 1;
            }
        }
        for c in &u.commons {
            let members = join(&c.members, |&s| self.name(s).to_string());
            self.line(&format!("common /{}/ {members}", self.p.commons[c.common].name));
        }
        for set in &u.equivalences {
            let text = join(set, |e| self.expr(e));
            self.line(&format!("equivalence ({text})"));
        }
        for d in &u.data {
            let objects = join(&d.objects, |e| self.expr(e));
            let values = join(&d.values, |(r, v)| match r {
                Some(r) => format!("{}*{}", self.expr(r), self.expr(v)),
                None => self.expr(v),
            });
            self.line(&format!("data {objects} / {values} /"));
        }
        for (name, members) in &u.namelists {
            let members = join(members, |&s| self.name(s).to_string());
            self.line(&format!("namelist /{name}/ {members}"));
        }
        for i in &u.interfaces {
            let generic = i.generic.map_or(String::new(), |g| format!(" {}", self.name(g)));
            let word = if i.is_abstract {
                "abstract interface"
            } else {
                "interface"
            };
            self.line(&format!("{word}{generic}"));
            self.depth += 1;
            for &b in &i.bodies {
                self.unit(b);
            }
            self.depth -= 1;
        }
    }

    pub(super) fn symbol(&self, id: SymbolId) -> String {
        let s = &self.p.symbols[id];
        let mut text = match &s.kind {
            SymbolKind::Variable(v) => {
                let mut text = format!("{}: {}{}", s.name, self.decl(&v.ty), self.dims(&v.dims));
                match v.storage {
                    Storage::Local | Storage::Component | Storage::Parameter => {}
                    Storage::Dummy => text.push_str(" dummy"),
                    Storage::Result => text.push_str(" result"),
                    Storage::Module => text.push_str(" module"),
                    Storage::Common(c) => {
                        let _ = write!(text, " in /{}/", self.p.commons[c].name);
                    }
                    Storage::Index => text.push_str(" index"),
                }
                text.push_str(&attrs(&v.attrs));
                match &v.init {
                    Some(Init::Value(e)) => {
                        let _ = write!(text, " = {}", self.expr(e));
                    }
                    Some(Init::Pointer(e)) => {
                        let _ = write!(text, " => {}", self.expr(e));
                    }
                    None => {}
                }
                text
            }
            SymbolKind::Constant(c) => format!(
                "{}: {}{} constant = {}",
                s.name,
                self.decl(&c.ty),
                self.dims(&c.dims),
                self.expr(&c.value)
            ),
            SymbolKind::Procedure(p) => {
                let class = match p.class {
                    ProcClass::External => "external",
                    ProcClass::Module => "module",
                    ProcClass::Internal => "internal",
                    ProcClass::Dummy => "dummy",
                    ProcClass::Pointer => "pointer",
                    ProcClass::Definition => "definition",
                };
                let kind = match &p.result {
                    Some(r) => format!("function {}", self.decl(r)),
                    None => "procedure".into(),
                };
                let known = match (p.unit, p.interface) {
                    (Some(_), _) => " (given)",
                    (None, Some(_)) => " (interface)",
                    (None, None) => "",
                };
                let rank = match p.result_rank {
                    0 => String::new(),
                    r => format!(" rank {r}"),
                };
                let init = p
                    .init
                    .as_ref()
                    .map_or(String::new(), |e| format!(" => {}", self.expr(e)));
                format!("{}: {class} {kind}{rank}{known}{}{init}", s.name, attrs(&p.attrs))
            }
            SymbolKind::Generic(g) => {
                let specifics = join(&g.specifics, |&s| self.name(s).to_string());
                format!("{}: generic ({specifics})", s.name)
            }
            SymbolKind::Type(t) => {
                let parent = t
                    .extends
                    .map_or(String::new(), |e| format!(" extends {}", self.name(e)));
                format!("{}: derived type{parent}", s.name)
            }
            SymbolKind::StatementFunction(f) => {
                let args = join(&f.args, |&a| self.name(a).to_string());
                format!(
                    "{}({args}): {} statement function = {}",
                    s.name,
                    self.decl(&f.ty),
                    self.expr(&f.body)
                )
            }
            SymbolKind::Intrinsic(_) => format!("{}: intrinsic", s.name),
            SymbolKind::Namelist => format!("{}: namelist", s.name),
        };
        if s.private {
            text.push_str(" private");
        }
        text
    }

    pub(super) fn decl(&self, d: &DeclType) -> String {
        let mut text = type_name(self.p, d.ty);
        if self.p.has_lengths(d.ty) {
            let value = |v: &CharLen| match v {
                CharLen::Expr(e) => self.expr(e),
                CharLen::Assumed => "*".into(),
                CharLen::Deferred => ":".into(),
            };
            let (Ty::Derived(t) | Ty::Class(t)) = d.ty else {
                return text;
            };
            let all = self.p.type_params(t).iter().zip(&d.params);
            let lengths: Vec<_> = all.filter(|(p, _)| !p.is_kind).map(|(_, v)| v).collect();
            let _ = write!(text, "({})", join(&lengths, |v| value(v)));
        }
        match &d.len {
            Some(CharLen::Expr(e)) => {
                let _ = write!(text, "*{}", self.expr(e));
            }
            Some(CharLen::Assumed) => text.push_str("*(*)"),
            Some(CharLen::Deferred) => text.push_str("*(:)"),
            None => {}
        }
        text
    }

    fn dims(&self, dims: &[Dim]) -> String {
        if dims.is_empty() {
            return String::new();
        }
        let lower = |lo: &Option<Expr>| lo.as_ref().map_or(String::new(), |e| format!("{}:", self.expr(e)));
        let list = join(dims, |d| match d {
            Dim::Explicit(lo, hi) => format!("{}{}", lower(lo), self.expr(hi)),
            Dim::Assumed(None) | Dim::Deferred => ":".into(),
            Dim::Assumed(lo) => lower(lo),
            Dim::AssumedSize(lo) => format!("{}*", lower(lo)),
            Dim::AssumedRank => "..".into(),
        });
        format!(" [{list}]")
    }
}

fn attrs(a: &Attrs) -> String {
    let mut text = String::new();
    for (set, word) in [
        (a.implicit, " implicit"),
        (a.allocatable, " allocatable"),
        (a.pointer, " pointer"),
        (a.target, " target"),
        (a.save, " save"),
        (a.optional, " optional"),
        (a.value, " value"),
        (a.volatile, " volatile"),
        (a.asynchronous, " asynchronous"),
        (a.protected, " protected"),
        (a.contiguous, " contiguous"),
    ] {
        if set {
            text.push_str(word);
        }
    }
    match a.intent {
        Some(Intent::In) => text.push_str(" in"),
        Some(Intent::Out) => text.push_str(" out"),
        Some(Intent::InOut) => text.push_str(" inout"),
        None => {}
    }
    if let Some(b) = &a.bind {
        let _ = write!(text, " {b}");
    }
    text
}
