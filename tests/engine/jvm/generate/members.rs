//! Random classes with their members.

use super::model::{Family, Field, LIBRARY, OBJECT, Ty};
use super::tree::{Node, block, line};
use super::writer::{Scope, Writer};
use super::{FUEL, Generated};

impl Writer<'_> {
    pub fn class(&mut self, class: usize, generated: &Generated) -> Node {
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
        if !own.is_interface && self.data.contains(&class) {
            members.extend(self.called_by_library(class));
        }
        if self.speaks && own.name == "Fault" {
            self.scope = Scope { is_static: false, is_leaf: true, ..Scope::new(class, Ty::Text, 2) };
            let body = self.body();
            members.push(block("public String getMessage() {", body));
        }
        if class == self.first {
            members.push(self.inner_class());
        }
        if own.name == "Globals" && self.random.one_in(2) {
            self.scope = Scope { is_leaf: true, barrier: Some(0), ..Scope::new(class, Ty::Void, 2) };
            let written = self.block(2);
            if written.completes {
                members.push(block("static {", written.nodes));
            }
        }
        if class == generated.entry {
            members.push(self.entry(generated));
        }
        let mut head = String::new();
        head += if self.random.one_in(6) { "@Mark " } else { "" };
        head += if own.is_nested { "static " } else { "" };
        let has_subclasses = (0..self.model.classes.len()).any(|c| c != class && self.model.is_subclass(c, class));
        let may_be_final = !own.is_abstract && !own.is_interface && !has_subclasses;
        head += if may_be_final && self.random.one_in(4) { "final " } else { "" };
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

    /// Methods that override those of `Object`.
    fn called_by_library(&mut self, class: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        let heads = [
            ("public String toString() {", Ty::Text, 2),
            ("public int hashCode() {", Ty::Int, 5),
            ("public boolean equals(Object o) {", Ty::Boolean, 5),
        ];
        for (head, result, seldom) in heads {
            if !self.random.one_in(seldom) {
                continue;
            }
            self.scope = Scope { is_static: false, is_leaf: true, ..Scope::new(class, result, 2) };
            if result == Ty::Boolean {
                self.declare("o", Ty::Class(OBJECT), true);
            }
            let mut body = Vec::new();
            if result == Ty::Text && self.random.one_in(4) {
                body.push(line("String above = super.toString();"));
                self.declare("above", Ty::Text, true);
            }
            body.extend(self.body());
            nodes.push(block(head, body));
        }
        nodes
    }

    pub fn field(&mut self, class: usize, field: &Field) -> Vec<Node> {
        let mut text = String::new();
        text += if field.is_static { "static " } else { "" };
        text += if field.is_final { "final " } else { ["", "", "", "transient ", "volatile "][self.random.below(5)] };
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
            // With a constant initialiser in its declaration, the field would be a compile-time constant.
            return vec![line(format!("{text};")), line(format!("{{ this.{} = {value}; }}", field.name))];
        }
        vec![line(format!("{text} = {value};"))]
    }

    /// The scope of code that runs while an object of a class is created: it creates only objects of earlier classes.
    pub fn creating(&mut self, class: usize) -> Scope {
        Scope { creates_before: Some(class), fuel: "0".to_owned(), ..Scope::new(class, Ty::Void, 2) }
    }

    pub fn initialiser(&mut self, class: usize) -> Vec<Node> {
        self.scope = self.creating(class);
        (self.scope.is_static, self.scope.is_initialiser) = (false, true);
        self.scope.barrier = Some(0);
        let written = self.block(2);
        // The compiler requires that it can complete.
        if written.completes { written.nodes } else { Vec::new() }
    }

    pub fn constructor(&mut self, class: usize, parameters: &[Ty]) -> Node {
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
    pub fn head(&mut self, family: &Family, class: usize, is_abstract: bool) -> String {
        let in_interface = self.model.classes[class].is_interface;
        let mut head = String::new();
        if !is_abstract {
            let own = self.model.classes[class].clone();
            head += self.method_modifiers(&own);
        }
        head += match (family.is_private, in_interface, family.is_static) {
            (true, ..) => "private ",
            (_, true, false) if !is_abstract => "default ",
            (_, true, _) => "",
            _ => "public ",
        };
        head += if family.is_static { "static " } else { "" };
        let may_be_final = !in_interface && !is_abstract && family.bodies == [class];
        head += if may_be_final && self.random.one_in(6) { "final " } else { "" };
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

    pub fn method(&mut self, family: &Family, class: usize) -> Node {
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
        // The overridden method can be called, unless it has no body in the superclass.
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

    /// Statements with a `return` at the end.
    pub fn body(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut completes = true;
        while completes && self.scope.room > 0 {
            self.scope.room -= 1;
            let locals = self.scope.locals.len();
            let before = self.scope.declared_throws;
            let written = self.one_statement();
            completes = written.completes;
            // To reach more than the first null dereference.
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

    pub fn entry(&mut self, generated: &Generated) -> Node {
        let room = 6 + self.random.below(14);
        self.scope = Scope { is_static: generated.is_static, ..Scope::new(generated.entry, generated.result, room) };
        self.scope.fuel = "2".to_owned();
        self.scope.may_throw_checked = true;
        let mut parameters = Vec::new();
        for (ty, name) in &generated.parameters {
            self.declare(name, *ty, !generated.is_final && *ty != Ty::Texts);
            let word = if generated.is_final { "final " } else { "" };
            parameters.push(format!("{word}{} {name}", self.model.name(*ty)));
        }
        let body = self.body();
        let word = if generated.is_static { "static " } else { "" };
        let result = self.model.name(generated.result);
        let (name, parameters) = (generated.name, parameters.join(", "));
        block(format!("public {word}{result} {name}({parameters}) throws Exception {{"), body)
    }
}
