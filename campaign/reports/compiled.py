"""Compiled templates, kept beside Python's own compiled files. IO.

They are trusted as Python trusts what it compiled: whoever could change them could change the
program. They may be deleted at any time, and nothing fails where they cannot be written.
"""

import marshal
import sys
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

import campaign
from campaign.reports.files import write_whole


class CompiledTemplates(BytecodeCache):
    """One file for each template, with the digest of the source that it was made from."""

    def __init__(self, about: str, folder: Path | None = None) -> None:
        """`about` says how templates are compiled: others give other files no credit."""
        package = Path(campaign.__file__)
        self._folder = folder or Path(cache_from_source(str(package))).parent
        self._about = f"{jinja2.__version__} {about}\n".encode()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Takes what is kept, if it is of this source, this Python and this Jinja."""
        head = self._head(bucket)
        try:
            kept = self._file(bucket).read_bytes()
            if kept.startswith(head):
                bucket.code = marshal.loads(kept[len(head) :])
        except (OSError, EOFError, ValueError, TypeError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps a compiled template. Never fails: without it, it is compiled again."""
        if sys.dont_write_bytecode:
            return
        try:
            write_whole(self._file(bucket), self._head(bucket) + marshal.dumps(bucket.code))
        except OSError:
            return

    def _head(self, bucket: Bucket) -> bytes:
        return bc_magic + self._about + bucket.checksum.encode() + b"\n"

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"page-{bucket.key}.template"
