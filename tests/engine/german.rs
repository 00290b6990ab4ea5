//! The built program in German.

use std::path::Path;
use std::process::Output;

use crate::support::program::{check, directory, hrglass};

const SAFE: &str =
    "extern void reach_error(void);\nint main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n";
const FAULTY: &str = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
    int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";

/// The program in German, in a directory.
fn german(here: &Path, arguments: &[&str]) -> Output {
    hrglass(here, &[&["--language", "de"], arguments].concat())
}

#[test]
fn the_option_stands_before_or_behind_the_command() {
    let here = directory("option");
    std::fs::write(here.join("safe.txt"), SAFE).unwrap();
    let safe = "unreach-call   erfüllt";
    check(&german(&here, &["check", "--language", "c", "safe.txt"]), 0, safe, "");
    check(&hrglass(&here, &["check", "--language", "de", "--language", "c", "safe.txt"]), 0, safe, "");
    check(&hrglass(&here, &["check", "safe.txt", "--language=c", "--language=de"]), 0, safe, "");
    check(&hrglass(&here, &["grammar", "show", "SLList", "--language", "de"]), 0, "RefSLList, Rang 2", "");
    // The last one counts.
    check(
        &german(&here, &["check", "--language", "c", "safe.txt", "--language", "en"]),
        0,
        "unreach-call   satisfied",
        "",
    );
    check(&hrglass(&here, &["check", "--language", "fr", "safe.txt"]), 3, "", "[possible values: java, boolean, c]");
    // What stands behind `--` is no option of the program.
    check(&hrglass(&here, &["import", "--", "--language", "de"]), 3, "", "there is no option `--language`");
}

#[test]
fn titles_and_sentences_are_in_german() {
    let here = directory("titles");
    check(&german(&here, &["examples"]), 0, "lists/reverse                            Eine Liste umkehren\n", "");
    check(&german(&here, &["check", "lists/reverse"]), 0, "Eine Liste umkehren SLList.reverse\n", "");
    check(&german(&here, &["properties", "lists/reverse"]), 0, "jeder Aufruf endet normal\n", "");
    check(&german(&here, &["properties", "lists/reverse", "--words", "en"]), 0, "every call ends normally\n", "");
    check(&german(&here, &["man", "chekc"]), 3, "", "hrglass: es gibt keinen Befehl `chekc`\n");
}

