//! Reading.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::lex::{Token, TokenKind, tokens};
use super::{Timbuk, TimbukSymbol, WORDS};
use crate::automaton::{Rule, StateId, Symbol, TreeAutomaton};
use base::{
    CompactSort, Diagnostic, FileId, Idx, Message, Span, Text, TokenCursor, closest, did_you_mean, has_errors, msg,
    shorten, text,
};

/// Reads an automaton. The sections may have any order in which names are declared before they are used. Returns everything that is wrong, and the
/// automaton unless there is an error.
pub fn read_timbuk(text: &str, file: FileId) -> (Option<Timbuk>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = tokens(text, file, &mut diagnostics);
    let end = Span::new(file, text.len(), text.len());
    let mut reader = Reader {
        tokens: TokenCursor::new(tokens, end),
        name: String::new(),
        sections: FxHashMap::default(),
        symbols: Declared::default(),
        states: Declared::default(),
        accepting: Declared::default(),
        rules: Vec::new(),
        places: FxHashMap::default(),
        diagnostics,
    };
    reader.sections();
    let mut diagnostics = reader.diagnostics;
    let timbuk = (!has_errors(&diagnostics)).then(|| Timbuk {
        name: reader.name,
        symbols: reader.symbols.into_iter().map(|(name, (rank, _))| TimbukSymbol { name, rank }).collect(),
        states: reader.states.into_keys().collect(),
        automaton: {
            let mut automaton = TreeAutomaton::new();
            for mut rules in reader.rules {
                rules.compact_sort();
                automaton.push_state(rules);
            }
            automaton
        },
        accepting: reader.accepting.into_keys().collect(),
    });
    shorten(&mut diagnostics);
    (timbuk, diagnostics)
}

/// Maximum number of suggestions.
const SUGGESTIONS: usize = 100;

type Declared<K, T> = IndexMap<K, T, FxBuildHasher>;

struct Reader<'t> {
    tokens: TokenCursor<Token<'t>>,
    name: String,
    /// The sections so far.
    sections: FxHashMap<&'static str, Span>,
    symbols: Declared<String, (usize, Span)>,
    states: Declared<String, Span>,
    accepting: Declared<StateId, Span>,
    /// For each state its rules, and where they are.
    rules: Vec<Vec<Rule>>,
    places: FxHashMap<(StateId, Rule), Span>,
    diagnostics: Vec<Diagnostic>,
}

/// Something is wrong, and was reported.
struct Reported;

impl<'t> Reader<'t> {
    fn sections(&mut self) {
        while !self.tokens.at_end() {
            let span = self.tokens.here();
            let Some(word) = self.word() else {
                let known =
                    self.tokens.peek().and_then(|token| token.name()).and_then(|name| did_you_mean(name, WORDS));
                self.error("timbuk/expected", span, msg!("expected the word that begins a section"), known);
                self.skip(|reader| reader.word().is_some());
                continue;
            };
            self.tokens.advance();
            if word == "Final" {
                if self.word() == Some("States") {
                    self.tokens.advance();
                } else {
                    self.unexpected(text!("`States` after `Final`"), Some(msg!("write `Final States`")));
                }
            }
            if let Some(first) = self.sections.insert(word, span) {
                let message = msg!("the section `{word}` occurs twice");
                self.diagnostics.push(
                    Diagnostic::error("timbuk/twice", span, message)
                        .label(first, msg!("the first one"))
                        .suggest(msg!("put everything into one section `{word}`")),
                );
            }
            match word {
                "Automaton" => match self.name() {
                    Ok((name, _)) => self.name = name,
                    Err(Reported) => self.skip(|reader| reader.word().is_some()),
                },
                "Ops" => self.each(Self::operation),
                "States" => self.each(Self::declaration),
                "Final" => self.each(Self::final_state),
                _ => self.each(Self::transition),
            }
        }
        for word in WORDS {
            if !self.sections.contains_key(word) {
                let section = if word == "Final" { "Final States" } else { word };
                self.error(
                    "timbuk/missing",
                    self.tokens.end(),
                    msg!("the section `{section}` is missing"),
                    Some(msg!("write `{section}`, followed by {}", content(word))),
                );
            }
        }
    }

