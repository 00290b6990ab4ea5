//! Links: a task in the fragment of an address, which is never sent to a server.
//!
//! ```text
//! link  = ["#"] "v1." body {"&" key "=" value}
//! body  = data                          a task document
//!       | "e." example                  a task of the library
//!       | "e." example "." data         the same with differences: an object from JSON pointers to new values
//! data  = base64url(deflate(JSON))
//! ```
//!
//! Names of examples are not encoded: letters, digits, `-` and `/` need no encoding in a fragment. Data contains
//! no dot, so the dots distinguish the three forms. A link is untrusted input: nothing here panics or allocates
//! without bound, and the result is text for the ordinary parsers.

mod base64;
mod differences;
mod view;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde_json::{Map, Value};

use super::library::{example, examples};
use super::read::known_schema;
use base::{Diagnostic, Message, Sources, did_you_mean, has_errors, json, msg};
use view::shown;

/// Length in characters above which a link has a warning.
pub const LENGTH_WARNING: usize = 8_000;

/// Maximum length of a link, in characters.
pub const LENGTH_LIMIT: usize = 32_000;

/// Maximum size of the JSON in a link, in bytes.
const INFLATED_LIMIT: usize = 1 << 20;

/// Longer documents are written without indentation, which could make them a hundred times as large.
const PRETTY_LIMIT: usize = 1 << 17;

/// Maximum compression: links are short, and created rarely.
const EFFORT: u8 = 10;

fn cut_off() -> Message {
    msg!("the link may have been truncated or changed: copy it again")
}

/// A link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// The part after the address of the page, including `#`.
    pub fragment: String,
    /// A warning for the person who shares it.
    pub warning: Option<Message>,
}

/// The content of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The task document as JSON; only its schema has been checked.
    pub task: String,
    /// What the page shows first: keys (letters from a to z) and values.
    pub view: Vec<(String, String)>,
}

/// Whether `text` looks like a link (of any version) rather than a file name.
pub fn is_link(text: &str) -> bool {
    ["#v", "v1.", "http://", "https://"].iter().any(|start| text.starts_with(start))
}

/// The shortest link for a task document: [`decode`] gives the same JSON value. The same input gives the same link.
///
/// # Errors
/// If the document is not a JSON object with the right schema, a key or value of `view` cannot be written, or
/// the link is longer than [`LENGTH_LIMIT`].
pub fn encode(task: &str, view: &[(String, String)]) -> Result<Encoded, Diagnostic> {
    let task = parse_task(task).map_err(|why| {
        Diagnostic::error("link/task", None, msg!("this task cannot be shared: {why}"))
            .suggest(msg!("correct the document, or save it as a file"))
    })?;
    let view = view::write(view).map_err(|why| view_error(&why))?;
    let body = shortest(&task)?;
    let fragment = format!("#v1.{body}{view}");
    let length = fragment.len();
    if length > LENGTH_LIMIT {
        return Err(too_long(length));
    }
    let warning = (length > LENGTH_WARNING).then(|| {
        msg!("this link has {length} characters; some programs truncate links of more than {LENGTH_WARNING}: consider saving a file")
    });
    Ok(Encoded { fragment, warning })
}

/// Reads a link: a fragment, with or without `#`, or a whole address with one. Nothing is fetched.
///
/// # Errors
/// If it is not a link, is damaged, was created by a newer version, or exceeds a limit.
pub fn decode(link: &str) -> Result<Decoded, Diagnostic> {
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment).trim();
    if fragment.len() > LENGTH_LIMIT {
        return Err(too_long(fragment.len()));
    }
    let content = content(fragment)?;
    let (body, view) = content.split_once('&').map_or((content, None), |(body, view)| (body, Some(view)));
    let view = view.map_or(Ok(Vec::new()), view::read).map_err(|why| view_error(&why))?;
    // Some programs encode more than necessary.
    let body = view::percent_decode(body).ok_or_else(|| damaged(&msg!("it has an invalid percent-encoding")))?;
    let task = read_body(&body)?;
    check_schema(&task).map_err(|why| {
        Diagnostic::error("task/schema", None, why)
            .suggest(msg!("open the link with the version of hrglass that created it"))
    })?;
    let compact = task.to_string();
    Ok(Decoded { task: if compact.len() > PRETTY_LIMIT { compact } else { json::pretty(&task) }, view })
}

/// The part after the version.
fn content(fragment: &str) -> Result<&str, Diagnostic> {
    let (version, content) = fragment.strip_prefix('v').and_then(|f| f.split_once('.')).unwrap_or_default();
    if version == "1" {
        return Ok(content);
    }
    if version.starts_with(|c: char| ('1'..='9').contains(&c)) && version.bytes().all(|b| b.is_ascii_digit()) {
        let message =
            msg!("this link was created by a newer version of hrglass (format {})", Message::verbatim(shown(version)));
        let advice = msg!("reload the page, or install the newest version");
        return Err(Diagnostic::error("link/version", None, message).suggest(advice));
    }
    let message = msg!("there is no task in this link");
    let advice = msg!("a link to a task contains `#v1.`; nothing is fetched from the network");
    Err(Diagnostic::error("link/no-task", None, message).suggest(advice))
}

