use std::ffi::CStr;
use std::fmt;
use std::os::raw::c_int;

/// The type of an element, as the library names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dtype(pub(crate) c_int);

impl Dtype {
    /// ONNX's name of the type, such as `float32`; `opaque` for an array of bytes.
    pub fn name(self) -> &'static str {
        // SAFETY: the library returns NULL, or a string that it never changes.
        let name = unsafe { strew_sys::strew_dtype_name(self.0) };
        if name.is_null() {
            return "unknown";
        }
        // SAFETY: as above.
        unsafe { CStr::from_ptr(name) }.to_str().unwrap_or("unknown")
    }
}

impl fmt::Debug for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

mod sealed {
    pub trait Sealed {}
}

/// What a tensor may have as elements. It is implemented for the types of this page, and for no others: all of their bits have a meaning,
/// or the library writes only those that have one.
pub trait Element: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The type, as the library knows it.
    const DTYPE: Dtype;
}

/// What an index may be: an integer of 8 to 64 bits, signed or not.
pub trait Index: Element {}

/// A float of 16 bits, by its bits: 1 of sign, 5 of exponent, 10 of fraction. The `f16` of other crates has the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Float16(pub u16);

/// A float of 16 bits, by its bits: the upper half of an `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct BFloat16(pub u16);

/// A float of 8 bits, by its bits: 4 of exponent, 3 of fraction, no infinity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Float8E4M3Fn(pub u8);

/// A float of 8 bits, by its bits: 5 of exponent, 2 of fraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Float8E5M2(pub u8);

/// A complex number. Those of other crates have the same layout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

macro_rules! elements {
    ($($of:ty => $dtype:ident,)*) => {
        $(impl sealed::Sealed for $of {}
        impl Element for $of {
            const DTYPE: Dtype = Dtype(strew_sys::$dtype);
        })*
    };
}

elements! {
    f32 => STREW_DTYPE_FLOAT32,
    f64 => STREW_DTYPE_FLOAT64,
    Float16 => STREW_DTYPE_FLOAT16,
    BFloat16 => STREW_DTYPE_BFLOAT16,
    i8 => STREW_DTYPE_INT8,
    i16 => STREW_DTYPE_INT16,
    i32 => STREW_DTYPE_INT32,
    i64 => STREW_DTYPE_INT64,
    u8 => STREW_DTYPE_UINT8,
    u16 => STREW_DTYPE_UINT16,
    u32 => STREW_DTYPE_UINT32,
    u64 => STREW_DTYPE_UINT64,
    bool => STREW_DTYPE_BOOL,
    Complex<f32> => STREW_DTYPE_COMPLEX64,
    Complex<f64> => STREW_DTYPE_COMPLEX128,
    Float8E4M3Fn => STREW_DTYPE_FLOAT8E4M3FN,
    Float8E5M2 => STREW_DTYPE_FLOAT8E5M2,
}

macro_rules! indices {
    ($($of:ty)*) => { $(impl Index for $of {})* };
}

indices! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl<const N: usize> sealed::Sealed for [u8; N] {}

/// An element of 1 to 512 bytes with any content, which can be moved and nothing else. The library rejects other sizes.
impl<const N: usize> Element for [u8; N] {
    const DTYPE: Dtype = Dtype(if N <= 512 {
        strew_sys::strew_dtype_opaque(N)
    } else {
        strew_sys::STREW_DTYPE_OPAQUE_LAST + 1 // which is none
    });
}
