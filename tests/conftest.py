"""What holds for every test: which of them run."""

from pathlib import Path

import pytest

NIGHTLY = Path(__file__).parent / "nightly"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--nightly` runs the long tests too."""
    parser.addoption("--nightly", action="store_true", help="run the long tests of nightly/ too")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The long tests run when asked for: with `--nightly`, or by their path."""
    if collection_path != NIGHTLY or config.getoption("nightly"):
        return None
    return not any(NIGHTLY.name in Path(path.split("::")[0]).parts for path in config.args)
