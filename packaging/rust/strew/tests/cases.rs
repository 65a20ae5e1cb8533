//! The case files of the library, through the safe interface: once as one call and once planned, with threads.

mod support;

use std::collections::BTreeMap;
use strew::{
    Accumulate, AnyTensor, BFloat16, Call, Complex, Element, Error, Float16, Float8E4M3Fn, Float8E5M2, Hint, Initial, Layout, Options, Policy,
    Profile, Reduction, Tensor, TensorMut, Threads,
};
use support::{cases, Json};

/// An element of a case, and what is equal to it.
trait Case: Element + Default + PartialEq {
    fn parse(value: &Json) -> Self;
    /// Bits in which all NaNs are one, and a zero of a case is any zero.
    fn bits(&self, has_signs: bool) -> u128;
}

fn float(value: &Json) -> f64 {
    match value {
        Json::Bool(is) => f64::from(u8::from(*is)),
        _ => match value.text() {
            "NaN" => f64::NAN,
            "Inf" => f64::INFINITY,
            "-Inf" => f64::NEG_INFINITY,
            number => number.parse().unwrap(),
        },
    }
}

impl Case for f32 {
    fn parse(value: &Json) -> Self {
        match value.text() {
            "NaN" | "Inf" | "-Inf" => float(value) as f32,
            number => number.parse().unwrap(), // rounded once
        }
    }
    fn bits(&self, has_signs: bool) -> u128 {
        let bits = if self.is_nan() { f32::NAN.to_bits() } else { self.to_bits() };
        u128::from(if has_signs || *self != 0.0 { bits } else { 0 })
    }
}

impl Case for f64 {
    fn parse(value: &Json) -> Self {
        float(value)
    }
    fn bits(&self, has_signs: bool) -> u128 {
        let bits = if self.is_nan() { f64::NAN.to_bits() } else { self.to_bits() };
        u128::from(if has_signs || *self != 0.0 { bits } else { 0 })
    }
}

/// Rounds to a float with so many bits of exponent and fraction, which may have no infinity. The cases have numbers that it holds.
fn small(value: f64, exponent: u32, fraction: u32, has_infinity: bool) -> u32 {
    let sign = u32::from(value.is_sign_negative()) << (exponent + fraction);
    let (bias, ones) = ((1i32 << (exponent - 1)) - 1, (1u32 << exponent) - 1);
    if value.is_nan() {
        return sign | ones << fraction | if has_infinity { 1 << (fraction - 1) } else { (1 << fraction) - 1 };
    }
    if value.is_infinite() {
        return sign | ones << fraction | if has_infinity { 0 } else { (1 << fraction) - 1 };
    }
    if value == 0.0 {
        return sign;
    }
    let power = (value.abs().log2().floor() as i32).max(1 - bias);
    let units = (value.abs() / 2f64.powi(power - fraction as i32)).round_ties();
    sign | (((power + bias - 1).max(0) as u32) << fraction) + units as u32
}

trait RoundTies {
    fn round_ties(self) -> f64;
}

impl RoundTies for f64 {
    fn round_ties(self) -> f64 {
        let down = self.floor();
        let (rest, is_odd) = (self - down, down % 2.0 != 0.0);
        down + f64::from(u8::from(rest > 0.5 || (rest == 0.5 && is_odd)))
    }
}

macro_rules! small_floats {
    ($($of:ident, $bits:ty, $exponent:expr, $fraction:expr, $has_infinity:expr;)*) => {
        $(impl Case for $of {
            fn parse(value: &Json) -> Self {
                $of(small(float(value), $exponent, $fraction, $has_infinity) as $bits)
            }
            fn bits(&self, has_signs: bool) -> u128 {
                let ones: u128 = ((1 << $exponent) - 1) << $fraction;
                let magnitude = u128::from(self.0) & !(1u128 << ($exponent + $fraction));
                let largest = if $has_infinity { ones } else { ones | ((1u128 << $fraction) - 2) };
                if magnitude > largest { largest + 1 } else if magnitude == 0 && !has_signs { 0 } else { u128::from(self.0) }
            }
        })*
    };
}

small_floats! {
    Float16, u16, 5, 10, true;
    BFloat16, u16, 8, 7, true;
    Float8E4M3Fn, u8, 4, 3, false;
    Float8E5M2, u8, 5, 2, true;
}

