//! The grammars of chosen structures.

use super::values::{Cases, Names, name, nowhere, predicate};
use super::{Structure, StructureKind, Structures};
use heap_grammar::separation::{Atom, Definition, Formula, Parameter};
use program::objects::{ClassId, FieldId};

/// Paths in trees, from each class of roots to each class of holes, are described up to so many classes.
const PATH_LIMIT: usize = 2;
/// The same in trees with collections.
const COLLECTED_PATH_LIMIT: usize = 4;

/// What describes the heaps of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StructureGrammar {
    /// Inductive definitions, as text.
    Definitions(String),
    /// A predefined grammar.
    Predefined {
        /// Its name.
        name: &'static str,
        /// Its types and fields, each with what it is in the program.
        rename: Vec<(String, String)>,
    },
}

impl Structures<'_> {
    /// The grammars of all families.
    pub fn grammars(&self) -> Vec<StructureGrammar> {
        (0..self.families.len()).filter_map(|family| self.grammar(family)).collect()
    }

    /// Whether rules were left out, as there are too many.
    pub(super) fn are_grammars_cut(&self) -> bool {
        let trees = (0..self.families.len()).filter(|&family| self.chosen(family).kind.is_tree());
        trees
            .flat_map(|family| &self.families[family].classes)
            .any(|&class| self.object("x", class, &Names::of(&["x"])).is_cut)
    }

    /// The grammar of the chosen structure of a family; `None` if its heaps are taken as they are.
    pub fn grammar(&self, family: usize) -> Option<StructureGrammar> {
        let Structure { kind, fields } = self.chosen(family);
        let definitions = match kind {
            StructureKind::List => vec![self.list(family)],
            StructureKind::Ring => vec![self.ring(family), self.list(family)],
            StructureKind::SkipList => self.skip_list(family),
            StructureKind::DoublyLinkedList | StructureKind::DoublyLinkedRing => vec![self.doubly_linked_list(family)],
            StructureKind::ParentTree => {
                let class = self.program().classes[self.families[family].classes[0]].name.clone();
                let names = fields.iter().map(|&field| self.field_name(field).to_owned());
                let given = ["ParentTreeNode", "left", "right", "parent"].map(str::to_owned);
                let rename = given.into_iter().zip(std::iter::once(class).chain(names)).collect();
                return Some(StructureGrammar::Predefined { name: "ParentTree", rename });
            }
            StructureKind::Term | StructureKind::Tree => self.tree(family),
            StructureKind::Learned => self.learned_definitions(family),
            StructureKind::Built => return None,
        };
        let texts: Vec<String> = definitions.iter().map(ToString::to_string).collect();
        Some(StructureGrammar::Definitions(texts.join("\n")))
    }

    /// A definition whose parameters have these classes.
    pub(super) fn definition(&self, text: &str, parameters: &[(&str, ClassId)], cases: Vec<Vec<Atom>>) -> Definition {
        let parameter = |&(text, class): &(&str, ClassId)| Parameter {
            name: name(text),
            class: Some(name(&self.program().classes[class].name)),
            is_null: false,
        };
        let formula = |atoms| Formula { atoms: self.with_parts(atoms), span: nowhere() };
        Definition {
            name: name(text),
            parameters: parameters.iter().map(parameter).collect(),
            cases: cases.into_iter().map(formula).collect(),
        }
    }

    /// A row of nodes, up to what follows the last one.
    fn list(&self, family: usize) -> Definition {
        let (class, next) = (self.families[family].classes[0], self.chosen(family).fields[0]);
        let list = self.predicate_name(family, "list", &[]);
        let (x, y, z) = (Some("x"), Some("y"), Some("z"));
        let cases = vec![
            vec![self.points_to("x", class, &[(next, y)])],
            vec![self.points_to("x", class, &[(next, z)]), predicate(&list, &[z, y])],
            vec![predicate(&list, &[x, z]), predicate(&list, &[z, y])],
        ];
        self.definition(&list, &[("x", class), ("y", class)], cases)
    }

    fn ring(&self, family: usize) -> Definition {
        let (class, next) = (self.families[family].classes[0], self.chosen(family).fields[0]);
        let [ring, list] = ["ring", "list"].map(|of| self.predicate_name(family, of, &[]));
        let (x, z) = (Some("x"), Some("z"));
        let cases = vec![
            vec![self.points_to("x", class, &[(next, x)])],
            vec![self.points_to("x", class, &[(next, z)]), predicate(&list, &[z, x])],
            vec![predicate(&list, &[x, x])],
            vec![predicate(&list, &[x, z]), predicate(&list, &[z, x])],
        ];
        self.definition(&ring, &[("x", class)], cases)
    }

    /// The upper nodes from one up to another one, with the lower nodes from that below the first up to that below the other; and lower nodes.
    fn skip_list(&self, family: usize) -> Vec<Definition> {
        let class = self.families[family].classes[0];
        let [next, down] = [0, 1].map(|at| self.chosen(family).fields[at]);
        let [skip, row] = ["skip", "row"].map(|of| self.predicate_name(family, of, &[]));
        let upper = |to| self.points_to("upper", class, &[(next, Some(to)), (down, Some("lower"))]);
        let lower = |to| self.points_to("lower", class, &[(next, Some(to)), (down, None)]);
        let rest = || predicate(&skip, &[Some("x"), Some("y"), Some("above"), Some("after")]);
        let cases = vec![
            vec![upper("above"), lower("after")],
            vec![upper("above"), lower("z"), predicate(&row, &[Some("z"), Some("after")])],
            vec![upper("x"), lower("y"), rest()],
            vec![upper("x"), lower("z"), predicate(&row, &[Some("z"), Some("y")]), rest()],
            vec![predicate(&skip, &[Some("upper"), Some("lower"), Some("x"), Some("y")]), rest()],
        ];
        let parameters = [("upper", class), ("lower", class), ("above", class), ("after", class)];
        let (x, y, z) = (Some("x"), Some("y"), Some("z"));
        let rows = vec![
            vec![self.points_to("x", class, &[(next, y), (down, None)])],
            vec![self.points_to("x", class, &[(next, z), (down, None)]), predicate(&row, &[z, y])],
            vec![predicate(&row, &[x, z]), predicate(&row, &[z, y])],
        ];
        vec![self.definition(&skip, &parameters, cases), self.definition(&row, &[("x", class), ("y", class)], rows)]
    }

    /// Two nodes or more: what is before the first one, the first, the last, and what is after the last one.
    fn doubly_linked_list(&self, family: usize) -> Definition {
        let class = self.families[family].classes[0];
        let [next, previous] = [0, 1].map(|at| self.chosen(family).fields[at]);
        let dll = self.predicate_name(family, "dll", &[]);
        let [before, first, last, after, x, y] = ["before", "first", "last", "after", "x", "y"].map(Some);
        let cases = vec![
            vec![
                self.points_to("first", class, &[(next, last), (previous, before)]),
                self.points_to("last", class, &[(next, after), (previous, first)]),
            ],
            vec![
                self.points_to("first", class, &[(next, x), (previous, before)]),
                predicate(&dll, &[first, x, last, after]),
            ],
            vec![
                predicate(&dll, &[before, first, x, last]),
                self.points_to("last", class, &[(next, after), (previous, x)]),
            ],
            vec![predicate(&dll, &[before, first, x, y]), predicate(&dll, &[x, y, last, after])],
        ];
        let parameters = [("before", class), ("first", class), ("last", class), ("after", class)];
        self.definition(&dll, &parameters, cases)
    }

    /// Trees, and trees with one subtree cut out.
    fn tree(&self, family: usize) -> Vec<Definition> {
        // A vertex has the class of its object, so that each class has a predicate of its own.
        let own = &self.families[family].classes;
        let classes: Vec<ClassId> = own.iter().copied().filter(|&class| self.part_of(class).is_none()).collect();
        let limit =
            if own.iter().any(|&class| self.graph.is_collection(class)) { COLLECTED_PATH_LIMIT } else { PATH_LIMIT };
        let has_paths = classes.len() <= limit;
        let path = |from: ClassId, to: ClassId| self.predicate_name(family, "path", &[from, to]);
        let tree = |class: ClassId| self.predicate_name(family, "tree", &[class]);
        let (x, y, z) = (Some("x"), Some("y"), Some("z"));
        let names = Names::of(&["x", "y", "z"]);
        let mut definitions = Vec::new();
        for &class in &classes {
            let mut cases = atoms(self.object("x", class, &names));
            if has_paths {
                let filled =
                    |&hole: &ClassId| vec![predicate(&path(class, hole), &[x, z]), predicate(&tree(hole), &[z])];
                cases.extend(classes.iter().map(filled));
            }
            definitions.push(self.definition(&tree(class), &[("x", class)], cases));
        }
        for (&from, &to) in classes.iter().flat_map(|from| classes.iter().map(move |to| (from, to))) {
            if !has_paths {
                break;
            }
            let mut cases = Vec::new();
            for slot in self.slots(from) {
                let next = slot.last().map_or(&[][..], |&field| self.graph.targets(field));
                if next.contains(&to) {
                    cases.extend(atoms(self.object_with("x", from, (&slot, "y"), &names)));
                }
                for &between in next.iter().filter(|class| classes.contains(class)) {
                    let deeper = atoms(self.object_with("x", from, (&slot, "z"), &names)).into_iter();
                    cases.extend(deeper.map(|mut atoms| {
                        atoms.push(predicate(&path(between, to), &[z, y]));
                        atoms
                    }));
                }
            }
            let joined = |&middle: &ClassId| {
                vec![predicate(&path(from, middle), &[x, z]), predicate(&path(middle, to), &[z, y])]
            };
            cases.extend(classes.iter().map(joined));
            definitions.push(self.definition(&path(from, to), &[("x", from), ("y", to)], cases));
        }
        definitions
    }

    /// The fields of an object of a tree, and of the objects that are parts of it, by the way to them.
    fn slots(&self, class: ClassId) -> Vec<Vec<FieldId>> {
        let mut found = Vec::new();
        for &field in self.graph.structural_fields(class) {
            match self.graph.targets(field) {
                &[part] if self.part_of(part) == Some(field) => {
                    found.extend(self.slots(part).into_iter().map(|below| [&[field], &below[..]].concat()));
                }
                _ => found.push(vec![field]),
            }
        }
        found
    }

    /// The field by which objects of a class are parts of the objects that
    /// have it, as maps are in `class Node { final Map<Character, Node> children = new HashMap<>(); }`.
    pub(super) fn part_of(&self, class: ClassId) -> Option<FieldId> {
        let field = self.only_way_to(class)?;
        // Nothing is a part of itself.
        let owner = |field: FieldId| self.program().fields[field].class;
        let mut above = std::iter::successors(Some(field), |&field| self.only_way_to(owner(field)));
        let is_circular = above.by_ref().take(self.program().classes.len()).any(|field| owner(field) == class);
        (!is_circular && above.next().is_none()).then_some(field)
    }

    /// The only field of a tree that leads to objects of a class, if it is never null and leads to no others.
    fn only_way_to(&self, class: ClassId) -> Option<FieldId> {
        let family = self.graph.family(class)?;
        if !self.chosen(family).kind.is_tree() {
            return None;
        }
        let own = &self.families[family].classes;
        let mut fields: Vec<FieldId> =
            own.iter().flat_map(|&owner| self.graph.structural_fields(owner)).copied().collect();
        fields.retain(|&field| self.graph.targets(field).contains(&class));
        fields.dedup();
        let [field] = fields[..] else { return None };
        let is_only = self.graph.targets(field) == [class] && self.program().fields[field].class != class;
        (is_only && self.sentinels.contains(&field)).then_some(field)
    }
}

fn atoms(cases: Cases) -> Vec<Vec<Atom>> {
    cases.all.into_iter().map(|case| case.atoms).collect()
}
