"""The plan of the house, read from its imports: they run downwards only, and the rules are pure."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from support.kept import kept

ROOT = Path(__file__).parents[2]
FILES = sorted(
    file
    for file in (*ROOT.glob("events/**/*.py"), *ROOT.glob("campaign/**/*.py"))
    if file.name != "_build.py"  # which only an sdist has
)
LINES = 660

LAYERS: tuple[tuple[str, ...], ...] = (
    ("campaign.extend",),
    ("events",),
    ("campaign.text",),
    ("campaign.kernel",),
    ("campaign.history",),
    ("campaign.diary",),
    ("campaign.disputes",),
    ("campaign.verify",),
    ("campaign.lif", "campaign.fow", "campaign.kit", "campaign.plain_game"),
    ("campaign.systems", "campaign.game_packages", "campaign.game_api"),
    ("campaign.world",),
    ("campaign.store",),
    ("campaign.accounts",),
    ("campaign.projections", "campaign.reports"),
    ("campaign.handler",),
    ("campaign.notifications",),
    ("campaign.web",),
    ("campaign.cli",),
    ("campaign.extensions",),
    ("campaign.conformance",),
)  # fmt: skip
"""From the ground up. A file imports from its own floor and from those below."""

SYSTEMS = ("campaign.lif", "campaign.fow", "campaign.kit")
"""The rule systems, which know nothing of each other."""

LIF_EVENTS = ("events.lif",)
FOW_EVENTS = ("events.fow",)
KIT_EVENTS = ("events.kit",)

PURE = (
    *(name for floor in LAYERS[1:9] for name in floor),
    "campaign.projections.rows",
    "campaign.projections.of_record",
    "campaign.web.replies",
    "campaign.web.forms",
    "campaign.accounts.choices",
    "campaign.notifications.email_content",
    "campaign.notifications.delivery_status",
    "campaign.notifications.notification",
    "campaign.extensions.adviser",
    "campaign.extensions.mail_out.message",
    "campaign.notifications.detection",
    "campaign.notifications.planning",
    "campaign.notifications.public_addresses",
    "campaign.extensions.mail_in.reading",
    "campaign.extensions.mail_in.meaning",
    "campaign.extensions.statistics",
    "campaign.extensions.book.made",
    *(
        f"campaign.extensions.veto_advice.{name}"
        for name in ("accuracy", "advise", "ballot", "continuation", "position", "verbs", "words")
    ),
)
"""What touches no clock, die, file or database; a rule system reads its own tables alone."""

WORLDLY = frozenset(
    {"os", "sys", "sqlite3", "time", "datetime", "random", "secrets", "uuid", "pathlib",
     "tempfile", "shutil", "glob", "subprocess", "socket", "threading", "asyncio", "logging",
     "sqlite_utils", "eventsourcing", "click", "rich", "jinja2", "cryptography", "platformdirs"}
)  # fmt: skip


LOADING = ("campaign.systems", "campaign.game_packages")
"""What imports games by their names."""

SIGNING = {
    "campaign.kernel.keys": (
        "cryptography.exceptions",
        "cryptography.hazmat.primitives.asymmetric.ec",
        "cryptography.hazmat.primitives.asymmetric.ed25519",
        "cryptography.hazmat.primitives.asymmetric.padding",
        "cryptography.hazmat.primitives.asymmetric.rsa",
        "cryptography.hazmat.primitives.asymmetric.types",
        "cryptography.hazmat.primitives.hashes",
        "cryptography.hazmat.primitives.serialization",
    ),
}
"""To check a signature is to reckon: that part of a worldly library is as pure as a hash."""


def module_of(file: Path) -> str:
    """A file's module name."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in FILES}


class Source(NamedTuple):
    """What this plan asks of a file; the file's tree is large and not kept."""

    imported: tuple[str, ...]
    """Modules that it imports, early or late."""
    called: frozenset[str]
    classes: tuple[str, ...]
    about: str | None


@cache
def sources() -> dict[str, Source]:
    """Every file by its name, read once."""
    read: dict[str, Source] = kept("structure", FILES, _read, dict[str, Source])
    return read


def _read() -> dict[str, Source]:
    return {str(file): _source(file) for file in FILES}


def source(file: Path) -> Source:
    """What there is to know of a file."""
    return sources()[str(file)]


