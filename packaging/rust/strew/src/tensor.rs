use crate::{Dtype, Element, Error};
use std::marker::PhantomData;
use std::os::raw::c_void;
use std::ptr;

/// Where the elements of a tensor are in a slice: a shape, and strides if it is not dense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Vec<i64>,
    strides: Option<Vec<i64>>,
    first: usize,
    n: usize, // the elements that a slice must have
}

fn too_large(shape: &[usize]) -> Error {
    Error::Shape(format!("a tensor of shape {shape:?} is larger than any memory"))
}

impl Layout {
    /// A dense tensor in row-major order.
    ///
    /// # Errors
    /// [`Error::Shape`] if it has more elements than can be addressed.
    pub fn dense(shape: &[usize]) -> Result<Self, Error> {
        let sizes = sizes_of(shape)?;
        let n = if shape.contains(&0) { 0 } else { product(shape)? };
        Ok(Self { shape: sizes, strides: None, first: 0, n })
    }

    /// A view: element `[i, j]` is element `first + i * strides[0] + j * strides[1]` of the slice. Strides may be 0 and negative.
    ///
    /// # Errors
    /// [`Error::Shape`] if there is not one stride for each dimension, or if an element is before the first one of the slice.
    pub fn strided(shape: &[usize], strides: &[isize], first: usize) -> Result<Self, Error> {
        let sizes = sizes_of(shape)?;
        if strides.len() != shape.len() {
            return Err(Error::Shape(format!("a shape of {} dimensions has {} strides", shape.len(), strides.len())));
        }
        let steps: Vec<i64> = strides.iter().map(|&stride| stride as i64).collect();
        if shape.contains(&0) {
            return Ok(Self { shape: sizes, strides: Some(steps), first, n: 0 });
        }
        let (low, high) = ends(&sizes, &steps, first).ok_or_else(|| too_large(shape))?;
        if low < 0 {
            return Err(Error::Shape(format!("the strides {strides:?} name element {low}, before the first one of the slice")));
        }
        let n = usize::try_from(high).ok().and_then(|high| high.checked_add(1)).ok_or_else(|| too_large(shape))?;
        Ok(Self { shape: sizes, strides: Some(steps), first, n })
    }

    /// The size of each dimension.
    pub fn shape(&self) -> Vec<usize> {
        self.shape.iter().map(|&size| size as usize).collect()
    }

    /// How many elements a slice must have for this: of a dense tensor exactly so many, otherwise at least.
    pub fn slice_len(&self) -> usize {
        self.n
    }

    pub(crate) fn check(&self, tensor: &'static str, given: usize) -> Result<(), Error> {
        let is_right = if self.strides.is_some() { given >= self.n } else { given == self.n };
        if is_right {
            Ok(())
        } else {
            Err(Error::Length { tensor, given, needed: self.n })
        }
    }
}

fn sizes_of(shape: &[usize]) -> Result<Vec<i64>, Error> {
    shape.iter().map(|&size| i64::try_from(size).map_err(|_| too_large(shape))).collect()
}

fn product(shape: &[usize]) -> Result<usize, Error> {
    shape.iter().try_fold(1usize, |n, &size| n.checked_mul(size)).ok_or_else(|| too_large(shape))
}

/// The lowest and the highest element that a view names, if their numbers are any. No dimension is 0.
fn ends(sizes: &[i64], strides: &[i64], first: usize) -> Option<(i64, i64)> {
    let first = i64::try_from(first).ok()?;
    let (mut low, mut high) = (first, first);
    for (size, stride) in sizes.iter().zip(strides) {
        let reach = (size - 1).checked_mul(*stride)?;
        let side = if reach < 0 { &mut low } else { &mut high };
        *side = side.checked_add(reach)?;
    }
    Some((low, high))
}

