"""No word that docs/naming.md retires is left in names, comments and texts."""

import io
import re
import tokenize
import unittest
from pathlib import Path

from tests.processes import ROOT, files

PAGE = "docs/naming.md"
# What is not prose or code by hand: generated files follow their templates, corpora and case files are data, a picture has no words.
NOT_BY_HAND = re.compile(r"^(generated/|tests/fuzz/corpus/|LICENSE$|packaging/debian/copyright$)|\.(svg|png|json|hex)$")
WORD = re.compile(r"[A-Za-z]+")
# Words of CMake, PyTorch, Python and tar, and of what servers of language models call a place in a cache.
FOREIGN = re.compile(r"mark_as_advanced|mark_non_differentiable|--owner|\bPy\w*Slot\b|\bslot_mapping\b")
IDENTIFIER = re.compile(r"[A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|\b[A-Z]?[a-z0-9]+(?:[A-Z][a-z0-9]+)+\b")
# An identifier that is a sentence, as a test's name, is English.
LONGEST_NAME = 5


def retired():
    """The words of the last column: those that are retired everywhere, and those that are in identifiers."""
    everywhere, in_identifiers = set(), set()
    for line in (ROOT / PAGE).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) >= 3:
            # "`lane` as a type" retires the word with what is said of it, which only a reader can tell.
            everywhere |= {word for word in re.findall(r"`(\w+)`(?! as )", cells[-1])}
            in_identifiers |= set(re.findall(r"\*(\w+)\*(?! \()", cells[-1]))
    return everywhere, in_identifiers


# What is not code in C: comments and strings.
NOT_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def parts_of(identifier):
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+", identifier)]


def findings(text, everywhere, in_identifiers):
    """The retired words of a text, each with the number of its line."""
    for number, line in enumerate(text.splitlines(), 1):
        line = FOREIGN.sub("", line)
        words = {word.lower() for word in WORD.findall(line)}
        for identifier in IDENTIFIER.findall(line):
            parts = parts_of(identifier)
            words.update(parts)
            if len(parts) <= LONGEST_NAME:
                yield from ((number, word) for word in in_identifiers & set(parts) if not is_plain(word, parts))
        yield from ((number, word) for word in everywhere & words)


def names_of(name, text):
    """The identifiers of a C or Python file, each with the number of its line: also those of one word, which prose does not show."""
    if name.endswith(".py"):
        yield from ((token.start[0], token.string) for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.NAME)
    elif name.endswith((".c", ".h")):
        code = NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        for number, line in enumerate(code.splitlines(), 1):
            yield from ((number, word) for word in re.findall(r"[A-Za-z_]\w*", line))


def findings_in_names(name, text, in_identifiers):
    yield from ((number, word) for number, word in names_of(name, text) if word.lower() in in_identifiers)


def is_plain(word, parts):
    """Whether a word is plain English in an identifier: at least, at most."""
    before = parts[parts.index(word) - 1] if parts.index(word) else ""
    return word in ("least", "most") and before == "at"


def files_by_hand():
    for path in files():
        name = path.as_posix()
        if name != PAGE and not NOT_BY_HAND.search(name):
            yield name, (ROOT / path).read_text(encoding="utf-8", errors="replace")


class Naming(unittest.TestCase):
    def test_the_page_retires_words(self):
        everywhere, in_identifiers = retired()
        self.assertLessEqual({"slot", "deal", "refuse", "wish"}, everywhere)
        self.assertLessEqual({"least", "beyond", "outside"}, in_identifiers)

    def test_a_retired_word_is_found(self):
        self.assertEqual(set(findings("int n_slots;\n/* we refuse */\nint is_outside, at_most;", *retired())), {(1, "slots"), (2, "refuse"), (3, "outside")})

    def test_an_identifier_of_one_word_is_found(self):
        _, in_identifiers = retired()
        self.assertEqual(list(findings_in_names("a.c", '/* far */\nint far = "near";', in_identifiers)), [(2, "far")])
        self.assertEqual(list(findings_in_names("a.py", "# far\nbeyond = 'near'\n", in_identifiers)), [(2, "beyond")])

    def test_no_retired_word_is_left(self):
        everywhere, in_identifiers = retired()
        left = [
            f"{name}:{number}: {word}"
            for name, text in files_by_hand()
            if name != Path(__file__).resolve().relative_to(ROOT).as_posix()
            for number, word in (*findings(text, everywhere, in_identifiers), *findings_in_names(name, text, in_identifiers))
        ]
        self.assertEqual(left, [], f"{len(left)} retired words; {PAGE} has what to say instead")
