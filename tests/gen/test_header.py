"""gen/header.py: what the generator reads in the public headers, and that enumerators carry the names of their enums."""

import re
import unittest

from gen import header
from gen.checks import GeneratorError
from gen.render import GENERATED


class Header(unittest.TestCase):
    def setUp(self) -> None:
        self.text = header.read_headers()

    def test_every_enum_is_read(self) -> None:
        enums = header.read_enums(self.text)
        self.assertEqual(set(enums), set(re.findall(r"typedef enum (\w+)", self.text)))
        self.assertEqual(enums["strew_status"].members[:2], (("STREW_OK", 0), ("STREW_STATUS_NULL_POINTER", 1)))
        self.assertEqual([enums["strew_policy"].short(name) for name, _ in enums["strew_policy"].members], ["ERROR", "TRUSTED", "SKIP", "CLAMP"])
        for enum in enums.values():
            first = int(enum.name in ("strew_operator", "strew_softmax_function", "strew_gradient_of"))  # 0 is none, so that a call without one is rejected
            self.assertEqual([number for _, number in enum.members], list(range(first, first + len(enum.members))), enum.name)
            self.assertTrue(enum.brief.endswith("."), enum.brief)

    def test_enumerators_carry_the_name_of_their_enum(self) -> None:
        text = self.text + (GENERATED / "strew" / "axes.h").read_text()
        enums = re.findall(r"typedef enum (\w+) \{(.*?)\} \1;", text, re.S)
        self.assertGreater(len(enums), 8)
        for name, body in enums:
            members = re.findall(r"(?m)^    (STREW_\w+)", body)
            self.assertTrue(members, name)
            prefix = name.removesuffix("_mode").upper() + "_"
            self.assertEqual([member for member in members if not member.startswith(prefix)], ["STREW_OK"] * ("status" in name))

    def test_the_main_header_stays_short(self) -> None:
        text = (header.INCLUDE / "strew.h").read_text()
        self.assertLessEqual(len(text.splitlines()), 600)
        self.assertLessEqual(len(re.findall(r"(?m)^STREW_API ", text)), 30)

    def test_the_version(self) -> None:
        self.assertRegex(header.read_version(self.text), r"^\d+\.\d+\.\d+$")
        self.assertEqual(header.read_version(re.sub(r"(?<=VERSION_MINOR) \d+", " 42", self.text)).split(".")[1], "42")
        with self.assertRaisesRegex(GeneratorError, "STREW_VERSION_MINOR"):
            header.read_version(self.text.replace("MINOR", "MINUS"))

    def test_what_is_not_understood_is_an_error(self) -> None:
        with self.assertRaisesRegex(GeneratorError, "STREW_NAN_LOSES = A"):
            header.read_enums(self.text.replace("    STREW_NAN_LOSES\n", "    STREW_NAN_LOSES = A\n"))
        with self.assertRaisesRegex(GeneratorError, "STREW_LOSES does not carry the name of its enum, strew_nan"):
            header.read_enums(self.text.replace("    STREW_NAN_LOSES\n", "    STREW_LOSES\n"))
