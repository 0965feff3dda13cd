"""What keeps a commit from being released, and what a release says of itself."""

import json
import re
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from campaign import __version__
from scripts import building, releasing, sbom

LOG = """# Changelog

## 2.0.0 - 2027-03-01
### Hosts
- One thing.

## 1.9.0 - 2027-01-01
- Another.
"""


@pytest.mark.parametrize(
    ("version", "text", "faults"),
    [
        ("2.0.0", LOG, []),
        ("2.1.0", LOG, ["CHANGELOG.md does not begin with 2.1.0"]),
        ("1.9.0", LOG, ["CHANGELOG.md does not begin with 1.9.0"]),
        (
            "2.0.0",
            LOG.replace("2027-03-01", "not yet"),
            ["CHANGELOG.md has no date for 2.0.0: not yet"],
        ),
        (
            "2.0.0",
            LOG.replace("- One thing.\n", "- One thing.\n" * 59),
            ["CHANGELOG.md has 61 lines for 2.0.0, and at most 60 are read"],
        ),
    ],
)
def test_the_change_log_begins_with_the_version_and_its_date(
    version: str, text: str, faults: list[str]
) -> None:
    """In at most sixty lines."""
    assert list(releasing.of_the_log(version, text)) == faults


def test_our_change_log_can_be_released_but_for_its_date() -> None:
    """Its first part is of this version, and short."""
    text = (releasing.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [f for f in releasing.of_the_log(__version__, text) if "no date" not in f] == []


def test_a_tag_is_the_version_s() -> None:
    """Before there is one, nothing is wrong."""
    assert list(releasing.of_the_tag("1.0.0", "v1.0.0")) == []
    assert list(releasing.of_the_tag("1.0.0", "")) == []
    assert list(releasing.of_the_tag("1.0.0", "v1.0.1")) == [
        "the tag is v1.0.1, and the version 1.0.0"
    ]


def test_a_tag_says_what_was_built() -> None:
    """The digest of each file, in a text of its own."""
    digests = {"a.whl": "12ab", "a.tar.gz": "34cd"}
    assert list(releasing.of_the_annotation("v2.0.0", "tag", "12ab\n34cd", digests)) == []
    assert list(releasing.of_the_annotation("v2.0.0", "tag", "12ab", digests)) == [
        "the tag v2.0.0 does not say the SHA-256 of a.tar.gz"
    ]
    assert list(releasing.of_the_annotation("v2.0.0", "commit", "12ab\n34cd", digests)) == [
        "the tag v2.0.0 is not annotated: git tag -a v2.0.0 --cleanup=whitespace -F notes.md"
    ]


def test_a_release_is_written_into_a_new_folder_and_drafted_from_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a clone, and with the code host's program; what is there already stays."""
    monkeypatch.setattr(releasing, "ROOT", tmp_path)
    monkeypatch.setenv("PATH", "")
    calls = {("--build", str(tmp_path)): f"{tmp_path} is there already; name a new folder",
             ("--check",): "a release is made from a clone: there is no git here",
             ("--draft", str(tmp_path)): f"{tmp_path} has no dist: write it with"}  # fmt: skip
    for call, text in calls.items():
        with pytest.raises(SystemExit) as ended:
            releasing.main(list(call))
        assert ended.value.code == 2 and text in capsys.readouterr().err
    folder, bundle = tmp_path / "released", tmp_path / "attestation.jsonl"
    folder.mkdir()
    for name in releasing.PARTS:
        (folder / name).write_text("")
    assert releasing.undrafted(folder) == (
        f"{folder} has no provenance.sigstore.json: add what the code host attested with"
        f" scripts/release --attested {folder} BUNDLE"
    )
    bundle.write_text("signed")
    assert releasing.main(["--attested", str(folder), str(bundle)]) == 0
    assert (folder / "provenance.sigstore.json").read_text() == "signed"
    assert releasing.undrafted(folder).startswith("a draft is made with gh")


def test_a_draft_has_every_file_and_what_was_attested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notes are its text."""
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "a.whl").write_text("")
    called: list[list[str]] = []

    def run(arguments: list[str], **_: object) -> CompletedProcess[bytes]:
        called.append(arguments)
        return CompletedProcess(arguments, 0)

    monkeypatch.setattr(releasing.subprocess, "run", run)
    assert releasing.draft(tmp_path) == 0
    [call] = called
    files = [str(Path(word).relative_to(tmp_path)) for word in call if str(tmp_path) in word]
    attested = ["sbom.cdx.json", "provenance.sigstore.json"]
    assert files == ["notes.md", "dist/a.whl", "SHA256SUMS", *attested]


@pytest.mark.parametrize(("status", "fault"), [(0, []), (1, ["a.tar.gz"])])
def test_an_sdist_passes_its_own_tests_with_the_same_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, fault: list[str]
) -> None:
    """Beside what is wrong with the wheel."""
    called: list[tuple[list[str], object, str]] = []

    def built(source: Path, out: Path, umask: int) -> building.Digests:
        out.mkdir()
        for name in ("a.whl", "a.tar.gz"):
            (out / name).write_text("")
        return {}

    def run(arguments: list[str], cwd: Path, env: dict[str, str], **_: object) -> object:
        called.append((arguments, cwd, env["CAMPAIGN_PYTHON"]))
        return CompletedProcess(arguments, status)

    monkeypatch.setattr(building, "cloned", lambda root, commit, folder, umask: folder)
    monkeypatch.setattr(building, "built", built)
    monkeypatch.setattr(building, "unpacked", lambda sdist, folder: folder / "a")
    monkeypatch.setattr(building, "faults_of", lambda wheel, folder, commit: [f"of {wheel.name}"])
    monkeypatch.setattr(building.subprocess, "run", run)
    source = tmp_path / "sdist" / "a"
    assert list(building.tried(tmp_path, "12ab", tmp_path)) == [
        "of a.whl", *(f"{name} does not pass its own tests: see above" for name in fault),
    ]  # fmt: skip
    assert called == [([str(source / "scripts" / "test")], source, sys.executable)]


def test_the_pythons_that_are_tried_are_those_that_the_package_names() -> None:
    """In the matrices of what tries a tag, and the packages of each push to main."""
    pyproject = (releasing.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    said = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', pyproject)
    matrix = f"python: {json.dumps(said)}"
    for name in ("release.yml", "test.yml"):
        text = (releasing.ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
        assert matrix in text, name


def test_a_published_release_has_four_addresses() -> None:
    """Each that is missing is named."""
    urls = dict.fromkeys(("Source", "Documentation", "Issues"), "https://example.org")
    assert list(releasing.of_the_addresses(urls)) == [
        "pyproject.toml has no address Changelog under [project.urls]"
    ]
    assert len(list(releasing.of_the_addresses({}))) == 4


def test_the_notes_have_the_release_s_part_and_the_digests() -> None:
    """And nothing of an earlier one."""
    assert releasing.notes("2.0.0", LOG, {"a.whl": "12ab"}) == (
        "2.0.0 - 2027-03-01\n### Hosts\n- One thing.\n\n"
        "Schema 4; rules lif 1, fow 1, kit 1. SHA-256:\n\n    12ab  a.whl\n"
    )


def test_other_bytes_are_named_with_the_way_that_they_were_built() -> None:
    """A file that one way lacks as well."""
    ways = {
        "git": {"a.whl": "1", "a.tar.gz": "2"},
        "again": {"a.whl": "1", "a.tar.gz": "3"},
        "its sdist": {"a.tar.gz": "2"},
    }
    assert list(building.differing(ways)) == [
        "a.tar.gz built from again has other bytes than from git",
        "a.whl built from its sdist has other bytes than from git",
    ]


def test_the_list_of_packages_has_each_with_its_version() -> None:
    """As CycloneDX writes them; where a package is for some machines only, it says so."""
    lock = (
        "anyio==4.16.0 \\\n    --hash=sha256:59bb \\\n    --hash=sha256:c66a\n    # via starlette\n"
        "cffi==2.1.1 ; platform_python_implementation != 'PyPy' \\\n    --hash=sha256:046b\n"
    )
    marker = {"name": "python:marker", "value": "platform_python_implementation != 'PyPy'"}
    first, second = sbom.components(lock)
    assert (first["purl"], "properties" in first) == ("pkg:pypi/anyio@4.16.0", False)
    assert (second["name"], second["version"]) == ("cffi", "2.1.1")
    assert second["properties"] == [marker]
    page = json.loads(sbom.document("1.0.0", releasing.ROOT / "requirements.lock"))
    assert (page["bomFormat"], page["specVersion"]) == ("CycloneDX", "1.6")
    assert {"click", "starlette"} <= {one["name"] for one in page["components"]}


@pytest.mark.parametrize(
    ("status", "faults"),
    [
        (0, []),
        (1, ["the conformance suite is not of today's cases: ./scripts/conformance --write"]),
    ],
)
def test_a_release_has_the_cases_of_its_day(
    monkeypatch: pytest.MonkeyPatch, status: int, faults: list[str]
) -> None:
    """Between releases the suite may be without what has come since."""
    asked: list[list[str]] = []

    def run(arguments: list[str], **_: object) -> CompletedProcess[bytes]:
        asked.append(arguments[1:])
        return CompletedProcess(arguments, status)

    monkeypatch.setattr(releasing.subprocess, "run", run)
    assert list(releasing.of_the_suite()) == faults
    assert asked == [["-m", "conformance"]]