/// A tensor that is read: a slice, and where its elements are.
///
/// A slice, a vector or an array is a tensor of one dimension: `Tensor::from(&[1, 2, 3])`.
#[derive(Clone, Debug)]
pub struct Tensor<'a, T> {
    pub(crate) values: Option<&'a [T]>,
    pub(crate) layout: Layout,
}

impl<'a, T: Element> Tensor<'a, T> {
    /// A dense tensor in row-major order.
    ///
    /// # Errors
    /// [`Error::Length`] if the slice has other than as many elements as the shape says.
    ///
    /// # Examples
    /// ```
    /// use strew::{Error, Tensor};
    /// assert!(Tensor::new(&[1.0f32; 6], &[2, 3]).is_ok());
    /// assert_eq!(Tensor::new(&[1.0f32; 5], &[2, 3]).unwrap_err(), Error::Length { tensor: "values", given: 5, needed: 6 });
    /// ```
    pub fn new(values: &'a [T], shape: &[usize]) -> Result<Self, Error> {
        Self::with_layout(values, Layout::dense(shape)?)
    }

    /// A tensor with a layout of its own, such as a view with strides.
    ///
    /// # Errors
    /// [`Error::Length`] if the slice is too short.
    pub fn with_layout(values: &'a [T], layout: Layout) -> Result<Self, Error> {
        layout.check("values", values.len())?;
        Ok(Self { values: Some(values), layout })
    }

    /// A tensor without values, for planning: only its type and its layout count.
    pub fn planned(layout: Layout) -> Self {
        Self { values: None, layout }
    }

    /// Shape and strides.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
}

/// A tensor that is written: a slice, and where its elements are. It is the only one that can see the slice meanwhile, so that nothing
/// that is read overlaps it.
#[derive(Debug)]
pub struct TensorMut<'a, T> {
    pub(crate) values: &'a mut [T],
    pub(crate) layout: Layout,
}

impl<'a, T: Element> TensorMut<'a, T> {
    /// A dense tensor in row-major order.
    ///
    /// # Errors
    /// [`Error::Length`] if the slice has other than as many elements as the shape says.
    pub fn new(values: &'a mut [T], shape: &[usize]) -> Result<Self, Error> {
        Self::with_layout(values, Layout::dense(shape)?)
    }

    /// A tensor with a layout of its own, such as a view with strides. No two of its elements may share a place, or calls are rejected.
    ///
    /// # Errors
    /// [`Error::Length`] if the slice is too short.
    pub fn with_layout(values: &'a mut [T], layout: Layout) -> Result<Self, Error> {
        layout.check("values", values.len())?;
        Ok(Self { values, layout })
    }

    pub(crate) fn given(&mut self) -> GivenMut<'_> {
        GivenMut { dtype: T::DTYPE, layout: self.layout.clone(), slice: SliceMut::of(self.values) }
    }
}

macro_rules! from_one_dimension {
    ($([$($n:tt)*] $from:ty, $to:ident;)*) => {
        $(impl<'a, T: Element $($n)*> From<$from> for $to<'a, T> {
            fn from(values: $from) -> Self {
                let n = values.len();
                Self { values: values.into_values(), layout: Layout { shape: vec![n as i64], strides: None, first: 0, n } }
            }
        })*
    };
}

from_one_dimension! {
    [] &'a [T], Tensor;
    [] &'a Vec<T>, Tensor;
    [, const N: usize] &'a [T; N], Tensor;
    [] &'a mut [T], TensorMut;
    [] &'a mut Vec<T>, TensorMut;
    [, const N: usize] &'a mut [T; N], TensorMut;
}

/// What both kinds of tensors hold of a slice.
trait IntoValues<V> {
    fn into_values(self) -> V;
}

impl<'a, T, S: AsRef<[T]> + ?Sized> IntoValues<Option<&'a [T]>> for &'a S {
    fn into_values(self) -> Option<&'a [T]> {
        Some(self.as_ref())
    }
}

