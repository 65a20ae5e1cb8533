"""Renders templates/ into a tree of files. The only module that writes."""

import re
from pathlib import Path
from typing import Dict, List

from gen import header, rust
from gen.axes import (
    BLOCK_FORMATS,
    BLOCK_FORMATS_BEGIN,
    COMPONENTS,
    FEATURES,
    INDEX_STEPS,
    INDEX_TYPES,
    OPAQUE_0,
    PACKED_DTYPES,
    PACKED_DTYPES_BEGIN,
    done_by,
)
from gen.environment import environment
from gen.model import Grid, explain_cell
from gen.profiles import PROFILES, SETS

ROOT = Path(__file__).resolve().parent.parent
GENERATED = ROOT / "generated"
TABLES_PAGE = ROOT / "docs" / "dtypes-and-profiles.md"
TABLES = ("grid.md", "profiles.md")  # each between two comments of that page
# Files outside generated/, by their paths in a folder of --out.
PACKAGES = {
    "python": ROOT / "python/strew",
    "onnxruntime": ROOT / "adapters/onnxruntime/python/onnxruntime_ep_strew",
    "openvino": ROOT / "adapters/openvino/python/strew_openvino",
}
COMMANDS = [f"{package}/_arguments.py" for package in PACKAGES]  # each package with a command has its own parser of arguments
ELSEWHERE = {path: PACKAGES[Path(path).parent.name] / Path(path).name for path in ("python/_enums.py", *COMMANDS)}
ELSEWHERE["rust/bindings.rs"] = ROOT / "packaging/rust/strew-sys/src/bindings.rs"
ELSEWHERE["rust/enums.rs"] = ROOT / "packaging/rust/strew/src/enums.rs"
OF_C = ("/* ", " */")
COMMENTS = {".h": OF_C, ".c": OF_C, ".inc": OF_C, ".cmake": ("# ", ""), ".md": ("<!-- ", " -->"), ".py": ("# ", ""), ".rs": ("// ", "")}


def banner(template: str, path: str) -> str:
    start, end = COMMENTS[Path(path).suffix]
    return f"{start}Rendered from templates/{template} by `python -m gen`. Do not edit: change the template or gen/.{end}"


