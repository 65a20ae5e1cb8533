// strew from Go: CGO_CFLAGS and CGO_LDFLAGS say where its headers and its library are.
package main

// #cgo LDFLAGS: -lstrew
// #include <strew/strew.h>
//
// /* cgo takes Go's memory as an argument, but not as a member of a struct. So the structs are made here. */
// static strew_status add(float *values, int64_t n, const int64_t *tuples, const float *updates, int64_t n_tuples) {
//     const int64_t shape[] = {n_tuples, 1};
//     const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, &n, values}, indices = {STREW_DTYPE_INT64, 2, shape, tuples}, with = {STREW_DTYPE_FLOAT32, 1, shape, updates};
//     return strew_scatter_nd(values, &data, &indices, &with, STREW_REDUCTION_ADD, NULL, NULL);
// }
import "C"
import "fmt"

func main() {
	values, tuples, updates := []C.float{0, 0, 0, 0}, []C.int64_t{2, 0, 2}, []C.float{1, 2, 3}
	status := C.add(&values[0], C.int64_t(len(values)), &tuples[0], &updates[0], C.int64_t(len(tuples)))
	fmt.Println(status, values) // 0 [2 0 4 0]
}
