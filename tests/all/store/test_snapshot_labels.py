"""A snapshot's label: a digest of exactly the sources that a fold of its system passes through.

What takes longer, waits or starts something, beside `store/test_snapshot_labels.py`.
"""

import ast

from campaign.lif.system import SYSTEM
from campaign.store import snapshots
from tests.store.test_snapshot_labels import ALONE, FILES, ROOTS


def test_every_module_that_holds_an_evolver_is_among_the_sources() -> None:
    """And every module that one of them imports, as Python's own parser reads the imports."""
    found = snapshots.sources(FILES, ROOTS, ALONE)
    modules = {
        path.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".") for path in found
    }
    assert {function.__module__ for function in SYSTEM.rules.evolvers.values()} <= modules
    for path in found:
        if path.endswith(".py") and path not in snapshots.ALONE:
            assert parsed(FILES[path]) & known() <= modules, path


def known() -> set[str]:
    """Every module of the two packages."""
    return {
        path.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
        for path in FILES
        if path.endswith(".py")
    }


def parsed(source: bytes) -> set[str]:
    """Every module, and every name of one, that a source imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
    return found
