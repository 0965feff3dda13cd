"""Members' keys, and the record countersigned with them: what is taken, refused and found.

What takes longer, waits or starts something, beside `verify/test_witnesses.py`.
"""

import base64
import shutil
import subprocess
from pathlib import Path

import pytest

from support.sessions import Session
from tests.verify.test_witnesses import SPKI, head_of, session, witnessed

__all__ = ["session"]


def test_openssl_takes_a_signature_for_what_it_is(session: Session, tmp_path: Path) -> None:
    """Another program checks it over the five lines, with the key in its common form."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl here")
    head = head_of(session, 3)
    (tmp_path / "head").write_text(
        f"campaign-tracker head 1\n{session.state.campaign.id}\n3\n{head}\nrules 1\n"
    )
    signature = witnessed(session, 3)["events"][0]["signature"]
    (tmp_path / "signature").write_bytes(base64.urlsafe_b64decode(f"{signature}=="))
    (tmp_path / "key").write_bytes(base64.urlsafe_b64decode(f"{SPKI}=="))
    words = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "key", "-keyform", "DER",
             "-rawin", "-in", "head", "-sigfile", "signature"]  # fmt: skip
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Signature Verified Successfully" in done.stdout, done
