"""The rule ids that the code writes, found by reading it.

A rule id is the value of a keyword argument `rule`, of a member `"rule"` of a dictionary, or of any argument from which
a function makes such a value. So functions that pass a rule on, or put words in front of it, are followed to their
callers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HOME = Path(__file__).parents[3]
FOLDERS = ("facetry", "handlers")
MEMBER = "rule"
ANY = "{}"
"""In a template: where the word of the caller goes."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Sink:
    """A parameter of a function or class that becomes a rule id, after it is put into the template."""

    file: str
    name: str
    parameter: str
    position: int
    template: str


@dataclass(frozen=True)
class Literals:
    """The rule ids, each with a place in the code, and the expressions that could not be followed."""

    places: dict[str, str]
    unresolved: set[str]


@cache
def rule_literals() -> Literals:
    """What all modules of the service and the tools write."""
    files = [path for folder in FOLDERS for path in sorted((HOME / folder).rglob("*.py"))]
    reader = _Reader({path.relative_to(HOME).as_posix(): ast.parse(path.read_text()) for path in files})
    reader.read()
    return Literals(reader.places, reader.unresolved)


class _Reader:
    def __init__(self, modules: dict[str, ast.Module]) -> None:
        self.modules = modules
        self.places: dict[str, str] = {}
        self.unresolved: set[str] = set()
        self.sinks: set[Sink] = set()
        self.constants = {file: dict(_assignments(module.body)) for file, module in modules.items()}
        self.functions = {file: _definitions(module) for file, module in modules.items()}
        self.stems = {file: Path(file).stem for file in modules}
        self.uses = [(file, node, function) for file in modules for node, function in _uses(modules[file], None)]

    def read(self) -> None:
        for file, module in self.modules.items():
            for name in (node.name for node in ast.walk(module) if isinstance(node, ast.ClassDef)):
                if MEMBER in (parameters := self.functions[file][name]):
                    self.sinks.add(Sink(file, name, MEMBER, parameters.index(MEMBER), ANY))
        count = -1
        while count != len(self.sinks):
            count = len(self.sinks)
            for file, node, function in self.uses:
                if isinstance(node, ast.Call):
                    self.read_call(file, node, function)
                else:
                    for key, value in zip(node.keys, node.values, strict=True):
                        if isinstance(key, ast.Constant) and key.value == MEMBER:
                            self.follow(file, value, function, ANY)

    def read_call(self, file: str, call: ast.Call, function: Function | None) -> None:
        for sink in self.called_sinks(file, call):
            keywords = [keyword.value for keyword in call.keywords if keyword.arg == sink.parameter]
            for value in keywords or call.args[sink.position : sink.position + 1]:
                self.follow(file, value, function, sink.template)
        for keyword in call.keywords:
            if keyword.arg == MEMBER:
                self.follow(file, keyword.value, function, ANY)

    def called_sinks(self, file: str, call: ast.Call) -> list[Sink]:
        """The sinks of the called function: one of the same file, of the named module, or any with its name."""
        name = _called_name(call)
        sinks = [sink for sink in self.sinks if sink.name == name]
        match call.func:
            case ast.Attribute(value=ast.Name(id=module)) if module in self.stems.values():
                return [sink for sink in sinks if self.stems[sink.file] == module]
            case _ if name in self.functions[file] or name.startswith("_"):
                return [sink for sink in sinks if sink.file == file]
            case _:
                return sinks

    def follow(self, file: str, value: ast.expr, function: Function | None, template: str) -> None:
        """Record what an expression may be; `template` is what a caller's word is put into."""
        match value:
            case ast.Constant(value=str(text)) if text:
                self.places.setdefault(template.replace(ANY, text), f"{file}:{value.lineno}")
            case ast.Constant():
                pass
            case ast.IfExp(body=one, orelse=other):
                self.follow(file, one, function, template)
                self.follow(file, other, function, template)
            case ast.JoinedStr(values=parts):
                holes = [part.value for part in parts if isinstance(part, ast.FormattedValue)]
                pattern = "".join(str(part.value) if isinstance(part, ast.Constant) else ANY for part in parts)
                if len(holes) == 1:
                    self.follow(file, holes[0], function, template.replace(ANY, pattern))
                else:
                    self.unresolved.add(f"{file}: {ast.unparse(value)}")
            case ast.Name(id=name) if function is not None and name in (parameters := _parameters(function)):
                self.sinks.add(Sink(file, _owner(self.modules[file], function), name, parameters.index(name), template))
            case ast.Name(id=name) if options := self.options(file, name, function):
                for option in options:
                    self.follow(file, option, function, template)
            case ast.Attribute(attr=name) if name.isupper():
                for constants in self.constants.values():
                    if name in constants and isinstance(constants[name], ast.Constant) and "rule" in name.lower():
                        self.follow(file, constants[name], function, template)
            case _ if template == ANY and _is_passed_on(value):
                pass
            case _:
                self.unresolved.add(f"{file}: {template.replace(ANY, '{' + ast.unparse(value) + '}')}")

    def options(self, file: str, name: str, function: Function | None) -> list[ast.expr]:
        """The expressions that are assigned to a name in a function, else in its module."""
        local = [value for key, value in _assignments(ast.walk(function)) if key == name] if function else []
        constant = self.constants[file].get(name)
        return local or ([constant] if constant is not None else [])


def _uses(parent: ast.AST, function: Function | None) -> Iterator[tuple[ast.Call | ast.Dict, Function | None]]:
    """All calls and dictionaries, each with the function that it is in."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.Call | ast.Dict):
            yield node, function
        yield from _uses(node, node if isinstance(node, Function) else function)


def _is_passed_on(value: ast.expr) -> bool:
    """Whether a rule is only read from somewhere else: from an attribute, or from a member."""
    match value:
        case ast.Attribute(attr="rule"):
            return True
        case ast.Subscript(slice=ast.Constant(value="rule")):
            return True
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value="rule"), *_]):
            return True
        case ast.Call(func=ast.Name(id="str" | "printable_text" | "cast"), args=[*_, inner]):
            return _is_passed_on(inner) or isinstance(inner, ast.Constant)
        case _:
            return False


def _assignments(nodes: object) -> Iterator[tuple[str, ast.expr]]:
    """(name, value) of assignments, also of names in tuples, and of loops over tuples in the code."""
    for node in nodes:  # type: ignore[attr-defined]  # an iterator of nodes
        match node:
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from _pairs(target, value)
            case ast.For(target=target, iter=ast.Tuple(elts=items) | ast.List(elts=items)):
                for item in items:
                    yield from _pairs(target, item)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, part in zip(target.elts, value.elts, strict=False):
            yield from _pairs(one, part)


def _definitions(module: ast.Module) -> dict[str, list[str]]:
    """The parameters of each function, method and class of a module."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(module):
        if isinstance(node, Function):
            found[_owner(module, node)] = _parameters(node)
        elif isinstance(node, ast.ClassDef) and node.name not in found:
            fields = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
            found[node.name] = [field.id for field in fields if isinstance(field, ast.Name)]
    return found


def _owner(module: ast.Module, function: Function) -> str:
    """The name under which a function is called; that of the class for `__init__`."""
    if function.name != "__init__":
        return function.name
    owners = (node for node in ast.walk(module) if isinstance(node, ast.ClassDef) and function in node.body)
    return next(owner.name for owner in owners)


def _parameters(function: Function) -> list[str]:
    """The parameters without `self`, in the order of a call."""
    arguments = function.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
