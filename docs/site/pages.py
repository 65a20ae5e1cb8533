"""An extension of Sphinx: where the repository's pages are on the site, and their links and pictures."""

import os
import re
import subprocess
from pathlib import PurePosixPath

import sphinx.application
from docutils import nodes
from sphinx.addnodes import index
from sphinx.project import Project
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from check import searched_words
from links import for_the_site


class Pages(Project):
    """A page's address does not tell its folder: docs/site/tour.md and docs/build.md are tour.html and build.html, SECURITY.md is security.html."""

    def path2doc(self, filename):
        name = super().path2doc(filename)
        return name and re.sub(r"^docs/(site/)?|/README$", "", name).lower()


def read_page(app, docname, source):
    source[0] = for_the_site(source[0], app.env.doc2path(docname, base=False).parent)


def read_part(app, path, docname, source):
    """Of another page, which is shown on this one."""
    source[0] = for_the_site(source[0], PurePosixPath(os.path.normpath(path)).parent)


class AddIndexEntries(SphinxTransform):
    """The search ranks an entry of the index above all that it finds in titles and texts."""

    default_priority = 840  # before entries are collected

    def apply(self):
        words = searched_words().get(self.env.docname, [])
        if words:
            anchor = next(self.document.findall(nodes.section))["ids"][0]
            self.document.insert(0, index(entries=[("single", word, anchor, "main", None) for word in words]))


class Graph(SphinxDirective):
    """A file of Graphviz as a picture inside the page, in the colours of its theme."""

    required_arguments = 1

    def run(self):
        name, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(name)
        picture = subprocess.run(["dot", "-Tsvg", path], capture_output=True, text=True, check=True).stdout
        picture = re.sub(r"<!--.*?-->\n", "", picture[picture.index("<svg") :], flags=re.DOTALL)
        picture = picture.replace('"black"', '"currentColor"').replace("<text ", '<text fill="currentColor" ')
        picture = re.sub(r'fill="#\w+"', 'fill="var(--color-background-secondary)"', picture)
        return [nodes.raw("", f'<div class="graph">{picture}</div>', format="html")]


def setup(app):
    app.add_directive("graph", Graph)
    sphinx.application.Project = Pages  # Sphinx has no option for this
    app.connect("source-read", read_page)
    app.connect("include-read", read_part)
    app.add_transform(AddIndexEntries)
