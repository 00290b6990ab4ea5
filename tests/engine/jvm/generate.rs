//! Declarations of random programs.

mod calls;
mod expressions;
mod families;
mod handlers;
mod loops;
mod members;
pub mod model;
mod numbers;
mod objects;
mod statements;
mod support;
mod switches;
mod templates;
mod texts;
pub mod tree;
mod unreached;
mod writer;

use hrglass::base::Random;

use self::model::{Class, Field, LIBRARY, Model, OBJECT, RUNTIME_EXCEPTION, Ty};
use self::tree::{Node, line};
use self::writer::{Scope, Writer};

/// The structure for which the first data class is made, whose type is renamed in the built-in grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Structure {
    List,
    DoublyLinked,
    Tree,
    Other,
}

/// A random program.
#[derive(Clone, Debug)]
pub struct Generated {
    pub tree: Vec<Node>,
    pub model: Model,
    /// The class of the method `run`, or `main`.
    pub entry: usize,
    /// Its name.
    pub name: &'static str,
    pub is_static: bool,
    /// Types and names of its parameters.
    pub parameters: Vec<(Ty, String)>,
    pub result: Ty,
    /// Whether the parameters keep their values.
    pub is_final: bool,
    pub structure: Structure,
    /// The first class of data.
    pub node: usize,
}

/// The parameter that limits the depth of further calls.
const FUEL: &str = "d";

/// A random program in the package `package`; programs with as many successive numbers as there are special statements have each
/// of them, where it may stand.
pub fn generate(number: usize, package: &str, random: &mut Random) -> Generated {
    let structure = [Structure::List, Structure::DoublyLinked, Structure::Tree, Structure::Other, Structure::Other]
        [random.below(5)];
    let (is_late, speaks) = (random.one_in(2), random.one_in(2));
    let scope = Scope::new(OBJECT, Ty::Void, 0);
    let mut writer = Writer {
        random,
        model: Model::default(),
        data: Vec::new(),
        first: OBJECT,
        is_late,
        speaks,
        due: Some(number),
        scope,
    };
    let declared = writer.classes(structure);
    writer.first = declared.first;
    writer.families(&declared);
    let mut tree = vec![line(format!("package {package};"))];
    tree.extend(writer.imports());
    tree.extend(writer.support_classes());
    tree.extend(writer.unreached());
    let entry_is_static = !writer.random.one_in(4);
    let entry = if entry_is_static { declared.main } else { declared.first };
    let is_final = writer.random.one_in(2);
    let mut parameters = Vec::new();
    for number in 0..writer.random.below(4) {
        let ty = match writer.random.below(3) {
            0 => writer.variable_type(),
            _ => Ty::Class(declared.first),
        };
        let ty = if matches!(ty, Ty::Text | Ty::Box | Ty::Double) { Ty::Int } else { ty };
        parameters.push((ty, format!("a{number}")));
    }
    let mut result = if writer.random.one_in(8) { Ty::Void } else { writer.variable_type() };
    let is_main = entry_is_static && writer.random.one_in(16);
    if is_main {
        (parameters, result) = (vec![(Ty::Texts, "args".to_owned())], Ty::Void);
    }
    let mut generated = Generated {
        tree: Vec::new(),
        model: Model::default(),
        entry,
        name: if is_main { "main" } else { "run" },
        is_static: entry_is_static,
        parameters,
        result,
        is_final,
        structure,
        node: declared.first,
    };
    let mut nested = Vec::new();
    for class in LIBRARY.len()..declared.main {
        if writer.model.classes[class].name.is_empty() {
            continue;
        }
        let node = writer.class(class, &generated);
        if writer.model.classes[class].is_nested { nested.push(node) } else { tree.push(node) }
    }
    if writer.model.classes.len() > declared.main + 1 {
        let globals = writer.class(declared.main + 1, &generated);
        tree.push(globals);
    }
    let Node::Parts(mut parts, tail) = writer.class(declared.main, &generated) else { unreachable!() };
    parts[0].1.extend(nested);
    parts[0].1.extend(writer.support_methods());
    tree.push(Node::Parts(parts, tail));
    generated.tree = tree;
    generated.model = writer.model;
    generated
}

/// Classes with a special role.
struct Declared {
    first: usize,
    main: usize,
}

