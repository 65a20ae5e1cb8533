"""The links and pictures of the repository's pages, as the site needs them.

A page is read on a code host too, where a link leads to a file or a folder of the repository, and a picture follows the system's theme.
"""

import os
import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]

# What stands for a file or a folder that is no page, or is shown on another page.
SHOWN_ON = {
    "README.md": "docs/site/index.md",
    "README.md#install": "docs/site/install.md",
    "examples": "examples/README.md",
    "include/strew/strew.h": "docs/site/reference-c.md",
    "include/strew/strew.hpp": "docs/site/reference-cpp.md",
    "python": "docs/site/reference-python.md",
    "python/strew": "docs/site/reference-python.md",
}


def target_of(link, folder):
    """Where a link of a Markdown file in a folder leads on the site, as a path from the root of the repository. Nothing if it leads nowhere there.

    >>> target_of("../SECURITY.md#limits", "docs"), target_of("#threads", "docs"), target_of("../gen/axes.py", "docs"), target_of("../gen", "docs")
    ('/SECURITY.md#limits', '#threads', '/gen/axes.py', None)
    """
    path, _, heading = link.partition("#")
    if not path:
        return link
    path = os.path.normpath(PurePosixPath(folder, path))
    anchor = f"#{heading}" if heading else ""
    if path + anchor in SHOWN_ON:
        return f"/{SHOWN_ON[path + anchor]}"
    if path in SHOWN_ON:
        return f"/{SHOWN_ON[path]}"
    return None if (ROOT / path).is_dir() else f"/{path}{anchor}"


def in_both_themes(alternative, path):
    """Two pictures, of which the theme shows one, if a picture for light pages has a sibling for dark ones."""
    dark = path.replace("-light.", "-dark.")
    if dark == path or not (ROOT / dark.lstrip("/")).exists():
        return f"![{alternative}]({path})"
    return f"![{alternative}]({path}){{.only-light}} ![{alternative}]({dark}){{.only-dark}}"


def for_the_site(text, folder):
    """A page's text with the site's links and pictures; blocks of code stay as they are."""

    def link(match):
        picture, is_picture, shown, target = match.groups()
        if picture:
            shown, target = re.search(r'<img alt="(.*?)" src="(.*?)">', picture).groups()
        path = target_of(target, folder)
        if picture or is_picture:
            return in_both_themes(shown, path)
        return f"[{shown}]({path})" if path else shown

    parts = re.split(r"(?ms)^(```.*?^```$)", text)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"(?s)(<picture>.*?</picture>)|(!?)\[([^\]]+)\]\(([^)\s:]+)\)", link, parts[i])
    return "".join(parts)