/// Lines without times and memory, in the order of the tasks.
#[test]
fn a_batch_speaks_in_each_thread_and_process() {
    let here = directory("batch");
    for (name, text) in [("safe.c", SAFE), ("faulty.c", FAULTY), ("wrong.json", "{}")] {
        std::fs::write(here.join(name), text).unwrap();
    }
    let expected = |program: &str, property: &str, verdict: bool| {
        format!(
            "input_files: '{program}'\nproperties:\n  - property_file: {property}\n    expected_verdict: {verdict}\n"
        )
    };
    std::fs::write(here.join("u.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
    std::fs::write(here.join("right.yml"), expected("safe.c", "u.prp", true)).unwrap();
    std::fs::write(here.join("false.yml"), expected("faulty.c", "u.prp", true)).unwrap();
    let tasks = ["safe.c", "false.yml", "wrong.json", "faulty.c", "right.yml", "none.c"];
    let said = |jobs: &str| {
        let options = ["--jobs", jobs, "--csv", "out.csv", "--", "--no-times"];
        let output = german(&here, &[&["batch"], &tasks[..], &options].concat());
        check(&output, 3, "", "");
        let text = String::from_utf8(output.stdout).unwrap();
        let without_figures = |line: &str| {
            let is_figure =
                |part: &&str| part.ends_with(" s") || part.ends_with(" MB") || part.contains("Prozessorzeit");
            let kept = line.split("  ").filter(|part| !is_figure(part));
            kept.collect::<Vec<_>>().join("  ") + "\n"
        };
        text.lines().map(without_figures).collect::<String>()
    };
    let alone = said("1");
    expect_test::expect![[r#"
        erfüllt   safe.c  unreach-call  
        verletzt  false.yml  unreach-call  FALSCH, erwartet: erfüllt  in Zeile 3 von faulty.c: Fehler
        Fehler    wrong.json    eine Aufgabe braucht den Schlüssel `program`
        verletzt  faulty.c  unreach-call  in Zeile 3 von faulty.c: Fehler
        erfüllt   right.yml  unreach-call  
        Fehler    none.c    `none.c` lässt sich nicht lesen: Datei oder Verzeichnis nicht gefunden

        6 Ergebnisse
          richtig             1  1 erfüllt, 0 verletzt
          falsch              1  0 erfüllt, 1 verletzt
          unentschieden       2  2 Fehler
          offen               2  kein Urteil erwartet
          Punkte            -14  von 4

    "#]]
    .assert_eq(&alone);
    for jobs in ["2", "4"] {
        assert_eq!(said(jobs), alone, "{jobs} jobs");
    }
    // Programs read the same in each language.
    let table = std::fs::read_to_string(here.join("out.csv")).unwrap();
    assert!(table.starts_with("task,property,verdict,expected,correctness,cpu_seconds"), "{table}");
    assert!(table.contains("false.yml,unreach-call,violated,satisfied,wrong,"), "{table}");
    check(&german(&here, &["batch", "nothing.txt"]), 3, "", "`nothing.txt` lässt sich nicht lesen");
}

#[test]
fn what_cannot_be_read_or_written_is_said_in_german() {
    let here = directory("errors");
    for (name, text) in [
        ("a.c", SAFE),
        ("b.c", FAULTY),
        ("odd.prp", "CHECK( init(main()), LTL(G foo) )"),
        ("wrong.prp", "foo"),
        ("empty.prp", ""),
        ("tab.yml", "input_files:\n\t- a.c\n"),
        ("lacks.yml", "input_files: a.c\n"),
    ] {
        std::fs::write(here.join(name), text).unwrap();
    }
    for (command, said) in [
        ("check none.json", "`none.json` lässt sich nicht lesen: Datei oder Verzeichnis nicht gefunden\n"),
        ("check a.c --property wrong.prp", "`foo` ist keine Eigenschaft: Sie muss die Form `CHECK("),
        ("check a.c --property empty.prp", "in `empty.prp` steht keine Eigenschaft\n"),
        ("check a.c --property none.prp", "`none.prp` lässt sich nicht lesen: Datei"),
        ("check a.c --property no-overfow", "es gibt keine Eigenschaft `no-overfow`; ist `no-overflow` gemeint?\n"),
        ("check a.c b.c --each --witness w.yml", "für den Zeugen ist nur eine Datei angegeben"),
        ("check a.c --witness none/w.yml", "`none/w.yml` lässt sich nicht schreiben: Datei"),
        ("check lists/reverse --boxes none.sl", "`none.sl` lässt sich nicht lesen: Datei"),
        (
            "import a.c -- --class A",
            "Optionen lassen sich nur zu einer Einstellungsdatei hinzufügen, und `a.c` ist keine\n",
        ),
        ("import -- --foo", " --> Kommandozeile:1:1\n"),
        ("init heaps.java --structure Node", "`heaps.java` lässt sich nicht lesen: Datei"),
        ("export lists/reverse --settings --output a.c", "`task.attestor` lässt sich nicht schreiben: "),
        ("batch tab.yml", "`tab.yml` ist keine Aufgabendefinition: Zeile 2 ist mit einem Tabulator eingerückt\n"),
        (
            "batch lacks.yml",
            "`lacks.yml` ist keine Aufgabendefinition: `properties` fehlt\nhrglass: es gibt keine Aufgaben\n",
        ),
    ] {
        check(&german(&here, &command.split(' ').collect::<Vec<_>>()), 3, "", said);
    }
    let odd = german(&here, &["check", "a.c", "--property", "odd.prp"]);
    check(&odd, 2, "die Eigenschaft `G foo` wird nicht unterstützt; unterstützt sind `G ! call", "");
    let sentence = german(&here, &["check", "lists/reverse", "--property", "jeder Aufruf endet norml"]);
    let said =
        "ist kein Satz über diese Aufgabe (ist `jeder Aufruf endet normal` gemeint?); `hrglass properties` listet";
    check(&sentence, 3, "", said);
    check(
        &german(&here, &["check", "lists/reverse", "--witness", "w.yml"]),
        0,
        "",
        "hrglass: es gibt keinen Zeugen: Nur",
    );
    check(&german(&here, &["open", "#v1.e.lists/reverse&tab=proof"]), 0, "", "die Seite würde tab=\"proof\" zeigen\n");
}

#[test]
fn structures_are_chosen_in_german() {
    let here = directory("structures");
    let code = "class Node { Node next; static void walk(Node n) { while (n != null) n = n.next; } }";
    std::fs::write(here.join("Node.java"), code).unwrap();
    let init = |structure: &str| german(&here, &["init", "Node.java", "--structure", structure]);
    check(&init("ring"), 3, "", "hrglass: CLASS=STRUCTURE schreiben, etwa `Node=Ring über next`\n");
    check(&init("Node=Ring über next"), 0, "ring", "Node ist: Ring über next");
}

#[test]
fn witnesses_are_the_same_in_each_language() {
    let here = directory("witnesses");
    std::fs::write(here.join("b.c"), FAULTY).unwrap();
    let witness = |language: &str| {
        let output = hrglass(&here, &["--language", language, "check", "b.c", "--witness", "w.yml"]);
        check(&output, 1, "unreach-call", "");
        std::fs::read_to_string(here.join("w.yml")).unwrap()
    };
    assert_eq!(witness("de"), witness("en"));
}

#[test]
fn grammars_and_figures_have_german_words() {
    let here = directory("figures");
    let list = "ltree<LinkedTreeNode.left, right, next>(root, leaf)        LinkedTree: Baum mit verketteten Blättern\n";
    check(&german(&here, &["grammar", "list"]), 0, list, "");
    std::fs::write(here.join("a.c"), SAFE).unwrap();
    let bench = |format: &str| german(&here, &["bench", "a.c", "--repeat", "1", "--no-times", "--format", format]);
    let table = "\
        Aufgabe  Eigenschaft   Strategie  Urteil   Zustände  Zustände insgesamt  Aussagen  Verträge  Kontexte\n\
        a        unreach-call  auto       erfüllt         0                   0         0         0         0\n\
        1 Aufgabe, 1 Zeile\n";
    check(&bench("table"), 0, table, "");
    let csv = "task,property,strategy,verdict,states_main,states_total,assertions,contracts,contexts\n\
        a,unreach-call,auto,satisfied,0,0,0,0,0\n";
    check(&bench("csv"), 0, csv, "");
    let timed = german(&here, &["bench", "a.c", "--repeat", "1"]);
    check(&timed, 0, "auto: vorbereitet in ", "");
    check(&timed, 0, " ms; gelesen in ", "");
}

#[test]
fn tests_of_counterexamples_are_commented_in_german() {
    let here = directory("junit");
    std::fs::write(here.join("Node.java"), "class Node { Node next; Node second() { return next.next; } }").unwrap();
    check(&german(&here, &["check", "Node.java", "--evidence", "out"]), 1, "", "hrglass: geschrieben: out");
    let test = std::fs::read_to_string(here.join("out/NodeSecondMemorySafetyTest.java")).unwrap();
    let about = "/**\n * Ein Gegenbeispiel zur Eigenschaft Speichersicherheit, gefunden von hrglass:\n\
        \x20* keine Null-Dereferenzierung oder andere Ausnahme bleibt ungefangen\n *\n\
        \x20* Der Aufruf endet mit einer Ausnahme, in Node.java:1.\n */\nclass NodeSecondMemorySafetyTest {";
    assert!(test.contains(about), "{test}");
    assert!(test.contains("\"Speichersicherheit: keine Null-Dereferenzierung"), "{test}");
}
