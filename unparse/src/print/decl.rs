//! Specification statements.

use super::Printer;
use adc_frontend::ast::{
    Attr, Binding, BindingKind, DataSet, DerivedType, End, Entity, Expr, ImplicitRule, ImportKind, Interface,
    InterfaceItem, Name, TypeSpec, Use,
};

impl Printer {
    pub(super) fn use_stmt(&mut self, u: &Use) {
        self.kw("use");
        match &u.nature {
            Some(nature) => {
                self.w(", ");
                self.w(nature);
                self.w(" :: ");
            }
            None => self.w(" "),
        }
        self.name(&u.module);
        if u.only {
            self.w(", ");
            self.kw("only:");
            self.brk(2);
            if !u.items.is_empty() {
                self.w(" ");
            }
        } else if !u.items.is_empty() {
            self.comma();
        }
        self.list(&u.items, |p, (local, original)| {
            p.name(local);
            if let Some(original) = original {
                p.w(" => ");
                p.name(original);
            }
        });
    }

    pub(super) fn implicit(&mut self, rules: &[ImplicitRule]) {
        self.kw("implicit ");
        self.list(rules, |p, rule| {
            p.type_spec(&rule.ty);
            p.w(" ");
            p.open();
            p.list(&rule.ranges, |p, (a, b)| {
                let text = if a == b { a.to_string() } else { format!("{a}-{b}") };
                p.w(&text);
            });
            p.close();
        });
    }

    pub(super) fn type_decl(&mut self, ty: &TypeSpec, attrs: &[Attr], colons: bool, entities: &[Entity]) {
        self.type_spec(ty);
        self.attrs(attrs);
        self.w(if colons || !attrs.is_empty() { " :: " } else { " " });
        self.list(entities, Self::entity);
    }

    pub(super) fn attr_decl(&mut self, attr: &Attr, colons: bool, entities: &[Entity], blocks: &[Name]) {
        self.attr(attr);
        if entities.is_empty() && blocks.is_empty() {
            return;
        }
        self.w(if colons { " :: " } else { " " });
        self.list(entities, Self::entity);
        for (i, block) in blocks.iter().enumerate() {
            if i > 0 || !entities.is_empty() {
                self.comma();
            }
            self.w("/");
            self.name(block);
            self.w("/");
        }
    }

    pub(super) fn parameter(&mut self, constants: &[(Name, Expr)]) {
        self.kw("parameter ");
        self.open();
        self.list(constants, |p, (name, value)| {
            p.name(name);
            p.w(" = ");
            p.expr(value);
        });
        self.close();
    }

    pub(super) fn data(&mut self, sets: &[DataSet]) {
        self.kw("data ");
        self.list(sets, |p, set| {
            p.list(&set.objects, Self::expr);
            p.brk(2);
            p.w(" ");
            p.data_values(&set.values);
        });
    }

    pub(super) fn common(&mut self, blocks: &[(Option<Name>, Vec<Entity>)]) {
        self.kw("common");
        for (i, (name, members)) in blocks.iter().enumerate() {
            if i > 0 {
                self.w(",");
                self.brk(0);
            }
            match name {
                Some(name) => {
                    self.w(" /");
                    self.name(name);
                    self.w("/");
                }
                None if i > 0 => self.w(" //"),
                None => {}
            }
            self.w(" ");
            self.list(members, Self::entity);
        }
    }

    pub(super) fn equivalence(&mut self, sets: &[Vec<Expr>]) {
        self.kw("equivalence ");
        self.list(sets, |p, set| {
            p.open();
            p.list(set, Self::expr);
            p.close();
        });
    }

    pub(super) fn cray_pointers(&mut self, pairs: &[(Name, Entity)]) {
        self.kw("pointer ");
        self.list(pairs, |p, (address, target)| {
            p.open();
            p.name(address);
            p.comma();
            p.entity(target);
            p.close();
        });
    }

    pub(super) fn import(&mut self, kind: ImportKind, names: &[Name]) {
        self.kw("import");
        match kind {
            ImportKind::Plain if names.is_empty() => {}
            ImportKind::Plain => self.w(" :: "),
            ImportKind::Only => self.kw(", only: "),
            ImportKind::All => self.kw(", all"),
            ImportKind::None => self.kw(", none"),
        }
        self.names(names);
    }

