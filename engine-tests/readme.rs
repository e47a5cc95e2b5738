//! The README tells the truth about settings and subcommands.

use std::fs;
use std::path::Path;
use std::process::Command;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

fn program(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sanqi")).args(args).output().unwrap();
    assert!(output.status.success(), "sanqi {args:?}: {:?}", output.status);
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

#[test]
fn the_settings_table_is_the_programs() {
    let readme = readme();
    let table = readme
        .split_once("<!-- settings -->")
        .and_then(|(_, rest)| rest.split_once("<!-- end of settings -->"))
        .map(|(table, _)| table.trim())
        .unwrap();
    let expected = program(&["settings"]);
    assert!(table == expected.trim(), "README.md is out of date: run scripts/update-readme");
}

#[test]
fn every_subcommand_named_in_the_readme_has_help() {
    let readme = readme();
    let mut found = 0;
    for line in readme.lines().filter_map(|line| line.strip_prefix("sanqi ")) {
        let words: Vec<&str> = line
            .split_whitespace()
            .take_while(|word| word.chars().all(char::is_lowercase))
            .collect();
        let Some(first) = words.first() else { continue };
        found += 1;
        assert!(program(&[first, "--help"]).contains("Usage"), "{line}");
    }
    assert!(found >= 6, "only {found} subcommands in the README");
}
