//! `hrglass explore`.

use clap::ValueEnum;

use super::guard::Guard;
use super::message::excerpt;
use super::{Outcome, TaskOptions, check, complain, given, print};
use base::{Idx, Message, did_you_mean, msg};
use draw::export::picture::{Picture, PictureFormat, json};
use draw::export::{automata, dot};
use draw::folding::ChartOptions;
use report::claim::PropertyKind;
use report::heap::boxes_text;
use report::{PropertyReport, contracts};
use session::Session;

#[derive(clap::Args, Clone)]
pub(super) struct Explore {
    /// A task document (.json), settings file (.attestor), program (the files in Java, or a folder of them), name of a built-in example,
    /// link, or `-`
    #[arg(required = true, value_name = "TASK")]
    tasks: Vec<String>,
    #[command(flatten)]
    options: TaskOptions,
    /// What to print
    #[arg(long, value_enum, default_value = "statespace")]
    view: View,
    /// The output format [default: dot; svg for `rsm` and `proof`, text for `contracts` and `boxes`]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The number of the heap for `--view heap`, as in the state space; for boolean programs that of the state
    #[arg(long, value_name = "N", default_value_t = 0)]
    heap: u32,
    /// The number of a previous heap, for `--view heap`: marks what was added and removed since then
    #[arg(long, value_name = "N")]
    before: Option<u32>,
    /// Draws collections of Java as the library makes them, with cells and versions, for `--view heap`
    #[arg(long)]
    raw: bool,
    /// The number of the component for `--view rsm`; without it, all calls between components
    #[arg(long, value_name = "N")]
    component: Option<u32>,
    /// A call that `--component` shows with the inside of the callee: the number of its box, as in `0` or `0/2`
    #[arg(long, value_name = "PATH", requires = "component")]
    open: Vec<String>,
    /// The property for `--view proof` [default: the first formula]
    #[arg(long, value_name = "ID")]
    property: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum View {
    /// All states and transitions.
    Statespace,
    /// The recursive state machine: its components and the calls between them.
    Rsm,
    /// The proof structure of a property.
    Proof,
    /// One heap; for boolean programs, the values of the variables in one state.
    Heap,
    /// The contracts of the procedures: how calls end, for each precondition.
    Contracts,
    /// The boxes of forest automata, as definitions that `--boxes` reads.
    Boxes,
    /// The control-flow automata of the procedures.
    Cfa,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For Graphviz; not for contracts and boxes.
    Dot,
    /// A picture; like the next two, not for contracts, boxes and control-flow automata.
    Svg,
    /// A picture as a LaTeX document, drawn with TikZ.
    Tikz,
    /// The shapes of a picture, as JSON.
    Scene,
    /// The data behind the picture, as JSON.
    Json,
    /// Text; only for contracts and boxes.
    Text,
    /// A formula of separation logic; only for heaps.
    Formula,
}

impl Format {
    /// The format as a picture format, if it is one.
    fn of_picture(self) -> Option<PictureFormat> {
        match self {
            Format::Dot => Some(PictureFormat::Dot),
            Format::Svg => Some(PictureFormat::Svg),
            Format::Tikz => Some(PictureFormat::Tikz),
            Format::Scene => Some(PictureFormat::Scene),
            Format::Json => Some(PictureFormat::Json),
            Format::Text | Format::Formula => None,
        }
    }
}

impl Explore {
    pub(crate) fn run(self) -> Outcome {
        let guard = Guard::new(&self.options);
        let Some(loaded) = given::load_only(&self.tasks, &self.options) else { return Outcome::WrongInput };
        let mut session = session::run(&loaded, &mut guard.watch(&loaded.task.options));
        // What was found within the budget is drawn.
        drop(guard);
        for diagnostic in &session.report().diagnostics {
            complain(&excerpt(diagnostic, session.sources()));
        }
        let is_wrong = matches!(check::outcome(session.report()), Outcome::WrongInput);
        if !is_wrong && let Some(why) = self.not_there(&session) {
            complain(&format!("hrglass: {why}\n"));
            return Outcome::WrongInput;
        }
        let formats = self.formats();
        let format = self.format.unwrap_or(formats[0]);
        match self.text(&mut session, format) {
            Some(text) => {
                print(&text);
                // What is satisfied is not what was asked.
                if is_wrong { Outcome::WrongInput } else { Outcome::Satisfied }
            }
            None => {
                let name = |f: &Format| f.to_possible_value().map_or(String::new(), |v| v.get_name().to_owned());
                let known: Vec<String> = formats.iter().map(name).collect();
                let (task, is_known) = (&self.tasks[0], known.contains(&name(&format)));
                let known = Message::verbatim(known.join(", "));
                let why = match is_known {
                    true => self.missing(&mut session),
                    false => msg!("there is nothing to show for `{task}` in this format; there are {known}"),
                };
                complain(&format!("hrglass: {why}\n"));
                Outcome::WrongInput
            }
        }
    }

