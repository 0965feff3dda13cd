"""A page's style: of the whole sheet the rules that the page has a use for."""

from campaign.reports.rendering import in_short, needed

SHEET = """
/* a comment { with braces } */
:root { --ink: #000 }
p, .lede { margin: 0;  color: var(--ink) }
.bar > a:hover, .rail a { color: red; }
.bar .home:not(.now) { color: blue }
.list:is(.one, .other) li { top: 0 }
@page { margin: 13mm }
@media print {
  .bar { display: none }
  h1 { font-size: 20pt }
}
@media screen and (max-width: 46rem) { .rail { gap: 1px } }
"""


def style(html: str) -> str:
    """What a page needs of the sheet."""
    return needed(in_short(SHEET), html)


def test_comments_and_spaces_are_left_out() -> None:
    """And the last semicolon; what needs its spaces keeps them."""
    assert in_short(SHEET).startswith(
        ":root{--ink:#000}p,.lede{margin:0;color:var(--ink)}.bar > a:hover,.rail a{color:red}"
    )
    assert "@media screen and (max-width:46rem){.rail{gap:1px}}" in in_short(SHEET)


def test_a_page_without_classes_has_the_rules_without_any() -> None:
    """Of a list of selectors those that fit; no empty block for a medium."""
    assert style("<p>text</p>") == (
        ":root{--ink:#000}p{margin:0;color:var(--ink)}@page{margin:13mm}"
        "@media print{h1{font-size:20pt}}"
    )


def test_a_rule_needs_all_the_classes_that_it_names() -> None:
    """But not the one that it excludes; a class in the text is no class of the page."""
    bar = style('<nav class="bar wide"></nav><p>class home</p>')
    assert ".bar > a:hover{color:red}" in bar and "@media print{.bar{display:none}" in bar
    assert ".home" not in bar and ".rail" not in bar
    assert ".bar .home:not(.now){color:blue}" in style('<p class="bar"></p><p class="home"></p>')


def test_a_choice_of_classes_is_one_selector() -> None:
    """Its comma parts no selectors."""
    page = '<ul class="list one"></ul><ul class="list other"></ul>'
    assert ".list:is(.one,.other) li{top:0}" in style(page)
