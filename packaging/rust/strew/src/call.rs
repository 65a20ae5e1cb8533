use crate::error::check;
use crate::tensor::{raw, AnyTensor, Layout, SliceMut};
use crate::{Dtype, Element, Error, Index, Inputs, Options, Plan, Pool, Reduction, Resources, TensorMut};

/// A scatter, a gather or a reduction of segments: what is done with which tensors, before it is known to what data.
///
/// `run` reads data and writes output; `run_in_place` is for output that is data itself. `plan` is for calls that come often.
///
/// # Examples
/// A sum over the edges of a graph, weighted, without a message for each edge:
/// ```
/// use strew::{Call, Reduction, Tensor, TensorMut};
/// let features = Tensor::new(&[1.0f32, 2.0, 10.0, 20.0, 100.0, 200.0], &[3, 2])?; // of three nodes
/// let (sources, targets, weights) = ([0u32, 1, 2], [1i64, 0, 0], [0.5f32, 1.0, 2.0]);
/// let mut sums = [0.0f32; 6];
/// Call::scatter_update(&targets, &features, 0)
///     .update_indices(&sources)
///     .weights(&weights)
///     .reduction(Reduction::Add)
///     .run_in_place(&mut TensorMut::new(&mut sums, &[3, 2])?)?;
/// assert_eq!(sums, [210.0, 420.0, 0.5, 1.0, 0.0, 0.0]);
/// # Ok::<(), strew::Error>(())
/// ```
#[derive(Clone)]
pub struct Call<'a> {
    op: strew_sys::strew_operator,
    reduction: Reduction,
    axis: i64,
    batch_dims: i64,
    mode: strew_sys::strew_cache_mode,
    options: Options,
    inputs: Vec<(&'static str, AnyTensor<'a>)>,
    arg: Option<(Dtype, Layout)>,
    pool: Option<&'a dyn Pool>,
}

impl<'a> Call<'a> {
    fn new(op: strew_sys::strew_operator, inputs: Vec<(&'static str, AnyTensor<'a>)>) -> Self {
        let (reduction, mode) = (Reduction::None, strew_sys::STREW_CACHE_LINEAR);
        Self { op, reduction, axis: 0, batch_dims: 0, mode, options: Options::new(), inputs, arg: None, pool: None }
    }

    fn along(mut self, axis: isize) -> Self {
        self.axis = axis as i64;
        self
    }

