//! A test class as data, and its text.

use std::fmt::Write;

use super::helpers::HELPERS;
use base::msg;

/// A class of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ClassName {
    /// As the class loader knows it: `lists.Outer$Node`.
    pub binary: String,
    /// As the test may call it; `None` if it must not.
    pub source: Option<String>,
}

impl ClassName {
    /// The class as an expression.
    fn literal(&self) -> String {
        match &self.source {
            None => format!("Class.forName({})", string_literal(&self.binary)),
            Some(source) => format!("{source}.class"),
        }
    }
}

/// An object of the heap on which the run starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NewObject {
    /// Its variable.
    pub name: String,
    /// Its class.
    pub class: ClassName,
    /// Whether `new` without arguments makes it and does nothing else.
    pub plain: bool,
}

/// A field of such an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FieldValue {
    /// The variable of the object.
    pub object: String,
    /// The field.
    pub field: String,
    /// What it holds, as an expression; numbers for a field that is not `direct` have type `long`.
    pub value: String,
    /// Whether the test may assign it.
    pub direct: bool,
}

/// What a call results in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CallResult {
    /// Nothing.
    Nothing,
    /// A reference.
    Reference,
    /// A number.
    Number,
    /// A boolean, which the test takes for 0 or 1.
    Boolean,
}

/// The call of the entry method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Call {
    /// The class that declares it.
    pub class: ClassName,
    /// Its name.
    pub method: String,
    /// Whether the test may call it by name.
    pub direct: bool,
    /// On which object.
    pub receiver: Option<String>,
    /// The arguments, as expressions; numbers in a call that is not `direct` have type `long`.
    pub arguments: Vec<String>,
    /// What it results in.
    pub result: CallResult,
}

/// What a test calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Calls {
    /// The entry method.
    Entry(Call),
    /// What a client calls.
    Sequence(Sequence),
}

/// A sequence of calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sequence {
    /// All but the last, as statements.
    pub before: Vec<String>,
    /// The last one.
    pub last: String,
}

/// What the test says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Check {
    /// The call does not end with an exception.
    DoesNotThrow,
    /// The call ends.
    Ends,
    /// The call does not return.
    DoesNotReturn,
    /// Once the call has returned, these expressions hold; the result is `result`.
    Holds(Vec<String>),
    /// Nothing: a walk-through of a call that returns.
    WalkToReturn,
    /// Nothing: a walk-through of a call that throws an exception.
    WalkToException,
    /// Nothing: a walk-through of a call of which it is not known how it ends, or that never does.
    Walk,
}

impl Check {
    /// Whether the test fails where the property does.
    pub(super) fn asserts(&self) -> bool {
        !matches!(self, Check::WalkToReturn | Check::WalkToException | Check::Walk)
    }
}

/// A test class with one test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TestClass {
    /// Its package.
    pub package: Option<String>,
    /// Its name.
    pub name: String,
    /// Whether the program has a class called `Test`.
    pub has_test: bool,
    /// The classes whose `assert` statements the run executes: without them it may go another way.
    pub assertions: Vec<ClassName>,
    /// The name of its method.
    pub method: String,
    /// What it is about, a line each.
    pub about: Vec<String>,
    /// The objects.
    pub objects: Vec<NewObject>,
    /// Their fields; others have their default values.
    pub fields: Vec<FieldValue>,
    /// What is called.
    pub calls: Calls,
    /// What is said of it.
    pub check: Check,
    /// What it says when it fails.
    pub message: String,
    /// What happens in the call, a line each.
    pub steps: Vec<String>,
}

/// The text of a string literal.
pub(super) fn string_literal(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out + "\""
}

