"""Pseudo-terminals of POSIX, for tests of what people see."""

import os
import select


def open_terminal(columns: int) -> tuple[int, int]:
    """Our end and theirs of a terminal with that many columns."""
    import fcntl
    import struct
    import termios

    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    return ours, theirs


def read_all(terminal: int) -> str:
    """All that is shown until the other end is closed."""
    shown = b""
    while select.select([terminal], [], [], 60)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other side is closed
            break
        if not part:
            break
        shown += part
    os.close(terminal)
    return shown.decode()
