//! Binds a compiled module to JavaScript for browsers: `bindings --target web [--keep-debug] --out-dir DIR --out-name NAME FILE`, as the
//! command `wasm-bindgen` does, which needs four times as many crates.
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let (mut bindgen, mut folder) = (Bindgen::new(), None);
    bindgen.typescript(true).omit_default_module_path(false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--target" => anyhow::ensure!(words.next().as_deref() == Some("web"), "the only target is `web`"),
            "--keep-debug" => _ = bindgen.keep_debug(true),
            "--out-dir" => folder = words.next(),
            "--out-name" => _ = bindgen.out_name(&words.next().unwrap_or_default()),
            file => _ = bindgen.input_path(file),
        }
    }
    bindgen.web(true)?.generate(folder.ok_or_else(|| anyhow::anyhow!("`--out-dir` is missing"))?)
}