    /// Reads entries up to the next section.
    fn each(&mut self, read: impl Fn(&mut Self) -> Result<(), Reported>) {
        while !self.tokens.at_end() && self.word().is_none() {
            let start = self.tokens.position();
            if read(self).is_err() {
                self.tokens.move_past(start);
                self.skip(|reader| {
                    reader.word().is_some() || reader.tokens.peek().is_some_and(|token| token.begins_line)
                });
            }
        }
    }

    /// `name:rank`
    fn operation(&mut self) -> Result<(), Reported> {
        let (name, span) = self.name()?;
        self.expect(
            TokenKind::Colon,
            text!("`:` and the number of children"),
            Some(msg!("write `name:rank`, such as `nil:0`")),
        )?;
        let rank = self.rank()?;
        if let Some(&(_, first)) = self.symbols.get(&name) {
            self.twice(text!("symbol"), &name, span, first);
            return Ok(());
        }
        self.symbols.insert(name, (rank, span));
        Ok(())
    }

    /// `name` or `name:0`
    fn declaration(&mut self) -> Result<(), Reported> {
        let (name, span) = self.name()?;
        if self.accept(TokenKind::Colon) {
            let place = self.tokens.here();
            if self.rank()? != 0 {
                let message = msg!("the state `{name}` has children");
                self.error("timbuk/rank", place, message, Some(msg!("states have the rank 0")));
            }
        }
        if let Some(&first) = self.states.get(&name) {
            self.twice(text!("state"), &name, span, first);
            return Ok(());
        }
        self.states.insert(name, span);
        self.rules.push(Vec::new());
        Ok(())
    }

    fn final_state(&mut self) -> Result<(), Reported> {
        let (state, span) = self.state()?;
        if let Some(&first) = self.accepting.get(&state) {
            self.repeated(msg!("this state is final already"), span, first);
        } else {
            self.accepting.insert(state, span);
        }
        Ok(())
    }

    /// `symbol -> state` or `symbol(state, …, state) -> state`
    fn transition(&mut self) -> Result<(), Reported> {
        let (name, span) = self.name()?;
        let symbol =
            self.symbols.get_full(&name).map(|(symbol, _, &(rank, declared))| (Symbol::at(symbol), rank, declared));
        if symbol.is_none() {
            let known = self.known(&name, self.symbols.keys(), "Ops");
            self.error("timbuk/unknown-symbol", span, msg!("there is no symbol `{name}`"), known);
        }
        let mut children = Rule { symbol: Symbol(0), children: Default::default() }.children;
        let mut known = true;
        if self.accept(TokenKind::Open) {
            while !self.accept(TokenKind::Close) {
                if !children.is_empty() || !known {
                    self.expect(
                        TokenKind::Comma,
                        text!("`,` or `)`"),
                        Some(msg!("write `symbol(state, …) -> state`")),
                    )?;
                }
                match self.any_state()? {
                    Some((state, _)) => children.push(state),
                    None => known = false,
                }
            }
        }
        let whole = self.tokens.since(span);
        self.expect(TokenKind::Arrow, text!("`->` and a state"), Some(msg!("write `symbol(state, …) -> state`")))?;
        let target = self.any_state()?;
        let (Some((symbol, rank, declared)), Some((state, end))) = (symbol, target) else { return Ok(()) };
        if !known {
            return Ok(());
        }
        if rank != children.len() {
            let message = msg!("`{name}` has {}, not {}", counted(rank), children.len());
            self.diagnostics.push(
                Diagnostic::error("timbuk/rank", whole, message).label(declared, msg!("declared here")).suggest(msg!(
                    "give it {}, or declare `{name}:{}`",
                    counted(rank),
                    children.len()
                )),
            );
            return Ok(());
        }
        let rule = Rule { symbol, children };
        if let Some(&first) = self.places.get(&(state, rule.clone())) {
            self.repeated(msg!("this transition is there already"), whole.to(end), first);
            return Ok(());
        }
        self.rules[state.index()].push(rule.clone());
        self.places.insert((state, rule), whole.to(end));
        Ok(())
    }

    /// A declared state.
    fn state(&mut self) -> Result<(StateId, Span), Reported> {
        self.any_state()?.ok_or(Reported)
    }

