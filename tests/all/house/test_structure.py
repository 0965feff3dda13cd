"""The plan of the house, read from its imports: they run downwards only, and the rules are pure.

What takes longer, waits or starts something, beside `house/test_structure.py`.
"""

from tests.house.test_structure import MODULES, floor, imports


def test_imports_run_downwards_only() -> None:
    """No file knows what stands above it."""
    upwards = [
        f"{module} imports {imported}"
        for module, file in MODULES.items()
        for imported in imports(file)
        if (floor(imported) or 0) > (floor(module) or 0)
    ]
    assert upwards == []
