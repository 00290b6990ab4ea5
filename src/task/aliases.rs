//! Short names for predefined grammars: `sll<Node.next>(head, null)` brings the grammar of lists for the class `Node`.

use super::library::predefined_grammar;
use super::load::NamedGrammar;
use base::{Diagnostic, Message, Sources, Span, Text, did_you_mean, json, msg, text};
use heap_grammar::grammar::definitions::{Scope, ScopeClass, ScopeType};
use heap_grammar::grammar::document::GrammarDocument;
use heap_grammar::heap::document::Renaming;
use heap_grammar::separation::{Atom, Formula, Name, Term, TermValue};

/// A short name for a nonterminal of a predefined grammar.
#[derive(Debug)]
pub struct Alias {
    /// The short name.
    pub name: &'static str,
    /// What it stands for, in words.
    pub words: Text,
    /// The grammar.
    pub grammar: &'static str,
    /// The nonterminal.
    pub nonterminal: &'static str,
    /// Its arguments, but for the last one where [`ends_at_null`](Self::ends_at_null).
    pub arguments: &'static [&'static str],
    /// Whether the nonterminal has one tentacle more, which is null.
    pub ends_at_null: bool,
    /// The classes of its objects, with the fields to name, and the classes to which these lead.
    pub classes: &'static [(&'static str, &'static [(&'static str, &'static str)])],
}

const LIST: (&str, &[(&str, &str)]) = ("ListNode", &[("next", "ListNode")]);

/// All of them.
pub const ALIASES: &[Alias] = &[
    Alias {
        name: "sll",
        words: text!("singly-linked list, not empty"),
        grammar: "SLList",
        nonterminal: "RefSLList",
        arguments: &["first", "end"],
        ends_at_null: false,
        classes: &[LIST],
    },
    Alias {
        name: "ring",
        words: text!("cyclic list"),
        grammar: "CSLList",
        nonterminal: "RefCSLList",
        arguments: &["node"],
        ends_at_null: false,
        classes: &[LIST],
    },
    Alias {
        name: "dll",
        words: text!("doubly-linked list of two nodes or more"),
        grammar: "DLList",
        nonterminal: "RefDLList",
        arguments: &["before", "first", "last", "after"],
        ends_at_null: false,
        classes: &[("DLListNode", &[("next", "DLListNode"), ("prev", "DLListNode")])],
    },
    Alias {
        name: "queue",
        words: text!("list object with its first and last node"),
        grammar: "TailList",
        nonterminal: "RefTailList",
        arguments: &["list"],
        ends_at_null: true,
        classes: &[("TailList", &[("head", "ListNode"), ("tail", "ListNode")]), LIST],
    },
    Alias {
        name: "hlist",
        words: text!("list in which every node points to the first"),
        grammar: "HeadList",
        nonterminal: "RefHeadList",
        arguments: &["first", "end"],
        ends_at_null: false,
        classes: &[("HeadListNode", &[("next", "HeadListNode"), ("head", "HeadListNode")])],
    },
    Alias {
        name: "nested",
        words: text!("list of lists"),
        grammar: "NestedList",
        nonterminal: "RefNestedList",
        arguments: &["first"],
        ends_at_null: true,
        classes: &[("NestedListNode", &[("next", "NestedListNode"), ("inner", "ListNode")]), LIST],
    },
    Alias {
        name: "skip",
        words: text!("skip list of two levels"),
        grammar: "SkipList",
        nonterminal: "RefSkipList",
        arguments: &["first"],
        ends_at_null: true,
        classes: &[("SkipListNode", &[("next", "SkipListNode"), ("skip", "SkipListNode")])],
    },
    Alias {
        name: "tree",
        words: text!("binary tree, not empty"),
        grammar: "BT",
        nonterminal: "RefBT",
        arguments: &["root"],
        ends_at_null: true,
        classes: &[("BTNode", &[("left", "BTNode"), ("right", "BTNode")])],
    },
    Alias {
        name: "ptree",
        words: text!("binary tree with parent pointers"),
        grammar: "ParentTree",
        nonterminal: "RefParentTree",
        arguments: &["root"],
        ends_at_null: true,
        classes: &[(
            "ParentTreeNode",
            &[("left", "ParentTreeNode"), ("right", "ParentTreeNode"), ("parent", "ParentTreeNode")],
        )],
    },
    Alias {
        name: "ltree",
        words: text!("tree whose leaves are linked"),
        grammar: "LinkedTree",
        nonterminal: "RefLinkedTree",
        arguments: &["root", "leaf"],
        ends_at_null: true,
        classes: &[(
            "LinkedTreeNode",
            &[("left", "LinkedTreeNode"), ("right", "LinkedTreeNode"), ("next", "LinkedTreeNode")],
        )],
    },
];

