use crate::{Dtype, Element, Error, Isa, Profile};
use std::os::raw::{c_int, c_void};
use std::ptr;

/// What to do with an index that is out of bounds. The library's "trusted" is not here, because a wrong index would then write anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The call is rejected, and nothing is written.
    #[default]
    Error,
    /// The tuple is passed over; a gather fills its slice of output.
    Skip,
    /// The nearest index in bounds is used.
    Clamp,
}

/// Whether something is known of the tuples. What is true makes a call faster, and changes no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// It is so. Where it is not, the numbers in output are undefined, but nothing else is touched. Of bools it is checked.
    Trusted,
    /// It is so, and a call where it is not is rejected.
    Checked,
}

/// A wider type in which sums, differences, products and means are computed; they are rounded once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accumulate {
    /// For floats of 8 and 16 bits.
    Float32,
    /// For `f32`.
    Float64,
    /// For integers.
    Int64,
}

/// What a segment without rows has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Initial {
    /// Zeros.
    #[default]
    Zero,
    /// What changes nothing: 0 of a sum, 1 of a product, an infinity of a minimum or a maximum.
    Identity,
    /// What output has already.
    Data,
}

/// How an operator behaves where its defaults do not suit. An option that the operator has no use for is an error of the call.
///
/// # Examples
/// ```
/// use strew::{Call, Options, Policy, Reduction, TensorMut};
/// let mut sums = [0i32; 3];
/// Call::scatter_update(&[0i64, 7, -1, 0], &[1i32, 2, 3, 4], 0)
///     .reduction(Reduction::Add)
///     .options(Options::new().policy(Policy::Skip).ignore_index(-1))
///     .run_in_place(&mut TensorMut::from(&mut sums))?;
/// assert_eq!(sums, [5, 0, 0]);
/// # Ok::<(), strew::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    raw: Raw,
    fill: Option<Number>,
    alpha: Option<Number>,
    arg_fill: Option<i64>,
    unique: Option<Hint>,
    sorted: Option<Hint>,
}

// The pointers in it are set when the library reads it.
#[derive(Clone, Copy, Debug, Default)]
struct Raw(strew_sys::strew_options);

// SAFETY: all pointers are null.
unsafe impl Send for Raw {}
// SAFETY: as above.
unsafe impl Sync for Raw {}

/// One element of any type.
#[derive(Clone, Debug)]
struct Number {
    dtype: Dtype,
    bytes: Vec<u8>,
}

impl Number {
    fn of<T: Element>(value: T) -> Self {
        let begin = (&value as *const T).cast::<u8>();
        // SAFETY: no element has padding.
        let bytes = unsafe { std::slice::from_raw_parts(begin, std::mem::size_of::<T>()) }.to_vec();
        Self { dtype: T::DTYPE, bytes }
    }

    fn check(&self, tensor: &'static str, needed: Dtype) -> Result<(), Error> {
        if self.dtype == needed {
            Ok(())
        } else {
            Err(Error::Dtype { tensor, given: self.dtype, needed })
        }
    }
}

