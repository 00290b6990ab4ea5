//! Results of the engine compared with a real JVM.

mod analysis;
mod closed;
mod constructs;
mod engine;
mod facts;
mod gallery;
mod generate;
mod input;
mod java;
mod library;
mod open;
mod outcome;
mod random;
mod sequences;
mod shapes;
mod shrink;
mod subject;

use generate::Structure;
use java::Batch;
use outcome::{Answer, JavaValue};
use random::{Statistics, try_programs};
use shapes::{Final, Shape};

use crate::support::{cases, jdk};

#[test]
fn random_programs_run_as_in_the_jvm() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let seed = cases::seed(1);
    let (mut statistics, mut wrong) = (Statistics::default(), Vec::new());
    if let Some(program) = std::env::var("JVM_PROGRAM").ok().and_then(|number| number.parse::<usize>().ok()) {
        let wrong = try_programs(seed, program..program + 1, "jvm-one", &mut statistics);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        return;
    }
    let total = cases::scaled(200);
    for start in (0..total).step_by(1_000) {
        let numbers = start..usize::min(start + 1_000, total);
        wrong.extend(try_programs(seed, numbers, "jvm-random", &mut statistics));
        if wrong.len() >= 6 {
            break;
        }
    }
    println!("{statistics:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        statistics.runs > total && statistics.thrown > total / 10 && statistics.shapes > total / 10,
        "{statistics:?}"
    );
    assert!(statistics.undecided < statistics.runs / 20, "{statistics:?}");
    assert!(statistics.proved_in_blocks > total / 50, "{statistics:?}");
    // With few programs, some constructs may be missing by chance.
    let missing = statistics.constructs.missing();
    assert!(missing.len() <= if total < 1_000 { 3 } else { 0 }, "{missing:?}");
}

#[test]
fn what_is_known_of_values_that_are_not_followed_is_so_in_the_jvm() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let seed = cases::seed(1);
    let (total, mut counts) = (cases::scaled(200), facts::Counts::default());
    let wrong = facts::try_facts(seed, total, &mut counts);
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{} of {total}: {}", wrong.len(), wrong[0]);
    assert!(counts.refused == 0 && counts.satisfied > total / 10 && counts.failing > total / 10, "{counts:?}");
}

#[test]
fn programs_without_input_compute_as_in_the_jvm() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let (total, mut counts) = (cases::scaled(200), closed::Counts::default());
    let wrong = closed::try_closed(cases::seed(1), total, &mut counts);
    println!("{counts:?}");
    for line in wrong.iter().filter_map(|wrong| wrong.lines().next()) {
        println!("{line}");
    }
    assert!(wrong.is_empty(), "{} of {total}: {}", wrong.len(), wrong[0]);
    assert!(
        counts.returned > total / 4
            && counts.thrown > total / 10
            && counts.out_of_bounds > total / 20
            && counts.given_up <= total / 50,
        "{counts:?}"
    );
}

#[test]
fn what_is_proved_of_collections_is_so_in_the_jvm() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let (total, mut counts) = (cases::scaled(75), open::Counts::default());
    let wrong = open::try_open(cases::seed(1), total, &mut counts);
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{} of {total}: {}", wrong.len(), wrong.join("\n"));
    assert!(counts.refused == 0 && counts.satisfied > total / 8 && counts.shown > total / 20, "{counts:?}");
}

#[test]
fn sequences_of_calls_of_the_library_compute_as_in_the_jvm() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let (total, mut counts) = (cases::scaled(1_000), sequences::Counts::default());
    let wrong = sequences::try_sequences(cases::seed(1), total, &mut counts);
    println!("{counts}");
    assert!(wrong.is_empty(), "{} of {total}: {}", wrong.len(), wrong.join("\n"));
    assert!(
        counts.ended.returned > total * 3 / 4 && counts.methods.len() > 400 && counts.decided > counts.undecided,
        "{counts}"
    );
}

#[test]
fn functions_of_the_library_on_numbers_compute_as_in_the_jvm() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let mut counts = library::Counts::default();
    let wrong = library::try_functions(cases::seed(1), cases::scaled(6), &mut counts);
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
    assert!(counts.returned > 300 && counts.thrown > 3, "{counts:?}");
}

#[test]
fn programs_of_the_gallery_run_as_in_the_jvm() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let mut statistics = Statistics::default();
    let wrong = gallery::try_gallery(&mut statistics);
    println!("{statistics:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(statistics.runs > 2 * statistics.programs && statistics.satisfied > 0, "{statistics:?}");
}

#[test]
fn the_whole_heap_is_not_judged_where_a_class_could_not_be_initialised() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let text = "package broken;
class Node { Node next; }
class Broken {
    static Node kept = new Node();
    static int k;
    static { kept.next = kept; k = 1 / k; }
}
class Main {
    static Node fails(Node node) { try { k(); } catch (ExceptionInInitializerError e) { } return node; }
    static Node user(Node node) { try { k(); } catch (Error e) { } try { new User(); } catch (Error e) { } return node; }
    static Node works(Node node) { return node; }
    static int k() { return Broken.k; }
}
class User { static int k = Broken.k; }
";
    let mut batch = Batch::default();
    batch.files.insert("broken".to_owned(), vec![("Main.java".to_owned(), text.to_owned())]);
    let methods = ["fails", "user", "works"];
    for method in methods {
        batch.call(
            method,
            "broken",
            "Main",
            method,
            &["Node".to_owned()],
            "object Node\nfield 0 next null\nargument #0\n",
        );
    }
    let answers = batch.run("jvm-broken");
    let judged = methods.map(|method| {
        let [Answer::Ran(java)] = &answers[method][..] else { panic!("{:?}", answers[method]) };
        let end = Final { java, receiver: JavaValue::Null, parameters: &[JavaValue::Object(0)], node: "Node" };
        [Shape::Acyclic, Shape::Whole(Structure::List), Shape::Part(Structure::List, None)].map(|shape| end.has(shape))
    });
    let is_left_out = [None, None, Some(true)];
    assert_eq!(judged, [is_left_out, is_left_out, [Some(true); 3]]);
}
