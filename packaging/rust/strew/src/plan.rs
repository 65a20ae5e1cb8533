use crate::error::check;
use crate::tensor::{AnyTensor, Layout, Slice, SliceMut};
use crate::threads::Bridge;
use crate::{Dtype, Element, Error, Index, Isa, Pool};
use std::ffi::CStr;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::os::raw::c_void;
use std::panic::resume_unwind;
use std::ptr;

/// Everything that follows from types, shapes and options of a call, computed once for any number of runs: what
/// [`Call::plan`](crate::Call::plan) returns.
///
/// # Examples
/// ```
/// use strew::{Call, Inputs, Layout, Reduction, Resources, Tensor};
/// let tuples = Tensor::<i64>::planned(Layout::dense(&[3, 1])?);
/// let updates = Tensor::<f32>::planned(Layout::dense(&[3])?);
/// let plan = Call::scatter_nd(&tuples, &updates).reduction(Reduction::Add).plan_in_place::<f32>(&Layout::dense(&[4])?)?;
///
/// let mut resources = Resources::new();
/// let mut sums = [0.0f32; 4];
/// for tuples in [[2i64, 0, 2], [1, 1, 1]] {
///     plan.run_in_place(&mut sums, Inputs::new().indices(&tuples).updates(&[1.0f32, 2.0, 3.0]), &mut resources)?;
/// }
/// assert_eq!(sums, [2.0, 6.0, 4.0, 0.0]);
/// # Ok::<(), strew::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) raw: strew_sys::strew_plan,
    pub(crate) data: (Dtype, Layout),
    pub(crate) output: (Dtype, Layout),
    pub(crate) arg: Option<(Dtype, Layout)>,
    pub(crate) inputs: Vec<(&'static str, Dtype, Layout)>,
    pub(crate) reads_data: bool, // of segments, whether the old elements count
}

/// The slices that a run reads, by their names.
#[derive(Clone, Debug, Default)]
pub struct Inputs<'a> {
    given: Vec<(&'static str, Slice)>,
    prepared: Option<&'a Prepared>,
    borrowed: PhantomData<&'a [u8]>,
}

macro_rules! inputs {
    ($($name:ident: $kind:ident, $doc:literal;)*) => {
        $(#[doc = $doc]
        pub fn $name<T: $kind>(self, values: &'a (impl AsRef<[T]> + ?Sized)) -> Self {
            self.with(stringify!($name), Slice::of(values.as_ref()))
        })*
    };
}

impl<'a> Inputs<'a> {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    inputs! {
        indices: Index, "The indices.";
        updates: Element, "The updates, or the rows of a table.";
        update_indices: Index, "The row of the table that each tuple has.";
        weights: Element, "What updates are multiplied by.";
        offsets: Index, "Where segments begin.";
        write_indices: Index, "Where the tokens of each batch go.";
    }

    /// Which elements are replaced.
    pub fn mask(self, values: &'a (impl AsRef<[bool]> + ?Sized)) -> Self {
        self.with("mask", Slice::of(values.as_ref()))
    }

    /// What [`Plan::prepare`] has made of indices, in their place.
    pub fn prepared(mut self, prepared: &'a Prepared) -> Self {
        self.prepared = Some(prepared);
        self
    }

    fn with(mut self, name: &'static str, slice: Slice) -> Self {
        self.given.retain(|(other, _)| *other != name);
        self.given.push((name, slice));
        self
    }

    pub(crate) fn of(tensors: &[(&'static str, AnyTensor<'a>)]) -> Result<Self, Error> {
        let slices = tensors.iter().map(|(name, tensor)| tensor.slice.map(|slice| (*name, slice)).ok_or(Error::Missing(name)));
        Ok(Self { given: slices.collect::<Result<_, _>>()?, prepared: None, borrowed: PhantomData })
    }
}

/// Threads, and memory that runs use besides their tensors. It grows when a run needs more, and is kept for the next one.
#[derive(Default)]
pub struct Resources<'p> {
    memory: Vec<MaybeUninit<u8>>,
    pool: Option<&'p dyn Pool>,
}

impl<'p> Resources<'p> {
    /// One thread.
    pub fn new() -> Self {
        Self::default()
    }

    /// The threads of a pool.
    pub fn with_pool(pool: &'p dyn Pool) -> Self {
        Self { memory: Vec::new(), pool: Some(pool) }
    }

