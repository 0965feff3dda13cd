"""Pictures of dispatches: made anew without anything but their dots, and what is not taken."""

import io
from pathlib import Path

import pytest

from campaign.extensions.pictures import gate, worker
from campaign.extensions.pictures.gate import admitted
from campaign.kernel.decisions import Refused
from diary.pictures import REFUSED, SECRET, TAKEN, Image, noise, saved, with_exif
from support.command_line import Shell
from support.web import NAME, club, forms


@pytest.mark.parametrize("name", TAKEN)
def test_what_is_taken_is_a_plain_jpeg(name: str) -> None:
    """RGB, at most 1,600 px, one frame, and nothing of what the file had besides."""
    width, height, jpeg = worker.written(worker.bare(worker.opened(TAKEN[name]())))
    made = Image.open(io.BytesIO(jpeg))
    assert (made.format, made.mode, made.size) == ("JPEG", "RGB", (width, height))
    assert max(made.size) <= 1600
    assert not made.getexif() and "comment" not in made.info and "icc_profile" not in made.info
    assert SECRET not in jpeg and b"script" not in jpeg


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_taken_is_said_in_words(name: str) -> None:
    made, why = REFUSED[name]
    with pytest.raises(worker.PictureError) as refused:
        worker.written(worker.bare(worker.opened(made())))
    assert str(refused.value) == why


def test_a_picture_on_its_side_is_turned() -> None:
    width, height, _ = worker.written(worker.bare(worker.opened(with_exif(6))))
    assert (width, height) == (40, 60)


def test_a_large_picture_has_few_bytes_in_the_end() -> None:
    """Noise is the worst of all pictures."""
    _, _, jpeg = worker.written(worker.bare(worker.opened(noise(1800))))
    assert len(jpeg) <= worker.MOST_BYTES


def test_it_runs_in_a_process_of_its_own_and_names_the_picture() -> None:
    good, bad = (with_exif(6), " A tank ", " At noon "), (b"no picture", "x", "")
    made = admitted([good])
    assert isinstance(made, tuple)
    assert (made[0].width, made[0].height) == (40, 60)
    assert (made[0].alt, made[0].caption) == ("A tank", "At noon")
    assert SECRET not in made[0].jpeg
    refused = admitted([good, bad])
    assert isinstance(refused, Refused)
    assert refused.reason == "pictures: picture 2 is no JPEG, PNG or WebP"


def test_a_caption_comes_from_the_keyboard(tmp_path: Path) -> None:
    """One each or none; it stands below the picture, and in the text."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    (tmp_path / "table.png").write_bytes(saved("PNG"))
    one = ("--picture", "table.png", "--alt", "A table")
    shell.fine("diary", "write", "club", "Look.", *one, "--caption", "At noon")
    assert "picture 1: A table (At noon)" in shell.fine("diary", "club")
    for lone in (("--caption", "At noon"), ("--alt", "A table")):
        without = shell("diary", "write", "club", "Look.", *lone)
        assert without.status == 2
        assert "--alt and --caption go with a --picture. Nothing was" in without.error
    more = shell("diary", "write", "club", "Look.", *one, *one, "--caption", "At noon")
    assert more.status == 2
    assert "there are 2 pictures and 1 --caption; give each one or none" in more.error


def test_a_caption_comes_from_a_phone(tmp_path: Path) -> None:
    """Below what each picture shows; a refusal keeps it."""
    fields = {"do": "write", "words": "Look.", "alt-1": "A table", "caption-1": "At <noon>"}
    path = f"/c/{NAME}/diary"
    with club(tmp_path) as web:
        anna = web.browser("anna")
        again = anna.post_file(path, {**fields, "words": ""}, saved("PNG"))
        form = next(one for one in forms(again.text) if "words" in one.fields)
        assert (form.fields["alt-1"], form.fields["caption-1"]) == ("A table", "At <noon>")
        page = anna.post_file(path, fields, saved("PNG")).text
    assert 'alt="A table"' in page
    assert '<figcaption dir="auto">At &lt;noon&gt;</figcaption>' in page


def test_too_many_or_too_large_ones_are_not_looked_at() -> None:
    many = admitted([(b"", "x", "")] * 5)
    assert isinstance(many, Refused) and "there are 5; 4 fit" in many.reason
    large = admitted([(b"x" * 12_400_000, "x", "")])
    assert isinstance(large, Refused) and "picture 1 has 12.4 MB; 12 fit" in large.reason


def test_without_the_library_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "find_spec", lambda name: None)
    refused = admitted([(b"x", "x", "")])
    assert isinstance(refused, Refused)
    assert "pip install 'campaign-tracker[book]'" in refused.reason


def test_pictures_of_a_book_are_made_smaller_together() -> None:
    """Each with at most so many bytes, in their order; what is no picture stays as it is."""
    large = [worker.written(worker.bare(worker.opened(noise(size))))[2] for size in (500, 300)]
    made = gate.smaller([large[0], b"no picture", large[1]], 20_000)
    assert made is not None
    assert len(large[0]) > 20_000 and made[1] == b"no picture"
    sizes = [Image.open(io.BytesIO(jpeg)).size for jpeg in (made[0], made[2])]
    assert all(len(jpeg) <= 20_000 for jpeg in made) and sizes[0][0] >= sizes[1][0]
    assert gate.smaller([large[0], b"no picture", large[1]], 20_000) == made
    assert gate.smaller([], 1) == []