/// The nonterminals that a formula names by their aliases.
pub fn aliased(formula: &Formula) -> impl Iterator<Item = &str> {
    formula.atoms.iter().filter_map(|atom| match atom {
        Atom::Predicate { name, .. } => {
            ALIASES.iter().find(|alias| alias.name == name.text).map(|alias| alias.nonterminal)
        }
        _ => None,
    })
}

impl Alias {
    /// How it is written with the names of its grammar: `sll<ListNode.next>(first, end)`.
    pub fn usage(&self) -> String {
        let fields = self.classes.iter().flat_map(|(class, fields)| {
            (0..).zip(*fields).map(move |(place, (field, _)): (u32, _)| match place {
                0 => format!("{class}.{field}"),
                _ => (*field).to_owned(),
            })
        });
        format!("{}<{}>({})", self.name, fields.collect::<Vec<_>>().join(", "), self.arguments.join(", "))
    }

    /// The number of fields to name.
    fn field_count(&self) -> usize {
        self.classes.iter().map(|(_, fields)| fields.len()).sum()
    }
}

/// The classes that an alias stands for, in its order, each with its fields in order.
type Chosen = Vec<ChosenClass>;

/// A class with the fields that an alias is about.
type ChosenClass = (String, Vec<String>);

/// Replaces aliases in formulas by the nonterminals of predefined grammars.
pub struct AliasReader<'s> {
    scope: &'s Scope,
    /// Names that the task defines itself; they are no aliases.
    own: Vec<String>,
    /// The aliases that were used, with the classes that they stand for.
    used: Vec<(&'static Alias, Chosen, Span)>,
}

impl<'s> AliasReader<'s> {
    /// With the names of the predicates that a task defines.
    pub fn new(scope: &'s Scope, own: Vec<String>) -> Self {
        Self { scope, own, used: Vec::new() }
    }

    /// Replaces the aliases in a formula. What is wrong is reported and stays.
    pub fn replace(&mut self, formula: &mut Formula, found: &mut Vec<Diagnostic>) {
        let classes: Vec<(String, String)> = formula.atoms.iter().flat_map(|atom| self.classes_in(atom)).collect();
        for atom in &mut formula.atoms {
            let Atom::Predicate { name, roles, arguments, span } = atom else { continue };
            if self.own.contains(&name.text) {
                continue;
            }
            let Some(alias) = ALIASES.iter().find(|alias| alias.name == name.text) else {
                let message = msg!("there is no predicate `{}`", name.text);
                let known = self.own.iter().map(String::as_str).chain(ALIASES.iter().map(|alias| alias.name));
                let advice = did_you_mean(&name.text, known);
                found.push(Diagnostic::error("definitions/unknown", name.span, message).suggest(advice));
                continue;
            };
            let counts = [alias.arguments.len(), alias.arguments.len() + usize::from(alias.ends_at_null)];
            if !counts.contains(&arguments.len()) {
                let message = msg!("`{}` has other arguments", alias.name);
                let advice = msg!("write `{}({})`", alias.name, alias.arguments.join(", "));
                found.push(Diagnostic::error("definitions/arity", *span, message).suggest(advice));
                continue;
            }
            let known = arguments.iter().find_map(|argument| self.class_of(argument, &classes));
            let chosen = match roles.first() {
                Some(_) => self.given(alias, roles),
                None => self.only(alias, name, known.as_deref()),
            };
            let chosen = match chosen {
                Ok(chosen) => chosen,
                Err(error) => {
                    found.push(error);
                    continue;
                }
            };
            if alias.ends_at_null && arguments.len() == counts[0] {
                arguments.push(Term { value: TermValue::Null, span: *span });
            }
            alias.nonterminal.clone_into(&mut name.text);
            roles.clear();
            // All arguments but null are of the first class; those of a list object are no nodes.
            for argument in arguments {
                if let TermValue::Variable { class: class @ None, .. } = &mut argument.value {
                    *class = Some(Name { text: chosen[0].0.clone(), span: argument.span });
                }
            }
            self.add(alias, chosen, *span, found);
        }
    }

