"""The face that all command groups have: help on ``-h``, no completion to install, no traceback of Typer's own."""

from __future__ import annotations

import typer


def program(name: str, help_text: str, epilog: str | None = None) -> typer.Typer:
    """An empty group of commands that shows its help when called without one."""
    return typer.Typer(
        name=name,
        help=help_text,
        epilog=epilog,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
