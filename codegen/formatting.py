"""Formats generated Python, independent of the configuration around the current folder."""

from __future__ import annotations

import subprocess
import sys

STYLE = ("--isolated", "--line-length=120", "--target-version=py311", "--stdin-filename=generated.py")


def format_python(source: str) -> str:
    """The source formatted by ruff, with sorted imports and without unused ones."""
    sorted_imports = _ruff(["check", *STYLE, "--select=F401,I,UP", "--fix-only", "--quiet", "-"], source)
    return _ruff(["format", *STYLE, "--quiet", "-"], sorted_imports)


def _ruff(arguments: list[str], source: str) -> str:
    command = [sys.executable, "-m", "ruff", *arguments]
    done = subprocess.run(command, input=source, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603 -- a fixed command
    if done.returncode:
        raise RuntimeError(f"ruff {arguments[0]} refused a generated file: {done.stderr.strip()}")
    return done.stdout