    pub(crate) fn with_optional_pool(pool: Option<&'p dyn Pool>) -> Self {
        Self { memory: Vec::new(), pool }
    }
}

/// Indices that were checked once, for any number of runs: what [`Plan::prepare`] returns.
#[derive(Debug)]
pub struct Prepared {
    memory: Vec<u64>, // stays where it is, as the library asks
}

impl Prepared {
    /// Whether every slice is named at most once. `false` also where that is unknown.
    pub fn is_distinct(&self) -> bool {
        // SAFETY: the memory was filled by strew_prepare.
        unsafe { strew_sys::strew_prepared_is_distinct(self.memory.as_ptr().cast()) != 0 }
    }
}

impl Plan {
    /// Runs the plan. `data` and `output` have the layouts that were planned; so do the inputs.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Dtype`] and [`Error::Missing`] if a slice is not what was planned; what the library rejects, such as an
    /// index out of bounds. Nothing was written then.
    ///
    /// # Panics
    /// If the pool panics.
    pub fn run<T: Element, O: Element>(
        &self,
        data: &[T],
        output: &mut [O],
        inputs: Inputs<'_>,
        resources: &mut Resources<'_>,
    ) -> Result<(), Error> {
        self.perform(Some(Slice::of(data)), SliceMut::of(output), None, inputs, resources)
    }

    /// Runs the plan where output is data itself, or of segments.
    ///
    /// # Errors
    /// Those of [`Plan::run`].
    ///
    /// # Panics
    /// If the pool panics.
    pub fn run_in_place<T: Element>(&self, output: &mut [T], inputs: Inputs<'_>, resources: &mut Resources<'_>) -> Result<(), Error> {
        self.perform(None, SliceMut::of(output), None, inputs, resources)
    }

    /// As [`Plan::run`], of a plan with an arg: `data` is `None` where output is data itself.
    ///
    /// # Errors
    /// Those of [`Plan::run`].
    ///
    /// # Panics
    /// If the pool panics.
    pub fn run_with_arg<T: Element, A: Index>(
        &self,
        data: Option<&[T]>,
        output: &mut [T],
        arg: &mut [A],
        inputs: Inputs<'_>,
        resources: &mut Resources<'_>,
    ) -> Result<(), Error> {
        self.perform(data.map(Slice::of), SliceMut::of(output), Some(SliceMut::of(arg)), inputs, resources)
    }

    /// Checks indices, and turns them into what runs are fastest with.
    ///
    /// # Errors
    /// As [`Plan::run`]; operators that have nothing to prepare are rejected.
    pub fn prepare<I: Index>(&self, indices: &(impl AsRef<[I]> + ?Sized)) -> Result<Prepared, Error> {
        let buffers = self.buffers(&Inputs::new().indices(indices), &["indices"])?;
        // SAFETY: the plan was made by the library.
        let n = unsafe { strew_sys::strew_plan_prepared_size(&self.raw) };
        let mut memory = vec![0u64; n / 8 + 1];
        let mut fault = strew_sys::strew_fault::default();
        // SAFETY: the indices have the length that was planned, and the memory is as large as is said.
        let status = unsafe { strew_sys::strew_prepare(&self.raw, &buffers, memory.as_mut_ptr().cast(), memory.len() * 8, &mut fault) };
        check(status, &fault).map(|()| Prepared { memory })
    }

