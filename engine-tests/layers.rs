//! A module may use only modules of its own or a lower layer.

use std::fs;
use std::path::{Path, PathBuf};

/// The layer of each top-level module.
const LAYERS: &[(&str, u8)] = &[
    ("base", 0),
    ("game", 1),
    ("record", 1),
    ("search", 2),
    ("pattern", 2),
    ("book", 2),
    ("engine", 3),
    ("archive", 3),
    ("protocol", 4),
    ("session", 4),
    ("contest", 4),
    ("workshop", 4),
    ("web", 4),
    ("cli", 5),
];

fn layer(module: &str) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == module).map(|&(_, layer)| layer)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

/// Modules named after `crate::` in code lines (comments may point anywhere).
fn used(source: &str) -> impl Iterator<Item = String> + '_ {
    source.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| {
        line.split("crate::").skip(1).flat_map(|rest| {
            let names = rest.strip_prefix('{').unwrap_or(rest);
            let whole = rest.starts_with('{');
            names
                .split([',', '}', ';'])
                .take(if whole { usize::MAX } else { 1 })
                .map(|name| name.trim().split("::").next().unwrap_or("").to_owned())
                .map(|name| name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
                .collect::<Vec<String>>()
        })
    })
}

#[test]
fn no_module_uses_a_higher_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 10, "the walk found too few sources");
    let mut upward = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let top = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        let Some(own) = layer(top.trim_end_matches(".rs")) else { continue };
        for name in used(&fs::read_to_string(&file).unwrap()) {
            if layer(&name).is_some_and(|other| other > own) {
                upward.push(format!("{} uses crate::{name}", inside.display()));
            }
        }
    }
    assert!(upward.is_empty(), "upward edges:\n{}", upward.join("\n"));
}

#[test]
fn every_top_level_module_has_a_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(root).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().trim_end_matches(".rs").to_owned();
        assert!(name == "lib" || name == "main" || layer(&name).is_some(), "{name} has no layer");
    }
}
