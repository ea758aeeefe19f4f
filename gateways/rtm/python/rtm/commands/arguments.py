# SPDX-License-Identifier: Apache-2.0
"""The command line of `rtm`."""

import argparse
import importlib

from rtm import settings

DESCRIPTION = """\
Looks at RT components, switches and wires them.

Components are found at a name server: --nameserver, else the environment variable RTM_NAMESERVER, else 127.0.0.1:2809; those of this
project and those of other RT middleware, which are bound there as NAME.rtc, also in contexts. Ports are written COMPONENT.PORT, as in
Motor0.position; where several components have one name, as in lab.host_cxt/ConsoleIn0.rtc.out."""
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
    """Reports errors in one line."""

    def error(self, message):
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def command(module, function):
    """A command whose module is imported on use: `rtm --help` needs no broker."""

    def run(given):
        return getattr(importlib.import_module("rtm.commands." + module), function)(given)

    return run


def port_number(text):
    number = int(text) if text.isdecimal() else -1
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"port {text!r} is not a number from 0 (any free port) to 65535")
    return number


def positive(text, what="number above 0"):
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 < number <= 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a {what}")
    return number


def duration(text):
    return positive(text, "number of seconds")


def buffer_length(text):
    number = int(text) if text.isdecimal() else 0
    if not 0 < number <= 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of values from 1 to 65536")
    return number


def add_switch_on_timeout(one, what):
    one.add_argument("--patience", metavar="S", type=duration, default=settings.SWITCH_ON_TIMEOUT, help=f"{what} ({settings.SWITCH_ON_TIMEOUT:g})")


def add_inspecting(add):
    one = add("list", "inspecting", "show", "all components: state, ports with types and values, connections")
    one.add_argument("--json", action="store_true", help="as an array of objects, for programs")
    for name, word in (("on", "switches a component on"), ("off", "switches a component off")):
        one = add(name, "inspecting", "switch_" + name, word)
        one.add_argument("component", metavar="NAME")
        if name == "on":
            add_switch_on_timeout(one, "waits so long for it to be on")
    one = add("get", "inspecting", "get", "prints the last value of an OutPort, else of the InPort of that name")
    one.add_argument("port", metavar="PORT")
    one.add_argument("--patience", metavar="S", type=duration, default=settings.GET_TIMEOUT,
                     help=f"waits so long for the next value of a component of other middleware, which cannot be asked for its last "
                     f"({settings.GET_TIMEOUT:g})")
    one = add("put", "inspecting", "put", "puts a value into an InPort")
    one.add_argument("port", metavar="PORT")
    one.add_argument("value", metavar="VALUE", nargs="+", help="a number, true or false, a text, or the numbers of a sequence")
    one = add("connect", "inspecting", "connect", "wires an OutPort to an InPort, or two service ports")
    one.add_argument("--once", action="store_true", help="one value only: the last if there is one, else the next")
    more = one.add_argument_group("options of data ports", "With one of these the ports are connected in the OMG's form, which both "
                                  "components must have. Without, components of this project are connected in their own.")
    more.add_argument("--subscription", choices=("new", "flush", "periodic"), default="",
                      help="new: a thread sends the newest value (the preset); flush: the component itself sends each, and waits for the "
                      "other end; periodic: a thread sends at --rate")
    more.add_argument("--rate", metavar="HZ", type=positive, default=0, help="of --subscription periodic")
    more.add_argument("--pull", action="store_true", help="the InPort asks for each value when it is read")
    more.add_argument("--buffer", metavar="N", type=buffer_length, default=0, help="values that are kept for a slow reader (8 as a rule)")
    for name in ("connect", "disconnect"):
        one = one if name == "connect" else add(name, "inspecting", name, "removes the connection")
        one.add_argument("out", metavar="OUT")
        one.add_argument("in_", metavar="IN")
    one = add("watch", "inspecting", "watch", "prints seconds, port and value whenever an OutPort's value changes")
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
    one.add_argument("file", metavar="FILE.py", help="a file of yours, or the name of one that comes with the program: logic.py, slider.py, arm_pd.py")
    one.add_argument("type", metavar="TYPE", nargs="?", help="the one class to publish, where the file has several")
    one.add_argument("--on", action="store_true", help="switches them on at once")
    add_switch_on_timeout(one, "seconds that on_activated may take; a component that takes longer is at fault")
    one.add_argument("--context", metavar="TYPE", help="the type of their execution contexts, which decides when they are executed: "
                     "PeriodicExecutionContext unless given, RealTimeEC, SynchExtTriggerEC, ExtTrigExecutionContext or that of a module")
    one.add_argument("--set", metavar="PARAMETER=VALUE", action="append", default=[], help="sets a parameter; can be given several times")


def parse(arguments, version):
    # Options that may be given before or after the command. Without a default, one that is missing after the command
    # does not override the one before.
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--nameserver", metavar="HOST:PORT", help="where components are found, or none")
    shared.add_argument("--references", metavar="DIR", help="with --nameserver none: the folder of reference files")
    parser = Parser(prog="rtm", description=DESCRIPTION, epilog=EXAMPLES, parents=[shared],
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"rtm {version}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    def add(name, module, function, help):
        one = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".",
                                  parents=[] if name == "names" else [shared])
        one.set_defaults(run=command(module, function))
        return one

    add_inspecting(add)
    add_serving(add)
    given = parser.parse_args(arguments, argparse.Namespace(nameserver=None, references=None))
    if "run" not in given:
        parser.error("expected a command")  # not "required": an unknown option has to be reported first
    if given.nameserver is not None:
        try:
            settings.name_server(given.nameserver, given.references)
        except ValueError as error:
            parser.error(str(error))
    return given
