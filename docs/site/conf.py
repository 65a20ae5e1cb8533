"""The site: script/docs builds it from the pages of docs/, the comments of the headers and the docstrings of the Python package."""

import os
import re
import sys
from pathlib import Path


ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(Path(__file__).parent)]

project = "strew"
author = copyright = "the strew authors"
version = release = re.search(r'VERSION = "(.*)"', (ROOT / "python" / "strew" / "_enums.py").read_text())[1]

# The source folder is that of the repository, so that pages may link to its files.
include_patterns = ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md", "examples/README.md", "gen/README.md"]
include_patterns += [f"docs/{folder}/*.md" for folder in ("howto", "journal", "site")]
exclude_patterns = [".*", "build"]  # not even walked: a build may hold a link to the whole file system, as a Windows of Wine's does
extensions = ["pages", "myst_parser", "breathe", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]

breathe_projects = {"strew": os.environ["STREW_DOXYGEN_XML"]}
breathe_default_project = "strew"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
breathe_domain_by_file_pattern = {"*/onetbb.h": "cpp", "*/std_thread.h": "cpp"}
default_role = "code"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"

html_theme = "furo"
html_title = f"strew {version}"
html_static_path = ["style"]
html_css_files = ["strew.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
pygments_style, pygments_dark_style = "tango", "monokai"


def with_lists(app, what, name, object, options, lines):
    """In docstrings a line "name: text" begins the description of an argument, which goes on in indented lines: an item of a list here."""
    found, is_item = [], False
    for line in lines:
        match = re.match(r"([a-z_]+(?:, [a-z_]+)*): (.*)", line)
        if match:
            found += [] if is_item else [""]
            found.append(f"* **{match[1]}**: {match[2]}")
            is_item = True
        elif is_item and line.startswith("    "):
            found.append(f"  {line.strip()}")
        else:
            found += ["", line] if is_item and line else [line]
            is_item = is_item and not line
    lines[:] = found


def setup(app):
    app.connect("autodoc-process-docstring", with_lists)
