"""What all tests share. Property tests try the same examples on every run, so that a red run is about its change.

``pytest --hypothesis-profile=explore`` looks for new ones; what it finds becomes an example or a test of its own.
"""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", max_examples=1500, deadline=None, print_blob=True)
settings.load_profile("repeatable")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell lets what it starts in the background ignore interrupts, and so would every program that a test starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
