# SPDX-License-Identifier: Apache-2.0
"""The server of one page, for browsers on this machine.

GET / is the page, GET /state server-sent events, POST /command JSON. A page of another site must not be able to
switch motors, so the printed address has a random token that every request has to carry. Host has to be this server,
and so does Origin. All other requests get 403. Requests are small and have a few seconds to arrive; a connection
that exceeds the limits is closed.
"""

import http.server
import secrets
import socket
import sys
import threading
import time

from rtm.page.handler import PageHandler

ADDRESS = "127.0.0.1"
MAX_CONNECTIONS = 64
MAX_STREAMS = 24  # those of the connections that are browsers with an open page
REQUEST_TIMEOUT = 5.0  # seconds within which a request has to arrive, and an answer to leave


class PageServer(http.server.ThreadingHTTPServer):
    """Owns its port and threads. `source` provides states: attach(), detach(), and wait(version, seconds), which
    returns a version and a text of JSON, or None if there is nothing new. `command` is called on any thread with the
    dictionary that a browser has sent; it raises ValueError or RuntimeError with one line for users. `page` is the
    name of its HTML file in the folder `files`. Raises OSError if the port cannot be opened."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = MAX_CONNECTIONS
    allow_reuse_address = True

    def __init__(self, port, page, source, command):
        self.page, self.source, self.command = page, source, command
        self.token = secrets.token_urlsafe(24)
        self.ending = threading.Event()
        self.streams = threading.BoundedSemaphore(MAX_STREAMS)
        self._room = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self._lock = threading.Lock()
        self._arriving, self._complaints = {}, {}
        super().__init__((ADDRESS, port), PageHandler)
        self.hosts = {f"{ADDRESS}:{self.server_port}", f"localhost:{self.server_port}"}
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.25}, daemon=True)
        self._thread.start()

    @property
    def address(self):
        return f"http://{ADDRESS}:{self.server_port}/?token={self.token}"

    def close(self):
        self.ending.set()
        self.shutdown()
        self._thread.join(REQUEST_TIMEOUT)
        self.server_close()

    def complain(self, what):
        """Prints one line on standard error for the first, the tenth, the hundredth error of a kind."""
        with self._lock:
            count = self._complaints[what] = self._complaints.get(what, 0) + 1
        if str(count).strip("0") == "1":
            print(f"the page's server refused a request: {what}" + (f" ({count} times)" if count > 1 else ""), file=sys.stderr, flush=True)

    # Called by http.server:

    def process_request(self, request, client_address):
        if not self._room.acquire(blocking=False):
            self.complain("too many connections")
            self.shutdown_request(request)
            return
        with self._lock:
            self._arriving[request] = time.monotonic() + REQUEST_TIMEOUT
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no thread available
            self.has_arrived(request)
            self._room.release()
            raise

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.has_arrived(request)
            self._room.release()

    def has_arrived(self, request):
        """Ends the time limit of the request."""
        with self._lock:
            self._arriving.pop(request, None)

    def service_actions(self):
        """Cuts off requests that arrive too slowly; a time-out of the socket alone would restart with each octet."""
        now = time.monotonic()
        with self._lock:
            late = [request for request, until in self._arriving.items() if until < now]
            for request in late:
                del self._arriving[request]
        for request in late:
            try:
                request.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def handle_error(self, request, client_address):
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):  # OSError: a client has disconnected
            self.complain(f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")