impl<'a, T, S: AsMut<[T]> + ?Sized> IntoValues<&'a mut [T]> for &'a mut S {
    fn into_values(self) -> &'a mut [T] {
        self.as_mut()
    }
}

/// A slice of some type, while a call is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub dtype: Dtype,
    pub values: *const c_void,
    pub n: usize,
    bytes: usize, // of an element
}

impl Slice {
    pub fn of<T: Element>(values: &[T]) -> Self {
        Self { dtype: T::DTYPE, values: values.as_ptr().cast(), n: values.len(), bytes: std::mem::size_of::<T>() }
    }

    /// The first element of a tensor in it.
    pub fn begin(&self, layout: &Layout) -> *const c_void {
        self.values.cast::<u8>().wrapping_add(layout.first.wrapping_mul(self.bytes)).cast()
    }
}

/// The same of a slice that is written.
#[derive(Debug)]
pub(crate) struct SliceMut<'a> {
    pub dtype: Dtype,
    pub values: *mut c_void,
    pub n: usize,
    bytes: usize,
    borrowed: PhantomData<&'a mut [u8]>,
}

impl<'a> SliceMut<'a> {
    pub fn of<T: Element>(values: &'a mut [T]) -> Self {
        Self { dtype: T::DTYPE, values: values.as_mut_ptr().cast(), n: values.len(), bytes: std::mem::size_of::<T>(), borrowed: PhantomData }
    }

    pub fn begin(&self, layout: &Layout) -> *mut c_void {
        self.values.cast::<u8>().wrapping_add(layout.first.wrapping_mul(self.bytes)).cast()
    }
}

/// A tensor that is read, whose type is known when the program runs: what a [`Call`](crate::Call) takes. A tensor becomes one, and so does a
/// slice, a vector or an array, with one dimension.
#[derive(Clone, Debug)]
pub struct AnyTensor<'a> {
    pub(crate) dtype: Dtype,
    pub(crate) layout: Layout,
    pub(crate) slice: Option<Slice>,
    borrowed: PhantomData<&'a [u8]>,
}

impl<'a> AnyTensor<'a> {
    /// The type of the elements.
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// Shape and strides.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn raw(&self) -> strew_sys::strew_tensor {
        raw(self.dtype, &self.layout)
    }
}

impl<'a, T: Element> From<Tensor<'a, T>> for AnyTensor<'a> {
    fn from(tensor: Tensor<'a, T>) -> Self {
        Self { dtype: T::DTYPE, slice: tensor.values.map(Slice::of), layout: tensor.layout, borrowed: PhantomData }
    }
}

impl<'a, T: Element> From<&Tensor<'a, T>> for AnyTensor<'a> {
    fn from(tensor: &Tensor<'a, T>) -> Self {
        tensor.clone().into()
    }
}

macro_rules! any_from_one_dimension {
    ($([$($n:tt)*] $from:ty;)*) => {
        $(impl<'a, T: Element $($n)*> From<$from> for AnyTensor<'a> {
            fn from(values: $from) -> Self {
                Tensor::from(values).into()
            }
        })*
    };
}

any_from_one_dimension! {
    [] &'a [T];
    [] &'a Vec<T>;
    [, const N: usize] &'a [T; N];
}

/// A tensor of any type that is written, while a call is made.
#[derive(Debug)]
pub(crate) struct GivenMut<'a> {
    pub dtype: Dtype,
    pub layout: Layout,
    pub slice: SliceMut<'a>,
}

/// What a plan must know of a tensor. It points to the layout.
pub(crate) fn raw(dtype: Dtype, layout: &Layout) -> strew_sys::strew_tensor {
    strew_sys::strew_tensor {
        dtype: dtype.0,
        rank: i32::try_from(layout.shape.len()).unwrap_or(i32::MAX),
        shape: layout.shape.as_ptr(),
        values: ptr::null(),
        strides: layout.strides.as_ref().map_or(ptr::null(), |strides| strides.as_ptr()),
    }
}
