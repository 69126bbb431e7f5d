"""Docstrings of the native half: everything has one, their examples hold, and the stub knows everything."""

import ast
import doctest
from pathlib import Path

import marque
from marque import _native

STUB = Path(_native.__file__).with_name("_native.pyi")


def public(owner):
    return [name for name in vars(owner) if not name.startswith("_")]


def test_everything_has_a_docstring_and_its_examples_hold():
    owners = [marque.Game, marque.Table, marque.Bot]
    for owner in owners:
        for name in public(owner):
            assert getattr(owner, name).__doc__, f"{owner.__name__}.{name}"
    functions = [marque.playouts, marque.games, _native.command]
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    examples = 0
    for thing in [*owners, *(getattr(owner, name) for owner in owners for name in public(owner)), *functions]:
        assert thing.__doc__
        for test in finder.find(thing, getattr(thing, "__name__", "thing"), module=False, globs={"marque": marque}):
            result = runner.run(test)
            examples += result.attempted
            assert result.failed == 0, test.name
    assert examples >= 10


def test_the_stub_lists_what_there_is():
    stub = ast.parse(STUB.read_text(encoding="utf-8"))
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    for name in public(_native):
        assert name in classes or name in functions, name
    for name in ("Game", "Table", "Bot"):
        listed = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
        assert {item for item in listed if not item.startswith("_")} == set(public(getattr(_native, name)))
