"""Compiled templates: kept for the next process, and never believed once their source changed."""

import hashlib
import marshal
from pathlib import Path

import jinja2
import pytest

from campaign.reports.rendering import CompiledTemplates


@pytest.fixture(autouse=True)
def writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python keeps what it compiles."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)


def rendered(folder: Path, source: str, about: str = "so") -> str:
    """A template's text, as a new process would make it."""
    environment = jinja2.Environment(
        loader=jinja2.DictLoader({"page": source}),
        bytecode_cache=CompiledTemplates(about, folder),
        autoescape=True,
    )
    return environment.get_template("page").render(name="A & B")


def kept(folder: Path) -> Path:
    """The only file of a folder."""
    (file,) = folder.iterdir()
    return file


def forged(file: Path, source: str = "to {{ name }}") -> None:
    """Puts another template's code behind the head of a kept one."""
    digest = hashlib.sha1(source.encode()).hexdigest().encode()
    whole = file.read_bytes()
    head = whole[: whole.index(digest) + len(digest) + 1]
    lines = (
        "name, blocks, debug_info = 'page', {}, ''",
        "def root(*given, **named):",
        "    yield 'kept'",
    )
    file.write_bytes(head + marshal.dumps(compile("\n".join(lines), "page", "exec")))


def test_the_second_process_takes_what_the_first_compiled(tmp_path: Path) -> None:
    """Shown by code that says something else."""
    assert rendered(tmp_path, "to {{ name }}") == "to A &amp; B"
    forged(kept(tmp_path))
    assert rendered(tmp_path, "to {{ name }}") == "kept"


def test_a_changed_source_is_compiled_anew(tmp_path: Path) -> None:
    """And replaces what was kept."""
    rendered(tmp_path, "to {{ name }}")
    forged(kept(tmp_path))
    assert rendered(tmp_path, "for {{ name }}") == "for A &amp; B"
    assert rendered(tmp_path, "for {{ name }}") == "for A &amp; B"
    kept(tmp_path)


def test_another_way_of_compiling_is_another_template(tmp_path: Path) -> None:
    """Nothing is taken from a program that compiled differently."""
    rendered(tmp_path, "to {{ name }}", "without escapes")
    forged(kept(tmp_path))
    assert rendered(tmp_path, "to {{ name }}") == "to A &amp; B"


@pytest.mark.parametrize("damage", [b"", b"no template at all", None])
def test_a_damaged_file_is_compiled_anew(tmp_path: Path, damage: bytes | None) -> None:
    """An empty one, any other, and one that breaks off in the middle of its code."""
    rendered(tmp_path, "to {{ name }}")
    file = kept(tmp_path)
    file.write_bytes(file.read_bytes()[:-20] if damage is None else damage)
    assert rendered(tmp_path, "to {{ name }}") == "to A &amp; B"


def test_nothing_is_written_where_python_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever forbids Python its compiled files forbids these as well."""
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert rendered(tmp_path, "to {{ name }}") == "to A &amp; B"
    assert list(tmp_path.iterdir()) == []


def test_it_does_without_a_folder(tmp_path: Path) -> None:
    """Where nothing can be kept, everything is compiled."""
    assert rendered(tmp_path / "gone", "to {{ name }}") == "to A &amp; B"
    (tmp_path / "file").write_text("no folder")
    assert rendered(tmp_path / "file", "to {{ name }}") == "to A &amp; B"


def test_by_default_they_lie_beside_pythons_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where Python was told to keep its files elsewhere."""
    monkeypatch.setattr("sys.pycache_prefix", str(tmp_path))
    import campaign

    own = tmp_path / Path(campaign.__file__).parent.relative_to("/")
    own.mkdir(parents=True)
    environment = jinja2.Environment(
        loader=jinja2.DictLoader({"page": "page"}), bytecode_cache=CompiledTemplates("so")
    )
    environment.get_template("page")
    assert kept(own).suffix == ".template"
