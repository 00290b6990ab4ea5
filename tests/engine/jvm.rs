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
mod outcome;
mod random;
mod shapes;
mod shrink;
mod subject;

use random::{Statistics, try_programs};

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
    let (total, mut counts) = (cases::scaled(150), closed::Counts::default());
    let wrong = closed::try_closed(cases::seed(1), total, &mut counts);
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{} of {total}: {}", wrong.len(), wrong[0]);
    assert!(
        counts.returned > total / 4 && counts.thrown > total / 10 && counts.out_of_bounds > total / 20,
        "{counts:?}"
    );
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