macro_rules! integers {
    ($($of:ty)*) => {
        $(impl Case for $of {
            fn parse(value: &Json) -> Self {
                match value {
                    Json::Bool(is) => <$of>::from(*is),
                    _ => value.text().parse().unwrap(),
                }
            }
            fn bits(&self, _: bool) -> u128 {
                *self as u64 as u128
            }
        })*
    };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl Case for bool {
    fn parse(value: &Json) -> Self {
        matches!(value, Json::Bool(true)) || matches!(value, Json::Number(one) if one == "1")
    }
    fn bits(&self, _: bool) -> u128 {
        u128::from(*self)
    }
}

impl<T: Case> Case for Complex<T>
where
    Complex<T>: Element + Default,
{
    fn parse(value: &Json) -> Self {
        match value {
            Json::List(parts) => Complex { re: T::parse(&parts[0]), im: T::parse(&parts[1]) },
            _ => Complex { re: T::parse(value), im: T::default() },
        }
    }
    fn bits(&self, has_signs: bool) -> u128 {
        // A number with a NaN in a part is compared by parts.
        self.re.bits(has_signs) << 64 | self.im.bits(has_signs)
    }
}

/// Why a case is not one for this interface.
type Skipped = String;

macro_rules! give_up {
    ($($text:tt)*) => { return Err(format!($($text)*)) };
}

/// A tensor of a case.
struct Held<T> {
    values: Vec<T>,
    layout: Layout,
}

fn read<T: Case>(tensor: &Json) -> Result<Held<T>, Skipped> {
    let shape: Vec<i64> = tensor.get("shape").unwrap().integers();
    if shape.iter().any(|size| *size < 0) {
        give_up!("a negative size, which a shape here cannot have");
    }
    let shape: Vec<usize> = shape.iter().map(|size| *size as usize).collect();
    let n = match shape.iter().try_fold(1usize, |n, size| n.checked_mul(*size)) {
        Some(n) if n < 1 << 24 => n,
        _ => give_up!("a tensor that is too large for a test"),
    };
    let values: Vec<T> = match (tensor.get("values"), tensor.get("fill")) {
        (Some(Json::List(values)), _) => values.iter().map(T::parse).collect(),
        (_, Some(fill)) => vec![T::parse(fill); n],
        (Some(Json::Null), None) => vec![T::default(); n],
        _ => give_up!("bytes"),
    };
    let layout = match tensor.get("strides") {
        Some(strides) => {
            let strides: Vec<isize> = strides.integers().iter().map(|stride| *stride as isize).collect();
            let first = tensor.get("offset").map_or(0, |offset| offset.text().parse().unwrap());
            Layout::strided(&shape, &strides, first)
        }
        None => Layout::dense(&shape),
    };
    Ok(Held { values, layout: layout.map_err(|error| error.to_string())? })
}

fn number(case: &Json, name: &str, default: i64) -> i64 {
    case.get(name).map_or(default, |value| value.text().parse().unwrap())
}

const KNOWN: [&str; 39] = [
    "id", "source", "note", "op", "reduction", "dtype", "data", "updates", "indices", "expect", "profile", "axis", "batch_dims", "policy",
    "negative_wrap", "ignore_index", "nan", "include_self", "mean_rounding", "alpha", "hints", "accumulate", "overflow", "fill",
    "update_indices", "update_policy", "update_negative_wrap", "update_ignore_index", "weights", "expect_arg", "arg_rule", "arg_fill",
    "arg_counts", "offsets", "offsets_end", "initial", "n_segments", "mask", "mode",
];

/// The profile that a word names; of a family the newest one for the operator.
fn profile_of(case: &Json) -> Result<Option<Profile>, Skipped> {
    let op = case.get("op").unwrap().text();
    let name: String = op.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    let name = name.replace("Nd", "ND");
    let found = match case.get("profile").map(Json::text) {
        None => return Ok(None),
        Some("onnx") => Profile::ALL.iter().rfind(|profile| profile.name().starts_with(&format!("ONNX {name}-"))),
        Some("openvino") => {
            let name = if name.starts_with("Scatter") && !name.ends_with("Update") { name + "Update" } else { name };
            Profile::ALL.iter().rfind(|profile| profile.name().starts_with(&format!("OpenVINO {name}-")))
        }
        Some(word) => Profile::ALL.iter().find(|profile| profile.name() == word),
    };
    found.map(|profile| Some(*profile)).ok_or_else(|| format!("the profile {:?} of {op}", case.get("profile")))
}

fn policy(word: &Json) -> Result<Policy, Skipped> {
    Ok(match word.text() {
        "error" => Policy::Error,
        "skip" => Policy::Skip,
        "clamp" => Policy::Clamp,
        other => give_up!("the policy {other}"),
    })
}

fn options<T: Case>(case: &Json) -> Result<Options, Skipped> {
    let mut options = Options::new();
    let is = |name: &str, word: &str| case.get(name).map_or(false, |value| matches!(value, Json::Text(text) if text == word));
    let is_false = |name: &str| case.get(name) == Some(&Json::Bool(false));
    if let Some(profile) = profile_of(case)? {
        options = options.profile(profile);
    }
    if let Some(word) = case.get("policy") {
        options = options.policy(policy(word)?);
    }
    if let Some(word) = case.get("update_policy") {
        options = options.update_policy(policy(word)?);
    }
    if is_false("negative_wrap") {
        options = options.negative_is_out_of_bounds();
    }
    if is_false("update_negative_wrap") {
        options = options.update_negative_is_out_of_bounds();
    }
    for (name, set) in [("ignore_index", Options::ignore_index as fn(Options, i64) -> Options), ("update_ignore_index", Options::update_ignore_index)] {
        if let Some(index) = case.get(name) {
            match index.text().parse() {
                Ok(index) => options = set(options, index),
                Err(_) => give_up!("{name} beyond i64"),
            }
        }
    }
    if is("nan", "loses") {
        options = options.nan_loses();
    }
    if is_false("include_self") {
        options = options.excludes_self();
    }
    if is("mean_rounding", "truncates") {
        options = options.mean_truncates();
    }
    if is("overflow", "saturates") {
        options = options.saturates();
    }
    if let Some(alpha) = case.get("alpha") {
        options = options.alpha(T::parse(alpha));
    }
    if let Some(fill) = case.get("fill") {
        options = options.fill(T::parse(fill));
    }
    if let Some(wider) = case.get("accumulate") {
        options = options.accumulate(match wider.text() {
            "float32" => Accumulate::Float32,
            "float64" => Accumulate::Float64,
            "int64" => Accumulate::Int64,
            other => give_up!("accumulate {other}"),
        });
    }
    for hint in case.get("hints").map_or(&[][..], Json::list) {
        options = match hint.text() {
            "unique" => options.unique(Hint::Checked),
            "sorted" => options.sorted(Hint::Checked),
            other => give_up!("the hint {other}"),
        };
    }
    options = match case.get("initial").map(Json::text) {
        None | Some("zero") => options,
        Some("identity") => options.initial(Initial::Identity),
        Some("data") => options.initial(Initial::Data),
        Some(other) => give_up!("the initial {other}"),
    };
    if is("offsets_end", "implied") {
        options = options.end_is_implied();
    }
    if let Some(fill) = case.get("arg_fill") {
        options = options.arg_fill(fill.text().parse().unwrap());
    }
    if is("arg_rule", "last") {
        options = options.arg_is_last();
    }
    if is("arg_counts", "axis") {
        options = options.arg_counts_axis();
    }
    Ok(options)
}

fn reduction(case: &Json) -> Result<Reduction, Skipped> {
    let word = case.get("reduction").map_or("none", Json::text);
    let found = Reduction::ALL.iter().find(|reduction| reduction.name() == word);
    found.copied().ok_or_else(|| format!("the reduction {word}, which does not exist here"))
}

/// Calls a function that is generic over an element with the type that a word names.
macro_rules! for_dtype {
    ($word:expr, $call:ident($($argument:expr),*)) => {
        match $word {
            "float32" => $call::<f32>($($argument),*),
            "float64" => $call::<f64>($($argument),*),
            "float16" => $call::<Float16>($($argument),*),
            "bfloat16" => $call::<BFloat16>($($argument),*),
            "float8e4m3fn" => $call::<Float8E4M3Fn>($($argument),*),
            "float8e5m2" => $call::<Float8E5M2>($($argument),*),
            "bool" => $call::<bool>($($argument),*),
            "complex64" => $call::<Complex<f32>>($($argument),*),
            "complex128" => $call::<Complex<f64>>($($argument),*),
            "int8" => $call::<i8>($($argument),*),
            "int16" => $call::<i16>($($argument),*),
            "int32" => $call::<i32>($($argument),*),
            "int64" => $call::<i64>($($argument),*),
            "uint8" => $call::<u8>($($argument),*),
            "uint16" => $call::<u16>($($argument),*),
            "uint32" => $call::<u32>($($argument),*),
            "uint64" => $call::<u64>($($argument),*),
            other => Err(format!("the type {other}, which has no type here")),
        }
    };
}

/// A tensor of any type.
trait Any {
    fn tensor(&self) -> Result<AnyTensor<'_>, Skipped>;
}

impl<T: Element> Any for Held<T> {
    fn tensor(&self) -> Result<AnyTensor<'_>, Skipped> {
        Tensor::with_layout(&self.values, self.layout.clone()).map(AnyTensor::from).map_err(|error| error.to_string())
    }
}

