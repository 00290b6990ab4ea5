//! Options of programs that are given without a task.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::files::STANDARD_INPUT;
use propose::editor::{language_of, name_of};
use task::{Analysis, DataModel, Language, Overrides};

/// How to read a program that is given without a task.
#[derive(Args, Clone, Default)]
pub(super) struct ProgramOptions {
    /// The method or procedure in which the program starts [default: that of the task; for a program file
    /// `main`, or the only one]
    #[arg(long, value_name = "NAME")]
    pub(super) entry: Option<String>,
    /// The language of a program file [default: determined by its name, or its first word]
    #[arg(long, value_enum)]
    pub(super) language: Option<ProgramLanguage>,
    /// How the program is analysed [default: that of the task, or the usual one for the language]
    #[arg(long, value_enum)]
    pub(super) analysis: Option<ProgramAnalysis>,
    /// The widths of the integer types of C [default: ILP32 for programs with `__VERIFIER_`, else LP64]
    #[arg(long, value_name = "NAME", value_parser = data_model())]
    pub(super) data_model: Option<DataModel>,
    /// A folder in which programs in C find the files that they include
    #[arg(short = 'I', long, value_name = "DIR")]
    pub(super) include_folder: Vec<String>,
    /// A macro that is defined before each file in C: `NAME`, `NAME=VALUE` or `NAME(X)=VALUE`
    #[arg(short = 'D', long, value_name = "MACRO")]
    pub(super) define: Vec<String>,
    /// A macro that is not defined, after all that are
    #[arg(short = 'U', long, value_name = "NAME")]
    pub(super) undefine: Vec<String>,
    /// A file that each file in C includes first, as `-include` of compilers
    #[arg(long, value_name = "FILE")]
    pub(super) include: Vec<String>,
    /// Take each file by itself: otherwise files in Java are one program, and so are files in C
    #[arg(long)]
    pub(super) each: bool,
}

/// An analysis, on the command line.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ProgramAnalysis {
    /// Heaps, abstracted by graph grammars.
    Heap,
    /// Boolean programs.
    Boolean,
    /// Machine integers, in large blocks.
    Blocks,
    /// Heaps, by forest automata.
    Forest,
}

impl ProgramAnalysis {
    fn analysis(self) -> Analysis {
        match self {
            ProgramAnalysis::Heap => Analysis::Heap,
            ProgramAnalysis::Boolean => Analysis::Boolean,
            ProgramAnalysis::Blocks => Analysis::Blocks,
            ProgramAnalysis::Forest => Analysis::Forest,
        }
    }
}

/// A language in which a program may be given without a task.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ProgramLanguage {
    /// Java.
    Java,
    /// Boolean programs.
    Boolean,
    /// C11.
    C,
}

impl ProgramOptions {
    pub(super) fn overrides(&self) -> Overrides {
        Overrides {
            entry: self.entry.clone(),
            analysis: self.analysis.map(ProgramAnalysis::analysis),
            data_model: self.data_model,
            preamble: self.preamble(),
            include_folders: self.include_folder.clone(),
            ..Overrides::default()
        }
    }

    /// What stands before each file in C.
    fn preamble(&self) -> String {
        let define = |definition: &String| match definition.split_once('=') {
            Some((name, value)) => format!("#define {name} {value}\n"),
            None => format!("#define {definition} 1\n"),
        };
        let defined = self.define.iter().map(define);
        let undefined = self.undefine.iter().map(|name| format!("#undef {name}\n"));
        let included = self.include.iter().map(|file| format!("#include \"{file}\"\n"));
        defined.chain(undefined).chain(included).collect()
    }

    /// The language of a program text; `None` for a task.
    pub(super) fn language(&self, name: &str, text: &str) -> Option<Language> {
        match self.language {
            Some(ProgramLanguage::Java) => Some(Language::Java),
            Some(ProgramLanguage::Boolean) => Some(Language::Boolean),
            Some(ProgramLanguage::C) => Some(Language::C),
            // No name says what it is.
            None if name == STANDARD_INPUT => {
                let name = name_of(text);
                language_of(name.as_deref().unwrap_or_default(), text)
            }
            None => language_of(name, text),
        }
    }
}

/// Parses the name of a data model.
fn data_model() -> impl TypedValueParser<Value = DataModel> {
    PossibleValuesParser::new(DataModel::ALL.map(DataModel::name))
        .map(|name| if name == DataModel::Ilp32.name() { DataModel::Ilp32 } else { DataModel::Lp64 })
}
