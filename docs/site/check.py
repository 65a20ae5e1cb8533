"""Checks the site that was built, without a network.

Every link leads to a page, heading or file of the site, or to another site. Nothing is loaded from another site. The references have everything that
the C headers (by Doxygen's XML) and the Python package make public. What words.txt names is found first by the site's search, and no example is cut in
a window of 1280 pixels.
"""

import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser  # noqa: E402

LOADED = {"img": ("src",), "script": ("src",), "link": ("href",), "object": ("data",), "iframe": ("src",), "source": ("src", "srcset")}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = {""}, [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        self.anchors |= {has[name] for name in ("id", "name") if has.get(name)}
        if tag == "a" and has.get("href"):
            self.links.append(has["href"])
        if tag == "link" and has.get("rel") in ("index", "search", "next", "prev", "canonical"):
            self.links.append(has["href"])
        else:
            self.loaded += [has[name] for name in LOADED.get(tag, ()) if has.get(name)]


def is_elsewhere(address):
    return bool(urlsplit(address).scheme or urlsplit(address).netloc)


def broken_links(site):
    """A sentence for each."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for address in page.loaded:
            if is_elsewhere(address) and not address.startswith("data:"):
                yield f"{name} loads {address}"
        for address in (*page.links, *page.loaded):
            if is_elsewhere(address):
                continue
            parts = urlsplit(address)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{name}: there is no {address}"
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name}: there is no heading {address}"
    for path in sorted(site.rglob("*.css")):
        for address in re.findall(r"(?:url\(|@import )\s*['\"]?((?:https?:)?//[^'\")\s]*)", path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)} loads {address}"


def missing_in_c(site, xml):
    """What the headers declare and the reference has not."""
    anchors = Page(site / "reference-c.html").anchors
    in_c = {anchor.rpartition(".")[2] for anchor in anchors if anchor.startswith("c.")}
    in_cpp = " ".join(anchor for anchor in anchors if anchor.startswith("_CPP"))  # where a name follows its length
    for compound in ElementTree.parse(xml / "index.xml").iter("compound"):
        kind, name = compound.get("kind"), compound.findtext("name")
        names = [name] if kind == "struct" and name.startswith("strew_") and "::" not in name else []
        if kind == "file" and name.endswith(".h"):
            names += [member.findtext("name") for member in compound.iter("member")]
        yield from (each for each in names if each not in in_c and f"{len(each)}{each}" not in in_cpp)


def missing_in_python(site):
    import strew

    anchors = Page(site / "reference-python.html").anchors
    yield from (name for name in strew.__all__ if not {f"strew.{name}", f"module-strew.{name}"} & set(anchors))


def searched_words():
    """For each page what it is searched by."""
    lines = (Path(__file__).parent / "words.txt").read_text(encoding="utf-8").splitlines()
    return {page: words.split(", ") for page, words in (line.split(": ") for line in lines if not line.startswith("#"))}


def unfindable(site):
    """The search puts entries of the index first, and so a word's page, if no other has the word as an entry."""
    found = json.loads((site / "searchindex.js").read_text(encoding="utf-8").removeprefix("Search.setIndex(").removesuffix(")"))
    for page, words in searched_words().items():
        for word in words:
            pages = {found["docnames"][number] for number, *_ in found["indexentries"].get(word.lower(), [])}
            if pages != {page}:
                yield f"searching {word} finds {', '.join(sorted(pages)) or 'no entry'} first, not {page}"


# Shows one page after another as wide as a small window, and names those with a code block that is wider than its place.
PROBE = """<title></title><iframe width=1280 height=800></iframe><script>
const pages = PAGES, cut = [], frame = document.querySelector("iframe");
function next() {
  if (!pages.length) { document.title = "cut: " + cut.join(", "); return; }
  const page = pages.pop();
  frame.onload = () => {
    const blocks = [...frame.contentDocument.querySelectorAll("div.highlight pre")];
    if (blocks.some(block => block.scrollWidth > block.clientWidth + 1)) cut.push(page);
    next();
  };
  frame.src = page;
}
next();
</script>"""


def cut_examples(site):
    """Looked for where Chromium is installed, which nothing else needs."""
    browser = shutil.which("chromium")
    if not browser:
        print("docs: without Chromium it was not seen whether examples are cut")
        return
    probe = site / "probe.html"
    pages = sorted(str(path.relative_to(site)) for path in site.rglob("*.html") if path != probe)
    probe.write_text(PROBE.replace("PAGES", json.dumps(pages)), encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--virtual-time-budget=100000", "--dump-dom")
    shown = subprocess.run([browser, *options, probe.resolve().as_uri()], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    probe.unlink()
    found = re.search("<title>cut: (.*)</title>", shown.stdout)
    yield from (f"{name} has an example that is cut in a window of 1280 pixels" for name in found[1].split(", ") if name) if found else (
        "Chromium does not show the site",
    )


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("site", type=Path, metavar="SITE", help="a folder")
    parser.add_argument("xml", type=Path, metavar="XML", help="the folder of Doxygen's")
    arguments = parser.parse_args()
    site, xml = arguments.site, arguments.xml
    found = list(broken_links(site))
    found += [f"the reference of C lacks {name}" for name in missing_in_c(site, xml)]
    found += [f"the reference of Python lacks {name}" for name in missing_in_python(site)]
    found += unfindable(site)
    found += cut_examples(site)
    for sentence in dict.fromkeys(found):
        print(f"ERROR: {sentence}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