    /// ONNX's ScatterND: the last dimension of indices has the components of a tuple, which names a slice of data.
    pub fn scatter_nd(indices: impl Into<AnyTensor<'a>>, updates: impl Into<AnyTensor<'a>>) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_SCATTER_ND, vec![("indices", indices.into()), ("updates", updates.into())])
    }

    /// ONNX's ScatterElements: each index takes the place of its position along the axis. A negative axis counts from the end.
    pub fn scatter_elements(indices: impl Into<AnyTensor<'a>>, updates: impl Into<AnyTensor<'a>>, axis: isize) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_SCATTER_ELEMENTS, vec![("indices", indices.into()), ("updates", updates.into())]).along(axis)
    }

    /// Rows, or other slices of one axis, by their numbers.
    pub fn scatter_update(indices: impl Into<AnyTensor<'a>>, updates: impl Into<AnyTensor<'a>>, axis: isize) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_SCATTER_UPDATE, vec![("indices", indices.into()), ("updates", updates.into())]).along(axis)
    }

    /// Single elements by their numbers in row-major order.
    pub fn put(indices: impl Into<AnyTensor<'a>>, updates: impl Into<AnyTensor<'a>>) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_PUT, vec![("indices", indices.into()), ("updates", updates.into())])
    }

    /// ONNX's GatherND.
    pub fn gather_nd(indices: impl Into<AnyTensor<'a>>) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_GATHER_ND, vec![("indices", indices.into())])
    }

    /// ONNX's GatherElements.
    pub fn gather_elements(indices: impl Into<AnyTensor<'a>>, axis: isize) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_GATHER_ELEMENTS, vec![("indices", indices.into())]).along(axis)
    }

    /// ONNX's Gather: rows, or other slices of one axis.
    pub fn gather(indices: impl Into<AnyTensor<'a>>, axis: isize) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_GATHER, vec![("indices", indices.into())]).along(axis)
    }

    /// Single elements by their numbers in row-major order.
    pub fn take(indices: impl Into<AnyTensor<'a>>) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_TAKE, vec![("indices", indices.into())])
    }

    /// Segment s of output is the reduction of rows `offsets[s]` to `offsets[s + 1] - 1` of updates. It runs in place; with
    /// [`Initial::Data`](crate::Initial::Data), a segment without rows keeps its old elements.
    pub fn segment(offsets: impl Into<AnyTensor<'a>>, updates: impl Into<AnyTensor<'a>>) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_SEGMENT, vec![("offsets", offsets.into()), ("updates", updates.into())])
    }

    /// The same by sorted indices: row r is of segment `indices[r]`.
    pub fn segment_by_indices(indices: impl Into<AnyTensor<'a>>, updates: impl Into<AnyTensor<'a>>) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_SEGMENT, vec![("indices", indices.into()), ("updates", updates.into())])
    }

    /// The n-th element of updates takes the place of the n-th element of data where the mask is true.
    pub fn masked_scatter(mask: impl Into<AnyTensor<'a>>, updates: impl Into<AnyTensor<'a>>) -> Self {
        Self::new(strew_sys::STREW_OPERATOR_MASKED_SCATTER, vec![("mask", mask.into()), ("updates", updates.into())])
    }

    /// ONNX's TensorScatter: new tokens go to a cache, from the write index of each batch on; in a circular cache they go on at its start.
    pub fn tensor_scatter(
        updates: impl Into<AnyTensor<'a>>,
        write_indices: Option<AnyTensor<'a>>,
        axis: isize,
        is_circular: bool,
    ) -> Self {
        let mut inputs = vec![("updates", updates.into())];
        inputs.extend(write_indices.map(|indices| ("write_indices", indices)));
        let mut call = Self::new(strew_sys::STREW_OPERATOR_TENSOR_SCATTER, inputs).along(axis);
        call.mode = if is_circular { strew_sys::STREW_CACHE_CIRCULAR } else { strew_sys::STREW_CACHE_LINEAR };
        call
    }

    fn with(mut self, name: &'static str, tensor: AnyTensor<'a>) -> Self {
        self.inputs.retain(|(other, _)| *other != name);
        self.inputs.push((name, tensor));
        self
    }

    /// How an update is combined with the old element.
    pub fn reduction(mut self, reduction: Reduction) -> Self {
        self.reduction = reduction;
        self
    }

    /// How many dimensions data and indices share at their begin. A negative number counts from the end of indices.
    pub fn batch_dims(mut self, n: isize) -> Self {
        self.batch_dims = n as i64;
        self
    }

    /// Updates are a table, and the update of a tuple is the row of it that has this number.
    pub fn update_indices(self, indices: impl Into<AnyTensor<'a>>) -> Self {
        self.with("update_indices", indices.into())
    }

    /// What each update is multiplied by: one number for each tuple, or a tensor that broadcasts to its slice.
    pub fn weights(self, weights: impl Into<AnyTensor<'a>>) -> Self {
        self.with("weights", weights.into())
    }

    /// For a plan whose runs also say which tuple has won each element. The layout is that of the arg, of `i64` or `i32`.
    pub fn planned_arg<A: Index>(mut self, layout: Layout) -> Self {
        self.arg = Some((A::DTYPE, layout));
        self
    }

    /// Policies, NaN, precision, and more.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The threads that share the work of a run. Those of a plan's runs are in their [`Resources`].
    pub fn pool(mut self, pool: &'a dyn Pool) -> Self {
        self.pool = Some(pool);
        self
    }

    fn plan_of(&self, data: (Dtype, Layout), output: (Dtype, Layout)) -> Result<Plan, Error> {
        let options = self.options.for_data_of(data.0)?;
        let is_segment = self.op == strew_sys::STREW_OPERATOR_SEGMENT;
        let mut call = strew_sys::strew_call {
            op: self.op,
            reduction: self.reduction.number(),
            axis: self.axis,
            batch_dims: self.batch_dims,
            mode: self.mode,
            options: &options,
            data: raw(data.0, &data.1),
            output: raw(output.0, &output.1),
            ..Default::default()
        };
        if is_segment && !self.options.reads_data() {
            call.data.strides = std::ptr::null(); // it says the shape alone
        }
        if let Some((dtype, layout)) = &self.arg {
            call.arg = raw(*dtype, layout);
        }
        for (name, tensor) in &self.inputs {
            *match *name {
                "indices" => &mut call.indices,
                "updates" => &mut call.updates,
                "update_indices" => &mut call.update_indices,
                "weights" => &mut call.weights,
                "offsets" => &mut call.offsets,
                "mask" => &mut call.mask,
                _ => &mut call.write_indices,
            } = tensor.raw();
        }
        let mut plan = strew_sys::strew_plan::default();
        let mut fault = strew_sys::strew_fault::default();
        // SAFETY: every pointer of the call is to what lives until the end of this function, and planning copies what it needs.
        let status = unsafe { strew_sys::strew_plan_call(&mut plan, &call, &mut fault) };
        check(status, &fault)?;
        Ok(Plan {
            raw: plan,
            data,
            output,
            arg: self.arg.clone(),
            inputs: self.inputs.iter().map(|(name, tensor)| (*name, tensor.dtype, tensor.layout.clone())).collect(),
            reads_data: !is_segment || self.options.reads_data(),
        })
    }

    /// Plans the call for data and output of these types and layouts.
    ///
    /// # Errors
    /// What the library rejects, such as shapes that do not fit; [`Error::Dtype`] for a number of the options of another type.
    pub fn plan<T: Element, O: Element>(&self, data: &Layout, output: &Layout) -> Result<Plan, Error> {
        self.plan_of((T::DTYPE, data.clone()), (O::DTYPE, output.clone()))
    }

    /// Plans the call for output that is data itself, and for segments.
    ///
    /// # Errors
    /// Those of [`Call::plan`].
    pub fn plan_in_place<T: Element>(&self, output: &Layout) -> Result<Plan, Error> {
        self.plan::<T, T>(output, output)
    }

    /// Runs the call once.
    ///
    /// # Errors
    /// What the library rejects, such as an index out of bounds: nothing was written then. [`Error::Missing`] if a tensor has no values.
    ///
    /// # Panics
    /// If the pool panics.
    pub fn run<'d, O: Element>(&self, data: impl Into<AnyTensor<'d>>, output: &mut TensorMut<'_, O>) -> Result<(), Error> {
        let (data, output) = (data.into(), output.given());
        let slice = data.slice.ok_or(Error::Missing("data"))?;
        let plan = self.plan_of((data.dtype, data.layout), (output.dtype, output.layout))?;
        plan.perform(Some(slice), output.slice, None, Inputs::of(&self.inputs)?, &mut Resources::with_optional_pool(self.pool))
    }

    /// Runs the call once, where output is data itself; and so for segments.
    ///
    /// # Errors
    /// Those of [`Call::run`].
    ///
    /// # Panics
    /// If the pool panics.
    pub fn run_in_place<T: Element>(&self, output: &mut TensorMut<'_, T>) -> Result<(), Error> {
        let output = output.given();
        let plan = self.plan_of((output.dtype, output.layout.clone()), (output.dtype, output.layout))?;
        plan.perform(None, output.slice, None, Inputs::of(&self.inputs)?, &mut Resources::with_optional_pool(self.pool))
    }

    /// Runs the call once in place, and says which tuple has won each element: `arg`, of `i64` or `i32`, has the shape of output. For
    /// `None`, `Min` and `Max`.
    ///
    /// # Errors
    /// Those of [`Call::run`].
    ///
    /// # Panics
    /// If the pool panics.
    ///
    /// # Examples
    /// ```
    /// use strew::{Call, Reduction, TensorMut};
    /// let (mut best, mut winner) = ([0.0f32; 2], [0i64; 2]);
    /// Call::scatter_update(&[1i64, 1, 1], &[3.0f32, 7.0, 5.0], 0)
    ///     .reduction(Reduction::Max)
    ///     .run_with_arg(&mut TensorMut::from(&mut best), &mut TensorMut::from(&mut winner))?;
    /// assert_eq!((best, winner), ([0.0, 7.0], [-1, 1]));
    /// # Ok::<(), strew::Error>(())
    /// ```
    pub fn run_with_arg<T: Element, A: Index>(&self, output: &mut TensorMut<'_, T>, arg: &mut TensorMut<'_, A>) -> Result<(), Error> {
        let (output, arg) = (output.given(), arg.given());
        let call = self.clone().planned_arg::<A>(arg.layout.clone());
        let plan = call.plan_of((output.dtype, output.layout.clone()), (output.dtype, output.layout))?;
        let arg: Option<SliceMut<'_>> = Some(arg.slice);
        plan.perform(None, output.slice, arg, Inputs::of(&self.inputs)?, &mut Resources::with_optional_pool(self.pool))
    }
}
