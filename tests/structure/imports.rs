//! Imports between the files of a crate, as far as paths that begin with `crate` or `super` show them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The files of a crate.
pub struct Crate {
    /// Texts by path from the folder of sources.
    pub files: BTreeMap<String, String>,
}

impl Crate {
    /// Reads a member of the workspace, without its commands, or the folder of a command.
    pub fn read(name: &str) -> Crate {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let is_command = folder.join("main.rs").exists();
        let sources = if is_command { folder } else { folder.join("src") };
        let mut files = BTreeMap::new();
        gather(&sources, &sources, &mut files);
        files.retain(|f, _| is_command || !f.starts_with("bin/"));
        assert!(!files.is_empty(), "{name} has no sources");
        Crate { files }
    }

    /// A crate in memory.
    pub fn of(files: &[(&str, &str)]) -> Crate {
        let files = files.iter().map(|(n, t)| ((*n).to_string(), (*t).to_string()));
        Crate { files: files.collect() }
    }

    /// Files that import each other in cycles, the largest cycle first.
    pub fn cycles(&self) -> Vec<Vec<String>> {
        circles(&self.imports())
    }

    /// Folders (or files beside them) that import each other in cycles, with the number of their files.
    pub fn folder_cycles(&self) -> Vec<(Vec<String>, usize)> {
        self.cycles_of(&|file| match file.split_once('/') {
            Some((folder, _)) => Some(folder.to_string()),
            None => Some(format!("({file})")),
        })
    }

    /// Folders in one folder that import each other in cycles. Files beside them may import all of them.
    pub fn inner_folder_cycles(&self, outer: &str) -> Vec<(Vec<String>, usize)> {
        self.cycles_of(&|file| {
            let inside = file.strip_prefix(outer)?.strip_prefix('/')?;
            inside.split_once('/').map(|(folder, _)| format!("{outer}/{folder}"))
        })
    }

    /// The outermost folders.
    pub fn folders(&self) -> BTreeSet<&str> {
        self.files
            .keys()
            .filter_map(|f| f.split_once('/'))
            .map(|f| f.0)
            .collect()
    }

    /// Groups of files that import each other in cycles, with the number of their files.
    fn cycles_of(&self, group: &dyn Fn(&str) -> Option<String>) -> Vec<(Vec<String>, usize)> {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in self.imports() {
            let Some(from) = group(&from) else { continue };
            let others: Vec<String> = to.iter().filter_map(|t| group(t)).filter(|t| *t != from).collect();
            graph.entry(from).or_default().extend(others);
        }
        let is_in = |f: &str, c: &[String]| group(f).is_some_and(|g| c.contains(&g));
        let count = |c: &[String]| self.files.keys().filter(|f| is_in(f, c)).count();
        circles(&graph).into_iter().map(|c| (c.clone(), count(&c))).collect()
    }

    /// Methods of types whose methods are in several files, each with its file: a caller depends on that file, although
    /// it imports only the type.
    fn shared_methods(&self) -> BTreeMap<&str, (String, &str)> {
        let mut homes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let mut found: Vec<(String, &str, &str)> = vec![];
        for (file, text) in &self.files {
            for (of, name) in super::sizes::declared(text) {
                homes.entry(of.clone()).or_default().insert(file);
                found.push((of, name, file));
            }
        }
        let mut methods: BTreeMap<&str, Option<(String, &str)>> = BTreeMap::new();
        for (of, name, file) in found {
            let shared = homes.get(&of).is_some_and(|h| h.len() > 1);
            // a name that several types have decides nothing
            let here = shared.then_some((of, file));
            let known = methods.entry(name).or_insert_with(|| here.clone());
            if *known != here {
                *known = None;
            }
        }
        methods.into_iter().filter_map(|(n, f)| Some((n, f?))).collect()
    }

    /// The imports of each file; the root of the crate only declares modules, and counts for none.
    fn imports(&self) -> BTreeMap<String, BTreeSet<String>> {
        let modules: BTreeMap<Vec<String>, &str> = self.files.keys().map(|f| (module(f), f.as_str())).collect();
        let methods = self.shared_methods();
        let mut all = BTreeMap::new();
        for (file, text) in &self.files {
            let own = module(file);
            let mut found: BTreeSet<String> = calls(text, &methods).into_iter().filter(|f| f != file).collect();
            for path in paths(text, &own) {
                let known = (1..=path.len()).rev().find_map(|n| modules.get(&path[..n]));
                found.extend(known.filter(|k| *k != file).map(|k| (*k).to_string()));
            }
            all.insert(file.clone(), found);
        }
        all
    }
}