fn boxed<T: Case>(tensor: &Json) -> Result<Box<dyn Any>, Skipped> {
    Ok(Box::new(read::<T>(tensor)?))
}

/// The tensor of this name, if the case has one.
fn any(case: &Json, name: &str) -> Result<Option<Box<dyn Any>>, Skipped> {
    let tensor = match case.get(name) {
        Some(tensor) => tensor,
        None => return Ok(None),
    };
    let default = if name == "mask" { "bool" } else { case.get("dtype").unwrap().text() };
    let word = tensor.get("dtype").map_or(default, Json::text);
    for_dtype!(word, boxed(tensor)).map(Some)
}

fn run<T: Case>(case: &Json) -> Result<(), Skipped> {
    let op = case.get("op").unwrap().text();
    let expect = case.get("expect").unwrap();
    if expect.get("dtype").is_some() {
        give_up!("an output of another type");
    }
    let data = case.get("data").map(read::<T>).transpose()?;
    let names = ["indices", "offsets", "updates", "mask", "update_indices", "weights"];
    let held: Vec<Option<Box<dyn Any>>> = names.iter().map(|name| any(case, name)).collect::<Result<_, _>>()?;
    let tensor = |name: &str| -> Result<AnyTensor<'_>, Skipped> {
        let at = names.iter().position(|other| *other == name).unwrap();
        held[at].as_ref().ok_or_else(|| format!("{op} without {name}"))?.tensor()
    };
    let axis = number(case, "axis", if op == "tensor_scatter" { -2 } else { 0 }) as isize;
    let mut call = match op {
        "scatter_nd" => Call::scatter_nd(tensor("indices")?, tensor("updates")?),
        "scatter_elements" => Call::scatter_elements(tensor("indices")?, tensor("updates")?, axis),
        "scatter_update" => Call::scatter_update(tensor("indices")?, tensor("updates")?, axis),
        "gather_nd" => Call::gather_nd(tensor("indices")?),
        "gather_elements" => Call::gather_elements(tensor("indices")?, axis),
        "gather" => Call::gather(tensor("indices")?, axis),
        "segment" if case.get("offsets").is_some() => Call::segment(tensor("offsets")?, tensor("updates")?),
        "segment" => Call::segment_by_indices(tensor("indices")?, tensor("updates")?),
        "masked_scatter" => Call::masked_scatter(tensor("mask")?, tensor("updates")?),
        "tensor_scatter" => {
            let is_circular = case.get("mode").map_or(false, |mode| mode.text() == "circular");
            Call::tensor_scatter(tensor("updates")?, tensor("indices").ok(), axis, is_circular)
        }
        _ => give_up!("the operator {op}"),
    };
    if case.get("update_indices").is_some() {
        call = call.update_indices(tensor("update_indices")?);
    }
    if case.get("weights").is_some() {
        call = call.weights(tensor("weights")?);
    }
    call = call.reduction(reduction(case)?).batch_dims(number(case, "batch_dims", 0) as isize).options(options::<T>(case)?);

    let shape: Vec<usize> = match (expect.get("shape"), &data) {
        (Some(shape), _) => shape.integers().iter().map(|size| *size as usize).collect(),
        (None, Some(data)) => data.layout.shape(),
        (None, None) => {
            let is_implied = case.get("offsets_end").map_or(false, |end| end.text() == "implied");
            let n = match (case.get("n_segments"), tensor("offsets")) {
                (Some(n), _) => n.text().parse().unwrap(),
                (None, Ok(offsets)) => (offsets.layout().slice_len() + usize::from(is_implied)).saturating_sub(1),
                (None, Err(reason)) => return Err(reason),
            };
            std::iter::once(n).chain(tensor("updates")?.layout().shape().into_iter().skip(1)).collect()
        }
    };
    let dense = Layout::dense(&shape).map_err(|error| error.to_string())?;
    let is_gather = op.starts_with("gather");
    let has_arg = case.get("expect_arg").is_some();
    let in_place = data.as_ref().filter(|data| data.layout == dense && !is_gather);
    let threads = Threads(2);
    for way in 0..3 {
        let mut output = in_place.map_or_else(|| vec![T::default(); dense.slice_len()], |data| data.values.clone());
        let was = output.clone();
        let mut arg = vec![7i64; if has_arg { dense.slice_len() } else { 0 }];
        let call = if way == 1 { call.clone().pool(&threads) } else { call.clone() };
        let mut to = TensorMut::new(&mut output, &shape).unwrap();
        let result = match &data {
            Some(_) if has_arg && in_place.is_none() => give_up!("an arg beside strided data"),
            _ if has_arg => call.run_with_arg(&mut to, &mut TensorMut::new(&mut arg, &shape).unwrap()),
            _ if op == "segment" => call.run_in_place(&mut to),
            Some(_) if way == 2 && in_place.is_some() => call.run_in_place(&mut to),
            Some(data) => call.run(data.tensor()?, &mut to),
            None => give_up!("no data"),
        };
        compare(case, &was, &output, &arg, result)?;
    }
    Ok(())
}

