//! What the crate adds to the library: lengths, types and layouts that are checked, threads of any pool, plans.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use strew::{
    gather, gather_elements, scatter_elements, scatter_update, AnyTensor, Call, Error, Float16, Hint, Inputs, Isa, Layout, Options, Plan, Policy,
    Pool, Reduction, Resources, Status, Tensor, TensorMut, Threads,
};

fn status(result: Result<(), Error>) -> Status {
    result.unwrap_err().fault().expect("the library has rejected it").status.unwrap()
}

#[test]
fn lengths_are_checked() {
    let wrong = |given, needed| Error::Length { tensor: "values", given, needed };
    assert_eq!(Tensor::new(&[0u8; 7], &[2, 4]).unwrap_err(), wrong(7, 8));
    assert_eq!(Tensor::new(&[0u8; 9], &[2, 4]).unwrap_err(), wrong(9, 8));
    assert_eq!(TensorMut::new(&mut [0u8; 7], &[2, 4]).unwrap_err(), wrong(7, 8));
    let large = Tensor::new(&[0u8; 1], &[usize::MAX, 0]).unwrap_err();
    assert_eq!(large.to_string(), format!("a tensor of shape [{}, 0] is larger than any memory", usize::MAX));
    assert!(Tensor::new(&[0u8; 0], &[3, 0]).is_ok());
    assert!(matches!(Layout::dense(&[1 << 40, 1 << 40]), Err(Error::Shape(_))));
}

#[test]
fn strides_stay_in_the_slice() {
    let values = [0u8, 1, 2, 3, 4, 5];
    let view = |strides: &[isize], first| Layout::strided(&[2, 3], strides, first).and_then(|layout| Tensor::with_layout(&values, layout));
    assert!(view(&[3, 1], 0).is_ok());
    assert!(view(&[-3, -1], 5).is_ok());
    assert!(view(&[0, 0], 5).is_ok());
    assert_eq!(view(&[3, 1], 1).unwrap_err(), Error::Length { tensor: "values", given: 6, needed: 7 });
    let said = |strides: &[isize], first| view(strides, first).unwrap_err().to_string();
    assert_eq!(said(&[-3, 1], 2), "the strides [-3, 1] name element -1, before the first one of the slice");
    assert_eq!(said(&[1], 0), "a shape of 2 dimensions has 1 strides");
    assert!(matches!(view(&[isize::MAX, 1], 0), Err(Error::Length { .. } | Error::Shape(_))));
    assert!(matches!(view(&[isize::MAX, isize::MAX], 0), Err(Error::Shape(_))));
    assert!(matches!(view(&[3, 1], usize::MAX), Err(Error::Shape(_))));
}

#[test]
fn views_are_read_and_written() -> Result<(), Error> {
    let transposed = Tensor::with_layout(&[1i32, 2, 3, 4, 5, 6], Layout::strided(&[3, 2], &[1, 3], 0)?)?;
    let mut every_other = [0i32; 12];
    let backwards = Layout::strided(&[2, 2], &[-4, -2], 7)?;
    gather(&mut TensorMut::with_layout(&mut every_other, backwards)?, &transposed, &Tensor::from(&[2u8, 0]), 0)?;
    assert_eq!(every_other, [0, 4, 0, 1, 0, 6, 0, 3, 0, 0, 0, 0]);
    let overlapping = Layout::strided(&[2, 2], &[1, 1], 0)?;
    let said = gather(&mut TensorMut::with_layout(&mut every_other, overlapping)?, &transposed, &Tensor::from(&[2u8, 0]), 0);
    assert_eq!(status(said), Status::StridesOverlap);
    Ok(())
}

