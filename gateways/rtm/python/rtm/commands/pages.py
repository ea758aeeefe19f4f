# SPDX-License-Identifier: Apache-2.0
"""The commands that serve pages: `rtm browse` and `rtm slider`."""

import rtm
from rtm import _rtm, manager
from rtm.components.slider import Slider
from rtm.page.board import Board
from rtm.page.server import ADDRESS, PageServer
from rtm.page.slider_panel import SliderPanel


def open_server(port, page, source):
    try:
        return PageServer(port, page, source, source.command)
    except OSError as error:
        source.close()
        raise RuntimeError(f"port {port} of {ADDRESS} cannot be opened: {error.strerror}; --port 0 takes any that is free") from None


def serve(server):
    """Serves the page until the program is asked to end."""
    try:
        print(server.address, flush=True)
        manager.wait_for_the_end()
    finally:
        server.close()
        server.source.close()


def browse(given):
    client = rtm.Client(given.nameserver, given.references)
    client.names()  # report a missing name server at once
    serve(open_server(given.port, "browse.html", Board(client)))


def slider(given):
    one = Slider(given.name)
    server = open_server(given.port, "slider.html", SliderPanel(one))
    with rtm.Manager(given.nameserver, given.references) as components:
        _rtm.log_everything()  # only now: an error that ends the start is reported in one line
        components.add(one).on()
        print(f"{one.name} is {one.state}", flush=True)
        serve(server)