impl Options {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// What to do with an index that is out of bounds.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.raw.0.policy = policy_number(policy);
        self
    }

    /// A negative index is out of bounds, and does not count from the end.
    pub fn negative_is_out_of_bounds(mut self) -> Self {
        self.raw.0.negative = strew_sys::STREW_NEGATIVE_OUT_OF_BOUNDS;
        self
    }

    /// The best instruction set that may be used. It changes the speed only.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.raw.0.isa = isa.number();
        self
    }

    /// The version of a specification to follow: what it does not have is rejected.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.raw.0.profile = profile.number();
        self
    }

    /// The index of padding: a tuple with it is passed over.
    pub fn ignore_index(mut self, index: i64) -> Self {
        self.raw.0.has_ignore_index = 1;
        self.raw.0.ignore_index = index;
        self
    }

    /// Old elements take no part: the first update of an element replaces it.
    pub fn excludes_self(mut self) -> Self {
        self.raw.0.excludes_self = 1;
        self
    }

    /// A NaN loses against a number, and sums and means pass it over.
    pub fn nan_loses(mut self) -> Self {
        self.raw.0.nan = strew_sys::STREW_NAN_LOSES;
        self
    }

    /// A mean of integers is rounded towards zero, and not down.
    pub fn mean_truncates(mut self) -> Self {
        self.raw.0.mean_rounding = strew_sys::STREW_MEAN_ROUNDING_TRUNCATES;
        self
    }

    /// What a gather writes where a tuple is passed over, in place of zero: an element of the type of data.
    pub fn fill<T: Element>(mut self, value: T) -> Self {
        self.fill = Some(Number::of(value));
        self
    }

    /// What updates are multiplied by before they are added or subtracted: an element of the type of data.
    pub fn alpha<T: Element>(mut self, value: T) -> Self {
        self.alpha = Some(Number::of(value));
        self
    }

    /// A wider type to compute in.
    pub fn accumulate(mut self, wider: Accumulate) -> Self {
        self.raw.0.accumulate = match wider {
            Accumulate::Float32 => strew_sys::STREW_DTYPE_FLOAT32,
            Accumulate::Float64 => strew_sys::STREW_DTYPE_FLOAT64,
            Accumulate::Int64 => strew_sys::STREW_DTYPE_INT64,
        };
        self
    }

    /// A result that is too large becomes the nearest finite number, and does not wrap around.
    pub fn saturates(mut self) -> Self {
        self.raw.0.overflow = strew_sys::STREW_OVERFLOW_SATURATES;
        self
    }

    /// As `policy`, of update indices.
    pub fn update_policy(mut self, policy: Policy) -> Self {
        self.raw.0.update_policy = policy_number(policy);
        self
    }

    /// As `negative_is_out_of_bounds`, of update indices.
    pub fn update_negative_is_out_of_bounds(mut self) -> Self {
        self.raw.0.update_negative = strew_sys::STREW_NEGATIVE_OUT_OF_BOUNDS;
        self
    }

    /// As `ignore_index`, of update indices.
    pub fn update_ignore_index(mut self, index: i64) -> Self {
        self.raw.0.has_update_ignore_index = 1;
        self.raw.0.update_ignore_index = index;
        self
    }

    /// No two tuples name the same slice.
    pub fn unique(mut self, hint: Hint) -> Self {
        self.unique = Some(hint);
        self
    }

    /// From one tuple to the next, the number of its slice never falls.
    pub fn sorted(mut self, hint: Hint) -> Self {
        self.sorted = Some(hint);
        self
    }

    /// What a segment without rows has.
    pub fn initial(mut self, initial: Initial) -> Self {
        self.raw.0.initial = match initial {
            Initial::Zero => strew_sys::STREW_INITIAL_ZERO,
            Initial::Identity => strew_sys::STREW_INITIAL_IDENTITY,
            Initial::Data => strew_sys::STREW_INITIAL_DATA,
        };
        self
    }

    /// The last offset of segments is left out, and stands for the number of rows.
    pub fn end_is_implied(mut self) -> Self {
        self.raw.0.offsets_end = strew_sys::STREW_OFFSETS_END_IMPLIED;
        self
    }

    /// What an arg has where no update has won, in place of -1.
    pub fn arg_fill(mut self, number: i64) -> Self {
        self.arg_fill = Some(number);
        self
    }

    /// Of equal updates an arg names the last one, and not the first.
    pub fn arg_is_last(mut self) -> Self {
        self.raw.0.arg_rule = strew_sys::STREW_ARG_RULE_LAST;
        self
    }

    /// The arg of `scatter_elements` counts positions along the axis, and not tuples.
    pub fn arg_counts_axis(mut self) -> Self {
        self.raw.0.arg_counts = strew_sys::STREW_ARG_COUNTS_AXIS;
        self
    }

    pub(crate) fn reads_data(&self) -> bool {
        self.raw.0.initial == strew_sys::STREW_INITIAL_DATA
    }

    /// What the library reads. It points to the numbers of these options.
    pub(crate) fn for_data_of(&self, dtype: Dtype) -> Result<strew_sys::strew_options, Error> {
        let mut raw = self.raw.0;
        for (name, number, place) in [("options.fill", &self.fill, &mut raw.fill), ("options.alpha", &self.alpha, &mut raw.alpha)] {
            if let Some(number) = number {
                number.check(name, dtype)?;
                *place = number.bytes.as_ptr().cast::<c_void>();
            }
        }
        raw.arg_fill = self.arg_fill.as_ref().map_or(ptr::null(), |number| number as *const i64);
        // Undefined bits of a bool would be undefined behaviour in Rust.
        let is_bool = dtype.0 == strew_sys::STREW_DTYPE_BOOL;
        let hint = |hint: Option<Hint>| -> c_int {
            match hint {
                None => strew_sys::STREW_HINT_NONE,
                Some(Hint::Trusted) if !is_bool => strew_sys::STREW_HINT_TRUSTED,
                Some(_) => strew_sys::STREW_HINT_CHECKED,
            }
        };
        raw.unique = hint(self.unique);
        raw.sorted = hint(self.sorted);
        Ok(raw)
    }
}

fn policy_number(policy: Policy) -> c_int {
    match policy {
        Policy::Error => strew_sys::STREW_POLICY_ERROR,
        Policy::Skip => strew_sys::STREW_POLICY_SKIP,
        Policy::Clamp => strew_sys::STREW_POLICY_CLAMP,
    }
}
