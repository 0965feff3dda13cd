"""The markup of dispatches: what becomes of words, and which may not be filed."""

import pytest

from campaign.diary.words import depth, fault, line_fault, plain, read
from campaign.text.prose import (
    Break,
    Em,
    Items,
    Letters,
    P,
    Quote,
    Strong,
    in_html,
    in_letters,
)
from diary.hostile import HOSTILE


@pytest.mark.parametrize(
    ("typed", "nodes"),
    [
        ("It rained.", (P((Letters("It rained."),)),)),
        ("One.\n\nTwo.", (P((Letters("One."),)), P((Letters("Two."),)))),
        ("so\nit went", (P((Letters("so"), Letters(" "), Letters("it went"))),)),
        ("one  \ntwo", (P((Letters("one"), Break(), Letters("two"))),)),
        (
            "*Nobody* **moved**",
            (P((Em((Letters("Nobody"),)), Letters(" "), Strong((Letters("moved"),)))),),
        ),
        ('He said "no"...', (P((Letters("He said “no”…"),)),)),
        ("__a__b__c__d__", (P((Strong((Letters("a__b__c__d"),)),)),)),
        ("*a *b* c*", (P((Em((Letters("a "), Letters("b"), Letters(" c"))),)),)),
        ("_" * 9 + "a" + "_" * 9, (P((Em((Strong((Letters("a"),)),)),)),)),
        ("> Attack!", (Quote((P((Letters("Attack!"),)),)),)),
        ("- a\n- b", (Items(((P((Letters("a"),)),), (P((Letters("b"),)),))),)),
        ("3. a\n4. b", (Items(((P((Letters("a"),)),), (P((Letters("b"),)),)), 3),)),
    ],
)
def test_words_are_read_as_nodes(typed: str, nodes: tuple[object, ...]) -> None:
    """Paragraphs, quotations, lists, two degrees of stress, ends of lines, quotation marks."""
    assert read(typed) == nodes


@pytest.mark.parametrize("typed", HOSTILE)
def test_a_hostile_text_is_letters(typed: str) -> None:
    """It is taken, and becomes paragraphs, quotations and lists of letters alone."""
    text = plain(typed)
    assert fault(text) == ""
    kinds = {type(node) for node in walked(read(text))}
    assert kinds <= {P, Quote, Items, Em, Strong, Letters, Break}


def walked(nodes: tuple[object, ...]) -> list[object]:
    """Every node within nodes."""
    found: list[object] = []
    for node in nodes:
        found.append(node)
        inner = getattr(node, "inside", None) or sum(getattr(node, "items", ()), ())
        found += walked(inner)
    return found


def test_what_is_no_markup_stays_as_it_was_typed() -> None:
    """Nothing of HTML, links or source is read, so nothing of it is lost."""
    for typed in ("<b>bold</b>", "[here](x)", "#read(x)", "# No heading", "`x`", "&lt;"):
        assert in_letters(read(typed)) == typed


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "write at least a word"),
        (" \n\t ", "write at least a word"),
        ("\u2800\u3164", "write at least a word"),
        ("x" * 4210, "your story has 4,210 letters; 4,000 fit"),
        ("one\ntwo\nthr\x07ee", "line 3 has a letter that nobody can see"),
        ("a\u202eb", "line 1 has a letter that nobody can see"),
        ("a\u200fb", "line 1 has a letter that nobody can see"),
        ("a\u2066b\u2069", "line 1 has a letter that nobody can see"),
        ("a\u200bb", "line 1 has a letter that nobody can see"),
        ("a\ufeffb", "line 1 has a letter that nobody can see"),
        ("a\u00adb", "line 1 has a letter that nobody can see"),
        ("a\x1b[31mb", "line 1 has a letter that nobody can see"),
        ("a\x00b", "line 1 has a letter that nobody can see"),
        ("a\ue000b", "line 1 has a letter that nobody can see"),
        ("one\nZ" + "\u0335" * 9, "line 2 has a letter with too many accents"),
        ("> > > > x", "quotations and lists may stand 3 deep in each other"),
        ("- - - - x", "quotations and lists may stand 3 deep in each other"),
    ],
)
def test_what_may_not_be_filed(typed: str, why: str) -> None:
    """Said in a sentence that names the line."""
    assert fault(plain(typed)) == why


def test_line_ends_and_spaces_are_made_plain() -> None:
    """As browsers and other machines send them."""
    assert plain("\r\n one\r\ntwo\rthree\u2028four \n \n") == "one\ntwo\nthree\nfour"
    assert plain("a\tb") == "a b"


def test_depth_counts_quotations_and_lists_apart() -> None:
    """Three of each are three deep."""
    assert depth(read("> > > - - - x")) == 3
    assert depth(read("x")) == 0


def test_the_words_of_a_picture_are_one_line() -> None:
    assert line_fault("A tank, on fire") == ""
    assert line_fault("x" * 201) == "it has 201 letters; 200 fit"
    assert line_fault("a\nb") == line_fault("a\u202eb") != ""


@pytest.mark.parametrize(
    ("typed", "html"),
    [
        ("*No* <b>one</b>", '<p dir="auto"><em>No</em> &lt;b&gt;one&lt;/b&gt;</p>'),
        ("one  \n**two**", '<p dir="auto">one<br><strong>two</strong></p>'),
        ("> x", '<blockquote><p dir="auto">x</p></blockquote>'),
        ("- x", '<ul><li><p dir="auto">x</p></li></ul>'),
        ("4. x", '<ol start="4"><li><p dir="auto">x</p></li></ol>'),
    ],
)
def test_words_as_html_have_our_tags_alone(typed: str, html: str) -> None:
    """Each kind of node is one element; a numbered list goes on from its first number."""
    assert in_html(read(typed)).replace("\n", "") == html
