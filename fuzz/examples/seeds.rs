//! Writes the initial inputs of the fuzzers to `seeds/`, and the names of the fuzzers to the output.

use std::path::Path;

use hrglass_fuzz::bodies::TARGETS;

fn main() -> std::io::Result<()> {
    for target in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target.name);
        std::fs::create_dir_all(&folder)?;
        for (name, text) in (target.seeds)() {
            std::fs::write(folder.join(name), text)?;
        }
        println!("{}", target.name);
    }
    Ok(())
}
