//! Whole tasks as pictures: every picture in every format, differences of heaps, derivation by hand, contracts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::tasks::tasks;
use hrglass::analysis::DERIVED_LIMIT;
use hrglass::base::Silent;
use hrglass::draw::export::picture::{Picture, PictureFormat, RunPlace};
use hrglass::draw::folding::ChartOptions;
use hrglass::draw::scene::{Hotspot, Link, Scene, Shape};
use hrglass::report::claim::PropertyKind;
use hrglass::report::contracts::ContractEnd;
use hrglass::report::heap::{HeapView, VertexKind};
use hrglass::report::space::{StateKind, StateView};
use hrglass::report::{AnalysisName, RunStep, Verdict};
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{NoFiles, examples, load};
use serde_json::json;

const FORMATS: [PictureFormat; 5] =
    [PictureFormat::Svg, PictureFormat::Dot, PictureFormat::Tikz, PictureFormat::Json, PictureFormat::Scene];

/// A component with closed boxes.
fn component(number: Option<u32>) -> Picture {
    Picture::Component { number, open: Vec::new() }
}

/// Tasks of the gallery that need no other files and stay small.
fn sessions() -> Vec<(PathBuf, Session)> {
    let chosen = tasks("examples").into_iter().filter(|(_, task)| task["program"]["files"][0]["text"].is_string());
    let sessions: Vec<_> = chosen
        .step_by(8)
        .map(|(path, task)| (path, run(&load(&task.to_string(), "", &mut NoFiles), &mut Silent)))
        .collect();
    assert!(sessions.len() > 3);
    sessions
}

/// A list with names of class, field and variable that could break formats.
fn hostile() -> Session {
    let java = "class Größe_$表 { Größe_$表 näxt_имя$; static void lauf(Größe_$表 ψ_$) { while (ψ_$ != null) ψ_$ = ψ_$.näxt_имя$; } }";
    let grammar = json!({"predefined": "SLList", "rename": {"ListNode": "Größe_$表", "ListNode.next": "näxt_имя$"}});
    let heap = json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": "Größe_$表", "number": 2}], "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [{"label": "näxt_имя$", "origin": 1, "target": 2}, {"label": "näxt_имя$", "origin": 2, "target": 0}], "hyperedges": [],
    });
    let task = json!({
        "schema": "hrglass.task/1", "title": "hostile", "analysis": "heap",
        "program": {"language": "java", "entry": "Größe_$表.lauf", "files": [{"name": "a_%#.java", "text": java}]},
        "grammars": [grammar], "initial": [{"name": "a", "heap": heap}],
        "properties": [{"id": "F1", "ltl": "F {terminated}"}], "options": {},
    });
    let session = run(&load(&task.to_string(), "", &mut NoFiles), &mut Silent);
    assert!(session.report().memory_safety().is_some(), "{:?}", session.report().diagnostics);
    session
}

fn heaps(session: &mut Session) -> Vec<u32> {
    let space = session.state_space().expect("states");
    space.states.iter().map(|s| s.content).collect::<BTreeSet<_>>().into_iter().collect()
}

fn pictures(session: &mut Session) -> Vec<Picture> {
    let heaps = heaps(session);
    let components = session.state_space().expect("states").components.len() as u32;
    let mut all = vec![Picture::Space { options: ChartOptions::default() }, component(None)];
    let report = session.report();
    let has_proof = !matches!(report.analysis, AnalysisName::Blocks | AnalysisName::Forest)
        && report.properties.get(1).is_some_and(|p| p.claim.kind == PropertyKind::Ltl)
        && report.properties.iter().all(|p| p.judgement.verdict != Verdict::Unknown);
    all.extend(has_proof.then_some(Picture::Proof { number: 1 }));
    all.extend((0..components.min(3)).map(|c| component(Some(c))));
    all.extend(heaps.iter().take(6).map(|&number| Picture::Heap { number, along: None, raw: false }));
    all.extend(heaps.windows(2).take(6).map(|pair| Picture::HeapDiff {
        number: pair[1],
        before: pair[0],
        along: None,
        raw: false,
    }));
    all.extend(concrete_heaps(session));
    all
}

