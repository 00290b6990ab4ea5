//! Outcomes of runs in the JVM.

use std::collections::BTreeMap;

use serde_json::Value as Json;

/// A value in the JVM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JavaValue {
    Null,
    /// An object, by its number.
    Object(usize),
    /// A number or boolean.
    Number(i64),
    /// A string, a box or a floating-point number, whose value is not inspected.
    Opaque,
}

/// An object in the JVM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JavaObject {
    pub class: String,
    pub fields: BTreeMap<String, JavaValue>,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JavaEnd {
    /// It returned this value; null for a method without result.
    Returned(JavaValue),
    /// It threw this exception, created at this line; 0 if that is outside the program.
    Thrown(JavaValue, usize),
}

/// A run of a program in the JVM. The objects of the input come first.
#[derive(Clone, PartialEq, Debug)]
pub struct JavaRun {
    pub end: JavaEnd,
    pub objects: Vec<JavaObject>,
    /// The static fields of initialised classes, by class and name.
    pub statics: BTreeMap<String, JavaValue>,
    /// Whether the initialisation of some class has failed: what its static fields hold then cannot be looked at.
    pub has_failed_class: bool,
}

/// The answer of the JVM for a case.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It ran.
    Ran(JavaRun),
    /// The test with this name ended like this.
    Tested(String, String),
    /// The compiler rejected the program.
    Refused(String),
    /// It was not run, or not completed.
    Failed(String),
}

impl JavaValue {
    fn read(json: &Json) -> Self {
        match json {
            Json::Null => JavaValue::Null,
            Json::Number(n) => JavaValue::Number(n.as_i64().expect("a Java integer")),
            Json::Object(_) => JavaValue::Object(json["object"].as_u64().expect("a number") as usize),
            _ => JavaValue::Opaque,
        }
    }
}

impl Answer {
    /// Parses one line of output: the case, and the answer.
    pub fn read(line: &str) -> (String, Self) {
        let json: Json = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
        let answer = match json["end"].as_str() {
            Some("returned") => Answer::Ran(JavaRun::read(&json, JavaEnd::Returned(JavaValue::read(&json["value"])))),
            Some("thrown") => {
                let line = json["line"].as_u64().unwrap_or(0) as usize;
                Answer::Ran(JavaRun::read(&json, JavaEnd::Thrown(JavaValue::read(&json["value"]), line)))
            }
            Some("test") => Answer::Tested(text("method"), text("outcome")),
            Some("refused") => Answer::Refused(text("why")),
            _ => Answer::Failed(format!("{} {}", text("end"), text("why"))),
        };
        (text("run"), answer)
    }

    /// Whether a test shows what it was exported for: those of violated formulas fail, and all others expect how the run ends.
    pub fn shows_violation(&self) -> bool {
        match self {
            Answer::Tested(method, outcome) if method.starts_with("holds") => {
                outcome.starts_with("java.lang.AssertionError") || outcome.contains("StackOverflow")
            }
            Answer::Tested(_, outcome) => outcome == "ok",
            _ => false,
        }
    }
}

impl JavaRun {
    fn read(json: &Json, end: JavaEnd) -> Self {
        let fields = |json: &Json| {
            let pairs = json.as_object().expect("fields").iter();
            pairs.map(|(name, value)| (name.clone(), JavaValue::read(value))).collect()
        };
        let objects = json["objects"].as_array().expect("objects").iter();
        let object = |o: &Json| JavaObject {
            class: o["class"].as_str().expect("a class").to_owned(),
            fields: fields(&o["fields"]),
        };
        let has_failed_class = json["failed"].as_bool().expect("a truth value");
        Self { end, objects: objects.map(object).collect(), statics: fields(&json["statics"]), has_failed_class }
    }

    /// The class of the exception that it threw.
    pub fn thrown(&self) -> Option<&str> {
        match self.end {
            JavaEnd::Thrown(JavaValue::Object(object), _) => Some(&self.objects[object].class),
            _ => None,
        }
    }

    /// The objects that the fields of an object refer to.
    pub fn targets(&self, object: usize) -> impl Iterator<Item = usize> + '_ {
        self.objects[object].fields.values().filter_map(|v| match v {
            JavaValue::Object(next) => Some(*next),
            _ => None,
        })
    }

    /// The objects reachable from a value, including itself.
    pub fn reached(&self, from: JavaValue) -> Vec<usize> {
        let mut found = Vec::new();
        if let JavaValue::Object(object) = from {
            found.push(object);
        }
        let mut next = 0;
        while let Some(&object) = found.get(next) {
            next += 1;
            for target in self.targets(object) {
                if !found.contains(&target) {
                    found.push(target);
                }
            }
        }
        found
    }

    /// Whether some selector path of at least one step leads from one value to another, which may be null.
    pub fn reaches(&self, from: JavaValue, to: JavaValue) -> bool {
        self.reached(from).into_iter().any(|object| self.objects[object].fields.values().any(|&value| value == to))
    }
}

impl std::fmt::Display for JavaRun {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:?}", self.end)?;
        for (number, object) in self.objects.iter().enumerate() {
            write!(out, "; #{number} {}{:?}", object.class, object.fields)?;
        }
        write!(out, "; {:?}", self.statics)
    }
}
