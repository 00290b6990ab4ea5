//! Random programs on integers whose behaviour the standard defines, if signed operations wrap around.

use hrglass::base::Random;

const TYPES: [&str; 12] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
];

/// A function `check_SEED` without parameters, with all that it needs. No name occurs in another program.
pub fn program(seed: u64) -> String {
    let mut generator = Generator {
        random: Random::scattered(seed),
        seed,
        text: String::new(),
        names: 0,
        variables: Vec::new(),
        arrays: Vec::new(),
        functions: Vec::new(),
        loops: 0,
        indent: 1,
    };
    generator.program();
    generator.text
}

struct Function {
    name: String,
    parameters: usize,
}

struct Generator {
    random: Random,
    seed: u64,
    text: String,
    names: usize,
    /// Lvalues of integer type that may be assigned.
    variables: Vec<String>,
    /// Arrays of 4 or 8 elements, by the mask of their indices.
    arrays: Vec<(String, usize)>,
    /// Functions that assign no static variable of others.
    functions: Vec<Function>,
    loops: usize,
    indent: usize,
}

impl Generator {
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}_{}", self.names, self.seed)
    }

    fn ty(&mut self) -> &'static str {
        TYPES[self.random.below(TYPES.len())]
    }

    fn line(&mut self, text: &str) {
        self.text += &format!("{}{text}\n", "  ".repeat(self.indent));
    }

    fn program(&mut self) {
        self.indent = 0;
        let seed = self.seed;
        self.line(&format!("enum color_{seed} {{ RED_{seed} = -2, GREEN_{seed}, BLUE_{seed} = 7 }};"));
        self.line(&format!("typedef unsigned char byte_{seed};"));
        let member = self.ty();
        self.line(&format!("struct pair_{seed} {{ {member} first; long long second; byte_{seed} cells[4]; struct {{ short inner; }} deep; }};"));
        self.line(&format!("#define TWICE_{seed}(x) ((x) + (x))"));
        let (key, small) = (self.ty(), self.ty());
        self.line(&format!(
            "struct node_{seed} {{ struct node_{seed} *next; {key} key; struct {{ {small} low; }} part; short cells[2]; }};"
        ));
        self.line("void *malloc(__SIZE_TYPE__); void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);");
        self.line("void *memset(void *, int, __SIZE_TYPE__); void *memcpy(void *, const void *, __SIZE_TYPE__);");
        self.line(&format!(
            "static struct node_{seed} *push_{seed}(struct node_{seed} *rest, int key) {{\n  \
             struct node_{seed} *made = (struct node_{seed} *)malloc(sizeof(*made));\n  \
             made->next = rest; made->key = key; made->part.low = key * 3; made->cells[0] = 1; made->cells[1] = 2; made->cells[key & 1] = key;\n  \
             return made;\n}}"
        ));
        self.line(&format!("static void bump_{seed}(int *by, struct node_{seed} *list) {{ while (list) {{ *by += list->key ^ list->part.low; list->cells[1]++; list = list->next; }} }}"));
        let globals: Vec<String> = (0..2 + self.random.below(3)).map(|_| self.name("g")).collect();
        for global in &globals {
            let (ty, value) = (self.ty(), self.literal());
            let storage = if self.random.one_in(2) { "static " } else { "" };
            self.line(&format!("{storage}{ty} {global} = {value};"));
        }
        let table = self.name("t");
        let ty = self.ty();
        self.line(&format!("static {ty} {table}[4] = {{ 1, [2] = 77, 3 }};"));
        for _ in 0..self.random.below(3) {
            self.function();
        }
        self.line(&format!("unsigned long long check_{seed}(void) {{"));
        self.indent = 1;
        self.variables = globals;
        self.arrays.push((table, 3));
        for _ in 0..2 + self.random.below(4) {
            self.declaration();
        }
        let pair = self.name("s");
        self.line(&format!("struct pair_{seed} {pair} = {{ 5, .second = -9, .cells = {{ 1, 2 }} }}, copy_{pair};"));
        let cell = self.name("a");
        self.line(&format!("long {cell}[8] = {{ 0 }};"));
        let list = self.name("h");
        self.line(&format!("struct node_{seed} *{list} = 0, single = {{ 0 }};"));
        self.line(&format!("for (int i = 0; i < 3; i++) {list} = push_{seed}({list}, i * 5 - 1);"));
        self.line(&format!("single.next = {list}->next; *{list}->next->next = single;"));
        self.line(&format!("{list}->next->next->next = 0; int walked = 0; bump_{seed}(&walked, {list});"));
        let grid = self.name("m");
        let ty = self.ty();
        self.line(&format!("{ty} {grid}[2][4] = {{ 1, 2, 3, 4, {{ 5 }} }};"));
        self.arrays.push((format!("{grid}[walked & 1]"), 3));
        self.arrays.push((format!("{list}->cells"), 1));
        self.variables.push("walked".to_owned());
        self.variables.push(format!("{list}->key"));
        self.variables.push(format!("{list}->next->part.low"));
        self.variables.push(format!("{grid}[1][2]"));
        self.variables.push(format!("{pair}.first"));
        self.variables.push(format!("{pair}.second"));
        self.variables.push(format!("{pair}.deep.inner"));
        self.arrays.push((format!("{pair}.cells"), 3));
        self.arrays.push((cell, 7));
        for _ in 0..4 + self.random.below(8) {
            self.statement(3);
        }
        self.line(&format!("copy_{pair} = {pair};"));
        self.line("unsigned long long sum = 17;");
        for variable in self.variables.clone() {
            self.line(&format!("sum = sum * 31 + {variable};"));
        }
        for (array, mask) in self.arrays.clone() {
            let counter = self.name("k");
            self.line(&format!(
                "for (int {counter} = 0; {counter} <= {mask}; {counter}++) sum = sum * 31 + {array}[{counter}];"
            ));
        }
        self.line(&format!("return sum + copy_{pair}.second + copy_{pair}.cells[1];"));
        self.indent = 0;
        self.line("}");
    }

    /// A function of its parameters, possibly recursive.
    fn function(&mut self) {
        let (name, result) = (self.name("f"), self.ty());
        let parameters: Vec<String> = (0..1 + self.random.below(3)).map(|_| self.name("p")).collect();
        let list: Vec<String> = parameters.iter().map(|p| format!("{} {p}", self.ty())).collect();
        self.line(&format!("static {result} {name}({}) {{", list.join(", ")));
        self.indent = 1;
        let outer = std::mem::replace(&mut self.variables, parameters.clone());
        let arrays = std::mem::take(&mut self.arrays);
        if self.random.one_in(2) {
            let others = vec!["1"; parameters.len() - 1].join(", ");
            let separator = if others.is_empty() { "" } else { ", " };
            let first = &parameters[0];
            self.line(&format!("if ({first} > 0 && {first} < 20) return {name}({first} - 1{separator}{others}) + 1;"));
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(1);
        }
        let value = self.expression(3);
        self.line(&format!("return {value};"));
        self.indent = 0;
        self.line("}");
        (self.variables, self.arrays) = (outer, arrays);
        self.functions.push(Function { name, parameters: parameters.len() });
    }

    fn declaration(&mut self) {
        let (name, ty, value) = (self.name("x"), self.ty(), self.expression(2));
        let qualifier = *self.random.one_of(&["", "register ", "volatile ", "__extension__ "]);
        self.line(&format!("{qualifier}{ty} {name} = {value};"));
        self.variables.push(name);
    }

    fn literal(&mut self) -> String {
        let seed = self.seed;
        let small = self.random.below(300);
        match self.random.below(14) {
            0 => format!("{small}u"),
            1 => format!("{small}L"),
            2 => format!("0x{small:x}ull"),
            3 => format!("0{small:o}"),
            4 => "2147483647".to_owned(),
            5 => "(-2147483647 - 1)".to_owned(),
            6 => "4294967295".to_owned(),
            7 => "0xffffffff".to_owned(),
            8 => "'a'".to_owned(),
            9 => "'\\xff'".to_owned(),
            10 => format!("{}_{seed}", self.random.one_of(&["RED", "BLUE"])),
            11 => "9223372036854775807LL".to_owned(),
            12 => "18446744073709551615ULL".to_owned(),
            _ => format!("{small}"),
        }
    }

    /// An expression without side effects.
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.one_in(6) {
            return match self.random.below(3) {
                0 => self.literal(),
                1 if !self.arrays.is_empty() => {
                    let (array, mask) = self.random.one_of(&self.arrays).clone();
                    let index = self.variable();
                    format!("{array}[{index} & {mask}]")
                }
                _ => self.variable(),
            };
        }
        let a = self.expression(depth - 1);
        match self.random.below(20) {
            0 => format!("-({a})"),
            1 => format!("~({a})"),
            2 => format!("!({a})"),
            3 => format!("({})({a})", self.ty()),
            4 => format!("({a}) / (({}) & 15 | 1)", self.expression(depth - 1)),
            5 => format!("({a}) % ((({}) & 31) + 1)", self.expression(depth - 1)),
            6 => format!("({a}) << (({}) & 7)", self.expression(depth - 1)),
            7 => format!("({a}) >> (({}) & 15)", self.expression(depth - 1)),
            8 => format!("(({a}) ? ({}) : ({}))", self.expression(depth - 1), self.expression(depth - 1)),
            9 => format!("(({a}) && ({}))", self.expression(depth - 1)),
            10 => format!("(({a}) || ({}))", self.expression(depth - 1)),
            11 => format!("TWICE_{}({a})", self.seed),
            12 if !self.functions.is_empty() => {
                let at = self.random.below(self.functions.len());
                let arguments: Vec<String> =
                    (0..self.functions[at].parameters).map(|_| self.expression(depth - 1)).collect();
                format!("{}({})", self.functions[at].name, arguments.join(", "))
            }
            13 => format!("(int)sizeof({})", self.ty()),
            _ => {
                let operator = *self.random.one_of(&["+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!="]);
                format!("(({a}) {operator} ({}))", self.expression(depth - 1))
            }
        }
    }

    fn variable(&mut self) -> String {
        match self.variables.is_empty() {
            true => "3".to_owned(),
            false => self.random.one_of(&self.variables).clone(),
        }
    }

    /// Statements with declarations of their own, between braces.
    fn block(&mut self, depth: usize) {
        let (variables, arrays) = (self.variables.len(), self.arrays.len());
        self.indent += 1;
        if self.random.one_in(3) {
            self.declaration();
        }
        if self.random.one_in(8) {
            // A variable that hides another one of its name.
            if let Some(name) = self.variables.first().filter(|name| !name.contains(['.', '*'])).cloned() {
                let (ty, value) = (self.ty(), self.literal());
                self.line(&format!("{ty} {name} = {value};"));
            }
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
        self.indent -= 1;
        self.variables.truncate(variables);
        self.arrays.truncate(arrays);
    }

    fn statement(&mut self, depth: usize) {
        let variable = self.variable();
        let (value, condition) = (self.expression(3), self.expression(2));
        let choice = if depth == 0 { self.random.below(9) } else { self.random.below(25) };
        match choice {
            18.. => self.construct(choice, &variable, &value, &condition),
            0 | 1 => self.line(&format!("{variable} = {value};")),
            2 => {
                let operator = *self.random.one_of(&["+", "-", "*", "&", "|", "^"]);
                self.line(&format!("{variable} {operator}= {value};"));
            }
            3 => {
                let (operator, mask) =
                    *self.random.one_of(&[("<<", "7"), (">>", "7"), ("/", "15 | 1"), ("%", "15 | 1")]);
                self.line(&format!("{variable} {operator}= (({value}) & {mask});"));
            }
            4 => {
                let step = *self.random.one_of(&["++", "--"]);
                let text = match self.random.one_in(2) {
                    true => format!("{variable}{step};"),
                    false => format!("{step}{variable};"),
                };
                self.line(&text);
            }
            5 if !self.arrays.is_empty() => {
                let (array, mask) = self.random.one_of(&self.arrays).clone();
                let operator = *self.random.one_of(&["=", "+=", "^="]);
                self.line(&format!("{array}[({condition}) & {mask}] {operator} {value};"));
            }
            6 => {
                let name = self.name("y");
                let ty = self.ty();
                let step = *self.random.one_of(&["++", "--"]);
                self.line(&format!("{{ {ty} {name} = {variable}{step}; {variable} ^= {name}; }}"));
            }
            7 => {
                let (name, ty) = (self.name("q"), self.ty());
                self.line(&format!("{{ {ty} {name} = {value}, *to_{name} = &{name}; *to_{name} += 3; {variable} = *to_{name} - {name} / 2; }}"));
            }
            8 => {
                let ty = self.ty();
                let name = self.name("z");
                self.line(&format!("{variable} = ({{ {ty} {name} = {value}; {name} * 3; }});"));
            }
            9 | 10 => {
                self.line(&format!("if ({condition}) {{"));
                self.block(depth - 1);
                if self.random.one_in(2) {
                    self.line("} else {");
                    self.block(depth - 1);
                }
                self.line("}");
            }
            11 | 12 => self.repeated(depth, &condition),
            13 => self.choice(depth, &value),
            14 => {
                let label = self.name("l");
                self.line(&format!("if ({condition}) goto {label};"));
                self.statement(depth - 1);
                self.line(&format!("{label}: ;"));
            }
            15 => {
                let (label, counter) = (self.name("l"), self.name("c"));
                self.line(&format!("{{ static int {counter}; {counter} = 0;"));
                self.line(&format!("{label}: {counter}++;"));
                self.statement(depth - 1);
                self.line(&format!("if ({counter} < 4) goto {label}; }}"));
            }
            16 if self.indent == 1 => {
                // A call that changes a variable through its address.
                let seed = self.seed;
                self.line(&format!("{{ int by = 7; struct node_{seed} own = {{ .key = 2 }}; bump_{seed}(&by, &own); {variable} ^= by + own.cells[1]; }}"));
            }
            _ => self.line(&format!("({condition}) && ({variable} = {value}), {variable} |= 1;")),
        }
    }

    /// Jumps into blocks, objects of statics, pointers and structures by value.
    fn construct(&mut self, choice: usize, variable: &str, value: &str, condition: &str) {
        let (seed, ty, name) = (self.seed, self.ty(), self.name("v"));
        let text = match choice {
            18 => format!(
                "if ({condition}) goto in_{name}; {{ {ty} {name} = {value}; {variable} += {name}; in_{name}: {name} = 5; {variable} ^= {name}; }}"
            ),
            19 => format!(
                "{{ int {name} = 0; switch (({value}) & 3) {{ {ty} inner; case 0: do {{ {variable} ^= {name}; case 1: inner = {name} + 2; \
                 {{ {ty} most; case 2: most = 9; {variable} += most; }} default: inner = 3; {variable} ^= inner; }} while ({name}++ < 3); }} }}"
            ),
            20 => format!(
                "{{ static {ty} {name} = 7, *to_{name} = &{name}; *to_{name} ^= {value}; {variable} ^= {name} * 3; {name} = 7; }}"
            ),
            21 => format!(
                "{{ int {name} = {value}, other = 4, *to = &{name}, **by = &to; **by += 3; if ({condition}) *by = &other; \
                 *to ^= 2; {variable} ^= {name} + other + (to == &other) + (to != *by) + (to == 0); }}"
            ),
            22 => format!(
                "{{ struct pair_{seed} {name}[3] = {{ {{ 1 }}, {{ 2, 3 }} }}, one = {{ 4 }}, *to = &one; \
                 {name}[({condition}) & 1].second = {value}; {name}[2] = {name}[({value}) & 1]; one = {name}[2]; to->deep.inner++; \
                 {name}[0] = *to; {variable} ^= {name}[0].second + {name}[0].deep.inner + {name}[2].cells[1]; }}"
            ),
            23 => format!(
                "{{ struct pair_{seed} {name}, other = {{ 6, 7 }}; memset(&{name}, 0, sizeof {name}); \
                 if ({condition}) memcpy(&{name}, &other, sizeof({name})); {variable} += {name}.first - {name}.second; }}"
            ),
            _ => format!(
                "{{ const char *{name} = ({condition}) ? \"xyz\" : \"q\", *same = {name}; {variable} += *{name} + ({name} == same); }}"
            ),
        };
        self.line(&text);
    }

    fn repeated(&mut self, depth: usize, condition: &str) {
        if self.loops > 1 {
            return;
        }
        self.loops += 1;
        let (counter, bound) = (self.name("i"), 1 + self.random.below(5));
        let kind = self.random.below(3);
        match kind {
            0 => self.line(&format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{")),
            1 => self.line(&format!("{{ unsigned {counter} = 0; while ({counter}++ < {bound}) {{")),
            _ => self.line(&format!("{{ signed char {counter} = {bound}; do {{")),
        }
        if self.random.one_in(3) {
            let word = *self.random.one_of(&["break", "continue"]);
            self.line(&format!("if ({condition}) {word};"));
        }
        self.block(depth - 1);
        match kind {
            0 => self.line("}"),
            1 => self.line("} }"),
            _ => self.line(&format!("}} while (--{counter} > 0); }}")),
        }
        self.loops -= 1;
    }

    fn choice(&mut self, depth: usize, value: &str) {
        self.line(&format!("switch (({value}) & 7) {{"));
        for number in 0..1 + self.random.below(4) {
            match self.random.below(4) {
                0 if number == 0 => self.line("default:"),
                1 if number < 2 => self.line(&format!("case {} ... {}:", number * 2, number * 2 + 1)),
                _ => self.line(&format!("case {}:", number * 2)),
            }
            self.indent += 1;
            self.statement(depth - 1);
            if self.random.one_in(2) {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.line("}");
    }
}
