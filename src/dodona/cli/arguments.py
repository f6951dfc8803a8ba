"""Arguments and options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

from dodona.cli.words import LARGEST, size

GameWord = Annotated[
    str, typer.Argument(metavar="GAME", help="A text form, a file, or a Python class; see dodona --help.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Time = Annotated[float | None, typer.Option(min=0, metavar="SECONDS", help="Stop after this much time.")]
Nodes = Annotated[int | None, typer.Option(min=0, max=LARGEST, metavar="N", help="Stop after this many nodes.")]
Memory = Annotated[
    int | None, typer.Option(parser=size, metavar="BYTES", help="Memory for trees: bytes, or for example 500M or 2G.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]
Gap = Annotated[float | None, typer.Option(min=0, help="Stop when the bounds are this close.")]
