"""Property tests try the same examples on every run, so that a red run is about the change it stands on.

``pytest --hypothesis-profile=explore`` looks for new ones; what it finds becomes an example or a test of its own.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", max_examples=1500, deadline=None, print_blob=True)
settings.load_profile("repeatable")