fn compare<T: Case>(case: &Json, was: &[T], found: &[T], arg: &[i64], result: Result<(), Error>) -> Result<(), Skipped> {
    let (id, expect) = (case.get("id").unwrap().text(), case.get("expect").unwrap());
    if expect.get("error").is_some() {
        let error = result.err().unwrap_or_else(|| panic!("{id} is not rejected"));
        assert!(was.iter().zip(found).all(|(was, found)| was.bits(true) == found.bits(true)), "{id} has written before it was rejected");
        assert!(error.fault().map_or(false, |fault| !fault.sentence.is_empty()), "{id}: {error}");
        return Ok(());
    }
    result.unwrap_or_else(|error| panic!("{id}: {error}"));
    let expected: Vec<T> = match (expect.get("values"), expect.get("fill")) {
        (Some(values), _) => values.list().iter().map(T::parse).collect(),
        (None, Some(fill)) => {
            let mut all = vec![T::parse(fill); found.len()];
            for pair in expect.get("sparse").map_or(&[][..], Json::list) {
                all[pair.list()[0].text().parse::<usize>().unwrap()] = T::parse(&pair.list()[1]);
            }
            all
        }
        _ => give_up!("bytes"),
    };
    assert_eq!(found.len(), expected.len(), "{id}");
    let zero = T::default().bits(true);
    for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let has_signs = expected.bits(true) != zero; // a zero of a case is either one
        assert_eq!(found.bits(has_signs), expected.bits(has_signs), "{id}: element {i}");
    }
    if let Some(expected) = case.get("expect_arg") {
        assert_eq!(arg, expected.integers(), "{id}: arg");
    }
    Ok(())
}

#[test]
fn case_files() {
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    let (mut passed, all) = (0, cases());
    for (file, case) in &all {
        let unknown = match case {
            Json::Object(members) => members.keys().find(|key| !KNOWN.contains(&key.as_str())).cloned(),
            _ => None,
        };
        let is_skipped = match unknown {
            Some(key) => Err(format!("the key {key}")),
            _ => for_dtype!(case.get("dtype").unwrap().text(), run(case)),
        };
        match is_skipped {
            Ok(()) => passed += 1,
            Err(reason) => *skipped.entry(format!("{file}: {reason}")).or_insert(0) += 1,
        }
    }
    for (reason, n) in &skipped {
        println!("{n} skipped in {reason}");
    }
    println!("{passed} cases of {} passed", all.len());
    // Nothing is to be seen where the crate is alone.
    assert!(all.is_empty() || passed * 10 > all.len() * 9, "only {passed} cases of {} could be run", all.len());
}