    /// The grammars that the aliases need.
    pub fn grammars(self) -> Vec<NamedGrammar> {
        let grammars = self.used.iter().filter_map(|(alias, chosen, _)| {
            let text = predefined_grammar(alias.grammar)?;
            // The predefined grammars are valid.
            let mut ignored = Vec::new();
            let file = Sources::default().add("", "");
            let node = json::parse(file, text, &mut ignored)?;
            let mut grammar = GrammarDocument::read(&node, &mut ignored)?;
            let mut renaming = Renaming::default();
            for ((old, fields), (new, names)) in alias.classes.iter().zip(chosen) {
                renaming.types.insert((*old).to_owned(), new.clone());
                let of_type = renaming.selectors.entry(new.clone()).or_default();
                of_type.extend(fields.iter().zip(names).map(|((old, _), new)| ((*old).to_owned(), new.clone())));
            }
            grammar.rename(&renaming, &mut ignored);
            Some(NamedGrammar { name: alias.grammar.to_owned(), grammar, definitions: Vec::new() })
        });
        grammars.collect()
    }

    /// Adds the use of an alias, unless it contradicts another one: nonterminals of the same name would derive both.
    fn add(&mut self, alias: &'static Alias, chosen: Chosen, span: Span, found: &mut Vec<Diagnostic>) {
        if self.used.iter().any(|(other, classes, _)| other.name == alias.name && *classes == chosen) {
            return;
        }
        let differs = |other: &Alias, classes: &Chosen| {
            let pairs = other.classes.iter().zip(classes).flat_map(|(of_other, theirs)| {
                let own = alias.classes.iter().zip(&chosen).filter(move |(of_own, _)| of_own.0 == of_other.0);
                own.map(move |(_, own)| (own, theirs))
            });
            let same_class = |(own, theirs): &(&ChosenClass, &ChosenClass)| own.0 == theirs.0;
            let (same, other_ones): (Vec<_>, Vec<_>) = pairs.partition(same_class);
            let other_fields = same.iter().any(|(own, theirs)| own.1 != theirs.1);
            other_fields || other.name == alias.name && !same.is_empty() && !other_ones.is_empty()
        };
        if let Some((_, _, first)) = self.used.iter().find(|(other, classes, _)| differs(other, classes)) {
            let message = msg!("the same class has this structure along different fields");
            let advice = msg!("define one of them as a predicate of its own in a grammar");
            let error = Diagnostic::error("definitions/alias", span, message).suggest(advice);
            found.push(error.label(*first, msg!("the other structure")));
            return;
        }
        self.used.push((alias, chosen, span));
    }

