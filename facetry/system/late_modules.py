"""Modules that libraries import at their top, and that the service does not use: they are imported at their first use.

Socket.IO imports HTTP clients, Connexion validators and test clients, structlog a terminal library. Importing them took
a fifth of the start of a service, and 20 MiB. Parts of the service itself that it needs for its first search, and not
for its start, are late too.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from threading import Event
from types import ModuleType
from typing import Any, Final

_NUMERICS: Final = ("numpy", "numkong")
_has_numerics = Event()


@contextmanager
def late_modules(*names: str) -> Iterator[None]:
    """Within the context, `import name` and `from name import part` import none of these modules.

    What they define is a stand-in that imports its module when something of it is used after the context. Classes
    that are declared within the context do not inherit from stand-ins. Loaded modules are left as they are, and
    modules that are not installed stay missing. For one thread at a time, at the top of a file, around imports.
    """
    stand_ins: dict[str, LateModule] = {}
    for name in names:
        if name not in sys.modules and (spec := _find_spec(name)) is not None:
            stand_ins[name] = sys.modules[name] = LateModule(name, spec.submodule_search_locations)
    try:
        yield
    finally:
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                _forget(name)


def late_numerics() -> AbstractContextManager[None]:
    """Late modules for calculations with arrays: the first search needs them, and the start of a service does not.

    What runs on the event loop uses them only if `has_numerics`.
    """
    return late_modules(*_NUMERICS, "numpy.typing")


def has_numerics() -> bool:
    """Whether `import_numerics` was called."""
    return _has_numerics.is_set()


def import_numerics() -> None:
    """Import what `late_numerics` has made late, in a tenth of a second."""
    for name in _NUMERICS:
        importlib.import_module(name)
    _has_numerics.set()


def _find_spec(name: str) -> ModuleSpec | None:
    """As `importlib.util.find_spec`, which imports the package of a module: that may import the module itself."""
    package, _, _ = name.rpartition(".")
    if package in sys.modules:
        return PathFinder.find_spec(name, getattr(sys.modules[package], "__path__", ()))
    if not package:
        return find_spec(name)
    spec = _find_spec(package)
    return None if spec is None else PathFinder.find_spec(name, spec.submodule_search_locations)


def _forget(name: str) -> None:
    """Remove a stand-in and what was imported below it, so that the next import finds a whole package."""
    for each in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[each]


class LateModule(ModuleType):
    """Stands for a module that is imported when something of it is used."""

    def __init__(self, name: str, locations: list[str] | None) -> None:
        super().__init__(name)
        if locations is not None:
            self.__path__ = locations

    def is_late(self) -> bool:
        """Whether the module must not be imported yet."""
        return sys.modules.get(self.__name__) is self

    def __getattr__(self, name: str) -> Any:
        """What the module has under this name; a stand-in for it while the module must not be imported yet."""
        if name.startswith("__"):  # asked for by the import system
            raise AttributeError(name)
        if self.is_late():
            return LatePart(self, lambda: getattr(importlib.import_module(self.__name__), name))
        module = importlib.import_module(self.__name__)
        vars(self).update(vars(module))  # from now on, what it has is found as fast as in the module itself
        return getattr(module, name)


class LatePart:
    """Stands for a function or class of a late module, or for what was made of one. It is found when it is used."""

    def __init__(self, module: LateModule, find: Callable[[], Any]) -> None:
        self._module = module
        self._find = find

    def _use(self, use: Callable[[Any], Any]) -> Any:
        return LatePart(self._module, lambda: use(self._find())) if self._module.is_late() else use(self._find())

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the function, or make an instance of the class."""
        return self._use(lambda part: part(*arguments, **options))

    def __getattr__(self, name: str) -> Any:
        """An attribute of the part."""
        if name.startswith("__"):  # asked for by inspection, which needs no answer
            raise AttributeError(name)
        return self._use(lambda part: getattr(part, name))

    def __getitem__(self, key: Any) -> Any:
        """A member of the part."""
        return self._use(lambda part: part[key])

    def __or__(self, other: Any) -> Any:
        """A union of types."""
        return self._use(lambda part: part | other)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[()]:
        """A class that names the part as a base inherits from its other bases only."""
        return ()
