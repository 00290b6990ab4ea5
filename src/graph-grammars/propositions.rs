//! What the propositions of a task mention, and what they need.

use crate::heap_program::{Marking, NEIGHBOURHOOD, Observables, qualified_name};
use base::chains::NEXT;
use base::{CompactSort, Diagnostic, FileId, Message, RETURN, Sources, Span, bound, did_you_mean, msg};
use heap_grammar::grammar::Reachability;
use heap_grammar::heap::{Alphabet, Heap, Selector, Variable, VariableKind};
use ltl::logic::{Contained, FormulaId, Formulas, Proposition};
use program::cfa::ProcedureId;
use program::objects::{Program, STATICS, Type, is_program_name};

/// Where the names of propositions are looked up.
pub(super) struct Scope<'a> {
    pub program: &'a Program,
    pub entry: ProcedureId,
    pub alphabet: &'a Alphabet,
    pub initial: &'a [Heap],
    pub sources: &'a Sources,
}

impl Scope<'_> {
    /// Names that a formula mentions and nothing declares: a proposition about them would be false for ever, which
    /// nobody means. `file` is that of the formula.
    pub(super) fn check(&self, formulas: &Formulas, formula: FormulaId, file: FileId, found: &mut Vec<Diagnostic>) {
        for id in formulas.propositions_in(formula) {
            let span = formulas.mention_in(id, file).unwrap_or(Span::new(file, 0, 0));
            found.extend(self.check_proposition(formulas.proposition(id), span));
            bound(found);
        }
    }

    fn check_proposition(&self, proposition: &Proposition, span: Span) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let variables = self.variables();
        for variable in proposition.variables() {
            if !variables.contains(&variable.name.as_str()) {
                found.push(self.undeclared(&variable.name, &variables, proposition, span));
            }
            if variable.name == RETURN && variable.method.as_ref().is_some_and(|m| !self.is_entry(m)) {
                let entry = Message::verbatim(self.program.qualified_name(self.entry));
                let message = msg!("{proposition} refers to the result of a method other than the entry method");
                let suggestion = msg!("`return` is the result of {entry}; store the result of a call in a variable");
                found.push(Diagnostic::error("formula/variable", span, message).suggest(suggestion));
            }
            if let Some(method) = &variable.method
                && !self.methods().any(|m| m == *method || m.rsplit('.').next() == Some(method))
            {
                found.push(self.unknown_method(method, proposition, span));
            }
        }
        found.extend(self.no_collection(proposition, span));
        let (nonterminal, selectors): (Option<&String>, &[String]) = match proposition {
            Proposition::Shape { nonterminal, .. } => (Some(nonterminal), &[]),
            Proposition::Reachable { selectors, .. } | Proposition::Reached { selectors, .. } => (None, selectors),
            Proposition::Compare { field: Some(field), .. } => (None, std::slice::from_ref(field)),
            Proposition::Unchanged(field) => {
                found.extend(self.unfollowed(field, proposition, span));
                (None, std::slice::from_ref(field))
            }
            Proposition::Fails { file, line } => {
                found.extend(self.no_assertion(file.as_deref(), *line, proposition, span));
                (None, &[])
            }
            Proposition::In { method } | Proposition::During { method } => {
                if !self.methods().any(|m| m == *method || m.rsplit('.').next() == Some(method)) {
                    found.push(self.unknown_method(method, proposition, span));
                }
                (None, &[])
            }
            _ => (None, &[]),
        };
        if let Some(name) = nonterminal
            && self.alphabet.find_nonterminal(name).is_none()
        {
            let known: Vec<&str> = self.alphabet.nonterminals().map(|(_, n)| n.name.as_str()).collect();
            let message = msg!("no grammar of the task declares the nonterminal `{name}` of {proposition}");
            found.push(Diagnostic::error("formula/nonterminal", span, message).suggest(did_you_mean(name, known)));
        }
        for name in selectors {
            if self.alphabet.find_selector(name).is_none() {
                let known: Vec<&str> = self.alphabet.selectors().map(|s| self.alphabet.selector_name(s)).collect();
                let message = msg!("no class, grammar or heap of the task has the field `{name}` of {proposition}");
                found.push(Diagnostic::error("formula/selector", span, message).suggest(did_you_mean(name, known)));
            }
        }
        found
    }

    /// A variable that no method in reach declares. If others or the heaps of the task know the name, it may well be meant:
    /// the variable is then bound nowhere.
    fn undeclared(&self, name: &str, variables: &[&str], proposition: &Proposition, span: Span) -> Diagnostic {
        let message = msg!("no analysed method declares the variable `{name}` of {proposition}");
        let mut locals = self.program.procedures.iter().flat_map(|p| &p.locals);
        let is_known = locals.any(|local| local.name == name) || self.alphabet.find_variable(name).is_some();
        let suggestion = did_you_mean(name, variables.iter().copied().filter(|v| is_program_name(v)));
        match is_known && is_program_name(name) {
            true => {
                let message = msg!("{message}; it is never bound, so {proposition} never holds");
                Diagnostic::warning("formula/unbound", span, message).suggest(suggestion)
            }
            false => Diagnostic::error("formula/variable", span, message).suggest(suggestion),
        }
    }

    /// A field of numbers, whose values are not compared with what they were.
    fn unfollowed(&self, name: &str, proposition: &Proposition, span: Span) -> Option<Diagnostic> {
        let mut fields = self.program.fields.iter().filter(|field| field.name == name).peekable();
        let is_number = fields.peek().is_some() && fields.all(|field| !field.ty.is_reference());
        is_number.then(|| {
            let message = msg!("{proposition} is about a field of numbers; only fields of references are compared");
            Diagnostic::error("formula/selector", span, message)
        })
    }

    /// A variable that never points to a collection, or to one of another kind: nobody means that.
    fn no_collection(&self, proposition: &Proposition, span: Span) -> Option<Diagnostic> {
        let (variable, kinds) = match proposition {
            Proposition::Size { of, .. } => (of, &["Collection", "Map"][..]),
            Proposition::Contains { what: Contained::Element, collection, .. } => (collection, &["Collection"][..]),
            Proposition::Contains { collection, .. } => (collection, &["Map"][..]),
            _ => return None,
        };
        let may_be = |ty: Type| {
            let Type::Reference(class) = ty else { return false };
            let mut kinds = kinds.iter().filter_map(|name| self.program.library_class(name));
            kinds.any(|kind| self.program.is_subtype(class, kind) || self.program.is_subtype(kind, class))
        };
        let procedures = self.program.reachable(self.entry);
        let mut types = procedures.into_iter().flat_map(|id| {
            let procedure = &self.program.procedures[id];
            let result = (variable.name == RETURN && id == self.entry).then_some(procedure.result);
            procedure.locals.iter().filter(|local| local.name == variable.name).map(|local| local.ty).chain(result)
        });
        let first = types.next()?;
        (!may_be(first) && !types.any(may_be)).then(|| {
            let kinds = Message::any_of(kinds.iter().map(Message::code));
            let variable = Message::code(variable);
            let message = msg!("{variable} of {proposition} is no {kinds} of Java's library");
            Diagnostic::error("formula/collection", span, message)
        })
    }

    /// A line without an `assert` statement in an analysed method: the proposition would be false for ever.
    fn no_assertion(&self, file: Option<&str>, line: u32, proposition: &Proposition, span: Span) -> Option<Diagnostic> {
        let places = self.program.assertion_failures(self.entry, self.sources);
        if places.iter().any(|&place| self.sources.is_line(place, file, line)) {
            return None;
        }
        let mut lines: Vec<u32> = places.iter().map(|&place| self.sources.line_of(place)).collect();
        lines.compact_sort();
        lines.dedup();
        let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
        let advice = (!lines.is_empty())
            .then(|| msg!("there are assertions in the lines {}", Message::verbatim(lines.join(", "))));
        let message = msg!("no analysed method has an `assert` statement on the line of {proposition}");
        Some(Diagnostic::error("formula/assertion", span, message).suggest(advice))
    }

    fn unknown_method(&self, method: &str, proposition: &Proposition, span: Span) -> Diagnostic {
        let known: Vec<String> = self.methods().collect();
        let message = msg!("no analysed method is called `{method}`, as in {proposition}");
        let all = self.program.procedures.indices();
        let is_declared = all
            .into_iter()
            .any(|id| *method == *self.program.procedures[id].name || *method == self.program.qualified_name(id));
        if is_declared {
            let message = msg!("{message}; it is never called, so {proposition} never holds");
            return Diagnostic::warning("formula/method", span, message);
        }
        Diagnostic::error("formula/method", span, message)
            .suggest(did_you_mean(method, known.iter().map(String::as_str)))
    }

    fn is_entry(&self, method: &str) -> bool {
        self.program.procedures[self.entry].name == method || self.program.qualified_name(self.entry) == method
    }

    fn methods(&self) -> impl Iterator<Item = String> + '_ {
        self.program.reachable(self.entry).into_iter().map(|id| self.program.qualified_name(id))
    }

    /// The variables of the procedures that are analysed, and those that only initial heaps bind.
    fn variables(&self) -> Vec<&str> {
        let procedures = self.program.reachable(self.entry);
        let declared =
            procedures.into_iter().flat_map(|id| self.program.procedures[id].locals.iter().map(|l| l.name.as_str()));
        let bound = self.initial.iter().flat_map(|h| h.variables()).map(|&(v, _)| v);
        let bound = bound.filter(|&v| self.alphabet.kind(v) == VariableKind::Program);
        let all = declared.chain(bound.map(|v| self.alphabet.variable_name(v))).chain(["null"]);
        all.filter(|name| *name != STATICS).collect()
    }
}

