# SPDX-License-Identifier: Apache-2.0
"""The answers of a page's server."""

import hmac
import http
import http.server
import json
import os
import re
import urllib.parse

REQUEST_TIMEOUT = 5.0  # seconds
MAX_OCTETS = 16 * 1024  # of a command
HEARTBEAT = 2.0  # seconds between two lines of a stream without changes, so that disconnected browsers are noticed
HERE = os.path.dirname(os.path.abspath(__file__))
FILES = os.path.join(HERE, "files")
PAGES = os.path.join(HERE, "pages")  # shared with other pages, served as pages/NAME
TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}
GUARD = {
    # Only content from this server, no embedding in another site's frame, and no address with its token sent to others.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Refused(Exception):
    """A refused request, with status and reason."""


class PageHandler(http.server.BaseHTTPRequestHandler):
    timeout = REQUEST_TIMEOUT
    server_version, sys_version = "rtm", ""
    error_message_format, error_content_type = "%(message)s\n", "text/plain; charset=utf-8"

    def log_message(self, *_):
        pass  # PageServer.complain reports errors

    def end_headers(self):
        for name, value in GUARD.items():
            self.send_header(name, value)
        super().end_headers()

    def do_GET(self):
        self.answer(self.get)

    def do_POST(self):
        self.answer(self.post)

    def answer(self, method):
        try:
            path = self.demand_right()
            method(path)
        except Refused as refusal:
            status, reason = refusal.args
            self.server.complain(reason)
            self.send_error(status, reason)

    def demand_right(self):
        """Returns the path of an authorised request. Raises Refused for all others."""
        hosts, origins = self.headers.get_all("Host", []), self.headers.get_all("Origin", [])
        if len(hosts) != 1 or hosts[0] not in self.server.hosts:
            raise Refused(http.HTTPStatus.FORBIDDEN, "its Host is not this server")
        wants_origin = self.command == "POST"  # browsers always send it with a POST
        if len(origins) > 1 or (wants_origin and not origins) or any(origin != "http://" + hosts[0] for origin in origins):
            raise Refused(http.HTTPStatus.FORBIDDEN, "it comes from a page of another site")
        target = urllib.parse.urlsplit(self.path)
        tokens = urllib.parse.parse_qs(target.query, max_num_fields=8).get("token", []) if target.query else []
        if len(tokens) != 1 or not hmac.compare_digest(tokens[0].encode("utf-8", "replace"), self.server.token.encode()):
            raise Refused(http.HTTPStatus.FORBIDDEN, "it lacks the token of the address that was printed")
        return target.path

    def get(self, path):
        self.server.has_arrived(self.request)
        if path == "/state":
            self.stream()
            return
        name = self.server.page if path == "/" else path[1:]
        kind = TYPES.get(os.path.splitext(name)[1])
        file = os.path.join(HERE if name.startswith("pages/") else FILES, name)
        if not re.fullmatch(r"(pages/)?[a-z_]+\.[a-z]+", name) or not kind or not os.path.isfile(file):
            raise Refused(http.HTTPStatus.NOT_FOUND, "there is no such page")
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        if name.endswith(".html"):
            text = text.replace("{{token}}", self.server.token)
        self.send(http.HTTPStatus.OK, kind, text)

    def send(self, status, kind, text):
        octets = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets)

    def stream(self):
        """Sends states until the browser is gone. A slow browser misses some; it then gets the newest one."""
        if not self.server.streams.acquire(blocking=False):
            raise Refused(http.HTTPStatus.SERVICE_UNAVAILABLE, "too many browsers show the page")
        self.server.source.attach()
        try:
            self.send_response(http.HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            version = 0
            while not self.server.ending.is_set():
                version, text = self.server.source.wait(version, HEARTBEAT)
                self.wfile.write(f"data: {text}\n\n".encode() if text else b":\n\n")
        finally:
            self.server.source.detach()
            self.server.streams.release()

    def post(self, path):
        if path != "/command":
            raise Refused(http.HTTPStatus.NOT_FOUND, "there is no such page")
        if self.headers.get_content_type() != "application/json":
            raise Refused(http.HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a command is application/json")
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,9}", length) or "Transfer-Encoding" in self.headers:
            raise Refused(http.HTTPStatus.LENGTH_REQUIRED, "a command has to give its length")
        if int(length) > MAX_OCTETS:
            raise Refused(http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a command has at most {MAX_OCTETS} octets")
        octets = self.rfile.read(int(length))
        self.server.has_arrived(self.request)
        if len(octets) < int(length):
            self.close_connection = True
            return
        try:
            command = json.loads(octets)
        except (ValueError, RecursionError):
            command = None
        if not isinstance(command, dict):
            raise Refused(http.HTTPStatus.BAD_REQUEST, "a command is a JSON object")
        try:
            self.server.command(command)
        except (ValueError, RuntimeError) as error:
            self.send(http.HTTPStatus.CONFLICT, "application/json", json.dumps({"error": " ".join(str(error).split())}))
            return
        self.send(http.HTTPStatus.OK, "application/json", "{}")