    pub(super) fn namelist(&mut self, groups: &[(Name, Vec<Name>)]) {
        self.kw("namelist");
        for (i, (name, members)) in groups.iter().enumerate() {
            if i > 0 {
                self.w(",");
                self.brk(0);
            }
            self.w(" /");
            self.name(name);
            self.w("/ ");
            self.names(members);
        }
    }

    pub(super) fn enumeration(&mut self, enumerators: &[Vec<(Name, Option<Expr>)>], end: &End, head: Head) {
        self.kw("enum, bind(c)");
        self.finish(head.label, head.trail);
        self.level += 1;
        for list in enumerators {
            self.kw("enumerator");
            self.w(" :: ");
            self.list(list, |p, (name, value)| {
                p.name(name);
                if let Some(value) = value {
                    p.w(" = ");
                    p.expr(value);
                }
            });
            self.finish(None, None);
        }
        self.end("end enum", None, end);
    }

    pub(super) fn derived_type(&mut self, t: &DerivedType, head: Head) {
        self.kw("type");
        self.attrs(&t.attrs);
        self.w(if t.attrs.is_empty() { " " } else { " :: " });
        self.name(&t.name);
        if !t.params.is_empty() {
            self.open();
            self.names(&t.params);
            self.close();
        }
        self.finish(head.label, head.trail);
        self.level += 1;
        if t.private {
            self.line_of("private");
        }
        if t.sequence {
            self.line_of("sequence");
        }
        self.block(&t.components);
        if t.has_contains {
            self.level -= 1;
            self.line_of("contains");
            self.level += 1;
            if t.private_bindings {
                self.line_of("private");
            }
            for binding in &t.bindings {
                self.binding(binding);
            }
        }
        self.end("end type", Some(&t.name), &t.end);
    }

    fn binding(&mut self, b: &Binding) {
        self.trivia(&b.head.lead);
        match &b.kind {
            BindingKind::Procedure {
                interface,
                attrs,
                items,
            } => {
                self.kw("procedure");
                if let Some(interface) = interface {
                    self.open();
                    self.name(interface);
                    self.close();
                }
                self.attrs(attrs);
                self.w(" :: ");
                self.list(items, |p, (name, target)| {
                    p.name(name);
                    if let Some(target) = target {
                        p.w(" => ");
                        p.name(target);
                    }
                });
            }
            BindingKind::Generic { attrs, spec, names } => {
                self.kw("generic");
                self.attrs(attrs);
                self.w(" :: ");
                self.name(spec);
                self.w(" => ");
                self.names(names);
            }
            BindingKind::Final(names) => {
                self.kw("final");
                self.w(" :: ");
                self.names(names);
            }
        }
        self.finish(b.head.label, b.head.trail.as_deref());
    }

    pub(super) fn interface(&mut self, block: &Interface, head: Head) {
        if block.is_abstract {
            self.kw("abstract ");
        }
        self.kw("interface");
        if let Some(generic) = &block.generic {
            self.w(" ");
            self.name(generic);
        }
        self.finish(head.label, head.trail);
        self.level += 1;
        for item in &block.items {
            match item {
                InterfaceItem::Body(unit) => self.unit(unit),
                InterfaceItem::Procedures(names, module, at) => {
                    self.trivia(&at.lead);
                    if *module {
                        self.kw("module ");
                    }
                    self.kw("procedure ");
                    self.names(names);
                    self.finish(at.label, at.trail.as_deref());
                }
            }
        }
        self.end("end interface", block.generic.as_ref(), &block.end);
    }

    /// A statement that is one keyword.
    pub(super) fn line_of(&mut self, word: &str) {
        self.kw(word);
        self.finish(None, None);
    }

    /// The end of a construct whose body stands one level deeper.
    pub(super) fn end(&mut self, words: &str, name: Option<&Name>, end: &End) {
        self.trivia(&end.lead);
        self.level = self.level.saturating_sub(1);
        self.kw(words);
        if let Some(name) = name {
            self.w(" ");
            self.name(name);
        }
        self.finish(end.label, end.trail.as_deref());
    }
}

/// Label of a statement and comment behind it.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    pub(super) label: Option<u32>,
    pub(super) trail: Option<&'a str>,
}