#[test]
fn functions_of_each_operator() -> Result<(), Error> {
    let data = Tensor::new(&[1i64, 2, 3, 4], &[2, 2])?;
    let mut output = [0i64; 4];
    let mut to = TensorMut::new(&mut output, &[2, 2])?;
    scatter_elements(&mut to, &data, &Tensor::new(&[1u32, 1], &[1, 2])?, &Tensor::new(&[10i64, 20], &[1, 2])?, -1, Reduction::Add)?;
    assert_eq!(output, [1, 32, 3, 4]);
    let mut to = TensorMut::new(&mut output, &[2, 2])?;
    scatter_update(&mut to, &data, &Tensor::from(&[1i8]), &Tensor::new(&[5i64, 6], &[1, 2])?, 0, Reduction::Mul)?;
    assert_eq!(output, [1, 2, 15, 24]);
    let mut two = [0i64; 2];
    gather_elements(&mut TensorMut::new(&mut two, &[1, 2])?, &data, &Tensor::new(&[1u64, 0], &[1, 2])?, 0)?;
    assert_eq!(two, [3, 2]);
    let mut one = [0i64; 1];
    Call::take(&[3i32]).run(&data, &mut TensorMut::from(&mut one))?;
    assert_eq!(one, [4]);
    let mut words = [[1u8; 3]; 2];
    Call::put(&[1i32], &[[7u8, 8, 9]]).run_in_place(&mut TensorMut::from(&mut words))?;
    assert_eq!(words, [[1, 1, 1], [7, 8, 9]]);
    let mut cache = [0.0f32; 4];
    let tokens = Tensor::new(&[5.0f32], &[1, 1, 1])?;
    let call = Call::tensor_scatter(&tokens, Some(AnyTensor::from(&[3i64])), 1, false);
    call.run_in_place(&mut TensorMut::new(&mut cache, &[1, 4, 1])?)?;
    assert_eq!(cache, [0.0, 0.0, 0.0, 5.0]);
    let mut masked = [1i16, 2, 3];
    Call::masked_scatter(&[true, false, true], &[8i16, 9]).run_in_place(&mut TensorMut::from(&mut masked))?;
    assert_eq!(masked, [8, 2, 9]);
    let mut sums = [9.0f64; 3];
    Call::segment(&[0i32, 2, 2, 3], &[1.0f64, 2.0, 4.0]).reduction(Reduction::Add).run_in_place(&mut TensorMut::from(&mut sums))?;
    assert_eq!(sums, [3.0, 0.0, 4.0]);
    let mut weighted = [1.0f32];
    let call = Call::scatter_update(&[0i64], &[2.0f32], 0).weights(&[5.0f32, 6.0]).reduction(Reduction::Add);
    call.weights(&[3.0f32]).run_in_place(&mut TensorMut::from(&mut weighted))?; // the last ones count
    assert_eq!(weighted, [7.0]);
    let mut means = [6.0f32, 1.0];
    Call::scatter_update(&[0i64, 0], &[1.0f32, 2.0], 0).reduction(Reduction::Mean).run_in_place(&mut TensorMut::from(&mut means))?;
    assert_eq!(means, [3.0, 1.0]); // which takes a workspace
    Ok(())
}

#[test]
fn errors_say_what_is_wrong() {
    let mut data = [0.0f32; 4];
    let said = Call::scatter_update(&[0i64, 4], &[1.0f32, 2.0], 0).run_in_place(&mut TensorMut::from(&mut data)).unwrap_err();
    let fault = said.fault().unwrap();
    assert_eq!((fault.status, fault.tuple, fault.value, fault.low, fault.high), (Some(Status::IndexOutOfBounds), 1, 4, -4, 3));
    assert_eq!(said.to_string(), fault.sentence);
    assert_eq!(data, [0.0; 4]);
    let to = &mut TensorMut::from(&mut data);
    assert_eq!(status(Call::scatter_update(&[0i64], &[[1u8; 4]], 0).run_in_place(to)), Status::DtypeMismatch);
    assert_eq!(status(Call::scatter_update(&[0.0f32], &[1.0f32], 0).run_in_place(to)), Status::UnsupportedIndexDtype);
    assert_eq!(status(Call::gather(&[0i64], 0).run_in_place(to)), Status::OutputShapeMismatch);
    assert_eq!(status(Call::gather(&[0i64, 1, 2, 3], 0).run_in_place(to)), Status::OutputOverlap);
    assert_eq!(status(Call::gather(&[0i64], 0).run(&[1.0f32], &mut TensorMut::new(&mut [0.0f32; 3], &[3]).unwrap())), Status::OutputShapeMismatch);
    assert_eq!(status(Call::scatter_update(&[0i64], &[[0u8; 600]], 0).run_in_place(&mut TensorMut::from(&mut [[0u8; 600]]))), Status::UnknownDtype);
    assert_eq!(status(Call::scatter_update(&[0i64], &[[0u8; 0]], 0).run_in_place(&mut TensorMut::from(&mut [[0u8; 0]]))), Status::UnknownDtype);
    assert_eq!(status(Call::scatter_update(&[0i64], &[true], 0).options(Options::new().accumulate(strew::Accumulate::Int64))
        .reduction(Reduction::Add).run_in_place(&mut TensorMut::from(&mut [true]))), Status::UnsupportedAccumulation);
    let deep = Layout::dense(&[1; 65]).unwrap();
    assert_eq!(status(Call::put(&[0i64], &[1.0f32]).plan_in_place::<f32>(&deep).map(|_| ())), Status::RankOutOfRange);
}

