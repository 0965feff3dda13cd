"""The site of the documents: where its links lead, and what a page would load from elsewhere."""

import re
from pathlib import Path

import pytest

from scripts import documents, reference


def test_what_a_page_loads_from_elsewhere_is_named(tmp_path: Path) -> None:
    """By tag and address; where a link leads when it is followed is nobody's business."""
    (tmp_path / "a.html").write_text(
        '<link rel="stylesheet" href="//fonts.example/x.css"><script src="_static/own.js"></script>'
        '<img src="https://images.example/y.png"><a href="https://elsewhere.example">there</a>'
        '<script src="HTTP://scripts.example/z.js"></script>'
    )
    (tmp_path / "a.css").write_text(
        "@import 'https://fonts.example/z';\n"
        "a { background: url(own.png); b: url('data:image/svg+xml,http://www.w3.org') }\n"
        "c { background: url(//images.example/c.png) }\n"
    )
    assert list(documents.foreign(tmp_path)) == [
        "a.html: <link> //fonts.example/x.css",
        "a.html: <img> https://images.example/y.png",
        "a.html: <script> HTTP://scripts.example/z.js",
        "a.css: https://fonts.example/z",
        "a.css: //images.example/c.png",
    ]


FILE = re.compile(
    r"(?<![\w./-])((?:[\w.-]*\w/)+[\w.-]*\w|[\w-]+\.(?:py|md|toml|jsonl?|ya?ml|lock|service|conf))\b"
)
"""A file or folder, as a decision names it, in code, in a link or in a sentence: from the project's
root, or from one of those below.
"""
BELOW = ("", "docs", "docs/decisions", "campaign", "tests", "scripts")
SCHEMES = {"veto-position/1", "veto-advice/1"}
"""Forms of positions and advice, which look like files."""


def test_a_file_is_seen_however_a_decision_names_it() -> None:
    """Folders, files without a suffix and links too; events, numbers and addresses not."""
    text = (
        "`campaign/store/` and [how](rules.md#first), as scripts/test says "
        "(`tests/stores/FROZEN`); `lif.EntryChitsShown`, `….2`, 1.5 or "
        "<https://example.org/a/b.md>; see `_build.py`."
    )
    assert FILE.findall(text) == [
        "campaign/store", "rules.md", "scripts/test", "tests/stores/FROZEN", "_build.py",
    ]  # fmt: skip


def test_every_file_that_a_decision_names_is_there() -> None:
    """What has moved is named anew there, or the decision goes."""
    named = {
        (page.name, name)
        for page in (documents.DOCS / "decisions").glob("*.md")
        for name in FILE.findall(page.read_text(encoding="utf-8"))
        if name not in SCHEMES
    }
    assert ("releases.md", "tests/stores/FROZEN") in named and ("README.md", "rules.md") in named
    roots = [documents.ROOT / below for below in BELOW]
    assert [one for one in sorted(named) if not any((r / one[1]).exists() for r in roots)] == []


def test_only_a_site_is_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any other folder stays as it is, and so does a file."""
    (tmp_path / "mine.txt").write_text("")
    for place in (tmp_path, tmp_path / "mine.txt"):
        with pytest.raises(SystemExit) as ended:
            documents.main(["--out", str(place)])
        said = capsys.readouterr().err
        assert ended.value.code == 2 and f"{place} is there and no site of ours" in said
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
    assert documents.replaceable(tmp_path / "new")
    (tmp_path / ".buildinfo").write_text("")
    assert documents.replaceable(tmp_path)


def test_links_lead_to_where_the_files_lie_in_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Into the documents, out of them to another page or file of the project, and back."""
    docs, sources = tmp_path / "docs", tmp_path / "sources"
    (docs / "more").mkdir(parents=True)
    (tmp_path / "unit").mkdir()
    (tmp_path / "unit" / "a.service").write_text("")
    (tmp_path / "ABOUT.md").write_text("[host](docs/host.md#first), [all](docs/README.md)")
    (docs / "README.md").write_text("[about](../ABOUT.md)")
    (docs / "host.md").write_text("[up](../unit/a.service) [it](https://example.org) [#](#here)")
    (docs / "more" / "deep.md").write_text("[host](../host.md) [about](../../ABOUT.md)")
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    monkeypatch.setattr(documents, "DOCS", docs)
    monkeypatch.setattr(reference, "pages", lambda: iter([("verbs", "# Verbs\n")]))
    documents.staged(sources)
    texts = {
        file.relative_to(sources).as_posix(): file.read_text() for file in sources.rglob("*.*")
    }
    assert texts == {
        "README.md": "[about](project/ABOUT.md)",
        "host.md": "[up](files/unit/a.service) [it](https://example.org) [#](#here)",
        "more/deep.md": "[host](../host.md) [about](../project/ABOUT.md)",
        "project/ABOUT.md": "[host](../host.md#first), [all](../index.md)",
        "files/unit/a.service": "",
        "reference/verbs.md": "# Verbs\n",
    }


def test_words_are_shown_as_they_are_written() -> None:
    """What Markdown would read as its own is marked, but not in code."""
    assert reference.plain("a_b <c>\n *d* `e_f` [g]") == r"a\_b \<c\> \*d\* `e_f` \[g\]"
