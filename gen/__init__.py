"""The generator: renders templates/ into generated/. Run `python -m gen --help`."""
