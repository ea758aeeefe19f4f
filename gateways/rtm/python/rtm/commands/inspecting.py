# SPDX-License-Identifier: Apache-2.0
"""The commands that inspect, switch and wire components."""

import json
import queue
import time

from rtm import Client

LOOK_PERIOD = 1.0  # s
INTEGERS = {"long", "short", "ushort", "ulong", "octet", "state"}
SEQUENCES = {"floats", "doubles", "shorts", "longs", "ushorts", "ulongs", "octets", "pose3d", "angular_velocity3d", "acceleration3d"}


def client(given):
    return Client(given.nameserver, given.references)


def plain(port):
    """A port's value for JSON; null if it is unknown."""
    kind, text = port["type"], port["value"]
    try:
        if kind == "string":
            return text
        if kind in ("float", "double"):
            return float(text)
        if kind in INTEGERS:
            return int(text)
        if kind == "boolean":
            return {"true": True, "false": False}.get(text)
        if kind in SEQUENCES:
            return [float(word) for word in text.split()]
    except ValueError:
        pass
    return text or None


def as_json(view):
    def ports(side):
        return [{"name": port["name"], "type": port["type"], "value": plain(port)} for port in view[side]]

    links = [{"from": link["from"], "to": link["to"], "kind": link["kind"]} for link in view["links"] if link["kind"] != "service"]
    return {
        "name": view["name"], "category": view["category"], "state": view["state"], "in": ports("in"), "out": ports("out"), "links": links,
    }


def printable(text, limit=60):
    """A text from another component, made safe for a terminal."""
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def as_text(view):
    fault = f": {printable(view['fault'], 200)}" if view["fault"] else ""
    category = f" ({printable(view['category'])})" if view["category"] else ""
    yield f"{printable(view['name'], 64)}{category} {view['state']}{fault}"
    rows = [(side, port["name"], port["type"], printable(port["value"])) for side in ("in", "out") for port in view[side]]
    width = max((len(row[1]) for row in rows), default=0)
    for side, name, kind, value in rows:
        yield f"  {side:3} {printable(name, 64):{width}}  {printable(kind):8} {value}".rstrip()
    for service in view["services"]:
        yield f"  {'provides' if service['provided'] else 'requires'} {printable(service['name'], 64)}  {printable(service['type'])}"
    for link in view["links"]:
        counts = f"  {link['pushed']} pushed" if "pushed" in link else ""
        counts += "".join(f", {link[what]} {what}" for what in ("overwritten", "failed") if link.get(what))
        once = " " + link["kind"] if link["kind"] != "repeated" else ""
        target = printable(link["to"], 130) or "a port elsewhere"
        yield f"  {printable(link['from'], 130)} -> {target}{once}{counts}"


def show(given):
    views = client(given).list()
    if given.json:
        print(json.dumps([as_json(view) for view in views], indent=1, allow_nan=False))
        return
    for view in views:
        print("\n".join(as_text(view)))
    if not views:
        print("there are no components")


def switch_on(given):
    client(given).on(given.component, given.patience)


def switch_off(given):
    client(given).off(given.component)


def get(given):
    print(client(given).get_text(given.port, given.patience))


def put(given):
    client(given).put_words(given.port, given.value)


def connect(given):
    client(given).connect(given.out, given.in_, given.once, subscription=given.subscription, rate=given.rate, pull=given.pull,
                          buffer=given.buffer)


def disconnect(given):
    client(given).disconnect(given.out, given.in_)


def watch(given):
    """Prints values, which arrive on threads of the broker. A reader that is too slow misses some. Ends when a port is
    gone, which is checked once a second."""
    session, start = client(given), time.monotonic()
    end = start + given.seconds if given.seconds else float("inf")
    pending, last, subscriptions, gone = queue.Queue(10_000), {}, {}, None

    def hear(port):
        def came(_, text):
            try:
                pending.put_nowait((time.monotonic() - start, port, text))
            except queue.Full:
                pass

        subscriptions[port] = session.watch(port, came)

    def print_next(longest):
        """Prints the next value; False if none arrives."""
        try:
            at, port, text = pending.get(timeout=longest)
        except queue.Empty:
            return False
        if last.get(port) != text:
            last[port] = text
            print(f"{at:.3f} {port} {text}", flush=True)
        return True

    try:
        for port in dict.fromkeys(given.ports):
            hear(port)
        look = start + LOOK_PERIOD
        while (now := time.monotonic()) < end and not gone:
            if now >= look:
                gone = next((port for port, one in subscriptions.items() if one.is_gone()), None)
                look = time.monotonic() + LOOK_PERIOD
            else:
                print_next(min(end, look) - now)
        while gone and not pending.empty():
            print_next(0)
    except KeyboardInterrupt:
        pass
    finally:
        for subscription in subscriptions.values():
            subscription.close()
    if gone:
        raise RuntimeError(f"{gone} is gone")