def _source(file: Path) -> Source:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    nodes = tuple(ast.walk(tree))
    return Source(
        tuple(_imports(file, nodes)),
        frozenset(
            node.func.id
            for node in nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ),
        tuple(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        ast.get_docstring(tree),
    )


def _imports(file: Path, nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{file} imports by dots"
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in MODULES else node.module


def imports(file: Path) -> tuple[str, ...]:
    """Every module that a file imports, early or late."""
    return source(file).imported


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of these or in one of them."""
    return any(module == name or module.startswith(f"{name}.") for name in packages)


def floor(module: str) -> int | None:
    """The floor that a module lives on; None for what is not in the house, or its bare name."""
    return next((level for level, names in enumerate(LAYERS) if within(module, names)), None)


@pytest.fixture(scope="module", autouse=True)
def before() -> None:
    """Every file is read before the first test."""
    sources()


def test_every_file_has_its_floor() -> None:
    """LAYERS says where each lives; all but the package itself, which imports nothing."""
    assert imports(MODULES["campaign"]) == ()
    assert [module for module in MODULES if floor(module) is None] == ["campaign"]


STORES = ("campaign.store.sqlite", "campaign.extensions.postgres")
"""What is each store's own."""
OPENS = "campaign.store.reader"
"""What opens a store; those in databases it asks for as for any extension."""
SQLITE, POSTGRES = STORES
TENDS = {
    "campaign.store.doctor": {
        f"{SQLITE}.backup",
        f"{SQLITE}.connections",
    },
    "campaign.cli.shared_verbs.stores": {f"{SQLITE}.backup"},
    "campaign.extensions.clubs.changes": {f"{SQLITE}.backup"},
    "campaign.accounts.copying": {f"{SQLITE}.backup"},
    "campaign.extensions.clubs.databases": {f"{POSTGRES}.connections"},
    "campaign.extensions.clubs.directory": {f"{POSTGRES}.people"},
    "campaign.accounts.database": {f"{SQLITE}.connections"},
    "campaign.accounts.backups": {f"{SQLITE}.backup", f"{SQLITE}.connections"},
    "campaign.web.server.store_watch": {f"{SQLITE}.locks"},
}
"""Who looks after a file or a database itself, and with what."""


def test_imports_run_downwards_only() -> None:
    """No file knows what stands above it."""
    upwards = [
        f"{module} imports {imported}"
        for module, file in MODULES.items()
        for imported in imports(file)
        if (floor(imported) or 0) > (floor(module) or 0)
    ]
    assert upwards == []


def test_no_files_import_each_other_in_a_circle() -> None:
    """Neighbours on one floor may import one another, one way; what is imported late counts too."""
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " → ".join((*path[path.index(module) :], module))
        if module in done:
            return
        for imported in imports(MODULES[module]):
            if imported in MODULES and imported != "campaign":
                visit(imported, (*path, module))
        done.add(module)

    for module in MODULES:
        visit(module, ())


def test_nobody_knows_which_store_it_is() -> None:
    """Everybody takes it as the protocol that `campaign/store/protocol.py` describes: who is found
    here imports from there what it needs. The two stores know nothing of each other.
    """
    allowed = {OPENS: {f"{SQLITE}.store"}, **TENDS}
    found = {
        (module, store): known - allowed.get(module, set())
        for module, file in MODULES.items()
        for store in STORES
        if (known := {name for name in imports(file) if within(name, (store,))})
        and not within(module, (store,))
    }
    assert {module: names for module, names in found.items() if names} == {}


EXTENSIONS = "campaign.extensions"
NEIGHBOURS = {
    "mail_in": {"mail_out"},
    "clubs": {"postgres"},
}
"""Extensions that need another one."""
OF_A_GAME = tuple(f"{EXTENSIONS}.{one}" for one in ("adviser", "statistics", "veto_advice"))
"""Extensions that belong to Leaders in Flames."""


def test_the_core_imports_no_extension() -> None:
    """Neither now nor late, nor by name in a text: `extend.py` alone names them."""
    for module, file in MODULES.items():
        if not within(module, (EXTENSIONS, "campaign.extend")):
            assert not [name for name in imports(file) if within(name, (EXTENSIONS,))], module
            assert EXTENSIONS not in file.read_text(encoding="utf-8"), f"{module} names one"


def test_an_extension_imports_no_other() -> None:
    """But those that it needs."""
    for module, file in MODULES.items():
        if not within(module, (EXTENSIONS,)) or module == EXTENSIONS:
            continue
        own = module.split(".")[2]
        others = {name.split(".")[2] for name in imports(file) if name.startswith(f"{EXTENSIONS}.")}
        assert others <= {own, *NEIGHBOURS.get(own, ())}, module


EVENTS_OF = {
    "campaign.lif": LIF_EVENTS,
    "campaign.fow": FOW_EVENTS,
    "campaign.kit": KIT_EVENTS,
}
"""Each rule system's own events."""


def acquainted(
    wanted: Mapping[str, Iterable[str]], events_of: Mapping[str, tuple[str, ...]]
) -> list[tuple[str, str]]:
    """Modules of a rule system that import another one or its events, given what each imports."""
    return [
        (module, imported)
        for module, found in wanted.items()
        for system in events_of
        if within(module, (system, *events_of[system]))
        for imported in found
        for other in events_of
        if other != system and within(imported, (other, *events_of[other]))
    ]


PAGES = "campaign.web.pages."
EVERY_PAGE_S = f"{PAGES}errors"
"""Pages that stand in for any other."""


def other_pages(module: str, imported: Iterable[str]) -> list[str]:
    """What a page takes from other pages; what two of them share belongs beside them."""
    if not module.startswith(PAGES):
        return []
    return [one for one in imported if one.startswith(PAGES) and one != EVERY_PAGE_S]


def test_a_page_imports_no_other_page() -> None:
    """But those of errors."""
    assert not [
        f"{module} imports {one}"
        for module, file in MODULES.items()
        for one in other_pages(module, imports(file))
    ]


def test_a_page_that_imports_another_is_found() -> None:
    assert other_pages(f"{PAGES}now", [f"{PAGES}home", EVERY_PAGE_S]) == [f"{PAGES}home"]
    assert other_pages("campaign.web.routes", [f"{PAGES}home"]) == []


def test_rule_systems_know_nothing_of_each_other() -> None:
    """Only `systems.py` knows them all."""
    assert set(EVENTS_OF) == set(SYSTEMS)
    wanted = {module: list(imports(file)) for module, file in MODULES.items()}
    assert all(within(name, tuple(MODULES)) for names in EVENTS_OF.values() for name in names)
    assert acquainted(wanted, EVENTS_OF) == []


def test_nobody_but_the_list_of_systems_imports_a_game() -> None:
    """Neither its rules nor its events, be it late or by name in a text."""
    games = (*SYSTEMS, *(name for names in EVENTS_OF.values() for name in names))
    for module, file in MODULES.items():
        if within(module, (*games, "campaign.systems", *OF_A_GAME)):
            continue
        assert not [name for name in imports(file) if within(name, games)], module
        text = file.read_text(encoding="utf-8")
        assert not [name for name in games if name in text], f"{module} names a game"


def test_the_shared_vocabulary_reads_no_game() -> None:
    """What every campaign stores, and the codec, are there before any game is."""
    of_games = tuple(name for names in EVENTS_OF.values() for name in names)
    shared = [name for name in MODULES if within(name, ("events",)) and not within(name, of_games)]
    assert "events.codec" in shared
    for module in shared:
        assert not any(within(name, of_games) for name in imports(MODULES[module])), module


MADE_UP: dict[str, list[str]] = {
    "campaign.sea": ["campaign.kernel.system", "events.sea", "campaign.sea.ships"],
    "campaign.sea.ships": ["events.sea", "campaign.seaside"],
    "campaign.seaside": ["campaign.sky"],
    "campaign.sky": ["campaign.kernel.system", "events.sky"],
    "events.sea": ["events.base"],
    "campaign.systems": ["campaign.sea", "campaign.sky"],
}


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("campaign.sea.ships", "campaign.sky"),
        ("campaign.sky", "campaign.sea.ships"),
        ("campaign.sea", "events.sky"),
        ("events.sea", "events.sky"),
    ],
)
def test_a_rule_system_that_knows_another_is_found(module: str, imported: str) -> None:
    """In a house made up of two; a name that only begins alike is no part of a system."""
    events_of = {"campaign.sea": ("events.sea",), "campaign.sky": ("events.sky",)}
    assert acquainted(MADE_UP, events_of) == []
    changed = {**MADE_UP, module: [*MADE_UP[module], imported]}
    assert acquainted(changed, events_of) == [(module, imported)]


