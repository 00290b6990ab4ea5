//! Everything that the engine says is translated.

use hrglass::base::{Language, templates};

/// The places of a template, and the code in it without them.
fn parts(template: &str) -> (usize, Vec<String>) {
    let plain = template.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let code = plain.split('`').skip(1).step_by(2).filter(|code| !code.contains('{')).map(str::to_owned).collect();
    (plain.matches('{').count(), code)
}

/// Whether a template has more than code and places.
fn has_words(template: &str) -> bool {
    template.replace("{{", "").replace("}}", "").split('`').step_by(2).any(|text| text.contains(char::is_alphabetic))
}

#[test]
fn each_template_has_a_translation() {
    let german = Language::german();
    let is_missing = |template: &&str| has_words(template) && german.translation(template).is_none();
    let missing: Vec<&str> = templates().into_iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn each_translation_is_used() {
    let all = templates();
    let german = Language::german();
    let mut unused: Vec<&str> =
        german.translations().map(|(template, _)| template).filter(|template| !all.contains(template)).collect();
    unused.sort_unstable();
    assert!(unused.is_empty(), "{unused:#?}");
}

/// A translation fills each place, and leaves code as it is.
#[test]
fn translations_say_the_same() {
    for (template, translation) in Language::german().translations() {
        let ((places, code), (_, translated)) = (parts(template), parts(translation));
        for place in 0..places {
            assert!(translation.contains(&format!("{{{place}}}")), "{template}: {translation} lacks {place}");
        }
        assert!(code.iter().all(|part| translated.contains(part)), "{template}: {translation}");
    }
}
