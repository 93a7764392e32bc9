"""Names of public modules, loaded when first used: to read a file must not load what pairing needs."""

import sys
from collections.abc import Mapping
from importlib import import_module
from types import FunctionType
from typing import Any


def exported(module: str, homes: Mapping[str, str], name: str) -> Any:
    """What a public module has under a name, from the module where it is defined."""
    if name not in homes:
        raise AttributeError(f"module '{module}' has no attribute '{name}'")
    value = getattr(import_module(homes[name]), name)
    vars(sys.modules[module])[name] = value
    return value


def exported_and_checked(module: str, homes: Mapping[str, str], name: str) -> Any:
    """The same for a module of the library, whose functions refuse arguments of a wrong type."""
    value = exported(module, homes, name)
    if isinstance(value, FunctionType):
        value = import_module("miai.features.library.arguments").checked(value)
        vars(sys.modules[module])[name] = value
    return value
