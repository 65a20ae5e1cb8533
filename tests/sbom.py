"""What the list of a wheel's contents says: strew.cdx.json, which cmake/sbom.cmake writes."""

import json
import re
import subprocess
from typing import Dict

EXPRESSION = re.compile(r"(MIT|CC0-1\.0|Apache-2\.0|BSD-3-Clause|GPL-3\.0-or-later WITH GCC-exception-3\.1)( AND |\Z)")


def parts_of(text: str, package: str, version: str) -> Dict[str, dict]:
    """The components by their names. What every list must have is looked at here: the form, the package, licences, and no date or path."""
    said = json.loads(text)
    assert (said["bomFormat"], said["specVersion"], said["version"]) == ("CycloneDX", "1.6", 1), said
    whole = said["metadata"].pop("component")
    assert said["metadata"] == {} and "serialNumber" not in said, "a date or a number of its own would differ from build to build"
    assert (whole["name"], whole["version"]) == (package, version), whole
    assert not re.search(r"/tmp|/home|/usr|\b20\d\d-\d\d", text), text
    components = said["components"]
    for component in (whole, *components):
        for licence in component["licenses"]:
            assert EXPRESSION.match(licence["expression"]), component
    refs = [component["bom-ref"] for component in components]
    assert len(set(refs)) == len(refs)
    assert said["dependencies"] == [{"ref": whole["bom-ref"], "dependsOn": refs}]
    found = {component["name"]: component for component in components}
    assert found["strew (C library)"]["version"] == version, found
    return found


def version_of_simde() -> str:
    """That of the headers that this machine's compiler finds."""
    asks = "#include <simde/simde-common.h>\nSIMDE_VERSION_MAJOR SIMDE_VERSION_MINOR SIMDE_VERSION_MICRO\n"
    done = subprocess.run(["cc", "-E", "-P", "-"], input=asks, capture_output=True, text=True, check=True)
    return ".".join(done.stdout.split()[-3:])
