"""Settings of the whole test run.

Modules beside this file (``bimatrix``, ``counting``, ``instances``, ``positions``, ``oracles``, ``peers``,
``playthroughs``) can be imported by every test.
Hypothesis draws the same examples in every run; ``--hypothesis-profile=explore`` draws new ones, and a thousand where a
test does not say how many.
"""

import signal

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("repeatable")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; tests of Ctrl-C need it
    signal.signal(signal.SIGINT, signal.default_int_handler)
