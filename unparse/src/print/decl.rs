//! Specification statements.

use super::printer::{Head, Printer};
use adc_frontend::ast::{
    Attr, Binding, BindingKind, DataSet, DerivedType, End, Entity, Enumerators, Expr, ImplicitRule, ImportKind,
    Interface, InterfaceItem, Name, Stmt, StmtKind, TypeSpec, Use,
};

impl Printer<'_> {
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
        // in source order, if there is a source
        let entities = entities.iter().map(|e| (e.name.span.lo, Ok(e)));
        let mut items: Vec<_> = entities.chain(blocks.iter().map(|b| (b.span.lo, Err(b)))).collect();
        items.sort_by_key(|(at, _)| *at);
        self.list(&items, |p, (_, item)| match item {
            Ok(entity) => p.entity(entity),
            Err(block) => {
                p.w("/");
                p.name(block);
                p.w("/");
            }
        });
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

    pub(super) fn enumeration(&mut self, statements: &[Enumerators], end: &End, head: Head) {
        self.kw("enum, bind(c)");
        self.finish(head);
        self.level += 1;
        for s in statements {
            self.kw("enumerator");
            self.w(" :: ");
            self.list(&s.list, |p, (name, value)| {
                p.name(name);
                if let Some(value) = value {
                    p.w(" = ");
                    p.expr(value);
                }
            });
            self.finish(Head::part(&s.head));
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
        self.finish(head);
        self.level += 1;
        // parameters are declared before PRIVATE, or after it for gfortran 12: keep the written order
        let starts = |at: &Option<End>| at.as_ref().map(|at| at.span.lo);
        let private = starts(&t.private).or(starts(&t.sequence));
        let is_before = |c: &&Stmt| declares_param(c) && private.is_none_or(|lo| c.span.lo < lo);
        let (params, components) = t.components.split_at(t.components.iter().take_while(is_before).count());
        self.block(params);
        let mut first = [(&t.private, "private"), (&t.sequence, "sequence")];
        first.sort_by_key(|(at, _)| at.as_ref().map(|at| at.span.lo));
        for (at, word) in first {
            if let Some(at) = at {
                self.line_of(word, Head::part(at));
            }
        }
        self.block(components);
        if let Some(at) = &t.contains_at {
            self.contains_line(at);
            if let Some(at) = &t.private_bindings {
                self.line_of("private", Head::part(at));
            }
            for binding in &t.bindings {
                self.binding(binding);
            }
        }
        self.end("end type", Some(&t.name), &t.end);
    }

    fn binding(&mut self, b: &Binding) {
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
        self.finish(Head::part(&b.head));
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
        self.finish(head);
        self.level += 1;
        for item in &block.items {
            match item {
                InterfaceItem::Body(unit) => self.unit(unit),
                InterfaceItem::Procedures(names, module, at) => {
                    if *module {
                        self.kw("module ");
                    }
                    self.kw("procedure ");
                    self.names(names);
                    self.finish(Head::part(at));
                }
            }
        }
        self.end("end interface", block.generic.as_ref(), &block.end);
    }

    /// A statement that is one keyword.
    fn line_of(&mut self, word: &str, head: Head) {
        self.kw(word);
        self.finish(head);
    }

    /// `CONTAINS`, between two parts of a unit or type.
    pub(super) fn contains_line(&mut self, at: &End) {
        self.level -= 1;
        self.line_of("contains", Head::bound(at));
        self.level += 1;
    }

    /// The end of a construct whose body is one level deeper.
    pub(super) fn end(&mut self, words: &str, name: Option<&Name>, end: &End) {
        self.level = self.level.saturating_sub(1);
        self.kw(words);
        if let Some(name) = name {
            self.w(" ");
            self.name(name);
        }
        self.finish(Head::bound(end));
    }
}

/// True for the declaration of parameters of a type.
fn declares_param(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::TypeDecl { attrs, .. } if attrs.iter().any(|a| matches!(a, Attr::Kind | Attr::LenParam)))
}