/// The variables that must stay visible, where propositions are evaluated, when nothing reads them any more; `m::x` under
/// both names. `{visited}` asks for every variable that the program or an initial heap names. Static fields are always live.
pub(super) fn kept(formulas: &Formulas, alphabet: &Alphabet) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, proposition) in formulas.propositions() {
        for x in proposition.variables() {
            names.push(x.name.clone());
            names.extend(x.method.as_ref().map(|method| qualified_name(method, &x.name)));
        }
        if *proposition == Proposition::Visited(None) {
            let named = alphabet.variables().filter(|&v| alphabet.kind(v) == VariableKind::Program);
            let named = named.map(|v| alphabet.variable_name(v)).filter(|name| is_program_name(name));
            names.extend(named.map(str::to_owned));
        }
    }
    names.compact_sort();
    names.dedup();
    names
}

/// Whether a proposition is about the whole heap.
pub(super) fn are_of_whole_heap(formulas: &Formulas) -> bool {
    formulas.propositions().any(|(_, proposition)| proposition.is_of_whole_heap())
}

/// Makes the names of variables known, qualified ones included.
pub(super) fn declare_qualified(formulas: &Formulas, alphabet: &mut Alphabet) {
    for (_, proposition) in formulas.propositions() {
        for x in proposition.variables() {
            match &x.method {
                Some(method) => alphabet.variable(&qualified_name(method, &x.name)),
                // One that no method in reach declares is bound nowhere.
                None => alphabet.variable(&x.name),
            };
        }
    }
}

