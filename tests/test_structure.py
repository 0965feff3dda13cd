"""The plan of the house, read from its imports: they run downwards only, and the rules are pure."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted((*ROOT.glob("events/**/*.py"), *ROOT.glob("campaign/**/*.py")))
LINES = 350

LAYERS: tuple[tuple[str, ...], ...] = (
    ("events",),
    ("campaign.decider", "campaign.opening", "campaign.turns", "campaign.draws",
     "campaign.record", "campaign.campaigns", "campaign.referee"),
    ("campaign.leaders_in_flames",),
    ("campaign.systems",),
    ("campaign.verify", "campaign.answers", "campaign.receipts", "campaign.replay"),
    ("campaign.recorder", "campaign.store", "campaign.vault", "campaign.snapshots",
     "campaign.reading", "campaign.ledger", "campaign.exchange", "campaign.branches",
     "campaign.keeping", "campaign.health"),
    ("campaign.projections", "campaign.reporting", "campaign.read_model", "campaign.reports"),
    ("campaign.cli",),
)  # fmt: skip
"""From the ground up. A file imports from its own floor and from those below."""

SYSTEMS = ("campaign.leaders_in_flames",)
"""The rule systems, which know nothing of each other."""

PURE = (*(name for floor in LAYERS[:5] for name in floor), "campaign.projections.rows")
"""What touches no clock, die, file or database; a rule system reads its own tables alone."""

WORLDLY = frozenset(
    {"os", "sys", "sqlite3", "time", "datetime", "random", "secrets", "uuid", "pathlib",
     "tempfile", "shutil", "glob", "subprocess", "socket", "threading", "asyncio", "logging",
     "sqlite_utils", "eventsourcing", "click", "rich", "jinja2", "cryptography", "platformdirs"}
)  # fmt: skip


def module_of(file: Path) -> str:
    """A file's module name."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in FILES}


def imports(file: Path, *, late: bool = True) -> Iterator[str]:
    """Every module that a file imports; without `late` only those it needs to be imported."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if late else tree.body:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{file} imports by dots"
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in MODULES else node.module


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of these or in one of them."""
    return any(module == name or module.startswith(f"{name}.") for name in packages)


def floor(module: str) -> int | None:
    """The floor that a module lives on; None for what is not in the house, or its bare name."""
    return next((level for level, names in enumerate(LAYERS) if within(module, names)), None)


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_downwards_only(module: str) -> None:
    """No file knows what stands above it."""
    if module == "campaign":
        assert list(imports(MODULES[module])) == []
        return
    here = floor(module)
    assert here is not None, f"{module} has no floor: say in LAYERS where it lives"
    for imported in imports(MODULES[module]):
        there = floor(imported)
        assert there is None or there <= here, f"{module} imports {imported}"


def test_no_files_import_each_other_in_a_circle() -> None:
    """Neighbours on one floor may import one another, one way."""
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " → ".join((*path[path.index(module) :], module))
        if module in done:
            return
        for imported in imports(MODULES[module], late=False):
            if imported in MODULES and imported != "campaign":
                visit(imported, (*path, module))
        done.add(module)

    for module in MODULES:
        visit(module, ())


@pytest.mark.parametrize("system", SYSTEMS)
def test_rule_systems_know_nothing_of_each_other(system: str) -> None:
    """Only `systems.py` knows them all."""
    others = tuple(other for other in SYSTEMS if other != system)
    for module, file in MODULES.items():
        if within(module, (system,)):
            assert not any(within(imported, others) for imported in imports(file)), module


@pytest.mark.parametrize("module", [module for module in MODULES if within(module, PURE)])
def test_the_rules_are_pure(module: str) -> None:
    """Time, dice and files enter through commands; tables through `importlib.resources`."""
    for imported in imports(MODULES[module]):
        assert imported.split(".")[0] not in WORLDLY, f"{module} imports {imported}"
        if imported.startswith("importlib"):
            assert imported == "importlib.resources" and within(module, SYSTEMS)
    names = {
        node.func.id
        for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not names & {"open", "print", "input", "exec", "eval"}, module


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_is_one_room(file: Path) -> None:
    """A file that needs scrolling on and on is asking to be two; each says what it is."""
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES
    assert ast.get_docstring(ast.parse(text)), "says nothing of what it is"


def test_every_floor_is_lived_on() -> None:
    """The plan names nothing that is not there."""
    for names in LAYERS:
        for name in names:
            assert name in MODULES, name