/// The initial heap of every concrete run, its last heap, and the change in its last step.
fn concrete_heaps(session: &Session) -> Vec<Picture> {
    let report = session.report();
    let pictures = (0..).zip(&report.properties).filter_map(|(property, result)| {
        let run = result.judgement.evidence.as_ref()?.counterexample.as_ref()?;
        let last = run.steps.len() as u32 - 1;
        let heap = |step, before| Picture::ConcreteHeap { property, step, before, raw: false };
        Some([heap(None, None), heap(Some(last), None), heap(Some(last), last.checked_sub(1))])
    });
    pictures.flatten().collect()
}

#[track_caller]
fn write(session: &mut Session, picture: &Picture, format: PictureFormat) -> String {
    session.picture(picture, format).unwrap_or_else(|| panic!("{picture:?} {format:?}"))
}

/// Checks the text between tags, and that every opening tag is closed in order.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    for piece in text.split('<').skip(1) {
        let (tag, content) = piece.split_once('>').unwrap_or_else(|| panic!("a tag ends: {piece}"));
        assert!(!content.contains('>') || open.last() == Some(&"style"), "{piece}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{piece}"),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap_or_default()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Braces and environments balance, and coordinates are numbers.
fn check_tikz(text: &str) {
    let (mut depth, mut escaped) = (0i32, false);
    for c in text.chars() {
        match c {
            '{' if !escaped => depth += 1,
            '}' if !escaped => depth -= 1,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        assert!(depth >= 0, "{text}");
    }
    assert_eq!(depth, 0, "{text}");
    assert!(!text.contains("NaN") && !text.contains("inf,"), "{text}");
    assert_eq!(text.matches("\\begin{").count(), text.matches("\\end{").count());
}

/// Quotes and braces balance.
fn check_dot(text: &str) {
    let (mut depth, mut quoted, mut escaped) = (0i32, false, false);
    for c in text.chars() {
        match c {
            '"' if !escaped => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth -= 1,
            '\n' => assert!(!quoted, "{text}"),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    assert!(depth == 0 && !quoted, "{text}");
}

fn check_scene(text: &str) {
    let scene: Scene = serde_json::from_str(text).expect("a scene");
    let inside = |p: [f32; 2]| (0..2).all(|i| (-0.5..=scene.size[i] + 0.5).contains(&p[i]));
    for shape in &scene.shapes {
        match shape {
            Shape::Circle { at, .. } | Shape::Box { at, .. } | Shape::Text { at, .. } => {
                assert!(inside(*at), "{shape:?}")
            }
            Shape::Line { points, .. } => assert!(points.len() > 1 && points.iter().all(|&p| inside(p)), "{shape:?}"),
        }
    }
    assert!(scene.changes.iter().all(|c| (c.shape as usize) < scene.shapes.len()));
    assert!(scene.changes.windows(2).all(|pair| pair[0].shape < pair[1].shape));
}

#[test]
fn every_picture_in_every_format() {
    let own = [(PathBuf::from("hostile"), hostile())];
    let mut concrete = 0;
    for (path, mut session) in sessions().into_iter().chain(own) {
        concrete += concrete_heaps(&session).len();
        for picture in pictures(&mut session) {
            for format in FORMATS {
                let text = write(&mut session, &picture, format);
                assert_eq!(text, write(&mut session, &picture, format), "{path:?} {picture:?}");
                match format {
                    PictureFormat::Svg => check_xml(&text),
                    PictureFormat::Dot => check_dot(&text),
                    PictureFormat::Tikz => check_tikz(&text),
                    PictureFormat::Scene => check_scene(&text),
                    PictureFormat::Json => assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok()),
                }
            }
        }
        for nothing in [
            Picture::Heap { number: u32::MAX, along: None, raw: false },
            Picture::HeapDiff { number: 0, before: u32::MAX, along: None, raw: false },
            component(Some(u32::MAX)),
            Picture::ConcreteHeap { property: 1, step: Some(u32::MAX), before: None, raw: false },
            Picture::ConcreteHeap { property: u32::MAX, step: None, before: None, raw: false },
            Picture::Proof { number: u32::MAX },
        ] {
            FORMATS.into_iter().for_each(|format| assert_eq!(session.picture(&nothing, format), None, "{nothing:?}"));
        }
    }
    assert!(concrete > 0);
}

fn compile(engine: &str, folder: &Path) -> Option<Output> {
    let arguments = ["-interaction=nonstopmode", "-halt-on-error", "picture.tex"];
    Command::new(engine).args(arguments).current_dir(folder).output().ok()
}

/// Every installed LaTeX accepts the pictures, including hostile names.
#[test]
fn latex_accepts_the_pictures() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("latex");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut session = hostile();
    let mut documents = Vec::new();
    let last = *heaps(&mut session).last().expect("a heap");
    for picture in [component(Some(0)), Picture::HeapDiff { number: last, before: 0, along: None, raw: false }] {
        documents.push(write(&mut session, &picture, PictureFormat::Tikz));
    }
    // Without LaTeX, or without TikZ, only the checks above are possible.
    let empty = "\\documentclass[tikz]{standalone}\\usetikzlibrary{arrows.meta}\\begin{document}\\tikz\\draw(0,0)--(1,1);\\end{document}";
    for engine in ["pdflatex", "lualatex"] {
        std::fs::write(folder.join("picture.tex"), empty).expect("written");
        if !compile(engine, &folder).is_some_and(|output| output.status.success()) {
            continue;
        }
        for document in &documents {
            std::fs::write(folder.join("picture.tex"), document).expect("written");
            let output = compile(engine, &folder).expect("as before");
            assert!(output.status.success(), "{engine}\n{}\n{document}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

/// Along failing runs every object that is drawn before and after a step has one place, in pictures of one size. Only where a new layout begins
/// all of them may move.
#[test]
fn objects_keep_their_places_along_runs() {
    let (mut kept, mut begun) = (0, 0);
    for &(id, text) in examples().iter().step_by(3) {
        let mut session = run(&load(text, id, &mut NoFiles), &mut Silent);
        for property in 0..session.report().properties.len() as u32 {
            let judgement = &session.report().properties[property as usize].judgement;
            let Some(found) = judgement.run.clone().filter(|_| judgement.verdict == Verdict::Violated) else {
                continue;
            };
            let executed = (0..).take_while(|&step| session.concrete_heap(property, step).is_some()).count() as u32;
            let concrete = (0..executed).map(|step| Picture::ConcreteHeap {
                property,
                step: Some(step),
                before: step.checked_sub(1),
                raw: false,
            });
            let space = session.unlabelled_space().expect("a state space");
            let content = |own: &RunStep| Some(space.states.get(own.index? as usize)?.content);
            let contents: Vec<u32> = found.prefix.iter().chain(&found.cycle).map_while(content).collect();
            let along = |step: usize| Some(RunPlace { property, step: step as u32 });
            let of_analysis = (0..contents.len()).map(|step| match step.checked_sub(1) {
                Some(before) => Picture::HeapDiff {
                    number: contents[step],
                    before: contents[before],
                    along: along(step),
                    raw: false,
                },
                None => {
                    Picture::HeapDiff { number: contents[step], before: contents[step], along: along(step), raw: false }
                }
            });
            for pictures in [concrete.collect::<Vec<_>>(), of_analysis.collect()] {
                let drawn: Vec<_> = pictures.iter().map(|picture| places(&mut session, picture)).collect();
                for pair in drawn.windows(2) {
                    let [Some((before, size)), Some((after, new_size))] = pair else { continue };
                    let both: Vec<u32> = before.keys().filter(|&number| after.contains_key(number)).copied().collect();
                    if both.is_empty() {
                        continue;
                    }
                    match size == new_size && both.iter().all(|number| before[number] == after[number]) {
                        true => kept += 1,
                        false => begun += 1,
                    }
                }
            }
        }
    }
    assert!(kept > 250 && begun * 20 < kept, "{kept} {begun}");
}

/// Where objects are, by number, and the size of the picture.
type Places = (BTreeMap<u32, [i32; 2]>, [i32; 2]);

/// Where the objects of a picture of a heap are; nothing for other pictures.
fn places(session: &mut Session, picture: &Picture) -> Option<Places> {
    let scene: Scene = serde_json::from_str(&session.picture(picture, PictureFormat::Scene)?).expect("a scene");
    let json: serde_json::Value = serde_json::from_str(&session.picture(picture, PictureFormat::Json)?).expect("JSON");
    let heap: HeapView = serde_json::from_value(json.get("after").unwrap_or(&json).clone()).ok()?;
    let rounded = |at: [f32; 2]| at.map(|x| x.round() as i32);
    let object = |hotspot: &Hotspot| match hotspot.link {
        Link::Vertex { number } => Some((heap.vertices[number as usize].number?, rounded(hotspot.at))),
        _ => None,
    };
    Some((scene.hotspots.iter().filter_map(object).collect(), rounded(scene.size)))
}

/// The nonterminals with their numbers of occurrences, and the number of vertices.
fn size(heap: &HeapView) -> (usize, usize, usize) {
    (heap.vertices.len(), heap.selectors.len(), heap.nonterminals.len())
}

#[test]
fn boxes_of_heaps_are_found_and_made_concrete() {
    let mut steps = 0;
    for (path, mut session) in sessions().into_iter().filter(|(_, session)| session.program().is_some()) {
        for number in heaps(&mut session).into_iter().take(12) {
            let heap = session.heap(number).expect("a heap");
            let scene: Scene = serde_json::from_str(&write(
                &mut session,
                &Picture::Heap { number, along: None, raw: false },
                PictureFormat::Scene,
            ))
            .expect("a scene");
            let boxes: Vec<Link> = scene
                .hotspots
                .iter()
                .map(|h| h.link.clone())
                .filter(|l| matches!(l, Link::Nonterminal { .. }))
                .collect();
            let all: Vec<Link> =
                (0..heap.nonterminals.len() as u32).map(|number| Link::Nonterminal { number }).collect();
            assert_eq!(boxes, all, "{path:?}");
            for edge in 0..heap.nonterminals.len() as u32 {
                let derived = session.derive(number, edge).expect("an edge");
                assert_eq!(session.derive(number, edge).expect("the same"), derived, "known by their numbers");
                for rule in &derived {
                    assert_eq!(rule.nonterminal, heap.nonterminals[edge as usize].label);
                    let view = session.heap(rule.heap.expect("few heaps")).expect("kept");
                    let (before, after) = (size(&heap), size(&view));
                    assert_eq!(Some(after.0 as u32), rule.vertices);
                    assert!(after.0 >= before.0 && after.1 >= before.1 && after.2 + 1 >= before.2, "{path:?} {rule:?}");
                    steps += 1;
                }
            }
            assert_eq!(session.derive(number, heap.nonterminals.len() as u32), None);
        }
        assert_eq!(session.derive(u32::MAX, 0), None);
    }
    assert!(steps > 20, "{steps}");
}

#[test]
fn derived_heaps_are_heaps_like_others_until_there_are_too_many() {
    let (_, task) =
        tasks("examples").into_iter().find(|(path, _)| path.ends_with("trees/lindstrom.json")).expect("trees");
    let mut session = run(&load(&task.to_string(), "", &mut NoFiles), &mut Silent);
    let mut open = heaps(&mut session);
    let (mut position, mut kept) = (0, BTreeSet::new());
    let known = session.report().exploration.as_ref().expect("explored").heaps.expect("heaps").different;
    let mut refused = false;
    while let (Some(&heap), false) = (open.get(position), refused) {
        position += 1;
        let edges = session.heap(heap).expect("a heap").nonterminals.len() as u32;
        for edge in 0..edges {
            for derived in session.derive(heap, edge).expect("an edge") {
                match derived.heap {
                    Some(number) if number >= known && kept.insert(number) => open.push(number),
                    Some(_) => {}
                    None => refused = true,
                }
            }
        }
    }
    assert!(refused);
    assert_eq!(kept.len(), DERIVED_LIMIT);
    assert!(session.heap_diff(*kept.last().expect("many"), 0, false).is_some());
}

#[test]
fn contracts_are_those_of_the_components() {
    for (path, mut session) in sessions() {
        let space = session.state_space().expect("states");
        let Some(contracts) = session.contracts() else {
            assert_eq!(session.report().analysis, AnalysisName::Blocks, "{path:?}");
            continue;
        };
        assert_eq!(contracts.len(), space.components.len(), "{path:?}");
        for (contract, component) in contracts.iter().zip(&space.components) {
            assert_eq!(contract.procedure, component.procedure);
            let entries: Vec<u32> = contract.entries.iter().filter_map(|e| e.state).collect();
            assert_eq!(entries, component.entries);
            let mut exits: Vec<u32> = contract
                .exits
                .iter()
                .filter(|e| !matches!(e.end, ContractEnd::NullDereference | ContractEnd::Failed))
                .filter_map(|e| e.at.state)
                .collect();
            exits.sort_unstable();
            let mut expected = component.exits.clone();
            expected.sort_unstable();
            assert_eq!(exits, expected, "{path:?}");
            for exit in &contract.exits {
                let state = &space.states[exit.at.state.expect("few states") as usize];
                assert_eq!(state.content, exit.at.content);
                assert_eq!(state.kind == StateKind::NullDereference, exit.end == ContractEnd::NullDereference);
            }
            assert!(!contract.trusted);
            assert_eq!(contract.calls == 0, contract.component == 0, "{path:?}: {}", contract.procedure);
        }
    }
}

#[test]
fn trusted_contracts_are_told_from_computed_ones() {
    let (_, task) = tasks("tests/tasks/contracts").remove(0);
    let session = run(&load(&task.to_string(), "", &mut NoFiles), &mut Silent);
    let contracts = session.contracts().expect("contracts");
    let trusted: Vec<(&str, bool)> = contracts.iter().map(|c| (c.procedure.as_str(), c.trusted)).collect();
    assert_eq!(trusted, [("SLList.run", false), ("SLList.last", true)]);
    assert_eq!(contracts[1].exits.len(), 1);
}

#[test]
fn states_labelled_bit_by_bit_are_those_labelled_at_once() {
    let mut labels = 0;
    for (path, mut session) in sessions() {
        let whole = session.state_space().expect("states");
        let mut space = session.unlabelled_space().expect("states");
        assert!(space.states.iter().all(|state| state.labels.is_empty()));
        for start in (0..space.states.len() + 7).step_by(7) {
            session.label(&mut space, start..start + 7);
            assert!(space.states.iter().skip(start + 7).all(|state| state.labels.is_empty()));
        }
        assert_eq!(space, whole, "{path:?}");
        labels += space.states.iter().map(|state| state.labels.len()).sum::<usize>();
    }
    assert!(labels > 10, "{labels}");
}

#[test]
fn samples_are_the_smallest_heaps_at_the_heads_of_loops() {
    let (mut heads, mut sampled) = (0, 0);
    for (path, mut session) in sessions() {
        let is_about_heaps = matches!(session.report().analysis, AnalysisName::Heap | AnalysisName::Forest);
        let Some(space) = session.state_space().filter(|_| is_about_heaps) else {
            assert!(session.loop_heads().is_none(), "{path:?}");
            continue;
        };
        for head in session.loop_heads().expect("heads of loops") {
            heads += 1;
            assert!(!head.contents.is_empty() && !head.procedure.is_empty() && head.line > 0, "{path:?} {head:?}");
            for content in head.contents.into_iter().take(8) {
                let there = |state: &StateView| (&state.file, state.line) == (&head.file, head.line);
                assert!(space.states.iter().any(|state| state.content == content && there(state)), "{path:?}");
                let samples = session.samples(content).expect("a known content");
                assert_eq!(session.samples(content), Some(samples.clone()), "the same every time");
                let heaps: Vec<HeapView> =
                    samples.iter().map(|&sample| session.heap(sample).expect("a heap")).collect();
                assert!(heaps.iter().all(|heap| heap.nonterminals.is_empty()), "{path:?}");
                let objects = |heap: &HeapView| heap.vertices.iter().filter(|v| v.kind == VertexKind::Object).count();
                assert!(heaps.is_sorted_by_key(objects), "{path:?}");
                assert_eq!(samples.iter().collect::<BTreeSet<_>>().len(), samples.len(), "{path:?}");
                sampled += samples.len();
            }
        }
        assert_eq!(session.samples(u32::MAX), None);
    }
    assert!(heads > 10 && sampled > 100, "{heads} {sampled}");
}

/// A session about a method of a program that fills lists and maps.
fn collections(entry: &str) -> Session {
    let java = "import java.util.*;
class Node { Node next; }
class Fleet {
    static void few() {
        List<Node> list = new ArrayList<>();
        Map<Node, Node> map = new HashMap<>();
        Node node = new Node();
        list.add(node);
        list.add(null);
        map.put(node, null);
        Iterator<Node> it = list.iterator();
        it.next();
        list.clear();
        throw new IllegalStateException();
    }
    static void many(int n) {
        List<Node> list = new ArrayList<>();
        for (int i = 0; i < n; i++) list.add(new Node());
        Node last = new Node();
        list.add(last);
    }
}";
    let cells = "tail(x: CellList$Cell) := x: CellList$Cell -> {value: v, next: null} * v: Node -> {next: null} \
          | x: CellList$Cell -> {value: v, next: n} * v: Node -> {next: null} * tail(n) | path(x, z) * tail(z)
        path(x: CellList$Cell, y: CellList$Cell) := x: CellList$Cell -> {value: v, next: y} * v: Node -> {next: null} \
          | x: CellList$Cell -> {value: v, next: n} * v: Node -> {next: null} * path(n, y) | path(x, z) * path(z, y)";
    let task = json!({
        "schema": "hrglass.task/1", "title": "collections", "analysis": "heap",
        "grammars": [{"name": "cells", "definitions": cells}],
        "program": {"language": "java", "entry": entry, "files": [{"name": "Fleet.java", "text": java}]},
        "properties": [{"id": "F1", "ltl": "G !{exception}"}], "options": {"abstraction": "auto"},
    });
    run(&load(&task.to_string(), "", &mut NoFiles), &mut Silent)
}

/// Checks that some state has each of these descriptions of its heap, among others.
#[track_caller]
fn check_descriptions(session: &mut Session, expected: &[&str]) {
    let all: Vec<String> = heaps(session)
        .into_iter()
        .map(|heap| session.scene(heap).expect("a picture").description.to_string())
        .collect();
    for words in expected {
        assert!(all.iter().any(|description| description.contains(words)), "{words}: {}", all.join("\n"));
    }
}

#[test]
fn collections_are_one_object_in_every_format_unless_their_cells_are_asked_for() {
    let mut session = collections("Fleet.few");
    check_descriptions(
        &mut session,
        &["[0] is vertex ", "[1] is null", "[0].key is vertex ", "[0].value is null", ".next is vertex ", " is empty"],
    );
    let numbers = heaps(&mut session);
    let mut folded = 0;
    for pair in numbers.windows(2) {
        for raw in [false, true] {
            let heap = Picture::Heap { number: pair[1], along: None, raw };
            let change = Picture::HeapDiff { number: pair[1], before: pair[0], along: None, raw };
            check_xml(&write(&mut session, &heap, PictureFormat::Svg));
            check_xml(&write(&mut session, &change, PictureFormat::Svg));
            assert!(write(&mut session, &change, PictureFormat::Dot).starts_with("digraph"));
            let data = write(&mut session, &heap, PictureFormat::Json);
            let data: HeapView = serde_json::from_str(&data).expect("a heap");
            assert!(!raw || data == session.heap(pair[1]).expect("a heap"));
            folded += data.collections.len();
        }
    }
    assert!(folded > 50, "{folded}");
}

#[test]
fn collections_that_an_abstraction_keeps_have_a_place_for_what_is_hidden() {
    let mut session = collections("Fleet.many");
    check_descriptions(&mut session, &["one or more at …", "[n-1] is vertex ", "last point to vertex "]);
    // It can be made concrete by hand.
    let is_rest = |link: &Link, heap: &HeapView| match *link {
        Link::Nonterminal { number } => {
            heap.collections.iter().flat_map(|own| &own.slots).any(|slot| slot.rest == Some(number))
        }
        _ => false,
    };
    let concrete = heaps(&mut session).into_iter().find_map(|number| {
        let heap = write(&mut session, &Picture::Heap { number, along: None, raw: false }, PictureFormat::Json);
        let heap: HeapView = serde_json::from_str(&heap).expect("a heap");
        let places = session.scene(number)?.hotspots;
        let rest = places.into_iter().find(|place| is_rest(&place.link, &heap))?;
        let Link::Nonterminal { number: nonterminal } = rest.link else { return None };
        session.derive(number, nonterminal)
    });
    assert!(concrete.is_some_and(|heaps| heaps.len() > 1));
}

#[test]
fn executed_runs_show_collections() {
    let mut session = collections("Fleet.few");
    let property = session.report().properties.iter().position(|found| found.judgement.evidence.is_some());
    let property = property.expect("an executed run") as u32;
    let heap = |step, raw| Picture::ConcreteHeap { property, step: Some(step), before: None, raw };
    let texts: Vec<String> =
        (0..).map_while(|step| session.picture(&heap(step, false), PictureFormat::Scene)).collect();
    let full = texts.iter().position(|text| text.contains("[0].key is vertex")).expect("a map with an entry");
    let raw = write(&mut session, &heap(full as u32, true), PictureFormat::Scene);
    assert!(raw.contains(".first is vertex") && !texts[full].contains(".first is vertex"), "{}", texts[full]);
    assert!(texts.iter().any(|text| text.contains("\"outdated\"")), "the iterator after `clear`");
}
