"""An extension of Sphinx: where the repository's pages are on the site, and their links and pictures."""

import os
import re
from pathlib import PurePosixPath

import sphinx.application
from sphinx.project import Project

from links import for_the_site


class Pages(Project):
    """A page's address does not tell its folder: docs/site/tour.md and docs/guide.md are tour.html and guide.html, SECURITY.md is security.html."""

    def path2doc(self, filename):
        name = super().path2doc(filename)
        return name and re.sub(r"^docs/(site/)?|/README$", "", name).lower()


def read_page(app, docname, source):
    source[0] = for_the_site(source[0], app.env.doc2path(docname, base=False).parent)


def read_part(app, path, docname, source):
    """Of another page, which is shown on this one."""
    source[0] = for_the_site(source[0], PurePosixPath(os.path.normpath(path)).parent)


def setup(app):
    sphinx.application.Project = Pages  # Sphinx has no option for this
    app.connect("source-read", read_page)
    app.connect("include-read", read_part)
