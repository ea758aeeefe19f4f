# SPDX-License-Identifier: Apache-2.0
"""The command line of `rtm`."""

import argparse
import importlib

from rtm import settings

DESCRIPTION = """\
Looks at RT components, switches and wires them.

Components are found at a name server: --nameserver, else the environment variable RTM_NAMESERVER, else 127.0.0.1:2809.
Ports are written COMPONENT.PORT, as in Motor0.position."""
EXAMPLES = """\
a first look, each in a terminal of its own:
  rtm names                               a name server
  rtm run logic.py                        a component that comes with the program
  rtm browse                              the page with everything on it; or, without it:
  rtm list
  rtm on Logic0
  rtm connect Sensor0.light Logic0.in2
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message):
        self.exit(1, f"{self.prog}: {message} (see {self.prog} --help)\n")


def command(module, function):
    """A command whose module is loaded when it is wanted: `rtm --help` needs no broker."""

    def run(given):
        return getattr(importlib.import_module("rtm.commands." + module), function)(given)

    return run


def port_number(text):
    number = int(text) if text.isdecimal() else -1
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 (any that is free) to 65535")
    return number


def duration(text):
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 < number <= 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return number


def add_patience(one, what):
    one.add_argument("--patience", metavar="S", type=duration, default=settings.PATIENCE, help=f"{what} ({settings.PATIENCE:g})")


def add_looking(add):
    one = add("list", "looking", "show", "all components: state, ports with types and values, connections")
    one.add_argument("--json", action="store_true", help="as an array of objects, for programs")
    for name, word in (("on", "switches a component on"), ("off", "switches a component off")):
        one = add(name, "looking", "switch_" + name, word)
        one.add_argument("component", metavar="NAME")
        if name == "on":
            add_patience(one, "waits so long for it to be on")
    one = add("get", "looking", "get", "prints the last value of an OutPort, else of the InPort of that name")
    one.add_argument("port", metavar="PORT")
    one = add("put", "looking", "put", "puts a value into an InPort")
    one.add_argument("port", metavar="PORT")
    one.add_argument("value", metavar="VALUE", nargs="+", help="a number, true or false, a text, or the numbers of a sequence")
    one = add("connect", "looking", "connect", "wires an OutPort to an InPort")
    one.add_argument("--once", action="store_true", help="one value only: the last if there is one, else the next")
    for name in ("connect", "disconnect"):
        one = one if name == "connect" else add(name, "looking", name, "takes the connection away")
        one.add_argument("out", metavar="OUT")
        one.add_argument("in_", metavar="IN")
    one = add("watch", "looking", "watch", "prints seconds, port and value whenever an OutPort's value changes")
    one.add_argument("ports", metavar="PORT", nargs="+")
    one.add_argument("--for", dest="seconds", metavar="S", type=duration, help="ends after so many seconds")


def add_serving(add):
    one = add("names", "names", "names", "runs a name server on 127.0.0.1 until it is ended, and prints where it is")
    one.add_argument("--port", type=port_number, default=2809, help="its port (2809); 0: any that is free")
    one.add_argument("--data", metavar="DIR", help="keeps the names in this folder; else they are forgotten")
    one = add("browse", "pages", "browse", "serves a page that shows, switches and wires components, and prints its address")
    one.add_argument("--port", type=port_number, default=8090, help="its port (8090); 0: any that is free")
    one = add("slider", "pages", "slider", "runs a component with four sliders, and prints the address of its page")
    one.add_argument("name", metavar="NAME", nargs="?", default="Slider", help="what it is called, before its number (Slider)")
    one.add_argument("--port", type=port_number, default=0, help="of the page; any that is free unless given")
    one = add("run", "running", "run", "publishes the components of a Python file until it is ended")
    one.add_argument("file", metavar="FILE.py", help="a file of yours, or the name of one that comes with the program: logic.py, slider.py")
    one.add_argument("type", metavar="TYPE", nargs="?", help="the one class to publish, where the file has several")
    one.add_argument("--on", action="store_true", help="switches them on at once")
    add_patience(one, "seconds that on_activated may take; who takes longer is at fault")
    one.add_argument("--set", metavar="PARAMETER=VALUE", action="append", default=[], help="sets a parameter; may stand several times")


def parse(arguments):
    # Given before the command or behind it; what is not given behind it does not hide what stands before.
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--nameserver", metavar="HOST:PORT", help="where components are found, or none")
    shared.add_argument("--references", metavar="DIR", help="with --nameserver none: the folder of reference files")
    parser = Parser(prog="rtm", description=DESCRIPTION, epilog=EXAMPLES, parents=[shared],
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)

    def add(name, module, function, help):
        one = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".",
                                  parents=[] if name == "names" else [shared])
        one.set_defaults(run=command(module, function))
        return one

    add_looking(add)
    add_serving(add)
    return parser.parse_args(arguments, argparse.Namespace(nameserver=None, references=None))