#[test]
fn numbers_of_options_have_the_type_of_data() {
    let mut data = [1.0f32; 2];
    let call = Call::put(&[0i64], &[3.0f32]).reduction(Reduction::Add);
    let said = call.clone().options(Options::new().alpha(2.0f64)).run_in_place(&mut TensorMut::from(&mut data)).unwrap_err();
    assert_eq!(said.to_string(), "options.alpha is float64, but must be float32");
    call.options(Options::new().alpha(2.0f32)).run_in_place(&mut TensorMut::from(&mut data)).unwrap();
    assert_eq!(data, [7.0, 1.0]);
}

#[test]
fn bools_stay_bools() -> Result<(), Error> {
    for reduction in [Reduction::None, Reduction::Add, Reduction::Sub, Reduction::Mul, Reduction::Min, Reduction::Max] {
        for (old, update) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut data = [old; 3];
            let updates = [update, update];
            let call = Call::scatter_update(&[1i64, 1], &updates, 0).reduction(reduction);
            call.run_in_place(&mut TensorMut::from(&mut data))?;
            // SAFETY: a bool may be read as a byte.
            let bytes: [u8; 3] = unsafe { std::mem::transmute(data) };
            assert!(bytes.iter().all(|byte| *byte < 2), "{reduction:?} {bytes:?}");
        }
    }
    // What is trusted of bools is checked.
    let call = Call::scatter_update(&[1i64, 1], &[true, false], 0).options(Options::new().unique(Hint::Trusted));
    assert_eq!(status(call.run_in_place(&mut TensorMut::from(&mut [false; 3]))), Status::NotUnique);
    let call = Call::scatter_update(&[1i64, 0], &[1u8, 2], 0).options(Options::new().sorted(Hint::Checked));
    assert_eq!(status(call.run_in_place(&mut TensorMut::from(&mut [0u8; 3]))), Status::NotSorted);
    let call = Call::scatter_update(&[1i64, 0], &[1u8, 2], 0).options(Options::new().unique(Hint::Checked));
    call.run_in_place(&mut TensorMut::from(&mut [0u8; 3]))
}

fn plan() -> Result<Plan, Error> {
    let indices = Tensor::<i32>::planned(Layout::dense(&[2])?);
    let updates = Tensor::<f32>::planned(Layout::dense(&[2])?);
    Call::scatter_update(indices, updates, 0).reduction(Reduction::Add).plan_in_place::<f32>(&Layout::dense(&[3])?)
}

