#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Many pages of one rcssmonitor3D-web with a match in real time: their cost, and the delay of frames.

    bench/bench_web.py build/bin/rcssserver3D build/bin/rcssmonitor3D-web [--viewers 1000] [--seconds 30] [--unread 0.1]

A share of the viewers never reads. The delay of a frame is relative to the viewer who received it first.
"""
import argparse
import base64
import os
import re
import resource
import selectors
import socket
import struct
import subprocess
import sys
import tempfile
import time


def cpu_of(pid):
    """CPU time in s."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid):
    """The maximum memory so far, in MB."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024


def join(port):
    link = socket.create_connection(("127.0.0.1", port), timeout=30)
    key = base64.b64encode(os.urandom(16)).decode()
    link.sendall(f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += link.recv(1)
    assert b" 101 " in head, head
    text = b'{"watch":["live-1"]}'
    link.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    link.setblocking(False)
    return link


class Viewer:
    def __init__(self, link):
        self.link, self.input = link, b""

    def read(self, now, seen):
        try:
            self.input += self.link.recv(65536)
        except BlockingIOError:
            return 0
        count = 0
        while len(self.input) >= 2:
            size, at = self.input[1], 2
            if size == 126:
                if len(self.input) < 4:
                    break
                size, at = struct.unpack_from(">H", self.input, 2)[0], 4
            elif size == 127:
                size, at = struct.unpack_from(">Q", self.input, 2)[0], 10
            if len(self.input) < at + size:
                break
            if self.input[0] & 0xF == 2:
                seen.setdefault(self.input[at + 8:at + 12], []).append(now)
                count += 1
            self.input = self.input[at + size:]
        return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("web")
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--unread", type=float, default=0.1)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([os.path.abspath(options.server), "--agentdb", "agentdb-0.1.xml", "--team", "foo:11", "--team", "bar:11", "--speed", "1", "--monitor_port", "0",
                                   "--Soccer.AutomaticKickOff", "true"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        web = None
        try:
            for line in server.stderr:
                if found := re.search(r"monitor port (\d+)", line):
                    break
            web = subprocess.Popen([os.path.abspath(options.web), "--server", f"127.0.0.1:{found[1]}", "--port", "0", "--max_viewers", str(options.viewers)],
                                   stdout=subprocess.PIPE, text=True)
            port = int(re.search(r":(\d+)/", web.stdout.readline())[1])
            links = [join(port) for _ in range(options.viewers)]
            unread = int(options.viewers * options.unread)
            selector = selectors.DefaultSelector()
            for link in links[unread:]:
                selector.register(link, selectors.EVENT_READ, Viewer(link))
            begin = time.monotonic()
            measured, cpu, of_server, count, seen = begin + 3, 0.0, 0.0, 0, {}
            while (now := time.monotonic()) < begin + 3 + options.seconds:
                if now >= measured:
                    cpu, of_server, measured, seen, count = cpu_of(web.pid), cpu_of(server.pid), float("inf"), {}, 0
                for key, _ in selector.select(0.1):
                    count += key.data.read(time.monotonic(), seen)
            used, used_by_server = cpu_of(web.pid) - cpu, cpu_of(server.pid) - of_server
            late = sorted(each - arrivals[0] for arrivals in seen.values() for each in arrivals)
            print(f"{options.viewers} viewers, {unread} of which read nothing: {count / options.seconds:.0f} frames per second to all, "
                  f"CPU {100 * used / options.seconds:.1f} % of a core, memory {memory_of(web.pid):.1f} MB, the server's CPU {100 * used_by_server / options.seconds:.1f} %")
            print(f"late by {1000 * late[len(late) // 2]:.1f} ms p50, {1000 * late[int(len(late) * 0.99)]:.1f} ms p99, {1000 * late[-1]:.1f} ms max")
        finally:
            for process in (web, server):
                if process:
                    process.terminate()
                    process.wait(30)
    return 0


if __name__ == "__main__":
    sys.exit(main())
