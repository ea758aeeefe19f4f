# SPDX-License-Identifier: Apache-2.0
"""A browser driven by a test: chromedriver, over the W3C WebDriver protocol."""

import atexit
import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import time
import urllib.request

from programs import TIMEOUT, TemporaryFolder

ATTEMPTS = 5
# The processor draws the pages with WebGL, for which two cores are not enough: most tests need no pictures, and to others ten per second show
# as much as sixty.
NO_PICTURES = """{ const real = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return /webgl/.test(kind) ? null : real.call(this, kind, ...more); }; }"""
# Animation frames of the pages come by a timer, and with each request of a test, so that an answer never depends on the time since the last one.
FRAMES = """{ const waiting = new Map();
  window.cancelAnimationFrame = number => { clearTimeout(number); waiting.delete(number); };
  const draw = number => { const callback = waiting.get(number); cancelAnimationFrame(number); callback(performance.now()); };
  window.requestAnimationFrame = callback => { const number = setTimeout(() => draw(number), %d); waiting.set(number, callback); return number; };
  window.drawDueFrame = () => [...waiting.keys()].forEach(number => waiting.has(number) && draw(number)); }"""
FRAME_TIME, SELDOM_FRAME_TIME = 16, 100  # ms
# A page that requests a picture from a camera program which has just ended, or is late, draws its own instead; the browser reports the answer.
NO_CAMERA_PICTURE = r"/camera\.jpg - .*\b503\b"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Esc": "\ue00c", "Shift": "\ue008", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014",
        "Down": "\ue015", "End": "\ue010", "Home": "\ue011", "Delete": "\ue017"}


def missing():
    """The programs that this machine lacks, or an empty text."""
    return next((name for name in ("chromedriver", "chromium") if not shutil.which(name)), None)