#[test]
fn a_run_has_what_was_planned() -> Result<(), Error> {
    let (plan, mut resources) = (plan()?, Resources::new());
    let inputs = || Inputs::new().indices(&[1i32, 1]).updates(&[1.0f32, 2.0]);
    let mut output = [0.0f32; 3];
    plan.run_in_place(&mut output, inputs(), &mut resources)?;
    plan.run(&[1.0f32; 3], &mut output, inputs(), &mut resources)?;
    assert_eq!(output, [1.0, 4.0, 1.0]);
    let mut said = |inputs: Inputs<'_>| plan.run_in_place(&mut output, inputs, &mut resources).unwrap_err();
    assert_eq!(said(Inputs::new().indices(&[1i32, 1])), Error::Missing("updates"));
    assert_eq!(said(inputs().indices(&[1i32])), Error::Length { tensor: "indices", given: 1, needed: 2 });
    assert_eq!(said(inputs().indices(&[1i64, 1])).to_string(), "indices is int64, but must be int32");
    assert_eq!(said(inputs().updates(&[1.0f64, 2.0])).to_string(), "updates is float64, but must be float32");
    assert_eq!(said(inputs().weights(&[1.0f32])).fault().unwrap().status, Some(Status::UnusedArgument));
    assert_eq!(said(inputs().mask(&[true])).fault().unwrap().status, Some(Status::UnusedArgument));
    assert_eq!(plan.run_in_place(&mut [0.0f32; 4], inputs(), &mut resources).unwrap_err().to_string(), "output has 4 elements, but its shape asks for 3");
    assert_eq!(plan.run_in_place(&mut [0.0f64; 3], inputs(), &mut resources).unwrap_err().to_string(), "output is float64, but must be float32");
    let other = plan.run(&[1.0f32; 3], &mut [0.0f64; 3], inputs(), &mut resources).unwrap_err();
    assert_eq!(other.to_string(), "output is float64, but must be float32");
    assert!(plan.run(&[1.0f32; 2], &mut [0.0f32; 3], inputs(), &mut resources).is_err());
    let arg = plan.run_with_arg(None, &mut [0.0f32; 3], &mut [0i64; 1], inputs(), &mut resources);
    assert_eq!(status(arg), Status::UnusedArgument);
    assert!(plan.kernel().unwrap().starts_with("strew_add_f32"));
    assert!(!plan.uses(Isa::Best));
    let one = Call::gather(Tensor::<i64>::planned(Layout::dense(&[1])?), 0);
    assert_eq!(one.run(&[1.0f32], &mut TensorMut::from(&mut [0.0f32])).unwrap_err(), Error::Missing("indices"));
    Ok(())
}

#[test]
fn an_arg_is_planned() -> Result<(), Error> {
    let of = |n| Layout::dense(&[n]);
    let call = Call::scatter_update(Tensor::<i64>::planned(of(3)?), Tensor::<u8>::planned(of(3)?), 0).reduction(Reduction::Min);
    let plan = call.planned_arg::<i32>(of(2)?).plan::<u8, u8>(&of(2)?, &of(2)?)?;
    let (mut least, mut winners) = ([0u8; 2], [0i32; 2]);
    let inputs = Inputs::new().indices(&[0i64, 1, 0]).updates(&[4u8, 9, 3]);
    plan.run_with_arg(Some(&[5, 5]), &mut least, &mut winners, inputs.clone(), &mut Resources::new())?;
    assert_eq!((least, winners), ([3, 5], [2, -1]));
    let short = plan.run_with_arg(Some(&[5, 5]), &mut least, &mut [0i32; 1], inputs.clone(), &mut Resources::new());
    assert_eq!(short.unwrap_err(), Error::Length { tensor: "arg", given: 1, needed: 2 });
    assert_eq!(plan.run(&[5u8, 5], &mut least, inputs, &mut Resources::new()).unwrap_err(), Error::Missing("arg"));
    Ok(())
}

#[test]
fn options_of_args() -> Result<(), Error> {
    let (indices, updates) = ([0u8, 2, 0, 2], [4i16, 5, 4, 6]);
    let (indices, updates) = (Tensor::new(&indices, &[2, 2])?, Tensor::new(&updates, &[2, 2])?);
    let winners = |options| {
        let (mut most, mut winners) = ([1i16; 6], [0i64; 6]);
        let call = Call::scatter_elements(&indices, &updates, 0).reduction(Reduction::Max).options(options);
        let mut to = TensorMut::new(&mut most, &[3, 2])?;
        call.run_with_arg(&mut to, &mut TensorMut::new(&mut winners, &[3, 2])?).map(|()| winners)
    };
    assert_eq!(winners(Options::new())?, [0, -1, -1, -1, -1, 3]);
    assert_eq!(winners(Options::new().arg_is_last())?, [2, -1, -1, -1, -1, 3]);
    assert_eq!(winners(Options::new().arg_counts_axis())?, [0, -1, -1, -1, -1, 1]);
    assert_eq!(winners(Options::new().arg_fill(9))?, [0, 9, 9, 9, 9, 3]);
    Ok(())
}

