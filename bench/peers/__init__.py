"""Compares strew with other libraries: `./script/bench --peers`, `--plot` and `--picture`.

The C bench has measured strew, the plain loop and the floor, and written them as JSON. This package measures other
libraries over the same arrays, interleaved with strew, adds them to the JSON, and draws the figures.

    session.py     the bench's jobs: libstrew-bench-session as ctypes sees it
    work.py        the work of a library, and the interface of its module
    libraries/     one file for each library; a new file there is a new peer
    install.py     installs a library into the current virtual environment
    rounds.py      the clock
    measure.py     all libraries on one workload
    table.py       prints the figures
    plot.py        draws the figures
    picture.py     the README's figure
"""
