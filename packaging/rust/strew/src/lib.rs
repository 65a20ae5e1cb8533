//! Scatter and gather for tensors on CPUs: every data type and reduction of ONNX, by the C library
//! strew, which the crate [`strew_sys`] compiles into the program.
//!
//! A scatter starts from a copy of data, or from data itself. For every tuple of indices it writes a slice of updates to the slice of
//! the copy that the tuple names, or combines the two. A gather collects the slices that the tuples name.
//!
//! ```
//! use strew::{scatter_nd, Reduction, Tensor, TensorMut};
//!
//! let data = Tensor::new(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[3, 2])?;
//! let indices = Tensor::new(&[2i64, 0, 2], &[3, 1])?; // three tuples of one component
//! let updates = Tensor::new(&[10.0f32, 20.0, 30.0, 40.0, 50.0, 60.0], &[3, 2])?;
//! let mut output = [0.0f32; 6];
//! scatter_nd(&mut TensorMut::new(&mut output, &[3, 2])?, &data, &indices, &updates, Reduction::Add)?;
//! assert_eq!(output, [31.0, 42.0, 3.0, 4.0, 65.0, 86.0]);
//! # Ok::<(), strew::Error>(())
//! ```
//!
//! The result is that of a plain loop over the tuples in row-major order, bit for bit, on any CPU and with any number of threads. A call
//! that is rejected has written nothing, and its [`Error`] says why in one sentence:
//!
//! ```
//! # use strew::{scatter_nd, Reduction, Tensor, TensorMut};
//! let (mut row, tuples) = ([0u8; 4], Tensor::new(&[4i64], &[1, 1])?);
//! let said = strew::Call::scatter_nd(&tuples, &[9u8]).run_in_place(&mut TensorMut::from(&mut row));
//! assert_eq!(said.unwrap_err().to_string(), "indices[0] component 0 is 4, outside [-4, 3] of data dimension 0");
//! # Ok::<(), strew::Error>(())
//! ```
//!
//! | what for | where |
//! |---|---|
//! | one call with default options | [`scatter_nd`], [`scatter_elements`], [`scatter_update`], [`gather_nd`], [`gather_elements`], [`gather`] |
//! | weights, rows of a table, segments, options, threads | [`Call`] |
//! | the same shapes again and again | [`Call::plan`], and [`Plan`] |
//!
//! Tensors are slices with shapes: their lengths are checked when they are made, output is borrowed mutably, so that it overlaps nothing,
//! and indices are checked by the library before it writes. There is no unsafe code in a program that uses this crate.
#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

mod call;
mod element;
#[rustfmt::skip]
mod enums;
mod error;
mod options;
mod plan;
mod tensor;
mod threads;

pub use call::Call;
pub use element::{BFloat16, Complex, Dtype, Element, Float16, Float8E4M3Fn, Float8E5M2, Index};
pub use enums::{Isa, Profile, Reduction, Status};
pub use error::{Error, Fault};
pub use options::{Accumulate, Hint, Initial, Options, Policy};
pub use plan::{Inputs, Plan, Prepared, Resources};
pub use tensor::{AnyTensor, Layout, Tensor, TensorMut};
pub use threads::{Pool, Threads};

/// The version of the library, such as `0.2.0`.
pub fn version() -> &'static str {
    // SAFETY: the library returns a string that it never changes.
    unsafe { std::ffi::CStr::from_ptr(strew_sys::strew_version()) }.to_str().unwrap_or_default()
}

macro_rules! names {
    ($($of:ident: $function:ident, $doc:literal;)*) => {
        $(impl $of {
            #[doc = $doc]
            pub fn name(self) -> &'static str {
                // SAFETY: the library returns NULL, or a string that it never changes.
                let name = unsafe { strew_sys::$function(self.number()) };
                // SAFETY: as above.
                if name.is_null() { "" } else { unsafe { std::ffi::CStr::from_ptr(name) }.to_str().unwrap_or_default() }
            }
        })*
    };
}

names! {
    Status: strew_status_name, "The name that the library has for it, such as `TOO_LARGE`.";
    Reduction: strew_reduction_name, "ONNX's name, such as `add`.";
    Isa: strew_isa_name, "The name that the library has for it, such as `avx2`.";
    Profile: strew_profile_name, "Operator and version, such as `ONNX ScatterND-18`.";
}

/// ONNX's ScatterND.
///
/// # Errors
/// Shapes that do not fit and indices out of bounds, among others: output is as it was then.
pub fn scatter_nd<T: Element, I: Index, U: Element>(
    output: &mut TensorMut<'_, T>,
    data: &Tensor<'_, T>,
    indices: &Tensor<'_, I>,
    updates: &Tensor<'_, U>,
    reduction: Reduction,
) -> Result<(), Error> {
    Call::scatter_nd(indices, updates).reduction(reduction).run(data, output)
}

/// ONNX's ScatterElements along an axis. A negative one counts from the end.
///
/// # Errors
/// As of [`scatter_nd`].
pub fn scatter_elements<T: Element, I: Index, U: Element>(
    output: &mut TensorMut<'_, T>,
    data: &Tensor<'_, T>,
    indices: &Tensor<'_, I>,
    updates: &Tensor<'_, U>,
    axis: isize,
    reduction: Reduction,
) -> Result<(), Error> {
    Call::scatter_elements(indices, updates, axis).reduction(reduction).run(data, output)
}

/// Rows, or other slices of one axis, by their numbers.
///
/// # Errors
/// As of [`scatter_nd`].
pub fn scatter_update<T: Element, I: Index, U: Element>(
    output: &mut TensorMut<'_, T>,
    data: &Tensor<'_, T>,
    indices: &Tensor<'_, I>,
    updates: &Tensor<'_, U>,
    axis: isize,
    reduction: Reduction,
) -> Result<(), Error> {
    Call::scatter_update(indices, updates, axis).reduction(reduction).run(data, output)
}

/// ONNX's GatherND.
///
/// # Errors
/// As of [`scatter_nd`].
///
/// # Examples
/// ```
/// use strew::{gather_nd, Tensor, TensorMut};
/// let mut two = [0u16; 2];
/// gather_nd(&mut TensorMut::from(&mut two), &Tensor::new(&[1u16, 2, 3, 4], &[2, 2])?, &Tensor::new(&[0i32, 1, 1, 0], &[2, 2])?)?;
/// assert_eq!(two, [2, 3]);
/// # Ok::<(), strew::Error>(())
/// ```
pub fn gather_nd<T: Element, I: Index>(
    output: &mut TensorMut<'_, T>,
    data: &Tensor<'_, T>,
    indices: &Tensor<'_, I>,
) -> Result<(), Error> {
    Call::gather_nd(indices).run(data, output)
}

/// ONNX's GatherElements along an axis.
///
/// # Errors
/// As of [`scatter_nd`].
pub fn gather_elements<T: Element, I: Index>(
    output: &mut TensorMut<'_, T>,
    data: &Tensor<'_, T>,
    indices: &Tensor<'_, I>,
    axis: isize,
) -> Result<(), Error> {
    Call::gather_elements(indices, axis).run(data, output)
}

/// ONNX's Gather along an axis.
///
/// # Errors
/// As of [`scatter_nd`].
pub fn gather<T: Element, I: Index>(
    output: &mut TensorMut<'_, T>,
    data: &Tensor<'_, T>,
    indices: &Tensor<'_, I>,
    axis: isize,
) -> Result<(), Error> {
    Call::gather(indices, axis).run(data, output)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
