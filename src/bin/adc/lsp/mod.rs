//! `adc lsp`: a language server. It speaks the Language Server Protocol on standard input and output.
//!
//! ```text
//! notifications ─documents→ open texts ─subjects→ derivatives to check ─library→ messages ─places→ diagnostics
//! requests ─hover, go, actions→ answers
//! ```
//!
//! The heads are those of `adc.toml`, or of directives in a document that no derivative of the project contains. The
//! server answers one message after the other. Preprocessed files (`.F90`) are read as they were saved.

mod actions;
mod documents;
mod go;
mod hover;
mod notes;
mod places;
mod publish;
mod subjects;

use crate::output::{remark, DONE, SOURCE_ERROR};
use documents::Documents;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _,
};
use lsp_types::request::{CodeActionRequest, GotoImplementation, HoverRequest, Request as _};
use lsp_types::{
    CodeActionProviderCapability, HoverProviderCapability, ImplementationProviderCapability, SaveOptions,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions,
};
use publish::Published;
use serde_json::Value;
use std::error::Error;
use subjects::Checked;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Serves until the client ends.
pub fn run() -> u8 {
    let (connection, threads) = Connection::stdio();
    let served = serve(connection);
    let joined = threads.join().map_err(Into::into);
    match served.and(joined) {
        Ok(()) => DONE,
        Err(e) => {
            remark(&format!("the language server ends: {e}"));
            SOURCE_ERROR
        }
    }
}

fn serve(connection: Connection) -> Outcome<()> {
    let given = connection.initialize(serde_json::to_value(capabilities())?)?;
    enter(&given);
    let mut server = Server {
        connection,
        documents: Documents::default(),
        checked: vec![],
        published: Published::default(),
    };
    while let Ok(message) = server.connection.receiver.recv() {
        match message {
            Message::Request(request) if server.connection.handle_shutdown(&request)? => break,
            Message::Request(request) => {
                let response = server.answer(request);
                server.connection.sender.send(Message::Response(response))?;
            }
            Message::Notification(notification) => server.notice(notification)?,
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions::default())),
            ..Default::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        ..Default::default()
    }
}

/// Makes the folder of the project the current one: names of files and `adc.toml` are relative to it. Of what a client
/// tells about itself, only this is read.
fn enter(given: &Value) {
    let first = given.pointer("/workspaceFolders/0/uri");
    let root = first.or_else(|| given.get("rootUri")).and_then(Value::as_str);
    let folder = root.and_then(|r| documents::path_of(&r.parse().ok()?));
    // without a folder, the current one stays
    if let Some(Err(e)) = folder.map(std::env::set_current_dir) {
        remark(&format!("cannot enter the folder of the project: {e}"));
    }
}

/// The state between messages.
struct Server {
    connection: Connection,
    documents: Documents,
    /// The results for the texts as they are.
    checked: Vec<Checked>,
    published: Published,
}

impl Server {
    /// Follows a change of a document.
    fn notice(&mut self, notification: Notification) -> Outcome<()> {
        let params = notification.params;
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => self.documents.open(serde_json::from_value(params)?),
            DidChangeTextDocument::METHOD => self.documents.change(serde_json::from_value(params)?),
            DidCloseTextDocument::METHOD => self.documents.close(&serde_json::from_value(params)?),
            DidSaveTextDocument::METHOD => {}
            _ => return Ok(()),
        }
        let (checked, problem) = subjects::check(&self.documents);
        self.checked = checked;
        for params in self.published.renew(&self.checked, problem.as_ref(), &self.documents) {
            let method = lsp_types::notification::PublishDiagnostics::METHOD.to_string();
            let message = Notification::new(method, params);
            self.connection.sender.send(Message::Notification(message))?;
        }
        Ok(())
    }

    /// The response to a request.
    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match self.result(&method, params) {
            Ok(Some(result)) => Response::new_ok(id, result),
            Ok(None) => {
                let text = format!("adc has no method `{method}`");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, text)
            }
            Err(e) => Response::new_err(id, ErrorCode::InvalidParams as i32, e.to_string()),
        }
    }

    /// The result of a method; `None` for an unknown one.
    fn result(&mut self, method: &str, params: Value) -> Outcome<Option<Value>> {
        let documents = &self.documents;
        let result = match method {
            HoverRequest::METHOD => {
                let at = serde_json::from_value(params)?;
                serde_json::to_value(hover::hover(&mut self.checked, &at))?
            }
            GotoImplementation::METHOD => {
                let at = serde_json::from_value(params)?;
                serde_json::to_value(go::to_derivative(&self.checked, documents, &at))?
            }
            CodeActionRequest::METHOD => {
                let asked = serde_json::from_value(params)?;
                serde_json::to_value(actions::actions(documents, &asked))?
            }
            _ => return Ok(None),
        };
        Ok(Some(result))
    }
}
