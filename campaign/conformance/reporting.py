"""What a run says: each failure, a table by chapter, and a file for tools that read JUnit. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from campaign.conformance.playing import CaseResult

ALL_PASSED, FAILED, BROKE = 0, 1, 2
"""Exit statuses."""


def exit_status(results: Sequence[CaseResult]) -> int:
    """0 where all that is claimed passed, and something was; 2 where the program broke."""
    failures = [result.failure for result in results if result.failure]
    if any(failure.is_broken for failure in failures):
        return BROKE
    return FAILED if failures or not any(result.is_claimed for result in results) else ALL_PASSED


def failure_lines(results: Iterable[CaseResult]) -> list[str]:
    """Each failed case: where, what was expected, what came, and what the case says."""
    lines = []
    for case, failure, _ in results:
        if failure is None:
            continue
        place, got = f"{case.id} step {failure.step}:", failure.got.replace("\n", "\n    ")
        if failure.is_broken:
            lines.append(f"{place} {got}")
        else:
            lines += [place, f"    expected {failure.expected}", f"    got {got}"]
        lines += [f"    under {case.rulebook}: {case.says}", ""]
    return lines


def chapter_table(results: Iterable[CaseResult]) -> list[str]:
    """A line for each rulebook and chapter: what passed, failed, and was not claimed."""
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for case, failure, is_claimed in results:
        column = 2 if not is_claimed else 1 if failure else 0
        counts[case.rulebook, case.chapter][column] += 1
    counts["all", ""] = [sum(column) for column in zip(*counts.values(), strict=True)]
    rows: list[tuple[str | int, ...]] = [("rulebook", "chapter", "passed", "failed", "not claimed")]
    rows += [(*where, *row) for where, row in counts.items()]
    return ["{:<10} {:<12} {:>6} {:>6} {:>11}".format(*row) for row in rows]


def junit(program: str, results: Iterable[CaseResult]) -> bytes:
    """The run as JUnit XML: a suite for each rulebook and chapter; unclaimed is skipped."""
    root = ElementTree.Element("testsuites", name=_xml_text(program))
    suites: dict[str, list[CaseResult]] = defaultdict(list)
    for result in results:
        suites[f"{result.case.rulebook} {result.case.chapter}"].append(result)
    for name, members in suites.items():
        failed = sum(member.failure is not None for member in members)
        skipped = sum(not member.is_claimed for member in members)
        counts = {"tests": str(len(members)), "failures": str(failed), "skipped": str(skipped)}
        suite = ElementTree.SubElement(root, "testsuite", {"name": name, **counts})
        for case, failure, is_claimed in members:
            entry = ElementTree.SubElement(suite, "testcase", classname=name, name=case.id)
            if not is_claimed:
                ElementTree.SubElement(entry, "skipped", message="not claimed")
            if failure is not None:
                text = _xml_text(f"expected {failure.expected}, got {failure.got}")
                details = ElementTree.SubElement(entry, "failure", message=text)
                details.text = f"step {failure.step}. {case.says}"
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _xml_text(text: str) -> str:
    """A text without the signs that XML can't bear."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
