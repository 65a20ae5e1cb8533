"""strew beside other libraries: `./script/bench --peers`, `--plot` and `--picture`.

The C bench has measured strew, the plain loop and the floor, and written them as JSON. This package measures other
libraries over the same arrays, interleaved with strew, adds them to the JSON, and draws the figures.

    session.py     the bench's jobs: libstrew-bench-session as ctypes sees it
    work.py        what a library is asked to do, and how it answers
    libraries/     one file for each library; a new file there is a new peer
    install.py     gets a library into the virtual environment that this runs in
    rounds.py      the clock
    measure.py     all libraries on one workload
    table.py       the figures for people
    plot.py        the figures at a glance
    picture.py     the README's figure
"""
