"""Types of the public names, with one overload of ``solve`` per kind of method: ``python tests/public_stub.py FILE``.

``python3 tasks.py stubs`` writes ``src/dodona/__init__.pyi`` with it, and ``lint`` fails where that is another one.
"""

import collections
import sys
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import dodona
from dodona import _core
from dodona.all_methods import METHODS
from dodona.model.limit import LimitKeywords
from dodona.model.method import Method
from dodona.model.options import Option

HEAD = '''"""Types of the public names, written by tests/public_stub.py."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, overload

'''
BEFORE = ["problem: ProblemLike"]
AFTER = ["limit: Limit | None = None", "seed: int = 0", "on_event: Callable[[Event], None] | None = None"]


def stub() -> str:
    """The whole file."""
    imports = [
        f"from dodona.{home} import {name} as {name}"
        for home, names in dodona._HOMES.items()
        for name in names
        if name not in ("methods", "solve")
    ]
    imports.append("from dodona.face import ProblemLike")
    words = ", ".join(f'"{method.name}"' for method in METHODS)
    names_of_methods = [
        f"MethodName = Literal[{words}]\n",
        "def methods(problem: ProblemLike | None = None) -> list[MethodName]: ...",
    ]
    return HEAD + "\n".join(sorted(imports)) + "\n\n" + "\n".join([*names_of_methods, *overloads()]) + "\n"


def overloads() -> list[str]:
    """One ``solve`` for the automatic choice, whose options depend on it, one per group of methods with equal options,
    and one without options for a method that is not known before it runs.
    """
    groups: dict[tuple[str, ...], list[str]] = collections.defaultdict(list)
    for method in METHODS:
        groups[keywords(method)].append(method.name)
    limits = ["*", *(f"{name}: {_text(kind)} = None" for name, kind in get_type_hints(LimitKeywords).items())]
    found = [signature("None = None", [*limits, "**options: Any"])]
    for options, names in groups.items():
        words = ", ".join(f'"{name}"' for name in names)
        found.append(signature(f"Literal[{words}]", [*limits, *options]))
    return [*found, signature("MethodName | None = None", limits)]


def signature(method: str, rest: list[str]) -> str:
    """An overload, one parameter a line."""
    parameters = [*BEFORE, f"method: {method}", *AFTER, *rest]
    return "@overload\ndef solve(\n" + "".join(f"    {own},\n" for own in parameters) + ") -> Solution: ..."


def keywords(method: Method) -> tuple[str, ...]:
    """The options of a method as parameters."""
    return tuple(f"{own.name}: {_type(own)} = ..." for own in method.declared_options())


def _type(own: Option) -> str:
    text = _text(own.annotation)
    return f"{text} | str" if own.is_size else text


def _text(kind: Any) -> str:
    """A type as it is written; types that are of no use to an editor are Any."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(_text, arguments)))
    if origin is Literal:
        return f"Literal[{', '.join(f'{chr(34)}{word}{chr(34)}' for word in arguments)}]"
    if origin is tuple:
        return f"tuple[{_text(arguments[0])}, ...]"
    if origin is collections.abc.Mapping:
        return "Mapping[Any, Any]"
    if origin is collections.abc.Callable:
        return "Callable[..., Any]"
    plain = {type(None): "None", _core.TranspositionTable: "TranspositionTable"}
    return plain.get(kind) or (kind.__name__ if kind in (int, float, str, bool) else "Any")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(stub(), encoding="utf-8", newline="\n")
