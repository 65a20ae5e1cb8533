use crate::{Dtype, Status};
use std::fmt;
use std::os::raw::c_char;

/// What was wrong with a call. Nothing was written then.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The library has rejected the call.
    Rejected(Fault),
    /// A slice has fewer elements than its shape and strides name, or a dense tensor has more.
    Length {
        /// The tensor.
        tensor: &'static str,
        /// The elements of the slice.
        given: usize,
        /// The elements that it must have.
        needed: usize,
    },
    /// Shape and strides name elements before the first one of the slice, have different lengths, or are larger than any memory: a sentence.
    Shape(String),
    /// A tensor that was planned has no values in the run.
    Missing(&'static str),
    /// A tensor of a run, or a number of the options, has another type than was planned.
    Dtype {
        /// The tensor, or the option.
        tensor: &'static str,
        /// Its type.
        given: Dtype,
        /// The type that it must have.
        needed: Dtype,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Rejected(fault) => fault.fmt(f),
            Error::Length { tensor, given, needed } => write!(f, "{tensor} has {given} elements, but its shape asks for {needed}"),
            Error::Shape(sentence) => f.write_str(sentence),
            Error::Missing(tensor) => write!(f, "{tensor} was planned, but has no values in this run"),
            Error::Dtype { tensor, given, needed } => write!(f, "{tensor} is {given}, but must be {needed}"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Why the library has rejected the call, if it has.
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            Error::Rejected(fault) => Some(fault),
            _ => None,
        }
    }
}

/// What the library says of a call that it rejects, as a sentence and in numbers. A number that the status does not name is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The status. `None` if the library is newer than this crate and has another one.
    pub status: Option<Status>,
    /// The number of the status.
    pub number: i32,
    /// The sentence.
    pub sentence: String,
    /// The number of the tuple, in row-major order.
    pub tuple: i64,
    /// The component of the tuple.
    pub component: i32,
    /// A dimension of the tensor.
    pub dimension: i32,
    /// What was found.
    pub value: i64,
    /// The smallest allowed value.
    pub low: i64,
    /// The largest allowed value.
    pub high: i64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// The result of a function of the library.
pub(crate) fn check(status: strew_sys::strew_status, fault: &strew_sys::strew_fault) -> Result<(), Error> {
    if status == strew_sys::STREW_OK {
        return Ok(());
    }
    let mut text = [0u8; strew_sys::STREW_MESSAGE_BYTES];
    // SAFETY: the fault is one that the library has filled, and the text has as many bytes as is said.
    let n = unsafe { strew_sys::strew_fault_describe(fault, text.as_mut_ptr().cast::<c_char>(), text.len()) };
    Err(Error::Rejected(Fault {
        status: Status::of(status),
        number: status,
        sentence: String::from_utf8_lossy(&text[..n.min(text.len() - 1)]).into_owned(),
        tuple: fault.tuple,
        component: fault.component,
        dimension: fault.dimension,
        value: fault.value,
        low: fault.low,
        high: fault.high,
    }))
}