impl TestClass {
    /// The text of the file, in ASCII: it means the same in every encoding.
    pub(super) fn text(&self) -> String {
        let body = self.body();
        let used: Vec<_> = HELPERS.iter().filter(|helper| helper.is_used(&body, HELPERS)).collect();
        let mut out = String::new();
        if let Some(package) = &self.package {
            let _ = writeln!(out, "package {package};\n");
        }
        if let Some(assertion) = self.assertion() {
            let _ = writeln!(out, "import static org.junit.jupiter.api.Assertions.{assertion};");
        }
        if !self.assertions.is_empty() {
            let _ = writeln!(out, "import static org.junit.jupiter.api.Assumptions.assumeTrue;");
        }
        if self.assertion().is_some() || !self.assertions.is_empty() {
            out.push('\n');
        }
        // A class of the program may have that name.
        let (import, test) = match self.has_test {
            true => ("", "@org.junit.jupiter.api.Test"),
            false => ("import org.junit.jupiter.api.Test;\n\n", "@Test"),
        };
        let _ = writeln!(out, "{import}/**");
        self.about.iter().for_each(|line| _ = writeln!(out, "{}", format!(" * {}", comment(line)).trim_end()));
        let _ =
            write!(out, " */\nclass {} {{\n    {test}\n    void {}() throws Throwable {{\n", self.name, self.method);
        out.push_str(&body);
        out.push_str("    }\n");
        used.iter().for_each(|helper| _ = write!(out, "\n{}", helper.text));
        out.push_str("}\n");
        in_ascii(&out)
    }

    fn assertion(&self) -> Option<&'static str> {
        match self.check {
            Check::DoesNotThrow => Some("assertDoesNotThrow"),
            Check::Ends => Some("assertTimeoutPreemptively"),
            Check::DoesNotReturn => Some("fail"),
            Check::Holds(_) => Some("assertTrue"),
            Check::WalkToReturn | Check::WalkToException | Check::Walk => None,
        }
    }

    fn body(&self) -> String {
        let assumed = self.assertions.iter().map(|class| {
            let on = format!("{}.desiredAssertionStatus()", class.literal());
            let needed = string_literal(&msg!("needs the assertions of the program: java -ea"));
            format!("assumeTrue({on}, {needed});")
        });
        let mut lines: Vec<String> = assumed.collect();
        for NewObject { name, class, plain } in &self.objects {
            lines.push(match &class.source {
                Some(source) if *plain => format!("{source} {name} = new {source}();"),
                Some(source) => format!("{source} {name} = make({source}.class);"),
                None => format!("Object {name} = make(Class.forName({}));", string_literal(&class.binary)),
            });
        }
        for FieldValue { object, field, value, direct } in &self.fields {
            lines.push(match direct {
                true => format!("{object}.{field} = {value};"),
                false => format!("set({object}, {}, {value});", string_literal(field)),
            });
        }
        if let Calls::Sequence(sequence) = &self.calls {
            lines.extend(sequence.before.iter().cloned());
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if !self.steps.is_empty() {
            lines.extend(self.steps.iter().map(|step| format!("// {}", comment(step)).trim_end().to_owned()));
        }
        let (call, message) = (self.call(), string_literal(&self.message));
        match &self.check {
            Check::DoesNotThrow => lines.push(format!("assertDoesNotThrow(() -> {{ {call}; }}, {message});")),
            Check::Ends => {
                let call = format!("() -> {{ {call}; }}");
                lines.push(format!("assertTimeoutPreemptively(java.time.Duration.ofSeconds(2), {call}, {message});"));
            }
            Check::DoesNotReturn => lines.extend([format!("{call};"), format!("fail({message});")]),
            Check::Holds(conditions) => {
                let uses_result = conditions.iter().any(|c| c.contains("result"));
                lines.push(if uses_result { self.call_with_result() } else { format!("{call};") });
                lines.extend(conditions.iter().map(|condition| format!("assertTrue({condition}, {message});")));
            }
            Check::WalkToReturn => lines.push(format!("{call};")),
            Check::WalkToException => lines.extend([
                "try {".to_owned(),
                format!("    {call};"),
                "} catch (Throwable end) {".to_owned(),
                "    // The run ends with it.".to_owned(),
                "}".to_owned(),
            ]),
            Check::Walk => lines.push(format!("watch(() -> {{ {call}; }});")),
        }
        lines.iter().map(|line| format!("        {line}").trim_end().to_owned() + "\n").collect()
    }

    fn call(&self) -> String {
        let Call { class, method, direct, receiver, arguments, .. } = match &self.calls {
            Calls::Entry(call) => call,
            Calls::Sequence(sequence) => return sequence.last.clone(),
        };
        let source = class.source.as_deref().unwrap_or_default();
        if *direct {
            let on = receiver.as_deref().unwrap_or(source);
            return format!("{on}.{method}({})", arguments.join(", "));
        }
        let class = class.literal();
        let on = receiver.as_deref().unwrap_or("null");
        // Null alone would be taken for the array of the arguments.
        let arguments = arguments.join(", ");
        format!("call({class}, {}, {on}, new Object[] {{{arguments}}})", string_literal(method))
    }

    fn call_with_result(&self) -> String {
        let call = self.call();
        let Calls::Entry(Call { result, direct, .. }) = &self.calls else { return format!("{call};") };
        match result {
            CallResult::Nothing => format!("{call};"),
            CallResult::Reference => format!("Object result = {call};"),
            _ if !direct => format!("long result = number({call});"),
            CallResult::Number => format!("long result = {call};"),
            CallResult::Boolean => format!("long result = {call} ? 1 : 0;"),
        }
    }
}

