// strew from Rust, without crates: rustc scatter.rs -L build/shared -l strew. With bindgen, these declarations come from strew.h.
use std::os::raw::{c_int, c_void};

#[repr(C)]
struct Tensor { dtype: c_int, rank: i32, shape: *const i64, values: *const c_void, strides: *const i64 }

extern "C" {
    fn strew_scatter_nd(output: *mut c_void, data: *const Tensor, indices: *const Tensor, updates: *const Tensor,
                        reduction: c_int, options: *const c_void, fault: *mut c_void) -> c_int;
}

fn main() {
    let (mut values, tuples, updates) = ([0f32; 4], [2i64, 0, 2], [1f32, 2.0, 3.0]);
    let (row, column) = ([4i64], [3i64, 1]);
    let strides = std::ptr::null(); // dense
    let data = Tensor { dtype: 1, rank: 1, shape: row.as_ptr(), values: values.as_ptr().cast(), strides }; // STREW_DTYPE_FLOAT32
    let indices = Tensor { dtype: 8, rank: 2, shape: column.as_ptr(), values: tuples.as_ptr().cast(), strides }; // STREW_DTYPE_INT64
    let with = Tensor { dtype: 1, rank: 1, shape: column.as_ptr(), values: updates.as_ptr().cast(), strides };
    let (null, add) = (std::ptr::null(), 1); // STREW_REDUCTION_ADD
    let status = unsafe { strew_scatter_nd(values.as_mut_ptr().cast(), &data, &indices, &with, add, null, std::ptr::null_mut()) };
    println!("{} {:?}", status, values); // 0 [2.0, 0.0, 4.0, 0.0]
}