    /// Variables of a points-to fact with their classes, as far as the formula or the program says them.
    fn classes_in(&self, atom: &Atom) -> Vec<(String, String)> {
        let Atom::PointsTo { source, class, fields, .. } = atom else { return Vec::new() };
        let has_all = |known: &&ScopeClass| {
            fields.iter().all(|given| known.fields.iter().any(|(field, _)| *field == given.field.text))
        };
        let mut fitting = self.scope.classes.iter().filter(has_all);
        let class = match (class, self.scope.variable(&source.text).map(|variable| &variable.ty)) {
            (Some(class), _) => self.scope.class(&class.text),
            (None, Some(ScopeType::Object(class))) => self.scope.class(class),
            (None, _) => fitting.next().filter(|_| fitting.next().is_none()),
        };
        let Some(class) = class else { return Vec::new() };
        let values = fields.iter().filter_map(|given| {
            let (_, ty) = class.fields.iter().find(|(field, _)| *field == given.field.text)?;
            match (&given.value.value, ty) {
                (TermValue::Variable { name, .. }, ScopeType::Object(class)) => {
                    Some((name.text.clone(), class.clone()))
                }
                _ => None,
            }
        });
        std::iter::once((source.text.clone(), class.name.clone())).chain(values).collect()
    }

    /// The class of an argument, if the formula or the entry says it.
    fn class_of(&self, argument: &Term, classes: &[(String, String)]) -> Option<String> {
        let TermValue::Variable { name, class, .. } = &argument.value else { return None };
        if let Some(class) = class {
            return Some(class.text.clone());
        }
        let given = classes.iter().find(|(variable, _)| *variable == name.text).map(|(_, class)| class.clone());
        given.or_else(|| match &self.scope.variable(&name.text)?.ty {
            ScopeType::Object(class) => Some(class.clone()),
            ScopeType::Number | ScopeType::Unknown | ScopeType::Several => None,
        })
    }

    /// The classes and fields that are given.
    fn given(&self, alias: &Alias, roles: &[Name]) -> Result<Chosen, Diagnostic> {
        let usage = |message: Message, span: Span| {
            Diagnostic::error("definitions/roles", span, message)
                .suggest(msg!("write, for example, `{}`", alias.usage()))
        };
        if let [role] = roles
            && let Some(class) = self.scope.class(self.scope.resolve(&role.text))
        {
            return self.only(alias, role, Some(&class.name));
        }
        if roles.len() != alias.field_count() {
            let message = msg!("`{}` is about other fields", alias.name);
            return Err(usage(message, roles[0].span));
        }
        let mut chosen = Chosen::new();
        let mut rest = roles.iter();
        for (_, fields) in alias.classes {
            let mut own: Option<(String, Vec<String>)> = None;
            for role in rest.by_ref().take(fields.len()) {
                let (class, field) = match role.text.rsplit_once('.') {
                    Some((class, field)) => (Some(self.scope.resolve(class)), field),
                    None => (None, role.text.as_str()),
                };
                let class = class.or_else(|| own.as_ref().map(|(class, _)| class.as_str()));
                let Some(class) = class.map(str::to_owned) else {
                    return Err(usage(msg!("the class of the field `{field}` is missing"), role.span));
                };
                self.check(&class, field, role.span)?;
                match &mut own {
                    None => own = Some((class, vec![field.to_owned()])),
                    Some((first, _)) if *first != class => {
                        return Err(usage(msg!("the fields of `{first}` are those of one class"), role.span));
                    }
                    Some((_, fields)) => fields.push(field.to_owned()),
                }
            }
            chosen.extend(own);
        }
        Ok(chosen)
    }

    /// Reports a class or field that the program does not have.
    fn check(&self, class: &str, field: &str, span: Span) -> Result<(), Diagnostic> {
        if !self.scope.is_complete {
            return Ok(());
        }
        let names = |names: Vec<&str>, name: &str| did_you_mean(name, names);
        let Some(known) = self.scope.class(class) else {
            let message = msg!("the program has no class `{class}`");
            let advice = names(self.scope.classes.iter().map(|class| class.name.as_str()).collect(), class);
            return Err(Diagnostic::error("definitions/class", span, message).suggest(advice));
        };
        if known.fields.iter().any(|(own, _)| own == field) {
            return Ok(());
        }
        let message = msg!("`{class}` has no field `{field}`");
        let advice = names(known.fields.iter().map(|(own, _)| own.as_str()).collect(), field);
        Err(Diagnostic::error("definitions/field", span, message).suggest(advice))
    }

