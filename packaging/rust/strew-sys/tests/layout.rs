//! Whether the declarations are those of the header, as the C compiler reads it: sizes and offsets of structs, enumerators, and the
//! types of functions.

use std::fmt::Write as _;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const BINDINGS: &str = include_str!("../src/bindings.rs");

/// Blocks of the declarations: from a line that begins so to the line that ends them.
fn blocks(begin: &'static str, end: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let lines: Vec<&str> = BINDINGS.lines().collect();
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        if let Some(rest) = line.trim_start().strip_prefix(begin) {
            let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            let body = lines[i + 1..].iter().map(|line| line.trim()).take_while(|line| !line.starts_with(end));
            found.push((name, body.filter(|line| !line.starts_with("///")).collect()));
        }
    }
    found.into_iter()
}

/// How C says a type of Rust.
fn in_c(rust: &str) -> String {
    let names = [("c_void", "void"), ("c_char", "char"), ("c_int", "int"), ("usize", "size_t")];
    if let Some(to) = rust.strip_prefix("*const ") {
        return if to.starts_with('*') { format!("{} const *", in_c(to)) } else { format!("const {} *", in_c(to)) };
    }
    if let Some(to) = rust.strip_prefix("*mut ") {
        return format!("{} *", in_c(to));
    }
    if let Some(function) = rust.strip_prefix("Option<") {
        return format!("{} *", function.trim_end_matches('>'));
    }
    if let Some((_, c)) = names.iter().find(|(name, _)| *name == rust) {
        return c.to_string();
    }
    match rust.as_bytes()[0] {
        b'i' => format!("int{}_t", &rust[1..]),
        b'u' => format!("uint{}_t", &rust[1..]),
        _ => rust.to_string(),
    }
}

fn member(line: &str) -> (&str, &str) {
    let (name, of) = line.trim_start_matches("pub ").trim_end_matches(',').split_once(": ").unwrap();
    (name.trim_start_matches("r#"), of)
}

macro_rules! sizes {
    ($($name:ident),* $(,)?) => {
        [$((stringify!($name), std::mem::size_of::<strew_sys::$name>(), std::mem::align_of::<strew_sys::$name>())),*]
    };
}

macro_rules! offsets {
    ($($name:ident . $member:ident),* $(,)?) => {{
        vec![$({
            let value = strew_sys::$name::default();
            let begin = &value as *const _ as usize;
            (stringify!($name), stringify!($member), &value.$member as *const _ as usize - begin, std::mem::size_of_val(&value.$member))
        }),*]
    }};
}

/// A program that a C compiler takes only if all of this is so.
fn program() -> (String, usize) {
    let mut c = String::from("#include <stddef.h>\n#include STREW_HEADER\n");
    for header in ["inspect", "group", "convert", "softmax", "gradient"] {
        writeln!(c, "#if __has_include(<strew/{header}.h>)\n#include <strew/{header}.h>\n#endif").unwrap(); // one file has all of them
    }
    let mut n = 0;
    let mut say = |line: String| {
        writeln!(c, "{line}").unwrap();
        n += 1;
    };

    // Enumerators, whose values the compiler of Rust has computed only if they are used: here they are text on both sides.
    for line in BINDINGS.lines().filter(|line| line.starts_with("pub const ")) {
        let (name, rest) = line.trim_start_matches("pub const ").split_once(": ").unwrap();
        let value = rest.split_once(" = ").unwrap().1.trim_end_matches(';');
        say(format!("_Static_assert({name} == {value}, \"{name}\");"));
    }

    // Structs: every member has the type of the header, and is where it is there.
    for (name, members) in blocks("pub struct ", "}") {
        let mut copy = format!("struct copy_of_{name} {{\n");
        for (member, of) in members.iter().map(|line| member(line)) {
            match of.strip_prefix('[').and_then(|array| array.strip_suffix(']')) {
                Some(array) => {
                    let (of, size) = array.split_once("; ").unwrap();
                    writeln!(copy, "{} {member}[{size}];", in_c(of)).unwrap();
                }
                None => {
                    writeln!(copy, "{} {member};", in_c(of)).unwrap();
                    say(format!("{} *type_of_{name}_{member} = &(({name} *)0)->{member};", in_c(of)));
                }
            }
        }
        say(format!("{copy}}};"));
        say(format!("_Static_assert(sizeof(struct copy_of_{name}) == sizeof({name}), \"{name} has other members\");"));
        for (member, _) in members.iter().map(|line| member(line)) {
            say(format!("_Static_assert(offsetof(struct copy_of_{name}, {member}) == offsetof({name}, {member}), \"{name}.{member}\");"));
        }
    }
    for (name, size, align) in sizes![
        strew_tensor, strew_options, strew_call, strew_plan, strew_buffers, strew_resources, strew_fault, strew_kernel, strew_chunk_grid,
        strew_converter, strew_softmax, strew_gradient_buffers,
    ] {
        say(format!("_Static_assert(sizeof({name}) == {size} && _Alignof({name}) == {align}, \"{name}\");"));
    }
    for (name, member, offset, size) in offsets![
        strew_tensor.dtype, strew_tensor.strides, strew_options.ignore_index, strew_options.fill, strew_options.arg_counts,
        strew_call.op, strew_call.mode, strew_call.options, strew_call.data, strew_call.components, strew_call.weights, strew_call.arg,
        strew_buffers.output, strew_buffers.arg, strew_resources.parallel_for, strew_resources.wake_ns, strew_resources.n_parts,
        strew_fault.subject, strew_fault.component, strew_fault.reserved, strew_kernel.width, strew_converter.scratch_bytes,
        strew_softmax.n_segments, strew_gradient_buffers.arg,
    ] {
        say(format!("_Static_assert(offsetof({name}, {member}) == {offset}, \"{name}.{member}\");"));
        say(format!("_Static_assert(sizeof((({name} *)0)->{member}) == {size}, \"{name}.{member}\");"));
    }

    // Functions: to declare one again with other types is an error in C.
    for begin in ["pub fn ", "pub type strew_task", "pub type strew_parallel_for", "pub type strew_convert_elements"] {
        for (name, parameters) in blocks(begin, ")") {
            let name = if begin == "pub fn " { name } else { begin.trim_start_matches("pub type ") };
            let all: Vec<String> = parameters.iter().map(|line| member(line)).map(|(_, of)| in_c(of)).collect();
            let all = if all.is_empty() { String::from("void") } else { all.join(", ") };
            let is_type = begin != "pub fn ";
            let result = if is_type { String::from("void") } else { in_c(&result_of(name)) };
            let word = if is_type { "typedef " } else { "" };
            say(format!("{word}{result} {name}({all});"));
        }
    }
    (c, n)
}