def render(grid: Grid) -> Dict[str, str]:
    """The whole tree: path relative to generated/ -> text."""
    env = environment()
    tree: Dict[str, str] = {}

    def add(path: str, template: str, **values) -> None:
        text = env.get_template(template).render(
            banner=banner(template, path),
            grid=grid,
            explain=explain_cell,
            done_by=done_by,
            opaque_0=OPAQUE_0,
            block_formats=BLOCK_FORMATS,
            block_formats_begin=BLOCK_FORMATS_BEGIN,
            packed_dtypes=PACKED_DTYPES,
            packed_dtypes_begin=PACKED_DTYPES_BEGIN,
            index_steps=INDEX_STEPS,
            max_components=max(COMPONENTS),
            max_index_lanes=max(isa.indices.lanes for isa in grid.isas if isa.indices),
            max_selected_bytes=max(kernel.ctype.bytes for kernel in grid.select),
            index_types=INDEX_TYPES,
            features=FEATURES,
            profiles=PROFILES,
            profile_sets=SETS,
            reduction_names=[reduction.name for reduction in grid.reductions],
            **values,
        )
        tree[path] = text

    text = header.read_headers()
    add(
        "python/_enums.py",
        "enums.py.j2",
        version=header.read_version(text),
        abi_version=header.read_number(text, "STREW_ABI_VERSION"),
        message_bytes=header.read_number(text, "STREW_MESSAGE_BYTES"),
        enums=header.read_enums(text),
    )
    for path in COMMANDS:
        add(path, "arguments.py.j2", arguments=(ROOT / "gen/arguments.py").read_text())
    elements = grid.isas[0].elements
    add("strew/axes.h", "axes.h.j2")
    items = rust.read_items(tree["strew/axes.h"])
    add("rust/bindings.rs", "bindings.rs.j2", items=items, numbers=[(name, header.read_number(text, name)) for name in rust.MACROS])
    safe = [(rust.SAFE_ENUMS[item.name], item) for item in items if item.name in rust.SAFE_ENUMS]
    add("rust/enums.rs", "enums.rs.j2", enums=safe, variant=rust.variant, defaults=rust.WITH_DEFAULT)
    add("elements.h", "elements.h.j2", elements=elements)
    for name in ("build.h", "ctypes.h", "axes.inc", "isas.inc", "kernels.inc", "profiles.inc", "kernels.cmake", *TABLES):
        add(name, f"{name}.j2")
    for isa in grid.isas:
        add(f"{isa.name}/vocabulary.h", "vocabulary.h.j2", isa=isa, words=[word for word in isa.words if word not in elements])
        add(f"{isa.name}/words.inc", "words.inc.j2", isa=isa)
        if grid.select_kernels(isa):
            add(f"{isa.name}/select.c", "select.c.j2", isa=isa)
        if grid.gather_kernels(isa):
            add(f"{isa.name}/gather.c", "gather.c.j2", isa=isa)
        if grid.mean_kernels(isa):
            add(f"{isa.name}/mean.c", "mean.c.j2", isa=isa)
        if grid.scale_kernels(isa):
            add(f"{isa.name}/scale.c", "scale.c.j2", isa=isa)
        if grid.block_kernels(isa):
            add(f"{isa.name}/blocks.c", "blocks.c.j2", isa=isa)
        if grid.affine_kernels(isa):
            add(f"{isa.name}/affine.c", "affine.c.j2", isa=isa)
        if grid.arg_kernels(isa):
            add(f"{isa.name}/arg.c", "arg.c.j2", isa=isa)
        add(f"{isa.name}/indices.c", "indices.c.j2" if isa.indices else "indices_scalar.c.j2", isa=isa)
        for ctype in grid.ctypes:
            groups = grid.groups(isa, ctype)
            if groups:
                add(f"{isa.name}/{ctype.name}.c", "convert.c.j2" if ctype.to else "apply.c.j2", isa=isa, ctype=ctype, groups=groups)
    return tree


def tables_page(tree: Dict[str, str]) -> str:
    """The page with the tables as they are rendered."""
    text = TABLES_PAGE.read_text()
    for path in TABLES:
        name = Path(path).stem
        start, end = f"<!-- {name}: generated/{path} -->\n", f"<!-- end of {name} -->\n"
        table = tree[path].split("\n\n", 1)[1]
        text = re.sub(f"{start}.*?{end}", lambda _: f"{start}\n{table}\n{end}", text, flags=re.S)
    return text


def place(path: str, folder: Path) -> Path:
    """Where a file of the tree is: in the folder, except files that the committed tree has elsewhere."""
    return ELSEWHERE.get(path, folder / path) if folder == GENERATED else folder / path


def write_file(file: Path, text: str) -> None:
    """Leaves a file alone if it is right already, so that nothing is rebuilt without need."""
    if file.is_file() and file.read_bytes() == text.encode():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())


def write(tree: Dict[str, str], folder: Path) -> None:
    """Writes the tree and removes what is no longer rendered. The tables of the committed tree are in TABLES_PAGE too."""
    for path, text in tree.items():
        write_file(place(path, folder), text)
    for path in orphans(tree, folder):
        (folder / path).unlink()
    if folder == GENERATED:
        write_file(TABLES_PAGE, tables_page(tree))


def orphans(tree: Dict[str, str], folder: Path) -> List[str]:
    present = [file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()]
    return sorted(set(present) - {path for path in tree if place(path, folder) == folder / path})


def differences(tree: Dict[str, str], folder: Path) -> List[str]:
    """One sentence per file that differs from what would be rendered."""
    found = []
    for path, text in sorted(tree.items()):
        file = place(path, folder)
        if not file.is_file():
            found.append(f"{path} is missing")
        elif file.read_bytes() != text.encode():
            found.append(f"{path} differs from what the generator renders")
    if folder == GENERATED and TABLES_PAGE.read_bytes() != tables_page(tree).encode():
        found.append(f"{TABLES_PAGE.relative_to(ROOT)} has other tables than the generator renders")
    return found + [f"{path} is an orphan: nothing renders it" for path in orphans(tree, folder)]