    /// The only classes that fit, of which the first may be known.
    fn only(&self, alias: &Alias, at: &Name, known: Option<&str>) -> Result<Chosen, Diagnostic> {
        let classes = self.scope.classes.iter().filter(|class| known.is_none_or(|known| class.name == known));
        let mut fitting: Vec<Chosen> = classes.filter_map(|class| self.fit(alias, class)).collect();
        // Fields of the same name say more than fields that lead to the right class.
        let is_named = |chosen: &Chosen| {
            let names = alias.classes.iter().flat_map(|(_, fields)| fields.iter().map(|(field, _)| *field));
            names.eq(chosen.iter().flat_map(|(_, fields)| fields.iter().map(String::as_str)))
        };
        if fitting.iter().any(is_named) {
            fitting.retain(is_named);
        }
        if fitting.len() == 1 {
            return Ok(fitting.swap_remove(0));
        }
        let (message, advice) = match &fitting[..] {
            [] => {
                let of = known.map_or_else(|| msg!("no class of the program"), Message::code);
                let message = msg!("the fields of {of} do not show what `{}` is about", alias.name);
                (message, msg!("name them: `{}`", alias.usage()))
            }
            several => {
                let names = Message::any_of(several.iter().map(|chosen| Message::code(&chosen[0].0)));
                let message = msg!("`{}` may be about {names}", alias.name);
                let fields = several[0].iter().flat_map(|(class, fields)| {
                    fields.iter().enumerate().map(move |(place, field)| match place {
                        0 => format!("{class}.{field}"),
                        _ => field.clone(),
                    })
                });
                let fields: Vec<String> = fields.collect();
                (message, msg!("write `{}<{}>(…)`", alias.name, fields.join(", ")))
            }
        };
        Err(Diagnostic::error("definitions/alias", at.span, message).suggest(advice))
    }

    /// How a class fits to the first one of an alias: its fields have the names of those of the grammar, or are the only ones that lead where
    /// they must.
    fn fit(&self, alias: &Alias, class: &ScopeClass) -> Option<Chosen> {
        let mut classes: Vec<Option<&ScopeClass>> = vec![None; alias.classes.len()];
        classes[0] = Some(class);
        let mut chosen = Chosen::new();
        for (place, (own, fields)) in alias.classes.iter().enumerate() {
            let class = classes[place]?;
            let mut names = Vec::new();
            for (field, to) in *fields {
                let target = alias.classes.iter().position(|(name, _)| name == to)?;
                let known = classes[target];
                let leads = |(_, ty): &&(String, ScopeType)| match ty {
                    ScopeType::Object(found) if to == own => *found == class.name,
                    ScopeType::Object(found) => *found != class.name && known.is_none_or(|known| known.name == *found),
                    ScopeType::Number | ScopeType::Unknown | ScopeType::Several => false,
                };
                let fitting: Vec<&(String, ScopeType)> = class.fields.iter().filter(leads).collect();
                let is_only = fields.iter().filter(|(_, other)| other == to).count() == 1;
                let named = fitting.iter().find(|(name, _)| name == field);
                let (name, ty) = match (named, &fitting[..]) {
                    (Some(named), _) => *named,
                    (None, [one]) if is_only => *one,
                    _ => return None,
                };
                if let ScopeType::Object(found) = ty {
                    classes[target] = self.scope.class(found);
                }
                names.push(name.clone());
            }
            chosen.push((class.name.clone(), names));
        }
        Some(chosen)
    }
}