impl Writer<'_> {
    pub fn add(&mut self, class: Class) -> usize {
        self.model.classes.push(class);
        self.model.classes.len() - 1
    }

    pub fn classes(&mut self, structure: Structure) -> Declared {
        for (name, superclass) in LIBRARY {
            self.add(Class { name: name.to_owned(), superclass, ..Class::default() });
        }
        let code = |n: usize| Field { name: format!("code{n}"), ty: Ty::Int, is_static: false, is_final: false };
        let fault = self.add(Class {
            name: "Fault".to_owned(),
            superclass: RUNTIME_EXCEPTION,
            fields: vec![code(0)],
            constructors: vec![vec![], vec![Ty::Int]],
            ..Class::default()
        });
        self.add(Class { name: "Failure".to_owned(), superclass: fault, fields: vec![code(1)], ..Class::default() });
        self.add(Class {
            name: "Checked".to_owned(),
            superclass: model::EXCEPTION,
            constructors: vec![vec![Ty::Int]],
            fields: vec![code(2)],
            ..Class::default()
        });
        let has_interface = self.random.one_in(2);
        let mut interfaces = Vec::new();
        if has_interface {
            let one = self.add(Class { name: "I".to_owned(), is_interface: true, ..Class::default() });
            interfaces.push(one);
            if self.random.one_in(2) {
                let interfaces_of = vec![one];
                let two =
                    Class { name: "J".to_owned(), is_interface: true, interfaces: interfaces_of, ..Class::default() };
                interfaces.push(self.add(two));
            }
        }
        let first = self.model.classes.len();
        let count = 1 + self.random.below(4);
        for number in 0..count {
            let superclass = match number {
                0 => OBJECT,
                1 => first,
                _ => [OBJECT, first, first + 1][self.random.below(3)],
            };
            let implemented: Vec<usize> = interfaces.iter().copied().filter(|_| self.random.one_in(2)).collect();
            let is_abstract = number > 0 && self.random.one_in(5) && number + 1 < count;
            let is_nested = number > 0 && superclass == OBJECT && self.random.one_in(3);
            self.add(Class {
                name: ["A", "B", "C", "D"][number].to_owned(),
                superclass,
                interfaces: implemented,
                is_abstract,
                is_nested,
                ..Class::default()
            });
        }
        self.data = interfaces.iter().copied().chain(first..first + count).collect();
        let main = self.add(Class { name: "Main".to_owned(), ..Class::default() });
        self.model.classes[main].fields.push(Field {
            name: "K".to_owned(),
            ty: Ty::Int,
            is_static: true,
            is_final: true,
        });
        let mut names = 0;
        for class in first..main {
            self.fields_of(class, class == first, structure, &mut names);
        }
        if self.random.one_in(2) {
            // Objects of the input belong to initialised classes, so the static fields are in another class.
            let globals = self.add(Class { name: "Globals".to_owned(), ..Class::default() });
            for _ in 0..1 + self.random.below(3) {
                let ty = self.variable_type();
                let class = if self.random.one_in(2) { main } else { globals };
                names += 1;
                let field = Field { name: format!("s{names}"), ty, is_static: true, is_final: self.random.one_in(4) };
                self.model.classes[class].fields.push(field);
            }
        }
        Declared { first, main }
    }

    pub fn fields_of(&mut self, class: usize, is_first: bool, structure: Structure, names: &mut usize) {
        let links: &[&str] = match structure {
            Structure::List => &["next"],
            Structure::DoublyLinked => &["next", "prev"],
            Structure::Tree => &["left", "right"],
            Structure::Other => &[],
        };
        let mut fields = Vec::new();
        if is_first {
            fields.extend(links.iter().map(|l| ((*l).to_owned(), Ty::Class(class))));
        }
        let mut types = Vec::new();
        // Other references in the first class would prevent abstraction.
        if !is_first || structure == Structure::Other {
            for _ in 0..self.random.below(3) + usize::from(is_first) {
                types.push(Ty::Class(self.data_class()));
            }
        }
        for _ in 0..self.random.below(3) {
            let ty = self.variable_type();
            types.push(if matches!(ty, Ty::Class(_)) { Ty::Int } else { ty });
        }
        for ty in types {
            *names += 1;
            fields.push((format!("f{names}"), ty));
        }
        let fields = fields.into_iter().map(|(name, ty)| {
            let is_final = !name.starts_with(['n', 'l', 'p', 'r']) && self.random.one_in(8);
            Field { name, ty, is_static: false, is_final }
        });
        self.model.classes[class].fields = fields.collect();
        let all = [vec![], vec![Ty::Int], vec![Ty::Class(class)], vec![Ty::Int, Ty::Class(class)]];
        let mut own: Vec<Vec<Ty>> = all.into_iter().filter(|_| self.random.one_in(3)).collect();
        let above = &self.model.classes[self.model.classes[class].superclass].constructors;
        if own.is_empty() && !above.is_empty() && !above.iter().any(Vec::is_empty) {
            own.push(Vec::new());
        }
        self.model.classes[class].constructors = own;
    }
}
