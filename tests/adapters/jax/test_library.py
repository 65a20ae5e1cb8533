"""The library: when it is not loaded, bad indices, threads, and what it leaves behind."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import threading
import unittest
from typing import List

import jax
import jax.numpy as jnp
import numpy as np

import strew_jax


def run(code: str, status: int, **environment: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == status, done
    return done.stdout + done.stderr


class Loading(unittest.TestCase):
    def test_an_old_jax_is_named(self) -> None:
        said = run("import jax; jax.__version__ = '0.4.38'; import strew_jax", 1)
        self.assertIn("ImportError: strew_jax needs JAX 0.5 or newer; this is 0.4.38", said)

    def test_a_missing_library_is_named(self) -> None:
        said = run("import strew_jax", 1, STREW_JAX_LIBRARY="/nowhere/library.so")
        self.assertIn("ImportError: strew_jax: /nowhere/library.so is missing", said)


class Errors(unittest.TestCase):
    SENTENCE = r"OUT_OF_RANGE: indices\[1\] component 0 is 7, outside \[-4, 3\] of data dimension 0"

    def test_a_bad_index_is_an_exception_and_the_program_goes_on(self) -> None:
        x, bad, good = jnp.arange(4.0), jnp.array([0, 7]), jnp.array([0, 3])
        call = jax.jit(lambda x, i: strew_jax.scatter_add(x, i, 1.0, mode="error"))
        for scatter in (call, lambda x, i: strew_jax.scatter_add(x, i, 1.0, mode="error")):
            with self.assertRaisesRegex(jax.errors.JaxRuntimeError, self.SENTENCE):
                jax.block_until_ready(scatter(x, bad))
            np.testing.assert_array_equal(x, [0, 1, 2, 3])
            np.testing.assert_array_equal(scatter(x, good), [1, 1, 2, 4])
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, self.SENTENCE):
            jax.block_until_ready(strew_jax.take(x, bad, mode="error"))

    def test_a_donated_operand_is_gone_also_after_an_error(self) -> None:
        x = jnp.arange(4.0)
        step = jax.jit(lambda x, i: strew_jax.scatter_add(x, i, 1.0, mode="error"), donate_argnums=0)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, self.SENTENCE):
            jax.block_until_ready(step(x, jnp.array([0, 7])))
        self.assertTrue(x.is_deleted())

    def test_a_later_result_of_the_same_program_is_an_error_too(self) -> None:
        call = jax.jit(lambda x, i: strew_jax.scatter_add(x, i, 1.0, mode="error").sum() * 2)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, self.SENTENCE):
            jax.block_until_ready(call(jnp.arange(4.0), jnp.array([0, 7])))


class Memory(unittest.TestCase):
    def test_neither_results_nor_errors_leak(self) -> None:
        """40 calls would keep 320 MB of results, or of workspaces."""
        base, rows = jnp.zeros((1000, 2000)), jnp.ones((1000, 2000))

        @jax.jit
        def call(where: jax.Array) -> jax.Array:
            return strew_jax.take(strew_jax.scatter_mean(base, where, rows, mode="error"), where, axis=0)

        for where in (jnp.zeros(1000, jnp.int32), jnp.full(1000, 1000)):
            with self.subTest(where=int(where[0])):
                for n in (10, 40):
                    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                    for _ in range(n):
                        try:
                            jax.block_until_ready(call(where))
                        except jax.errors.JaxRuntimeError:
                            self.assertEqual(int(where[0]), 1000)
                    gc.collect()
                self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 100_000)


SUMS = """
import hashlib, jax, jax.numpy as jnp, numpy as np, strew_jax
generator = np.random.default_rng(5)
digest = hashlib.sha256()
for width, dtype in ((1, "float32"), (32, "float32"), (8, "bfloat16"), (1, "float64"), (4, "float16")):
    index = generator.integers(0, 20_000, 200_000)
    rows = generator.normal(size=(200_000, width)).astype(jnp.dtype(dtype))
    for reduce in (strew_jax.segment_sum, strew_jax.segment_mean):
        digest.update(np.asarray(reduce(rows, index, 20_000)).tobytes())
print(digest.hexdigest())
"""


class Threads(unittest.TestCase):
    def test_any_number_of_threads_gives_the_same_bits(self) -> None:
        """NPROC sets the size of XLA's pool."""
        self.assertEqual(len({run(SUMS, 0, NPROC=str(n)) for n in (1, 2, 5)}), 1)

    def test_several_threads_call_at_the_same_time(self) -> None:
        """More than XLA's pool has, so that calls have to do without its threads."""
        generator = np.random.default_rng(5)
        index = jnp.asarray(generator.integers(0, 50_000, 200_000))
        rows = jnp.asarray(generator.integers(-9, 9, (200_000, 4)))
        expected = np.zeros((50_000, 4), np.int32)
        np.add.at(expected, np.asarray(index), np.asarray(rows))
        wrong: List[int] = []

        def work(i: int) -> None:
            for _ in range(10):
                if not np.array_equal(strew_jax.segment_sum(rows, index, 50_000), expected):
                    wrong.append(i)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_calls_that_run_at_the_same_time_in_one_program(self) -> None:
        """XLA runs them on its own threads, each of which may then wait for others."""
        generator = np.random.default_rng(6)
        index = jnp.asarray(generator.integers(0, 50_000, (8, 100_000)))
        rows = jnp.asarray(generator.integers(-9, 9, (8, 100_000, 4)))

        @jax.jit
        def sums(index: jax.Array, rows: jax.Array) -> List[jax.Array]:
            return [strew_jax.segment_sum(rows[i], index[i], 50_000) for i in range(8)]

        for _ in range(5):
            for i, result in enumerate(sums(index, rows)):
                expected = np.zeros((50_000, 4), np.int32)
                np.add.at(expected, np.asarray(index[i]), np.asarray(rows[i]))
                np.testing.assert_array_equal(result, expected)
