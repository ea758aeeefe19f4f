# SPDX-License-Identifier: Apache-2.0
"""`rtm run`: runs the components of a Python file."""

import importlib.machinery
import importlib.util
import os
import sys
import traceback

import rtm
from rtm import _rtm, manager
from rtm import components as shipped_components


def find(path):
    """The path of the file; a plain name that does not exist refers to a file of the package."""
    shipped = os.path.join(os.path.dirname(shipped_components.__file__), path)
    if not os.path.exists(path) and os.path.basename(path) == path and os.path.isfile(shipped):
        return shipped
    if not os.path.isfile(path):
        raise ValueError(f"there is no file {path}")
    if is_binary(path):
        raise ValueError(f"{path} is not a Python file; rtm-host loads modules")
    return path


def is_binary(path):
    """Whether the file is binary, as a compiled component module is."""
    with open(path, "rb") as file:
        return b"\0" in file.read(4096)


def load(path):
    """Loads the module in that file. Raises RuntimeError with the last line of an exception in it, and prints the rest on standard error."""
    name = os.path.splitext(os.path.basename(path))[0]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec = importlib.util.spec_from_loader("rtm_run_" + name, importlib.machinery.SourceFileLoader("rtm_run_" + name, path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        traceback.print_exc()
        raise RuntimeError(f"{path}: {traceback.format_exception_only(error)[-1].strip()}") from None
    return module


def classes(module, path, wanted):
    """The component classes defined in the file itself, in order, without those that others derive from."""
    found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, rtm.Component)]
    own = [one for one in found if one.__module__ == module.__name__]
    if wanted:
        found = [one for one in own if one.__name__ == wanted]
        if not found:
            raise ValueError(f"{path} has no component {wanted}; it has {', '.join(one.__name__ for one in own) or 'none'}")
        return found
    last = [one for one in own if not any(other is not one and issubclass(other, one) for other in own)]
    if not last:
        raise ValueError(f"{path} has no class that derives from rtm.Component")
    return list(dict.fromkeys(last))


def make(one, path):
    try:
        return one()
    except Exception as error:
        traceback.print_exc()
        raise RuntimeError(f"{path}: {one.__name__}(): {traceback.format_exception_only(error)[-1].strip()}") from None


def set_parameters(instances, settings):
    for setting in settings:
        name, equals, value = setting.partition("=")
        owners = [one for one in instances if name in one.parameters]
        if not equals or not owners:
            known = sorted({parameter for one in instances for parameter in one.parameters})
            raise ValueError(f"--set takes PARAMETER=VALUE, with {' or '.join(known) or 'no parameter here'}, not {setting!r}")
        for one in owners:
            one.set_parameter(name, value)


def run(given):
    path = find(given.file)
    instances = [make(one, path) for one in classes(load(path), path, given.type)]
    set_parameters(instances, given.set)
    with rtm.Manager(given.nameserver, given.references, patience=given.patience, context=given.context) as components:
        _rtm.log_everything()  # only now: an error that ends the start is reported in one line
        manager.serve_until_the_end(components, instances, given.on)