/// The shorter of the two bodies for a task: the whole task, or its differences from the most similar example (the first of several).
fn shortest(task: &Value) -> Result<String, Diagnostic> {
    let in_full = task.to_string();
    if in_full.len() > INFLATED_LIMIT {
        return Err(too_much());
    }
    let mut nearest: Option<(String, String)> = None;
    for (name, text) in examples() {
        // A test ensures that the examples are valid.
        let Ok(example) = parse_task(text) else { continue };
        let Some(differences) = differences::between(&example, task) else { continue };
        if differences.is_empty() {
            return Ok(format!("e.{name}"));
        }
        let written = Value::Object(differences).to_string();
        let shorter = nearest.as_ref().is_none_or(|(_, best)| written.len() < best.len());
        if shorter && written.len() <= INFLATED_LIMIT {
            nearest = Some((format!("e.{name}."), written));
        }
    }
    let edited = nearest.map(|(example, differences)| example + &pack(&differences));
    let in_full = pack(&in_full);
    Ok(edited.filter(|edited| edited.len() < in_full.len()).unwrap_or(in_full))
}

fn read_body(body: &str) -> Result<Value, Diagnostic> {
    let Some(edited) = body.strip_prefix("e.") else {
        return Ok(Value::Object(unpack(body)?));
    };
    let (name, data) = edited.split_once('.').map_or((edited, None), |(name, data)| (name, Some(data)));
    let text = example(name).ok_or_else(|| {
        let suggestion = did_you_mean(name, examples().iter().map(|(name, _)| *name));
        Diagnostic::error("link/unknown-example", None, msg!("there is no example `{}`", shown(name)))
            .suggest(suggestion)
    })?;
    let mut task = parse_task(text).map_err(|why| damaged(&why))?;
    if let Some(data) = data {
        differences::apply(&mut task, unpack(data)?).map_err(|why| {
            let message = msg!("this link edits the example `{name}`, but {why}");
            let advice = msg!("the example may have changed since then: open `#v1.e.{name}` and edit it again");
            Diagnostic::error("link/differences", None, message).suggest(advice)
        })?;
    }
    Ok(task)
}

fn pack(json: &str) -> String {
    base64::encode(&compress_to_vec(json.as_bytes(), EFFORT))
}

fn unpack(data: &str) -> Result<Map<String, Value>, Diagnostic> {
    let packed =
        base64::decode(data).ok_or_else(|| damaged(&msg!("it has invalid characters or an invalid length")))?;
    let bytes = decompress_to_vec_with_limit(&packed, INFLATED_LIMIT).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => too_much(),
        _ => damaged(&msg!("it cannot be decompressed")),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| damaged(&msg!("its content is not text")))?;
    match parse(&text).map_err(|why| damaged(&why))? {
        Value::Object(members) => Ok(members),
        _ => Err(damaged(&msg!("its content is not a task"))),
    }
}

/// The value of a task document, or why it is invalid.
fn parse_task(text: &str) -> Result<Value, Message> {
    let value = parse(text)?;
    if !value.is_object() {
        return Err(msg!("it is not a JSON object"));
    }
    check_schema(&value)?;
    Ok(value)
}

/// A document without a schema has the schema of this version, as everywhere.
fn check_schema(task: &Value) -> Result<(), Message> {
    match task.get("schema") {
        None | Some(Value::Null) => Ok(()),
        Some(Value::String(schema)) => known_schema(schema),
        Some(other) => known_schema(&shown(&other.to_string())),
    }
}

/// The value of a JSON text, or its first error.
fn parse(text: &str) -> Result<Value, Message> {
    let file = Sources::default().add("", "");
    let mut diagnostics = Vec::new();
    let node = json::parse(file, text, &mut diagnostics);
    match node {
        Some(node) if !has_errors(&diagnostics) => Ok(node.to_value()),
        _ => Err(diagnostics.into_iter().next().map_or_else(Message::default, |d| d.message)),
    }
}

fn damaged(why: &Message) -> Diagnostic {
    Diagnostic::error("link/damaged", None, msg!("this link is damaged: {why}")).suggest(cut_off())
}

fn view_error(why: &Message) -> Diagnostic {
    let message = msg!("the part of this link after the first `&` is invalid: {why}");
    Diagnostic::error("link/view", None, message).suggest(msg!("remove everything from the first `&`"))
}

fn too_much() -> Diagnostic {
    let message = msg!("the task in a link must not exceed {INFLATED_LIMIT} bytes");
    Diagnostic::error("link/too-much", None, message).suggest(msg!("save the task as a file and share that"))
}

fn too_long(length: usize) -> Diagnostic {
    let message = msg!("this link has {length} characters; at most {LENGTH_LIMIT} are allowed");
    Diagnostic::error("link/too-long", None, message).suggest(msg!("save the task as a file and share that"))
}