    /// Says of a property or component that was named and does not exist which there are, whether the view shows one or not.
    fn not_there(&self, session: &Session) -> Option<Message> {
        if let (Some(id), None) = (&self.property, self.property(session)) {
            let advice = did_you_mean(id, session.report().properties.iter().map(|property| property.id.as_str()));
            let why = msg!("there is no property `{id}`");
            return Some(advice.map_or(why.clone(), |advice| msg!("{why}; {advice}")));
        }
        let number = self.component?;
        let count = session.unlabelled_space().map_or(0, |space| u32::at(space.components.len()));
        match count.checked_sub(1) {
            Some(last) if number <= last => None,
            None => Some(msg!("there is no component {number}")),
            Some(0) => Some(msg!("there is no component {number}; there is only 0")),
            Some(last) => Some(msg!("there is no component {number}; there are 0 to {last}")),
        }
    }

    /// Why there is nothing to show in any format.
    fn missing(&self, session: &mut Session) -> Message {
        let task = &self.tasks[0];
        let shown = |view: View, session: &mut Session| {
            let other = Explore { view, heap: 0, before: None, component: None, property: None, ..self.clone() };
            other.text(session, other.formats()[0]).is_some()
        };
        if shown(self.view, session) {
            return match self.view {
                View::Heap => {
                    let number = self.before.filter(|_| session.heap(self.heap).is_some()).unwrap_or(self.heap);
                    msg!("there is no heap {number}; the state space shows the numbers of all")
                }
                _ => msg!("there is nothing to show for `{task}`"),
            };
        }
        let name =
            |view: &View| Message::code(view.to_possible_value().map_or(String::new(), |v| v.get_name().to_owned()));
        let views: Vec<&View> = View::value_variants().iter().filter(|view| shown(**view, session)).collect();
        match views.is_empty() {
            true => msg!("there is nothing to show for `{task}`"),
            false => msg!(
                "there is nothing to show for `{task}` in the view {}; there is something in {}",
                name(&self.view),
                Message::all_of(views.into_iter().map(name))
            ),
        }
    }

    /// The formats of the view; the first is the default.
    fn formats(&self) -> &'static [Format] {
        use Format::{Dot, Formula, Json, Scene, Svg, Text, Tikz};
        match self.view {
            View::Statespace => &[Dot, Svg, Tikz, Scene, Json],
            View::Heap => &[Dot, Svg, Tikz, Scene, Json, Formula],
            View::Rsm | View::Proof => &[Svg, Dot, Tikz, Scene, Json],
            View::Contracts | View::Boxes => &[Text, Json],
            View::Cfa => &[Dot, Json],
        }
    }

    /// The text to print; absent if there is nothing to show, or not in this format.
    fn text(&self, session: &mut Session, format: Format) -> Option<String> {
        let picture = match self.view {
            View::Statespace => Picture::Space { options: ChartOptions::default() },
            View::Rsm => Picture::Component { number: self.component, open: self.open.clone() },
            View::Proof => Picture::Proof { number: self.property(session)? },
            View::Heap if matches!(format, Format::Formula) => {
                return session.formula(self.heap).map(|formula| formula + "\n");
            }
            View::Heap => match self.before {
                None => Picture::Heap { number: self.heap, along: None, raw: self.raw },
                Some(before) => Picture::HeapDiff { number: self.heap, before, along: None, raw: self.raw },
            },
            View::Contracts => {
                let found = session.contracts()?;
                return match format {
                    Format::Text => Some(contracts::text(&found, session.report().analysis.contents())),
                    Format::Json => Some(json(&found)),
                    _ => None,
                };
            }
            View::Boxes => {
                let found = session.boxes()?;
                return match format {
                    Format::Text => Some(boxes_text(&found)),
                    Format::Json => Some(json(&found)),
                    _ => None,
                };
            }
            View::Cfa => {
                if let Some(program) = session.boolean_program() {
                    return match format {
                        Format::Dot => Some(dot::ersm(program)),
                        Format::Json => Some(json(&automata::of_ersm(program, session.sources()))),
                        _ => None,
                    };
                }
                let program = session.program()?;
                return match format {
                    Format::Dot => Some(dot::program(program)),
                    Format::Json => Some(json(&automata::of_program(program, session.sources()))),
                    _ => None,
                };
            }
        };
        session.picture(&picture, format.of_picture()?)
    }

    /// The position of the requested property in the report: of the first formula, if none is named.
    fn property(&self, session: &Session) -> Option<u32> {
        let is_wanted = |p: &PropertyReport| match &self.property {
            Some(id) => *id == p.id,
            None => p.claim.kind == PropertyKind::Ltl,
        };
        session.report().properties.iter().position(is_wanted).map(u32::at)
    }
}