def test_the_rules_are_pure() -> None:
    """Time, dice and files enter through commands; tables by way of their packages."""
    pure = {module: file for module, file in MODULES.items() if within(module, PURE)}
    assert len(pure) > 150
    for module, file in pure.items():
        for imported in imports(file):
            if imported not in SIGNING.get(module, ()):
                assert imported.split(".")[0] not in WORLDLY, f"{module} imports {imported}"
            if imported.startswith(("importlib", "pkgutil")) and module not in LOADING:
                owns_tables = within(module, (*SYSTEMS, "campaign.extensions.adviser"))
                assert imported in ("importlib.resources", "pkgutil") and owns_tables, module
        assert not source(file).called & {"open", "print", "input", "exec", "eval"}, module


def test_a_file_is_one_room() -> None:
    """A file that needs scrolling on and on is asking to be two."""
    long = {
        str(file.relative_to(ROOT)): lines
        for file in FILES
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > LINES
    }
    assert long == {}


def test_every_file_says_what_it_is() -> None:
    """In its first lines."""
    assert [str(file.relative_to(ROOT)) for file in FILES if not source(file).about] == []


def test_no_two_classes_share_a_name() -> None:
    """Whoever searches for a class finds one: in the frame, and on each game's shelf."""
    for system in EVENTS_OF:
        others = [
            one for other in EVENTS_OF if other != system for one in (other, *EVENTS_OF[other])
        ]
        found = [
            name
            for module, file in MODULES.items()
            if not within(module, tuple(others))
            for name in source(file).classes
        ]
        assert [name for name, count in Counter(found).items() if count > 1] == []


def test_every_floor_is_lived_on() -> None:
    """The plan names nothing that is not there."""
    for names in LAYERS:
        for name in names:
            assert name in MODULES, name
