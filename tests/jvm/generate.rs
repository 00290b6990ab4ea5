//! Random programs: their declarations.

use hrglass::base::Random;

use super::features;
use super::model::{Class, Family, Field, LIBRARY, Model, OBJECT, RUNTIME_EXCEPTION, Ty};
use super::tree::{Node, block, line};
use super::writer::{Scope, Writer};

/// What the first class of data is made for, and the predefined grammar for it with the type that is renamed to it.
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
    /// The class with the method `run`.
    pub entry: usize,
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

/// The parameter that says how deep a method may still call.
const FUEL: &str = "d";

/// A random program in the package `package`.
pub fn generate(package: &str, random: &mut Random) -> Generated {
    let structure = [Structure::List, Structure::DoublyLinked, Structure::Tree, Structure::Other, Structure::Other]
        [random.below(5)];
    let mut writer =
        Writer { random, model: Model::default(), data: Vec::new(), scope: Scope::new(OBJECT, Ty::Void, 0) };
    let declared = writer.classes(structure);
    writer.families(&declared);
    let mut tree = vec![line(format!("package {package};"))];
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
    let result = if writer.random.one_in(8) { Ty::Void } else { writer.variable_type() };
    let mut generated = Generated {
        tree: Vec::new(),
        model: Model::default(),
        entry,
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
    tree.push(Node::Parts(parts, tail));
    generated.tree = tree;
    generated.model = writer.model;
    generated
}

/// The classes that matter by themselves.
struct Declared {
    first: usize,
    main: usize,
}

impl Writer<'_> {
    fn add(&mut self, class: Class) -> usize {
        self.model.classes.push(class);
        self.model.classes.len() - 1
    }

    fn classes(&mut self, structure: Structure) -> Declared {
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
            superclass: super::model::EXCEPTION,
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
        if features::STATIC_FIELDS && self.random.one_in(2) {
            // Objects of the input are of classes that are initialised, so that others have the static fields.
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

    fn fields_of(&mut self, class: usize, is_first: bool, structure: Structure, names: &mut usize) {
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
        // Other references in the first class would keep heaps from being abstracted.
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

    fn families(&mut self, declared: &Declared) {
        let data: Vec<usize> = self.data.clone();
        for number in 0..3 + self.random.below(5) {
            let owner = match self.random.below(5) {
                0 => declared.main,
                _ => *self.random.one_of(&data),
            };
            let in_interface = self.model.classes[owner].is_interface;
            let is_static = owner == declared.main || self.random.one_in(4);
            let is_private = !is_static && !in_interface && self.random.one_in(6);
            let result = match self.random.below(4) {
                0 => Ty::Void,
                1 => Ty::Class(*self.random.one_of(&data)),
                _ => self.variable_type(),
            };
            let mut family = Family {
                name: format!("m{number}"),
                owner,
                is_static,
                is_private,
                is_leaf: self.random.one_in(2),
                parameters: (0..self.random.below(3)).map(|_| self.variable_type()).collect(),
                result,
                bodies: Vec::new(),
            };
            let is_abstract = !is_static
                && !is_private
                && (in_interface || self.model.classes[owner].is_abstract)
                && self.random.one_in(2);
            if !is_abstract {
                family.bodies.push(owner);
            }
            if !(is_private || is_static && in_interface) && owner != declared.main {
                for &class in &data {
                    let below = class != owner && self.model.is_subclass(class, owner);
                    let in_interface = self.model.classes[class].is_interface;
                    if below && !(is_static && in_interface) && self.random.one_in(2) {
                        family.bodies.push(class);
                    }
                }
            }
            if is_abstract {
                self.implement(&mut family, &data);
            }
            // A method of the same name in a subclass has nothing to do with a private one.
            if is_private && self.random.one_in(2) {
                let below: Vec<usize> =
                    data.iter().copied().filter(|&c| c != owner && self.model.is_subclass(c, owner)).collect();
                if let Some(&class) = below.first() {
                    let twin = Family { owner: class, is_private: false, bodies: vec![class], ..family.clone() };
                    self.model.families.push(twin);
                }
            }
            self.model.families.push(family);
        }
        if self.random.one_in(2) {
            self.overloads(declared);
        }
    }

    /// Gives every class with instances that has no body of an abstract method one.
    fn implement(&mut self, family: &mut Family, data: &[usize]) {
        for &class in data {
            let own = &self.model.classes[class];
            if own.is_abstract || own.is_interface || !self.model.is_subclass(class, family.owner) {
                continue;
            }
            if !family.bodies.iter().any(|&b| self.model.is_subclass(class, b)) {
                family.bodies.push(class);
            }
        }
    }

    /// Methods of one name, of which the compiler chooses by the types of the arguments.
    fn overloads(&mut self, declared: &Declared) {
        let result = self.variable_type();
        let numbers: &[Ty] = &[Ty::Long, Ty::Int, Ty::Short, Ty::Byte];
        let second = declared.first + 1;
        let mut types: Vec<Ty> = numbers.iter().copied().filter(|_| self.random.one_in(2)).collect();
        if self.random.one_in(2) {
            types = vec![Ty::Class(OBJECT), Ty::Class(declared.first)];
            if self.data.contains(&second) && self.model.is_subclass(second, declared.first) {
                types.push(Ty::Class(second));
            }
        }
        let owner = if self.random.one_in(2) { declared.main } else { declared.first };
        for ty in types {
            self.model.families.push(Family {
                name: "over".to_owned(),
                owner,
                is_static: owner == declared.main,
                is_private: false,
                is_leaf: true,
                parameters: vec![ty],
                result,
                bodies: vec![owner],
            });
        }
    }

    fn class(&mut self, class: usize, generated: &Generated) -> Node {
        let own = self.model.classes[class].clone();
        let mut members = Vec::new();
        for field in own.fields.clone() {
            members.extend(self.field(class, &field));
        }
        if own.is_interface {
            members.push(line(format!("int K{class} = {};", 2 + self.random.below(3))));
        } else if self.data.contains(&class) && self.random.one_in(4) {
            let body = self.initialiser(class);
            members.push(block("{", body));
        }
        for parameters in own.constructors.clone() {
            members.push(self.constructor(class, &parameters));
        }
        for family in 0..self.model.families.len() {
            let one = self.model.families[family].clone();
            if one.bodies.contains(&class) {
                members.push(self.method(&one, class));
            } else if one.owner == class {
                members.push(line(format!("{};", self.head(&one, class, true))));
            }
        }
        if features::TO_STRING && !own.is_interface && self.data.contains(&class) && self.random.one_in(2) {
            self.scope = Scope { is_static: false, is_leaf: true, ..Scope::new(class, Ty::Text, 2) };
            let body = self.body();
            members.push(block("public String toString() {", body));
        }
        if class == generated.entry {
            members.push(self.entry(generated));
        }
        let mut head = String::new();
        head += if own.is_nested { "static " } else { "" };
        head += if own.is_abstract {
            "abstract class "
        } else if own.is_interface {
            "interface "
        } else {
            "class "
        };
        head += &own.name;
        if own.superclass != OBJECT {
            head += &format!(" extends {}", self.model.name(Ty::Class(own.superclass)));
        }
        let names: Vec<String> = own.interfaces.iter().map(|&i| self.model.name(Ty::Class(i))).collect();
        if !names.is_empty() {
            head += &format!(" {} {}", if own.is_interface { "extends" } else { "implements" }, names.join(", "));
        }
        block(format!("{head} {{"), members)
    }

    fn field(&mut self, class: usize, field: &Field) -> Vec<Node> {
        let mut text = String::new();
        text += if field.is_static { "static " } else { "" };
        text += if field.is_final { "final " } else { "" };
        text += &format!("{} {}", self.model.name(field.ty), field.name);
        if field.is_static && field.is_final && field.ty == Ty::Int {
            return vec![line(format!("{text} = 3;"))];
        }
        if !field.is_final && !self.random.one_in(3) {
            return vec![line(format!("{text};"))];
        }
        self.scope = self.creating(class);
        (self.scope.is_static, self.scope.is_initialiser) = (field.is_static, true);
        let value = self.assigned(field.ty, 2).text;
        if field.is_final && !field.is_static {
            // With a constant in its declaration, the field of every object would be that constant.
            return vec![line(format!("{text};")), line(format!("{{ this.{} = {value}; }}", field.name))];
        }
        vec![line(format!("{text} = {value};"))]
    }

    /// The scope of code that runs while an object of a class is created: it creates only objects of classes before.
    fn creating(&mut self, class: usize) -> Scope {
        Scope { creates_before: Some(class), fuel: "0".to_owned(), ..Scope::new(class, Ty::Void, 2) }
    }

    fn initialiser(&mut self, class: usize) -> Vec<Node> {
        self.scope = self.creating(class);
        (self.scope.is_static, self.scope.is_initialiser) = (false, true);
        self.scope.barrier = Some(0);
        let written = self.block(2);
        // The compiler asks that it can complete.
        if written.completes { written.nodes } else { Vec::new() }
    }

    fn constructor(&mut self, class: usize, parameters: &[Ty]) -> Node {
        let own = self.model.classes[class].clone();
        self.scope = self.creating(class);
        let named: Vec<(Ty, String)> = parameters.iter().enumerate().map(|(n, &ty)| (ty, format!("a{n}"))).collect();
        for (ty, name) in &named {
            self.declare(name, *ty, true);
        }
        let mut nodes = Vec::new();
        let others = own.constructors.iter().filter(|c| c.len() < parameters.len());
        let others: Vec<Vec<Ty>> = others.cloned().collect();
        let above = self.model.classes[own.superclass].constructors.clone();
        let must = !above.is_empty() && !above.iter().any(Vec::is_empty);
        if !others.is_empty() && self.random.one_in(3) {
            let chosen = self.random.one_of(&others).clone();
            let arguments = self.arguments(&chosen, 1);
            nodes.push(line(format!("this({});", arguments.join(", "))));
        } else if own.superclass >= LIBRARY.len() && (must || !above.is_empty() && self.random.one_in(2)) {
            let chosen = self.random.one_of(&above).clone();
            let arguments = self.arguments(&chosen, 1);
            nodes.push(line(format!("super({});", arguments.join(", "))));
        }
        self.scope.is_static = false;
        for (number, (ty, name)) in named.iter().enumerate() {
            let same = own.fields.iter().find(|f| f.ty == *ty && !f.is_final && !f.is_static);
            if let Some(field) = same.filter(|_| number == 0 || !self.random.one_in(3)) {
                nodes.push(line(format!("this.{} = {name};", field.name)));
            }
        }
        let written = self.block(2);
        nodes.extend(written.nodes);
        let parameters: Vec<String> = named.iter().map(|(ty, n)| format!("{} {n}", self.model.name(*ty))).collect();
        block(format!("{}({}) {{", own.name, parameters.join(", ")), nodes)
    }

    /// The head of a method in one of its classes.
    fn head(&mut self, family: &Family, class: usize, is_abstract: bool) -> String {
        let in_interface = self.model.classes[class].is_interface;
        let mut head = String::new();
        head += match (family.is_private, in_interface, family.is_static) {
            (true, ..) => "private ",
            (_, true, false) if !is_abstract => "default ",
            (_, true, _) => "",
            _ => "public ",
        };
        head += if family.is_static { "static " } else { "" };
        head += if is_abstract && !in_interface { "abstract " } else { "" };
        let mut parameters = Vec::new();
        if !family.is_leaf {
            parameters.push(format!("int {FUEL}"));
        }
        for (number, &ty) in family.parameters.iter().enumerate() {
            parameters.push(format!("{} a{number}", self.model.name(ty)));
        }
        let throws = if family.is_leaf { "" } else { " throws Checked" };
        head + &format!("{} {}({}){throws}", self.model.name(family.result), family.name, parameters.join(", "))
    }

    fn method(&mut self, family: &Family, class: usize) -> Node {
        let head = self.head(family, class, false);
        let room = 1 + self.random.below(4);
        self.scope = Scope { is_static: family.is_static, ..Scope::new(class, family.result, room) };
        self.scope.is_leaf = family.is_leaf;
        self.scope.may_throw_checked = !family.is_leaf;
        let mut nodes = Vec::new();
        if !family.is_leaf {
            self.declare(FUEL, Ty::Int, false);
            let value = match family.result {
                Ty::Void => String::new(),
                Ty::Class(_) => " null".to_owned(),
                ty => format!(" {}", self.constant(ty).text),
            };
            nodes.push(line(format!("if ({FUEL} <= 0) return{value};")));
        }
        for (number, &ty) in family.parameters.iter().enumerate() {
            self.declare(&format!("a{number}"), ty, true);
        }
        // What it overrides can be called, unless the class above has no body of it.
        let above = self.model.classes[class].superclass;
        let overrides = !family.is_static
            && family
                .bodies
                .iter()
                .any(|&b| b != class && !self.model.classes[b].is_interface && self.model.is_subclass(above, b));
        if overrides && self.random.one_in(3) {
            let mut arguments: Vec<String> = if family.is_leaf { Vec::new() } else { vec![format!("{FUEL} - 1")] };
            arguments.extend((0..family.parameters.len()).map(|n| format!("a{n}")));
            let call = format!("super.{}({})", family.name, arguments.join(", "));
            if family.result == Ty::Void {
                nodes.push(line(format!("{call};")));
            } else {
                let name = self.fresh_name();
                nodes.push(line(format!("{} {name} = {call};", self.model.name(family.result))));
                self.declare(&name, family.result, true);
            }
        }
        nodes.extend(self.body());
        block(format!("{head} {{"), nodes)
    }

    /// Statements with a result at the end.
    fn body(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut completes = true;
        while completes && self.scope.room > 0 {
            self.scope.room -= 1;
            let locals = self.scope.locals.len();
            let before = self.scope.declared_throws;
            let written = self.one_statement();
            completes = written.completes;
            // So that more than the first null dereference is seen.
            if completes && self.scope.locals.len() == locals && self.random.one_in(2) {
                let class =
                    ["RuntimeException", "NullPointerException", "Exception", "Throwable"][self.random.below(4)];
                let parts = vec![("try {".to_owned(), written.nodes), (format!("}} catch ({class} e) {{"), Vec::new())];
                if matches!(class, "Exception" | "Throwable") {
                    self.scope.declared_throws = before;
                }
                nodes.push(Node::Parts(parts, "}".to_owned()));
            } else {
                nodes.extend(written.nodes);
            }
        }
        if completes && self.scope.result != Ty::Void {
            let last = self.returns();
            nodes.push(line(last));
        }
        nodes
    }

    fn entry(&mut self, generated: &Generated) -> Node {
        let room = 6 + self.random.below(14);
        self.scope = Scope { is_static: generated.is_static, ..Scope::new(generated.entry, generated.result, room) };
        self.scope.fuel = "2".to_owned();
        self.scope.may_throw_checked = true;
        let mut parameters = Vec::new();
        for (ty, name) in &generated.parameters {
            self.declare(name, *ty, !generated.is_final);
            let word = if generated.is_final { "final " } else { "" };
            parameters.push(format!("{word}{} {name}", self.model.name(*ty)));
        }
        let body = self.body();
        let word = if generated.is_static { "static " } else { "" };
        let result = self.model.name(generated.result);
        block(format!("{word}{result} run({}) throws Exception {{", parameters.join(", ")), body)
    }
}
