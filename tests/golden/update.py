"""Write the golden playthroughs anew: ``python tests/golden/update.py``.

Run it after a change that is meant to alter what a game says about its positions, read the difference, and commit the
changed files together with the reason. ``--check`` writes nothing and ends with status 1 if a file would change.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playthroughs import FOLDER, GAMES, path_of, playthrough


def main() -> int:
    """Write or check all files; files of games that are gone are removed."""
    check = "--check" in sys.argv[1:]
    wanted = {path_of(name): playthrough(name) for name in GAMES}
    kept = {path: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt")}
    changed = sorted(path for path in wanted.keys() | kept.keys() if wanted.get(path) != kept.get(path))
    for path in changed:
        print(("differs: " if check else "writing " if path in wanted else "removing ") + path.name)
        if check:
            continue
        if path in wanted:
            path.write_text(wanted[path], encoding="utf-8", newline="\n")
        else:
            path.unlink()
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
