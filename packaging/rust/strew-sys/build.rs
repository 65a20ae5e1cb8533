//! Compiles the library from one file of C, with the C compiler of the system and nothing else.
//!
//! The file is in `vendor/`, as a package has it. In a checkout of strew, `script/amalgamate` writes it first, which
//! needs Python and CMake. With STREW_LIB_DIR no file is compiled: an installed library is linked.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(folder) = variable("STREW_LIB_DIR") {
        link_installed(&folder);
    } else {
        compile();
    }
}

fn variable(name: &str) -> Option<String> {
    println!("cargo:rerun-if-env-changed={name}");
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn given_by_cargo(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

fn link_installed(folder: &str) {
    let kind = if variable("STREW_STATIC").is_some() { "static" } else { "dylib" };
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib={kind}=strew");
    if let Some(include) = variable("STREW_INCLUDE_DIR") {
        println!("cargo:include={include}");
        println!("cargo:rustc-env=STREW_HEADER={include}/strew/strew.h");
    }
}

fn compile() {
    let out = PathBuf::from(given_by_cargo("OUT_DIR"));
    let target = given_by_cargo("TARGET");
    if target.contains("msvc") {
        panic!("strew-sys does not know how to call MSVC: build strew with CMake, and name its folder in STREW_LIB_DIR");
    }
    let sources = sources(&out);
    let object = out.join("strew.o");
    let archive = out.join("libstrew.a");

    // Kernels are of use with optimization only, so a debug build has it too.
    let mut compiler = tool("CC", &target, "cc");
    compiler.args(["-O2", "-fPIC", "-c"]).arg(sources.join("strew.c")).arg("-o").arg(&object);
    if let Some(flags) = for_target("CFLAGS", &target) {
        compiler.args(flags.split_whitespace());
    }
    run(compiler);
    let _ = std::fs::remove_file(&archive); // `ar` would add to it
    let mut archiver = tool("AR", &target, "ar");
    archiver.arg("crs").arg(&archive).arg(&object);
    run(archiver);

    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=strew");
    println!("cargo:include={}", sources.display());
    println!("cargo:rustc-env=STREW_HEADER={}", sources.join("strew.h").display());
}

/// The folder with strew.c and strew.h.
fn sources(out: &Path) -> PathBuf {
    let here = PathBuf::from(given_by_cargo("CARGO_MANIFEST_DIR"));
    let vendored = here.join("vendor");
    println!("cargo:rerun-if-changed={}", vendored.display());
    if vendored.join("strew.c").exists() {
        return vendored;
    }
    let checkout = here.join("../../..");
    let script = checkout.join("script/amalgamate");
    if !script.exists() {
        panic!("{} has no strew.c, and this is no checkout of strew, whose script/amalgamate writes it", vendored.display());
    }
    for folder in ["runtime", "extra", "generated", "include", "gen/amalgamate"] {
        println!("cargo:rerun-if-changed={}", checkout.join(folder).display());
    }
    let written = out.join("sources");
    let mut command = Command::new(script);
    command.arg(&written);
    run(command);
    written
}

/// CC_x86_64_unknown_linux_gnu, TARGET_CC of a cross build, or CC.
fn for_target(name: &str, target: &str) -> Option<String> {
    let own = variable(&format!("{name}_{}", target.replace('-', "_")));
    if given_by_cargo("HOST") == target {
        own.or_else(|| variable(name))
    } else {
        own.or_else(|| variable(&format!("TARGET_{name}")))
    }
}

/// A tool that may have arguments, as in CC="ccache cc".
fn tool(name: &str, target: &str, default: &str) -> Command {
    let words = for_target(name, target).unwrap_or_else(|| {
        if given_by_cargo("HOST") != target {
            println!("cargo:warning=TARGET_{name} does not say what {target} needs, so it is {default}");
        }
        default.to_string()
    });
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or(default));
    command.args(words);
    command
}

fn run(mut command: Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{command:?} ended with {status}"),
        Err(reason) => panic!("{command:?} cannot be run: {reason}"),
    }
}