/// What must be marked.
pub(super) fn markings(formulas: &Formulas) -> Vec<Marking> {
    let any = |wanted: fn(&Proposition) -> bool| formulas.propositions().any(|(_, p)| wanted(p));
    let visited = any(Proposition::asks_where).then_some(Marking::Visited);
    let neighbours = any(Proposition::asks_for_neighbours).then_some(Marking::Neighbourhood);
    visited.into_iter().chain(neighbours).collect()
}

/// What states must tell.
pub(super) fn observables(formulas: &Formulas, alphabet: &Alphabet) -> Observables {
    let asks_for_sharing = |p: &Proposition| matches!(p, Proposition::IsTree | Proposition::IsAcyclic);
    Observables {
        reachability: reachability(formulas, alphabet),
        sharing: formulas.propositions().any(|(_, p)| asks_for_sharing(p)),
        whole_heap: are_of_whole_heap(formulas),
        selectors: observed(formulas, alphabet),
    }
}

/// One automaton for each set of selectors along which reachability is asked. Of what a collection contains, the chain of its cells tells.
fn reachability(formulas: &Formulas, alphabet: &Alphabet) -> Vec<Reachability> {
    let mut sets: Vec<Vec<Selector>> = Vec::new();
    let asked = formulas.propositions().flat_map(|(_, proposition)| match proposition {
        Proposition::Reachable { selectors, .. } | Proposition::Reached { selectors, .. } => vec![selectors.clone()],
        Proposition::Contains { what, .. } => {
            let (_, field) = what.place();
            vec![vec![NEXT.to_owned()], vec![NEXT.to_owned(), field.to_owned()]]
        }
        _ => Vec::new(),
    });
    for selectors in asked {
        let mut set: Vec<Selector> = selectors.iter().filter_map(|s| alphabet.find_selector(s)).collect();
        set.compact_sort();
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets.into_iter().map(|selectors| Reachability { selectors }).collect()
}

/// The selectors of variables and of marked objects whose targets propositions ask for.
fn observed(formulas: &Formulas, alphabet: &Alphabet) -> Vec<(Variable, Selector)> {
    let mut pairs = Vec::new();
    for (_, proposition) in formulas.propositions() {
        match proposition {
            Proposition::Compare { left, field: Some(field), .. } => {
                let qualified = left.method.as_ref().map(|method| qualified_name(method, &left.name));
                let names = std::iter::once(left.name.as_str()).chain(qualified.as_deref());
                let selector = alphabet.find_selector(field);
                pairs.extend(names.filter_map(|name| alphabet.find_variable(name).zip(selector)));
            }
            Proposition::IdenticNeighbours | Proposition::Unchanged(_) => {
                let is_asked = |name: &str| match proposition {
                    Proposition::Unchanged(field) => field == name,
                    _ => true,
                };
                let marked = |s: &Selector| {
                    let mark = format!("{NEIGHBOURHOOD}-{}", alphabet.selector_name(*s));
                    is_asked(alphabet.selector_name(*s)) && alphabet.find_variable(&mark).is_some()
                };
                let object = alphabet.find_variable(NEIGHBOURHOOD);
                pairs.extend(alphabet.selectors().filter(marked).filter_map(|s| object.map(|x| (x, s))));
            }
            _ => {}
        }
    }
    pairs.compact_sort();
    pairs.dedup();
    pairs
}
