"""Holds a program to the suite: `python -m campaign.conformance --program CMD`. IO."""

import argparse
import asyncio
import shlex
import sys

from campaign.conformance.pipe import BrokenError, SuiteRunner
from campaign.conformance.reporting import BROKE, chapter_table, exit_status, failure_lines, junit
from campaign.conformance.suite import read_suite


def main(arguments: list[str] | None = None) -> int:
    """Runs the cases and prints what came of them; 0 passed, 1 failures, 2 the program broke."""
    options = _options(arguments)
    suite = read_suite()
    cases = suite.cases(options.only)
    if not cases:
        return _stop(f"no case is called {options.only}")
    if not options.program:
        return _stop("--program needs a command")
    runner = SuiteRunner(options.program, suite.suite, suite.watched(), options.timeout)
    try:
        results = asyncio.run(runner.run(cases, round(options.jobs) or 1))
    except BrokenError as broken:
        return _stop(f"the program: {broken}")
    if options.junit:
        options.junit.write(junit(runner.program, results))
        options.junit.close()
    title = f"Suite {suite.suite}, {runner.program or 'a program without a name'}"
    print("\n".join([*failure_lines(results), title, *chapter_table(results)]))
    return exit_status(results)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m campaign.conformance",
        description="Asks a program the cases that it claims; PROTOCOL.md is the guide.",
    )
    parser.add_argument(
        "--program", required=True, metavar="CMD", type=_words, help="what starts it"
    )
    parser.add_argument("--only", default="*", metavar="PATTERN", help='cases by id: "LiF 4.1*"')
    parser.add_argument("--jobs", type=_number, default=1.0, metavar="N", help="processes at once")
    parser.add_argument(
        "--timeout", type=_number, default=10.0, metavar="SECONDS", help="for one answer (10)"
    )
    parser.add_argument("--junit", type=argparse.FileType("wb"), help="a file for JUnit XML")
    return parser.parse_args(arguments)


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        problem = str(error).lower()
        raise argparse.ArgumentTypeError(f"{text} is no command line: {problem}") from error


def _number(text: str) -> float:
    number = float(text) if text.replace(".", "", 1).isdecimal() else 0.0
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError(f"{text} is not a number up to 3600")
    return number


def _stop(why: str) -> int:
    print(why, file=sys.stderr)
    return BROKE


if __name__ == "__main__":
    sys.exit(main())