/// Text that ends no comment and is no escape.
fn comment(text: &str) -> String {
    text.replace('\\', "\\\\").replace("*/", "* /").replace(|c: char| c.is_control(), " ")
}

fn in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut units = [0; 2];
    for c in text.chars() {
        match c {
            c if c.is_ascii() => out.push(c),
            c => c.encode_utf16(&mut units).iter().for_each(|unit| _ = write!(out, "\\u{unit:04x}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and formulas are other people's: they end no comment and no string, also not as escapes.
    #[test]
    fn text_stays_where_it_is_put() {
        assert_eq!(comment("a */ b \\u002a/ c\nd"), "a * / b \\\\u002a/ c d");
        assert_eq!(string_literal("a\"b\\u0022\n\r"), "\"a\\\"b\\\\u0022\\n \"");
        assert_eq!(in_ascii("\u{e4} \u{1f600}"), "\\u00e4 \\ud83d\\ude00");
    }

    #[test]
    fn a_test_brings_what_it_calls_and_no_more() {
        let node = ClassName { binary: "Node".to_owned(), source: Some("Node".to_owned()) };
        let call = Call {
            class: node.clone(),
            method: "get".to_owned(),
            direct: true,
            receiver: Some("o1".to_owned()),
            arguments: Vec::new(),
            result: CallResult::Boolean,
        };
        let test = TestClass {
            package: None,
            name: "NodeGetTest".to_owned(),
            has_test: true,
            assertions: Vec::new(),
            method: "holds".to_owned(),
            about: Vec::new(),
            objects: vec![NewObject { name: "o1".to_owned(), class: node, plain: true }],
            fields: Vec::new(),
            calls: Calls::Entry(call),
            check: Check::Holds(vec!["reaches(o1, null) || result == 1L".to_owned()]),
            message: String::new(),
            steps: Vec::new(),
        };
        let text = test.text();
        let brings =
            |name: &str| text.lines().any(|l| l.contains("private static") && l.contains(&format!(" {name}(")));
        assert!(["reaches", "name", "references"].into_iter().all(brings), "{text}");
        assert!(!["make", "call", "get", "set", "field", "fit", "heap", "watch"].into_iter().any(brings), "{text}");
        assert!(text.contains("long result = o1.get() ? 1 : 0;"), "{text}");
        assert!(text.contains("@org.junit.jupiter.api.Test") && !text.contains("import org"), "{text}");
    }
}
