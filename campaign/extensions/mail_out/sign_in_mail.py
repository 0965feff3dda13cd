"""Short letters of the door: codes, and word of a new device. They leave in a thread of their own.

So an answer takes as long for somebody whom nobody knows as for a member. IO.
"""

import logging
import queue
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path

from campaign.accounts.settings import Settings, SettingsError, password, read_settings
from campaign.extensions.mail_out.message import POLICY, domain_of
from campaign.extensions.mail_out.smtp import Limits, Post, StoppedError
from campaign.notifications.local_time import in_zone
from campaign.store.protocol import Where, place_of
from campaign.world import threads
from campaign.world.crossing import ThreadLike

LOG = logging.getLogger("campaign.web")
WAITING = 100
"""How many errands may wait; further ones are dropped."""
_SHORT = Limits(connect=10, step=20, answer=60)
Errand = Callable[[], None]


class DoorPost:
    """Sends short letters through the club's mail server, one after the other."""

    def __init__(
        self,
        store: Where,
        clock: Callable[[], str],
        settings: Callable[[Path], Settings] = read_settings,
    ) -> None:
        self._store = place_of(store).file
        self._clock = clock
        self._settings = settings
        self._errands: queue.Queue[Errand | None] = queue.Queue(WAITING)
        self._is_over = False
        self._line: Post | None = None
        self._turn = threads.lock()
        self._thread: ThreadLike | None = None

    def is_set_up(self) -> bool:
        """Whether the settings name a mail server."""
        try:
            mail = self._settings(self._store).mail
        except SettingsError:
            return False
        return bool(mail.host and mail.sender)

    def later(self, errand: Errand) -> None:
        """Does something after the answer has gone out. Any thread may ask."""
        with self._turn:
            if self._is_over:
                LOG.warning("a letter of the door did not go out: the service stops")
                return
            try:
                self._errands.put_nowait(errand)
            except queue.Full:
                LOG.warning("too many letters of the door wait; one was dropped")
                return
            if self._thread is None:
                self._thread = threads.thread(self._work, "door post")
                self._thread.start()

    def wait(self) -> None:
        """Returns once everything that waited is done."""
        self._errands.join()

    def stop(self, patience: float = 1.0) -> None:
        """Ends after the errand under way, which is cut off if it takes long; the rest is dropped.

        A code that is asked for again goes out once the service is back.
        """
        dropped = 0
        with self._turn:
            self._is_over = True
            with suppress(queue.Empty):
                while True:
                    self._errands.get_nowait()
                    self._errands.task_done()
                    dropped += 1
            self._errands.put_nowait(None)
        if dropped:
            LOG.warning(
                "letters of the door that did not go out, as the service stops: %s", dropped
            )
        if self._thread is not None:
            self._thread.join(patience)
            if self._thread.is_alive() and self._line is not None:
                self._line.cut()
                self._thread.join(patience)

    def send(self, to: str, subject: str, text: str) -> None:
        """Sends a letter now. Raises what the settings or the mail server are wrong about."""
        settings = self._settings(self._store)
        settings.must_mail()
        mail = settings.mail
        letter = EmailMessage(POLICY)
        letter["From"] = mail.sender
        letter["To"] = to
        letter["Subject"] = subject
        letter["Date"] = format_datetime(in_zone(self._clock(), "UTC"))
        letter["Message-ID"] = make_msgid(domain=domain_of(mail.address))
        letter["Auto-Submitted"] = "auto-generated"
        letter["X-Auto-Response-Suppress"] = "All"
        letter.set_content(text)
        content = letter.as_bytes()
        line = self._line = Post(mail, password(mail), _SHORT)
        try:
            line.open()
            verdict = line.offer(mail.address, to, content) or line.send(content)
        finally:
            line.close()
        if verdict.state != "sent":
            raise StoppedError(f"a letter of the door is {verdict.state}")

    def _work(self) -> None:
        while True:
            errand = self._errands.get()
            try:
                if errand is None:
                    return
                errand()
            except Exception as error:  # its words may hold an address, which is in no log
                LOG.warning("a letter of the door did not go out: %s", type(error).__name__)
            finally:
                self._errands.task_done()