/// What a function returns: the line that ends its parameters says it.
fn result_of(name: &str) -> String {
    let begin = BINDINGS.find(&format!("pub fn {name}(")).unwrap();
    let end = &BINDINGS[begin + BINDINGS[begin..].find("\n    )").unwrap()..];
    let line = end.trim_start().lines().next().unwrap();
    line.strip_prefix(") -> ").map_or("c_void", |result| result.trim_end_matches(';')).to_string()
}

fn compile(text: &str, header: &str) -> (bool, String) {
    static N: AtomicUsize = AtomicUsize::new(0);
    let folder = std::env::temp_dir().join(format!("strew-sys-{}-{}", std::process::id(), N.fetch_add(1, Ordering::Relaxed)));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("layout.c");
    std::fs::write(&file, text).unwrap();
    let include = std::path::Path::new(header).parent().unwrap().parent().unwrap();
    let flags = ["-std=c11", "-Wall", "-Werror=incompatible-pointer-types", "-Werror=discarded-qualifiers", "-fsyntax-only"];
    let mut compiler = Command::new("cc");
    compiler.args(flags).arg(format!("-DSTREW_HEADER=\"{header}\"")).arg("-I").arg(include).arg(&file);
    let done = compiler.output().expect("there is a C compiler");
    std::fs::remove_dir_all(&folder).unwrap();
    (done.status.success(), String::from_utf8_lossy(&done.stderr).into_owned())
}

fn header() -> Option<&'static str> {
    option_env!("STREW_HEADER") // of an installed library only if its folder was named
}

#[test]
fn declarations_are_those_of_the_header() {
    let (text, n) = program();
    assert!(n > 500, "{n} assertions");
    if let Some(header) = header() {
        let (is_right, said) = compile(&text, header);
        assert!(is_right, "{said}");
    }
}

#[test]
fn what_differs_is_found() {
    let (text, _) = program();
    let changes = [
        ("_Static_assert(STREW_REDUCTION_MEAN == 6", "_Static_assert(STREW_REDUCTION_MEAN == 7"),
        ("int32_t rank;", "int64_t rank;"),
        ("size_t strew_plan_workspace_size(const strew_plan *, int32_t)", "size_t strew_plan_workspace_size(const strew_plan *, int64_t)"),
    ];
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        if let Some(header) = header() {
            assert!(!compile(&text.replace(old, new), header).0, "{new}");
        }
    }
}

#[test]
fn every_name_of_the_header_is_declared() {
    let text = header().map_or(String::new(), |header| std::fs::read_to_string(header).unwrap());
    let mut n = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
        let name = match words.first() {
            Some(&"STREW_API") => *words.iter().find(|word| word.starts_with("strew_") && line.contains(&format!("{word}("))).unwrap(),
            Some(word) if line.starts_with("    STREW_") && word.len() > 6 => word,
            _ => continue,
        };
        n += 1;
        assert!(BINDINGS.contains(&format!(" {name}")), "{name} is not declared");
    }
    // An installed header includes others, which this does not read.
    assert!(n > 200 || !text.contains("strew_gradient("), "{n} names");
}