#[test]
fn in_place_both_layouts_are_inside() -> Result<(), Error> {
    let call = Call::scatter_update(Tensor::<i64>::planned(Layout::dense(&[1])?), Tensor::<f32>::planned(Layout::dense(&[1])?), 0);
    let plan = call.plan::<f32, f32>(&Layout::strided(&[3], &[-2], 1004)?, &Layout::dense(&[3])?)?;
    let inputs = Inputs::new().indices(&[0i64]).updates(&[1.0f32]);
    let said = plan.run_in_place(&mut [0.0f32; 3], inputs, &mut Resources::new()).unwrap_err();
    assert_eq!(said, Error::Length { tensor: "output", given: 3, needed: 1005 });
    Ok(())
}

#[test]
fn indices_are_prepared_once() -> Result<(), Error> {
    let plan = plan()?;
    let prepared = plan.prepare(&[2i32, 0])?;
    assert!(prepared.is_distinct());
    assert!(!plan.prepare(&[2i32, 2])?.is_distinct());
    let mut output = [0.0f32; 3];
    for _ in 0..2 {
        plan.run_in_place(&mut output, Inputs::new().prepared(&prepared).updates(&[1.0f32, 2.0]), &mut Resources::new())?;
    }
    assert_eq!(output, [4.0, 0.0, 2.0]);
    assert_eq!(status(plan.prepare(&[2i32, 3]).map(|_| ())), Status::IndexOutOfBounds);
    assert!(matches!(plan.prepare(&[2i32]), Err(Error::Length { .. })));
    let both = Inputs::new().prepared(&prepared).indices(&[0i32]).updates(&[1.0f32, 2.0]);
    assert_eq!(status(plan.run_in_place(&mut output, both, &mut Resources::new())), Status::Conflict);
    let other = Call::scatter_update(Tensor::<i32>::planned(Layout::dense(&[2])?), Tensor::<f32>::planned(Layout::dense(&[2])?), 0);
    let other = other.plan_in_place::<f32>(&Layout::dense(&[1])?)?;
    let said = other.run_in_place(&mut [0.0f32], Inputs::new().prepared(&prepared).updates(&[1.0f32, 2.0]), &mut Resources::new());
    assert_eq!(status(said), Status::PreparedMismatch);
    Ok(())
}

/// What a pool may do wrong.
struct Strange<'a> {
    does: fn(usize, &(dyn Fn(usize) + Sync)),
    loops: &'a AtomicUsize,
}

impl Pool for Strange<'_> {
    fn n_threads(&self) -> usize {
        4
    }

    fn parallel_for(&self, n: usize, task: &(dyn Fn(usize) + Sync)) {
        self.loops.fetch_add(1, Ordering::Relaxed);
        (self.does)(n, task);
    }

    fn wake(&self) -> Duration {
        Duration::from_micros(1)
    }
}