    /// The name of the kernel that writes, such as `strew_add_f32_w4__avx2`, if there is one.
    pub fn kernel(&self) -> Option<&'static str> {
        // SAFETY: the plan was made by the library, which returns NULL or a string that it never changes.
        let name = unsafe { strew_sys::strew_plan_kernel(&self.raw) };
        // SAFETY: as above.
        (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_str().unwrap_or_default())
    }

    /// Whether the kernel is one of this instruction set.
    pub fn uses(&self, isa: Isa) -> bool {
        // SAFETY: the plan was made by the library.
        unsafe { strew_sys::strew_plan_isa(&self.raw) == isa.number() }
    }

    fn is_planned(&self, name: &str, wanted: &[&str]) -> bool {
        wanted.contains(&name) && self.inputs.iter().any(|(other, ..)| *other == name)
    }

    /// The buffers of inputs whose types and lengths are those that were planned. Those of other names are the library's to reject.
    fn buffers(&self, inputs: &Inputs<'_>, wanted: &[&str]) -> Result<strew_sys::strew_buffers, Error> {
        let mut buffers = strew_sys::strew_buffers::default();
        for (name, dtype, layout) in self.inputs.iter().filter(|(name, ..)| wanted.contains(name)) {
            let (_, slice) = inputs.given.iter().find(|(other, _)| other == name).ok_or(Error::Missing(name))?;
            matches(name, slice.dtype, *dtype)?;
            layout.check(name, slice.n)?;
            *place(&mut buffers, name) = slice.begin(layout);
        }
        for (name, slice) in inputs.given.iter().filter(|(name, _)| !self.is_planned(name, wanted)) {
            *place(&mut buffers, name) = slice.values;
        }
        Ok(buffers)
    }

    pub(crate) fn perform(
        &self,
        data: Option<Slice>,
        output: SliceMut<'_>,
        arg: Option<SliceMut<'_>>,
        inputs: Inputs<'_>,
        resources: &mut Resources<'_>,
    ) -> Result<(), Error> {
        let wanted: Vec<&str> = self.inputs.iter().map(|(name, ..)| *name).filter(|name| inputs.prepared.is_none() || *name != "indices").collect();
        let mut buffers = self.buffers(&inputs, &wanted)?;
        matches("output", output.dtype, self.output.0)?;
        self.output.1.check("output", output.n)?;
        buffers.output = output.begin(&self.output.1);
        let (data_dtype, layout) = &self.data;
        match data {
            Some(data) => {
                matches("data", data.dtype, *data_dtype)?;
                layout.check("data", data.n)?;
                buffers.data = data.begin(layout);
            }
            None if self.reads_data => {
                matches("output", output.dtype, *data_dtype)?;
                layout.check("output", output.n)?;
                buffers.data = output.begin(layout);
            }
            None => {}
        }
        match (&self.arg, &arg) {
            (Some((dtype, layout)), Some(arg)) => {
                matches("arg", arg.dtype, *dtype)?;
                layout.check("arg", arg.n)?;
                buffers.arg = arg.begin(layout);
            }
            (Some(_), None) => return Err(Error::Missing("arg")),
            (None, Some(arg)) => buffers.arg = arg.values, // which the library rejects
            (None, None) => {}
        }
        if let Some(prepared) = inputs.prepared {
            buffers.prepared = prepared.memory.as_ptr().cast();
        }

        let bridge = resources.pool.map(Bridge::new);
        let mut raw = strew_sys::strew_resources::default();
        if let Some(bridge) = &bridge {
            bridge.lend(&mut raw);
        }
        // SAFETY: the plan was made by the library.
        let n = unsafe { strew_sys::strew_plan_workspace_size(&self.raw, raw.n_threads) };
        if resources.memory.len() < n {
            resources.memory = Vec::new(); // nothing in it is needed
            resources.memory.resize(n, MaybeUninit::uninit());
        }
        raw.workspace = if n == 0 { ptr::null_mut() } else { resources.memory.as_mut_ptr().cast() };
        raw.workspace_bytes = n;
        let mut fault = strew_sys::strew_fault::default();
        // SAFETY: every buffer has the type and the elements that its layout in the plan names, and what is written is borrowed by this
        // call alone. The pool runs each task once and returns when all are done.
        let status = unsafe { strew_sys::strew_run(&self.raw, &buffers, &raw, &mut fault) };
        if let Some(reason) = bridge.and_then(|bridge| bridge.panic()) {
            resume_unwind(reason);
        }
        check(status, &fault)
    }
}

fn matches(tensor: &'static str, given: Dtype, needed: Dtype) -> Result<(), Error> {
    if given == needed {
        Ok(())
    } else {
        Err(Error::Dtype { tensor, given, needed })
    }
}

fn place<'b>(buffers: &'b mut strew_sys::strew_buffers, name: &str) -> &'b mut *const c_void {
    match name {
        "indices" => &mut buffers.indices,
        "updates" => &mut buffers.updates,
        "update_indices" => &mut buffers.update_indices,
        "weights" => &mut buffers.weights,
        "offsets" => &mut buffers.offsets,
        "mask" => &mut buffers.mask,
        _ => &mut buffers.write_indices,
    }
}