class Driver:
    """A browser with one window at a time, and its chromedriver. A test program starts both only once for consecutive windows with the same
    arguments, because starting takes twice as long as opening a window."""

    _free = {}  # arguments: the drivers whose window no test uses

    def __init__(self, arguments):
        self.arguments, self.process, self.address, self.session = arguments, None, None, ""
        self.folder = TemporaryFolder(prefix="rtm_browser.")
        try:
            self._start()
        except BaseException:
            self.end()
            raise

    @classmethod
    def take(cls, arguments):
        free = cls._free.setdefault(arguments, [])
        return free.pop() if free else cls(arguments)

    def give_back(self):
        """Closes the windows of a test and opens an empty one, which sees neither their cookies nor what the last page has stored."""
        try:
            self.call("DELETE", "/actions")
            self.cdp("Network.clearBrowserCookies")
            origin = self.call("POST", "/execute/sync", {"script": "return origin", "args": []})
            self.cdp("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
            new = self.call("POST", "/window/new", {"type": "window"})["handle"]
            for handle in self.call("GET", "/window/handles"):
                if handle != new:
                    self.call("POST", "/window", {"handle": handle})
                    self.call("DELETE", "/window")
            self.call("POST", "/window", {"handle": new})
            self.call("POST", "/se/log", {"type": "browser"})
        except (OSError, RuntimeError):
            self.end()
        else:
            self._free[self.arguments].append(self)

    @classmethod
    def end_all(cls):
        for free in cls._free.values():
            while free:
                free.pop().end()

    def _start(self):
        # It exits if the port that it has chosen for IPv4 is taken in IPv6, which may happen while other tests run.
        for _ in range(ATTEMPTS):
            self.process = subprocess.Popen(["chromedriver", "--port=0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True, env={**os.environ, "TMPDIR": self.folder.name})
            output = []
            for line in self.process.stdout:
                output.append(line)
                if found := re.search(r"started successfully on port (\d+)", line):
                    self.address = f"http://127.0.0.1:{found[1]}"
                    break
            if self.address:
                break
            self._end_process()
        else:
            raise RuntimeError(f"chromedriver does not start: {''.join(output)}")
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={self.folder.name}",
                     *self.arguments]
        wanted = {"goog:chromeOptions": {"args": arguments, "binary": shutil.which("chromium")}, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def end(self):
        with contextlib.suppress(OSError, RuntimeError):
            if self.session:
                self.call("DELETE", "")
        self._end_process()
        self.folder.cleanup()  # chromium may still write there after the request to exit

    def _end_process(self):
        if self.process and not self.process.stdout.closed:
            self.process.terminate()
            self.process.wait(TIMEOUT)
            self.process.stdout.close()

    def call(self, method, path, body=None):
        prefix = f"/session/{self.session}" if self.session else ""
        request = urllib.request.Request(self.address + prefix + path, method=method, headers={"Content-Type": "application/json"},
                                         data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].splitlines()[0]) from None

    def cdp(self, command, **parameters):
        """A command of Chromium's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})


atexit.register(Driver.end_all)


class Browser(contextlib.ExitStack):
    """One window; a context manager that closes it. `draws`: pages have WebGL; a window narrower than 500 is a phone."""

    def __init__(self, width=1400, height=900, dark=False, draws=False):
        super().__init__()
        arguments = ("--blink-settings=preferredColorScheme=0",) if dark else ()
        if draws:
            arguments += ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars")
        self.driver = Driver.take(arguments)
        self.call, self.cdp = self.driver.call, self.driver.cdp
        try:
            self._prepare(width, height, draws)
        except BaseException:
            self.driver.end()
            raise
        self.callback(self.driver.give_back)

    def _prepare(self, width, height, draws):
        self.call("POST", "/window/rect", {"width": width, "height": height})
        self.cdp("Page.bringToFront")
        self.run_first(FRAMES % (SELDOM_FRAME_TIME if draws else FRAME_TIME))
        if not draws:
            self.run_first(NO_PICTURES)
        if width < 500:
            self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)

    def run_first(self, script):
        """Runs it in each page that is opened from now on, before the page's own scripts."""
        self.cdp("Page.addScriptToEvaluateOnNewDocument", source=script)

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """Runs a function body in the page, after an animation frame that is due, so that it sees all earlier changes; returns its result."""
        return self._execute("if (window.drawDueFrame) drawDueFrame(); " + script, arguments)

    def _execute(self, script, arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait_for(self, script, *arguments, what=None):
        """Waits for the first true result and returns it. `what` describes it in the error: a text, or a function that returns the text."""
        deadline = time.monotonic() + TIMEOUT
        while not (answer := self._execute(script, arguments)):
            if time.monotonic() > deadline:
                raise AssertionError(f"{script} did not come: {what()}" if callable(what) else f"{what or script} did not come")
            time.sleep(0.02)
        return answer

    def pointer(self, *steps):
        """Mouse actions: ("move", x, y), ("down",), ("up",) …"""
        actions = [{"type": "pointerMove", "duration": 40, "x": round(step[1]), "y": round(step[2])} if step[0] == "move"
                   else {"type": "pointer" + step[0].capitalize(), "button": 0} for step in steps]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.call("POST", "/actions", {"actions": [mouse]})

    def keys(self, *names):
        """Presses keys one after another, by their names or characters; "Shift+Right": together."""
        actions = []
        for name in names:
            together = [KEYS.get(one, one) for one in name.split("+")] if len(name) > 1 else [name]
            actions += [{"type": "keyDown", "value": one} for one in together]
            actions += [{"type": "keyUp", "value": one} for one in reversed(together)]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def hold(self, *names, instead=()):
        """Holds keys down until `let_go`; `instead`: keys that are released at the same time."""
        actions = [{"type": kind, "value": KEYS.get(name, name)} for kind, keys in (("keyUp", instead), ("keyDown", names)) for name in keys]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def type_on_layout(self, *typed):
        """Presses keys of another keyboard layout: the character of each, and its position, "с" and "KeyC"."""
        for text, code in typed:
            for kind, more in (("keyDown", {"text": text}), ("keyUp", {})):
                self.cdp("Input.dispatchKeyEvent", type=kind, key=text, code=code, **more)

    def let_go(self):
        """Releases all keys and buttons."""
        self.call("DELETE", "/actions")

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def complaints(self, handled=None):
        """The errors on the console since the last call, without those that match `handled`, a regular expression."""
        entries = self.call("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE" and not (handled and re.search(handled, entry["message"]))]