fn gather(root: &Path, folder: &Path, into: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(root, &path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            into.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The module of a file: `a/b/mod.rs` and `a/b.rs` are `a::b`.
fn module(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs");
    let mut parts: Vec<String> = path.split('/').map(str::to_string).collect();
    if parts
        .last()
        .is_some_and(|p| ["mod", "lib", "main"].contains(&p.as_str()))
    {
        parts.pop();
    }
    parts
}

/// The paths from the crate's root that a text names, each with all its segments.
fn paths(text: &str, own: &[String]) -> Vec<Vec<String>> {
    let mut out = vec![];
    for line in statements(text) {
        for (start, word) in [("crate::", true), ("super::", false)] {
            let mut rest = line.as_str();
            while let Some(at) = rest.find(start) {
                let before = rest[..at].chars().next_back();
                let inside = before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':');
                rest = &rest[at..];
                if inside {
                    rest = &rest[start.len()..];
                    continue;
                }
                let mut base = own.to_vec();
                if word {
                    base.clear();
                    rest = &rest[start.len()..];
                }
                while let (false, Some(up)) = (word, rest.strip_prefix("super::")) {
                    base.pop();
                    rest = up;
                }
                rest = tree(rest, &base, &mut out);
            }
        }
    }
    out
}

/// The files of methods that a text calls on types that it names.
fn calls(text: &str, methods: &BTreeMap<&str, (String, &str)>) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mentioned = |of: &String| text.contains(of.as_str());
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        for piece in line.split(['.', ':']).skip(1) {
            let end = piece
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(piece.len());
            let is_call = piece[end..].starts_with('(');
            let method = methods.get(&piece[..end]).filter(|(of, _)| is_call && mentioned(of));
            out.extend(method.map(|(_, file)| (*file).to_string()));
        }
    }
    out
}

/// A text without comments, each import in one piece.
fn statements(text: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![];
    let mut open = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        match (open, out.last_mut()) {
            (true, Some(last)) => last.push_str(line),
            _ => out.push(line.to_string()),
        }
        let is_import = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "];
        open = match open {
            true => !line.ends_with(';'),
            false => is_import.iter().any(|u| line.starts_with(u)) && !line.ends_with(';'),
        };
    }
    out
}

/// Parses `a::{b, c::d}` after a base, and adds each path; returns the rest of the text.
fn tree<'t>(text: &'t str, base: &[String], out: &mut Vec<Vec<String>>) -> &'t str {
    let mut path = base.to_vec();
    let mut rest = text;
    loop {
        if let Some(inner) = rest.strip_prefix('{') {
            rest = inner;
            loop {
                rest = tree(rest.trim_start(), &path, out).trim_start();
                // `as` renames what was imported
                let end = rest.find([',', '}']).unwrap_or(rest.len());
                rest = &rest[end..];
                match rest.strip_prefix(',') {
                    Some(more) if !more.trim_start().starts_with('}') => rest = more,
                    Some(more) => return more.trim_start().strip_prefix('}').unwrap_or(more),
                    None => return rest.strip_prefix('}').unwrap_or(rest),
                }
            }
        }
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let (name, tail) = rest.split_at(end);
        if !name.is_empty() {
            path.push(name.to_string());
        }
        match tail.strip_prefix("::") {
            Some(more) if !name.is_empty() => rest = more,
            _ => {
                out.push(path);
                return tail;
            }
        }
    }
}

/// The strongly connected components with more than one node, the largest first: nodes that reach each other.
fn circles(graph: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reach = |from: &str| -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&str> = graph.get(from).into_iter().flatten().map(String::as_str).collect();
        while let Some(n) = open.pop() {
            if seen.insert(n) {
                open.extend(graph.get(n).into_iter().flatten().map(String::as_str));
            }
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph.keys().map(|n| (n.as_str(), reach(n))).collect();
    let mut done = BTreeSet::new();
    let mut out: Vec<Vec<String>> = vec![];
    for (&n, to) in &reached {
        if !to.contains(n) || !done.insert(n) {
            continue;
        }
        let same = to
            .iter()
            .filter(|&&m| reached.get(m).is_some_and(|back| back.contains(n)));
        let circle: Vec<String> = same.map(|m| (*m).to_string()).collect();
        done.extend(to.iter().filter(|m| circle.iter().any(|c| c == *m)));
        out.push(circle);
    }
    out.retain(|c| c.len() > 1);
    out.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    out
}
