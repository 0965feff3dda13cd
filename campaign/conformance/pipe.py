"""Asks a program line by line, in processes of its own. IO."""

import asyncio
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec

from campaign.conformance.comparing import ProgramAnswer
from campaign.conformance.playing import CasePlay, CaseResult, Failure, Failures, Watched
from campaign.conformance.suite import PROTOCOL, Fields, SuiteCase

MOST = 1_000_000
"""Bytes of one answer at most."""
BEGINNING, TAIL = 200, 600
"""How much is shown of what is no answer, and of the end of standard error."""
STARTING = 30.0
"""Seconds at least for a program to start and greet, however few are given for an answer."""
LAST_WORDS = 2.0
"""Seconds for an ended program's standard error, and for a program to end when all is asked."""


class BrokenError(Exception):
    """The program gave no answer that can be read; the text says what it did."""


class Talk:
    """One process of the program, from its hello to its end."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._command, self._timeout, self._number = command, timeout, 0
        self._process: Process | None = None
        self._complaints = bytearray()
        self._listening: asyncio.Task[None] | None = None

    async def begin(self, suite: str) -> ProgramAnswer:
        """Starts the program and greets it. Raises `BrokenError`."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=MOST, process_group=0
            )
        except OSError as error:
            raise BrokenError(f"did not start: {error.strerror}") from error
        self._listening = asyncio.create_task(self._listen(self._process))
        greeting = {"do": "hello", "protocol": PROTOCOL, "suite": suite}
        hello = await self.ask(greeting, max(self._timeout, STARTING))
        if hello.protocol != PROTOCOL:
            raise BrokenError(f"speaks protocol {hello.protocol}; the suite speaks {PROTOCOL}")
        return hello

    async def _listen(self, process: Process) -> None:
        """Keeps the end of what the program writes to standard error."""
        assert process.stderr is not None
        while chunk := await process.stderr.read(65_536):
            self._complaints += chunk
            del self._complaints[:-TAIL]

    async def ask(self, request: Fields, seconds: float | None = None) -> ProgramAnswer:
        """The answer to a request. Raises `BrokenError`."""
        self._number += 1
        seconds = seconds or self._timeout
        line = msgspec.json.encode({"n": self._number, **request}) + b"\n"
        try:
            async with asyncio.timeout(seconds):
                answer = await self._exchange(line)
        except TimeoutError:
            raise BrokenError(f"no answer in {seconds:g} s") from None
        return self._read(request, answer)

    async def _exchange(self, line: bytes) -> bytes:
        assert self._process is not None and self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(line)
            await self._process.stdin.drain()
            return await self._process.stdout.readuntil()
        except asyncio.LimitOverrunError:
            raise _no_answer(await self._process.stdout.read(4 * BEGINNING)) from None
        except (asyncio.IncompleteReadError, ConnectionError):
            raise BrokenError(await self._end()) from None

    def _read(self, request: Fields, line: bytes) -> ProgramAnswer:
        try:
            answer = msgspec.json.decode(line, type=ProgramAnswer)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise _no_answer(line) from None
        needed = {"state": answer.state, "open": answer.accepted, "command": answer.accepted}
        if answer.n != self._number or needed.get(request["do"], "") is None:
            raise _no_answer(line)
        return answer

    async def _end(self) -> str:
        """How a program ended that closed its output, and the end of its standard error."""
        assert self._process is not None and self._listening is not None
        status = await self._process.wait()
        await asyncio.wait([self._listening], timeout=LAST_WORDS)
        how = f"ended with status {status}" if status >= 0 else f"ended by signal {-status}"
        return f"{how}\n{_printable(self._complaints)}".rstrip()

    async def close(self, patience: float = 0.0) -> None:
        """Ends the input, and after these seconds the process and whatever it has started."""
        process, listening = self._process, self._listening
        if process is None or listening is None:
            return
        assert process.stdin and process.stdout
        process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), patience)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        ended = asyncio.gather(process.wait(), process.stdout.read(), listening)
        with suppress(TimeoutError):
            await asyncio.wait_for(ended, LAST_WORDS)


def _no_answer(line: bytes) -> BrokenError:
    return BrokenError(f"that is no answer: {_printable(line[: 4 * BEGINNING])[:BEGINNING]}")


def _printable(words: bytes | bytearray) -> str:
    """A program's text without signs that would move a terminal about."""
    text = words.decode(errors="replace").strip()
    return "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in text)


class SuiteRunner:
    """Asks a program all cases, over several processes at once."""

    def __init__(
        self, command: Sequence[str], suite: str, watched: Mapping[str, Watched], timeout: float
    ) -> None:
        self._command, self._timeout = command, timeout
        self._suite, self._watched = suite, watched
        self.program = ""

    async def run(self, cases: Sequence[SuiteCase], jobs: int) -> list[CaseResult]:
        """Every case with what came of it, in their order. Raises `BrokenError` without a hello."""
        first = Talk(self._command, self._timeout)
        try:
            hello = await first.begin(self._suite)
        except BrokenError:
            await first.close()
            raise
        self.program, claims = hello.program, frozenset(hello.claims)
        waiting = deque(case for case in cases if case.is_claimed(claims))
        failures: Failures = {}
        talks = [first, *[None] * (min(jobs, len(waiting)) - 1)]
        work = [self._work(talk, waiting, failures) for talk in talks]
        ended = await asyncio.gather(*work, return_exceptions=True)
        if broken := next(filter(None, ended), None):
            raise broken
        failed = (failures.get((case.id, case.rulebook)) for case in cases)
        claimed = (case.is_claimed(claims) for case in cases)
        return list(map(CaseResult, cases, failed, claimed))

    async def _work(self, talk: Talk | None, waiting: deque[SuiteCase], failures: Failures) -> None:
        """Plays what is waiting; after a case that broke the program the next has a new process."""
        try:
            while waiting:
                case = waiting.popleft()
                if talk is None:
                    talk = Talk(self._command, self._timeout)
                    await talk.begin(self._suite)
                failure = await self._play(talk, case)
                failures[case.id, case.rulebook] = failure
                if failure is not None and failure.is_broken:
                    await talk.close()
                    talk = None
        except BrokenError:
            waiting.clear()
            raise
        finally:
            if talk is not None:
                await talk.close(LAST_WORDS)

    async def _play(self, talk: Talk, case: SuiteCase) -> Failure | None:
        play = CasePlay(case, self._watched[case.open["system"]])
        requests = play.requests()
        try:
            request = next(requests)
            while True:
                request = requests.send(await talk.ask(request))
        except StopIteration as end:
            failure: Failure | None = end.value
            return failure
        except BrokenError as broken:
            return Failure(play.step, "an answer", str(broken), is_broken=True)
