//! The declarations of strew's C headers, and the library itself, which `build.rs` compiles.
//!
//! What is here is C: every function is unsafe, and `docs/contract.md` of the library says what it promises. The crate
//! `strew` is the same for Rust, with slices and without unsafe code. Constants are numbers and not enums, because a
//! later version of the library may return others.
//!
//! Structs that begin with `struct_size` carry their size, which `Default` sets; all other members are zeros then:
//!
//! ```text
//! let options = strew_options { policy: STREW_POLICY_SKIP, ..Default::default() };
//! ```
#![allow(non_camel_case_types)]
#![allow(rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags, rustdoc::bare_urls)]
#![warn(missing_docs)]

#[rustfmt::skip]
mod bindings;

pub use bindings::*;

/// The dtype of elements of n bytes with any content, from 1 to 512. They can only be moved.
pub const fn strew_dtype_opaque(n: usize) -> strew_dtype {
    STREW_DTYPE_OPAQUE_0 + n as strew_dtype
}
