"""A game from the word on the command line: a text form, an .efg or .nfg file, or a class in a Python file."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import dodona
from dodona.matches.contests import SEED, OneGame
from dodona.model.contest import Contest
from dodona.model.errors import DodonaError, FileFormatError, GameDefinitionError
from dodona.model.game import Game
from dodona.model.text import Call, parse_text

_PYTHON = re.compile(r"(?P<path>.+\.py)(?::(?P<call>.*))?", re.DOTALL)


def load_game(word: str) -> Game:
    """Open the game that a word names.

    ``leduc`` and ``goofspiel(cards=4)`` are built in, ``name.efg`` and ``name.nfg`` are files of Gambit,
    ``rules.py:ClassName`` is a class written in Python, with arguments as in ``rules.py:Nim(heaps=3)`` where its
    constructor takes some; ``rules.py`` alone will do if it defines one game. What a Python file prints goes to
    standard error.
    """
    python = _PYTHON.fullmatch(word)
    if python:
        with contextlib.redirect_stdout(sys.stderr):
            return _from_python(Path(python["path"]), python["call"])
    try:
        game: Game = dodona.problem(word)
    except FileFormatError as error:
        if error.line:
            raise DodonaError(f"{word}, {error}") from None
        raise
    return game


class WordGame(OneGame):
    """The game of a word as a contest, which goes to other processes as the word."""

    def __init__(self, word: str) -> None:
        super().__init__(load_game(word))
        self._word = word

    def __reduce__(self) -> tuple[type[WordGame], tuple[str]]:
        return WordGame, (self._word,)


def load_contest(word: str) -> Contest | str:
    """What a match on the command line is about: a game, a contest, or a text with a place for a seed."""
    if SEED in word:
        return word
    if _PYTHON.fullmatch(word):
        return WordGame(word)
    made: Any = load_game(word)
    return made if isinstance(made, Contest) else OneGame(made)


def _from_python(path: Path, text: str | None) -> Game:
    call = _call(path, text)
    module = _import(path)
    games = {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, Game) and thing.__module__ == module.__name__
    }
    names = ", ".join(games) or "none"
    if call is None:
        if len(games) != 1:
            raise GameDefinitionError(
                f"{path} must define one subclass of dodona.Game to be opened without a name; it defines {names}: "
                f"write {path}:ClassName."
            )
        call = Call(next(iter(games)), (), {})
    chosen = getattr(module, call.name, None)
    if not (isinstance(chosen, type) and issubclass(chosen, Game)):
        wrong = "has no class" if chosen is None else "has no subclass of dodona.Game named"
        raise GameDefinitionError(f"{path} {wrong} {call.name}; the games it defines: {names}.")
    try:
        return chosen(*call.positional, **call.named)
    except (Exception, SystemExit) as error:
        raise GameDefinitionError(f"{path}: making {text or call.name} raised {_words(error, path)}.") from None


def _call(path: Path, text: str | None) -> Call | None:
    if text is None:
        return None
    if not text.strip():
        raise GameDefinitionError(f"the name of a class is missing behind the colon: write {path}:ClassName.")
    first, *views = parse_text(text)
    if views:
        raise GameDefinitionError(f"{path}:{text} names more than a class; views are made in Python, not in this text.")
    return first


def _import(path: Path) -> ModuleType:
    """Run a Python file as a module of its own, with its folder on the path as when it is run as a script."""
    try:
        source = path.read_bytes()
    except OSError as error:
        raise GameDefinitionError(f"{path} cannot be opened: {error.strerror}.") from None
    name = f"dodona_game_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickles look their module up
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except (Exception, SystemExit) as error:
        raise GameDefinitionError(f"{path} cannot be imported: {_words(error, path)}.") from None
    return module


def _words(error: BaseException, path: Path) -> str:
    """An error of the user's file: its kind, its text and the line of the file it comes from."""
    line, text = 0, str(error)
    if isinstance(error, SyntaxError):
        text = error.msg
        line = error.lineno or 0 if error.filename == str(path) else 0
    trace = error.__traceback__
    while trace is not None and not isinstance(error, SyntaxError):
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    place = f" in line {line}" if line else ""
    return f"{type(error).__name__}{place}" + (f": {text.rstrip('.')}" if text else "")
