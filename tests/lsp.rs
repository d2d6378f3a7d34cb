//! The language server, as an editor talks to it: messages over pipes.

use crate::support::cli::Sandbox;
use serde_json::{json, Value};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const MODEL: &str = "\
subroutine cost(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: total
   integer :: i
   total = 1
   do i = 1, n
      total = total*sin(x(i))
   end do
   y = total
end subroutine cost
";

const PROJECT: &str = "\
files = [\"model.f90\"]
head = \"cost(y)/(x)\"
modes = [\"reverse\", \"tangent\"]
output = \"made/\"
";

/// A server and its client.
struct Client {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    folder: String,
    requests: i32,
}

impl Client {
    fn start(s: &Sandbox) -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_adc"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let folder = s.path("").canonicalize().unwrap();
        let mut client = Client {
            to: server.stdin.take().unwrap(),
            from: BufReader::new(server.stdout.take().unwrap()),
            server,
            folder: format!("file://{}", folder.display()),
            requests: 0,
        };
        let root = client.folder.clone();
        let told = client.request("initialize", json!({"capabilities": {}, "rootUri": root}));
        assert_eq!(told["capabilities"]["hoverProvider"], true);
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(n) => length = n.parse().unwrap(),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn respond(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.respond(method, params)["result"].take()
    }

    fn uri(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    /// Opens a document; its diagnostics.
    fn open(&mut self, name: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": self.uri(name), "languageId": "fortran", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics(name)
    }

    /// Changes a document; its diagnostics.
    fn change(&mut self, name: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": self.uri(name), "version": 2});
        let changes = json!([{ "text": text }]);
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": changes}),
        );
        self.diagnostics(name)
    }

    /// The next diagnostics of a file.
    fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        let uri = self.uri(name);
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == *uri {
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// The parameters for a place on a line of a file, both from 0.
    fn at(&self, name: &str, line: u32) -> Value {
        json!({"textDocument": {"uri": self.uri(name)}, "position": {"line": line, "character": 8}})
    }

    fn hover(&mut self, name: &str, line: u32) -> String {
        let at = self.at(name, line);
        let result = self.request("textDocument/hover", at);
        result["contents"]["value"].as_str().unwrap_or_default().to_string()
    }

    fn actions(&mut self, name: &str, line: u32, diagnostics: &[Value]) -> Vec<Value> {
        let place = json!({"line": line, "character": 8});
        let params = json!({
            "textDocument": {"uri": self.uri(name)},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": diagnostics},
        });
        let result = self.request("textDocument/codeAction", params);
        result.as_array().unwrap().clone()
    }

    fn end(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

/// The text after the edit of an action.
fn edited(text: &str, action: &Value, uri: &str) -> String {
    let edit = &action["edit"]["changes"][uri][0];
    let offset = |end: &str| {
        let position = &edit["range"][end];
        let at = |key: &str| position[key].as_u64().unwrap() as usize;
        let lines = text.split_inclusive('\n').take(at("line"));
        lines.map(str::len).sum::<usize>() + at("character")
    };
    let new = edit["newText"].as_str().unwrap();
    format!("{}{new}{}", &text[..offset("start")], &text[offset("end")..])
}

#[test]
fn diagnostics_follow_the_text() {
    let s = Sandbox::with(&[("model.f90", MODEL), ("adc.toml", PROJECT)]);
    let mut client = Client::start(&s);
    assert_eq!(client.open("model.f90", MODEL), [] as [Value; 0]);

    let wrong = MODEL.replace("y = total\n", "y = totl\n");
    let found = client.change("model.f90", &wrong);
    assert_eq!(found.len(), 1, "{found:?}");
    let d = &found[0];
    assert_eq!([&d["code"], &d["source"]], ["ADC0201", "adc"]);
    assert_eq!(
        d["range"],
        json!({"start": {"line": 11, "character": 7}, "end": {"line": 11, "character": 11}})
    );
    assert!(d["message"].as_str().unwrap().contains("did you mean `total`?"), "{d}");

    // the proposal is an action, which mends the text
    let actions = client.actions("model.f90", 11, &found);
    let uri = client.uri("model.f90");
    assert_eq!(actions[0]["title"], "Change `totl` to `total`");
    assert_eq!(edited(&wrong, &actions[0], &uri), MODEL);
    assert_eq!(client.change("model.f90", MODEL), [] as [Value; 0]);

    // an error of the project file, and of a head that it names
    let project = PROJECT.replace("modes", "mods");
    s.file("adc.toml", project.as_bytes());
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    let found = client.diagnostics("adc.toml");
    assert_eq!(
        [&found[0]["code"], &found[0]["range"]["start"]["line"]],
        [&json!("ADC0509"), &json!(2)]
    );
    s.file("adc.toml", PROJECT.replace("cost(y)", "costs(y)").as_bytes());
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    let found = client.diagnostics("adc.toml");
    assert_eq!(found[0]["code"], "ADC0302", "{found:?}");
    s.file("adc.toml", PROJECT.as_bytes());
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    assert_eq!(client.diagnostics("adc.toml"), [] as [Value; 0]);
    client.end();
}

#[test]
fn documents_without_a_project() {
    let marked = MODEL.replace(
        "   implicit none\n",
        "!$adc independent(x)\n!$adc dependent(z)\n   implicit none\n",
    );
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    let mut client = Client::start(&s);
    // without a head, errors of the source are reported all the same, and nothing else
    assert_eq!(client.open("model.f90", MODEL), [] as [Value; 0]);
    assert_eq!(
        client.change("model.f90", "subroutine f(x)\nx = 1 +\nend\n")[0]["code"],
        "ADC0101"
    );
    assert_eq!(client.change("model.f90", &marked)[0]["code"], "ADC0303");
    assert_eq!(client.hover("model.f90", 10), "");
    assert_eq!(
        client.change("model.f90", &marked.replace("(z)", "(y)")),
        [] as [Value; 0]
    );
    assert_eq!(client.hover("model.f90", 13), "active: total, y");
    client.end();
}

#[test]
fn hover_tells_activity_and_tape() {
    let s = Sandbox::with(&[("model.f90", MODEL), ("adc.toml", PROJECT)]);
    let mut client = Client::start(&s);
    client.open("model.f90", MODEL);
    let opening = client.hover("model.f90", 0);
    assert!(
        opening.contains("active: x, y, total") && opening.contains("tape: "),
        "{opening}"
    );
    let inside = client.hover("model.f90", 9);
    let listed = s.works("adc analyze --show tape").out;
    for part in ["real(8) sinv", "8 bytes", "in an array, needed by line 10"] {
        assert!(inside.contains(part) && listed.contains(part), "{inside}\n{listed}");
    }
    assert!(inside.starts_with("active: total, x"), "{inside}");
    assert_eq!(client.hover("model.f90", 8), "iterations: n");
    assert_eq!(client.hover("model.f90", 2), "");
    client.end();
}

#[test]
fn derivatives_are_found() {
    let s = Sandbox::with(&[("model.f90", MODEL), ("adc.toml", PROJECT)]);
    let mut client = Client::start(&s);
    client.open("model.f90", MODEL);
    let at = client.at("model.f90", 11);
    // nothing was written yet
    assert_eq!(client.request("textDocument/implementation", at.clone()), json!([]));
    s.works("adc");
    let found = client.request("textDocument/implementation", at);
    let mut places = vec![];
    for place in found.as_array().unwrap() {
        let name = Path::new(place["uri"].as_str().unwrap())
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        let line = place["range"]["start"]["line"].as_u64().unwrap() as usize;
        let text = s.text(&format!("made/{name}"));
        places.push(format!("{name}: {}", text.lines().nth(line).unwrap().trim()));
    }
    // the adjoint omits the statement: nothing reads its result
    let opening = "model_b.f90: subroutine cost_b(n, x, xb, y, yb)";
    assert_eq!(places, [opening, "model_d.f90: y = total"]);
    // a line that both have
    let at = client.at("model.f90", 2);
    let found = client.request("textDocument/implementation", at);
    assert_eq!(found.as_array().unwrap().len(), 2);
    client.end();
}

#[test]
fn directives_are_inserted() {
    let caller = "subroutine top(x, y)\n   real(8) :: x, y\n   call inner(x, y)\nend subroutine top\n";
    let s = Sandbox::with(&[("model.f90", MODEL)]);
    let mut client = Client::start(&s);
    client.open("model.f90", MODEL);
    let uri = client.uri("model.f90");
    let actions = client.actions("model.f90", 8, &[]);
    let texts: Vec<String> = actions.iter().map(|a| edited(MODEL, a, &uri)).collect();
    assert_eq!(texts.len(), 3);
    assert!(
        texts[0].contains("   total = 1\n   !$adc ii-loop\n   do i = 1, n\n"),
        "{}",
        texts[0]
    );
    for text in &texts {
        // adc understands each of them
        assert_eq!(client.change("model.f90", text), [] as [Value; 0], "{text}");
        assert_eq!(client.actions("model.f90", 9, &[]), [] as [Value; 0]);
    }
    client.change("model.f90", caller);
    let actions = client.actions("model.f90", 2, &[]);
    assert_eq!(actions.len(), 2);
    assert!(edited(caller, &actions[0], &uri).contains("\n   !$adc nocheckpoint\n   call inner"));
    assert_eq!(client.actions("model.f90", 1, &[]), [] as [Value; 0]);
    let unknown = client.respond("textDocument/rename", json!({}));
    assert_eq!(unknown["error"]["code"], -32601);
    client.end();
}