#[test]
fn results_are_the_same_with_any_pool() {
    let (n, rows, columns) = (100_000, 10_000, 32);
    let indices: Vec<i64> = (0..n).map(|i| (i * 7919) % rows).collect();
    let values: Vec<f32> = (0..n * columns).map(|i| i as f32 * 0.37).collect();
    let shape = [rows as usize, columns as usize];
    let old = vec![0.5f32; shape[0] * shape[1]];
    let updates = Tensor::new(&values, &[n as usize, shape[1]]).unwrap();
    let call = Call::scatter_update(&indices, &updates, 0).reduction(Reduction::Add);
    let run = |call: &Call<'_>| {
        let mut output = old.clone();
        call.run_in_place(&mut TensorMut::new(&mut output, &shape).unwrap()).unwrap();
        output
    };
    let alone = run(&call);

    let loops = AtomicUsize::new(0);
    let leaves_out = Strange { does: |_, _| (), loops: &loops };
    let twice = Strange { does: |n, task| (0..2 * n).for_each(|i| task(i % (n + 1))), loops: &loops };
    let threads = Threads(3);
    for pool in [&leaves_out as &dyn Pool, &twice, &threads] {
        assert!(alone == run(&call.clone().pool(pool)));
    }
    assert!(loops.swap(0, Ordering::Relaxed) > 1, "the pool was used");
    let plan = call.plan_in_place::<f32>(&Layout::dense(&shape).unwrap()).unwrap();
    let mut planned = old.clone();
    plan.run_in_place(&mut planned, Inputs::new().indices(&indices).updates(&values), &mut Resources::with_pool(&twice)).unwrap();
    assert!(alone == planned && loops.load(Ordering::Relaxed) > 0, "a plan uses the pool of its resources");

    let panics = Strange { does: |_, task| { task(1); panic!("no more threads") }, loops: &loops };
    let mut shared = old.clone();
    let mut to = TensorMut::new(&mut shared, &shape).unwrap();
    let said = catch_unwind(AssertUnwindSafe(|| call.clone().pool(&panics).run_in_place(&mut to)));
    assert_eq!(*said.unwrap_err().downcast::<&str>().unwrap(), "no more threads");
    assert!(alone == shared, "the call was done before");
}

#[test]
fn options_go_to_the_library() -> Result<(), Error> {
    let mut output = [0.0f32; 2];
    let options = Options::new().policy(Policy::Skip).fill(9.0f32);
    Call::gather(&[5i64, 0], 0).options(options).run(&[1.0f32], &mut TensorMut::from(&mut output))?;
    assert_eq!(output, [9.0, 1.0]);
    let mut halves = [Float16(0x3c00)]; // 1
    let call = Call::scatter_update(&[0i64; 2], &[0.5f32, 0.25], 0).reduction(Reduction::Add);
    call.run_in_place(&mut TensorMut::from(&mut halves))?;
    assert_eq!(halves, [Float16(0x3f00)]); // 1.75
    let table = |options| Call::scatter_update(&[0i64], &[5.0f32, 6.0], 0).update_indices(&[-1i8]).options(options);
    table(Options::new()).run_in_place(&mut TensorMut::from(&mut output))?;
    assert_eq!(output, [6.0, 1.0]);
    let bounded = table(Options::new().update_negative_is_out_of_bounds());
    assert_eq!(status(bounded.run_in_place(&mut TensorMut::from(&mut output))), Status::IndexOutOfBounds);
    for passed_over in [Options::new().update_ignore_index(-1), Options::new().update_negative_is_out_of_bounds().update_policy(Policy::Skip)] {
        output[0] = 2.0;
        table(passed_over).run_in_place(&mut TensorMut::from(&mut output))?;
        assert_eq!(output, [2.0, 1.0]);
    }
    let wide = Call::gather(Tensor::<i64>::planned(Layout::dense(&[1])?), 0).options(Options::new().isa(Isa::Scalar));
    let plan = wide.plan::<f32, f32>(&Layout::dense(&[4, 8])?, &Layout::dense(&[1, 8])?)?;
    assert!(plan.uses(Isa::Scalar) && plan.kernel().unwrap().ends_with("__scalar"), "{:?}", plan.kernel());
    let unused = Call::gather(&[0i64], 0).options(Options::new().excludes_self());
    assert_eq!(status(unused.run(&[1.0f32], &mut TensorMut::from(&mut output[..1]))), Status::UnusedArgument);
    Ok(())
}

#[test]
fn what_may_cross_threads_does() {
    fn is_sent<T: Send + Sync>() {}
    is_sent::<Plan>();
    is_sent::<Options>();
    is_sent::<Error>();
    is_sent::<strew::Prepared>();
    is_sent::<Tensor<'_, f32>>();
    is_sent::<TensorMut<'_, f32>>();
}

#[test]
fn it_is_the_version_of_the_crate() {
    assert_eq!(strew::version(), env!("CARGO_PKG_VERSION"));
}