    /// A state; `None` if it is not declared, which is reported.
    fn any_state(&mut self) -> Result<Option<(StateId, Span)>, Reported> {
        let (name, span) = self.name()?;
        let state = self.states.get_index_of(&name);
        if state.is_none() {
            let known = self.known(&name, self.states.keys(), "States");
            self.error("timbuk/unknown-state", span, msg!("there is no state `{name}`"), known);
        }
        Ok(state.map(|state| (StateId::at(state), span)))
    }

    fn rank(&mut self) -> Result<usize, Reported> {
        let span = self.tokens.here();
        let (text, _) = self.name()?;
        text.parse::<u16>().map(usize::from).map_err(|_| {
            let message = msg!("a rank is a number from 0 to {}, not `{text}`", u16::MAX);
            self.error("timbuk/rank", span, message, Some(msg!("write the number of children")));
            Reported
        })
    }

    fn name(&mut self) -> Result<(String, Span), Reported> {
        let name = self.tokens.peek().filter(|_| self.word().is_none()).and_then(|token| token.name());
        let Some(name) = name.map(str::to_owned) else {
            let quoted = self.word().map(|_| msg!("a name that is a word of the format is written in quotes"));
            self.unexpected(text!("a name"), quoted);
            return Err(Reported);
        };
        let span = self.tokens.here();
        self.tokens.advance();
        Ok((name, span))
    }

    fn expect(&mut self, kind: TokenKind<'static>, what: Text, how: Option<Message>) -> Result<(), Reported> {
        if self.accept(kind) {
            return Ok(());
        }
        self.unexpected(what, how);
        Err(Reported)
    }

    fn accept(&mut self, kind: TokenKind<'_>) -> bool {
        self.tokens.accept(|token| token.kind == kind)
    }

    /// The word of the format that comes next.
    fn word(&self) -> Option<&'static str> {
        let TokenKind::Plain(name) = self.tokens.peek()?.kind else { return None };
        WORDS.into_iter().find(|word| *word == name)
    }

    fn skip(&mut self, until: impl Fn(&Self) -> bool) {
        while !self.tokens.at_end() && !until(self) {
            self.tokens.advance();
        }
    }

    /// A suggestion for an unknown name, which may be that of a section; not searched for if there were many.
    fn known<'a>(&self, name: &str, names: impl Iterator<Item = &'a String>, section: &str) -> Option<Message> {
        if self.diagnostics.len() >= SUGGESTIONS {
            return None;
        }
        let all = names.map(String::as_str).chain(WORDS).filter(|known| *known != name);
        let near = closest(name, all).map(|near| msg!("did you mean `{near}`?"));
        near.or_else(|| Some(msg!("declare it in the section `{section}`")))
    }

    fn unexpected(&mut self, what: Text, how: Option<Message>) {
        let found = self.tokens.peek().map_or_else(|| msg!("the end of the text"), |token| Message::code(token.text()));
        self.error("timbuk/expected", self.tokens.here(), msg!("expected {what}, not {found}"), how);
    }

    fn twice(&mut self, what: Text, name: &str, span: Span, first: Span) {
        let diagnostic = Diagnostic::error("timbuk/twice", span, msg!("the {what} `{name}` is declared twice"));
        self.diagnostics
            .push(diagnostic.label(first, msg!("the first time")).suggest(msg!("remove it, or give it another name")));
    }

    fn repeated(&mut self, message: Message, span: Span, first: Span) {
        let diagnostic = Diagnostic::warning("timbuk/repeated", span, message);
        self.diagnostics.push(diagnostic.label(first, msg!("the first time")).suggest(msg!("remove it")));
    }

    fn error(&mut self, code: &'static str, span: Span, message: Message, suggestion: Option<Message>) {
        self.diagnostics.push(Diagnostic::error(code, span, message).suggest(suggestion));
    }
}

/// What a section contains.
fn content(word: &str) -> Message {
    match word {
        "Ops" => msg!("symbols with their numbers of children, such as `nil:0`"),
        "Automaton" => msg!("a name"),
        "Transitions" => msg!("rules, such as `node(q) -> q`"),
        _ => msg!("names of states"),
    }
}

fn counted(children: usize) -> Message {
    if children == 1 { msg!("1 child") } else { msg!("{children} children") }
}
