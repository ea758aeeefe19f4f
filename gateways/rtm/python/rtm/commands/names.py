# SPDX-License-Identifier: Apache-2.0
"""`rtm names`: runs a name server until the command ends."""

import contextlib
import ctypes
import fcntl
import glob
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

SERVER_TIMEOUT = 10.0  # seconds
PR_SET_PDEATHSIG = 1
ADDRESS = "127.0.0.1"
KEY = b"NameService"


def end_with_parent(parent):
    """Called in the child before it becomes omniNames: makes the system kill it when this process ends in any way."""
    libc = ctypes.CDLL(None, use_errno=True)

    def prepare():
        if libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0 or os.getppid() != parent:
            os._exit(1)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])

    return prepare


def free_port(wanted):
    """Returns the requested port, or any free one. Raises ValueError if another program uses the requested port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, wanted))
        except OSError as error:
            raise ValueError(f"port {wanted} of {ADDRESS} cannot be opened: {error.strerror}; --port 0 takes any that is free") from None
        return probe.getsockname()[1]


def answers(port):
    """Whether a name server answers a GIOP 1.0 LocateRequest for its object (1: the object is here, 2: forwarded)."""
    body = struct.pack("<II", 1, len(KEY)) + KEY
    with contextlib.suppress(OSError, struct.error), socket.create_connection((ADDRESS, port), 1.0) as connection:
        connection.sendall(b"GIOP\x01\x00\x01\x03" + struct.pack("<I", len(body)) + body)
        answer = b""
        while len(answer) < 20 and (more := connection.recv(64)):
            answer += more
        order = "<" if answer[6] & 1 else ">"
        return answer[7] == 4 and struct.unpack(order + "II", answer[12:20])[1] in (1, 2)
    return False


def start(port, data):
    errors = os.path.join(data, "errors.txt")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(errors)
    arguments = ["omniNames", "-start", str(port), "-always", "-nohostname", "-datadir", data, "-errlog", errors, "-ignoreport"]
    arguments += ["-ORBendPoint", f"giop:tcp:{ADDRESS}:{port}"]
    program = shutil.which("omniNames") or shutil.which("omniNames", path="/usr/bin:/usr/sbin")
    if not program:
        raise ValueError("omniNames is not installed (Debian's package omniorb-nameserver)")
    server = subprocess.Popen(arguments, executable=program, cwd=data, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, preexec_fn=end_with_parent(os.getpid()))
    deadline = time.monotonic() + SERVER_TIMEOUT
    while server.poll() is None and not answers(port):
        if time.monotonic() > deadline:
            server.kill()
            server.wait()
            raise RuntimeError(f"omniNames does not answer on port {port}")
        time.sleep(0.02)
    if server.poll() is not None:
        raise RuntimeError(f"omniNames has ended at once: {last_line(errors)}")
    return server


def own_folder():
    """Returns a new folder and the lock that marks it as in use. Removes folders of killed processes, whose locks no process holds."""
    pattern = os.path.join(glob.escape(tempfile.gettempdir()), "rtm-names.*")
    for old in glob.glob(pattern):
        with contextlib.suppress(OSError), open(os.path.join(old, "lock"), "r+b") as lock:
            if os.lstat(old).st_uid == os.getuid():
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(old, ignore_errors=True)
    folder = tempfile.mkdtemp(prefix="rtm-names.")
    # The process holds the lock until it ends. The file gets its final name, by which other processes find it, only
    # when it is locked.
    lock = open(os.path.join(folder, "new"), "wb")
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.rename(lock.name, os.path.join(folder, "lock"))
    return folder, lock


def last_line(path):
    with contextlib.suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
        return lines[-1][:200] if lines else "without a word"
    return "without a word"


def names(given):
    data = given.data and os.path.abspath(given.data)
    if data:
        os.makedirs(data, exist_ok=True)
    folder, _lock = (data, None) if data else own_folder()
    # sigwait takes them one by one, so none is lost during the start. SIGCHLD reports the end of omniNames.
    wanted = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD}
    signal.pthread_sigmask(signal.SIG_BLOCK, wanted)
    server = None
    try:
        port = free_port(given.port)
        server = start(port, folder)
        print(f"name server {ADDRESS}:{port}", flush=True)
        while signal.sigwait(wanted) == signal.SIGCHLD:
            if server.poll() is not None:
                raise RuntimeError(f"omniNames has ended: {last_line(os.path.join(folder, 'errors.txt'))}")
    finally:
        if server and server.poll() is None:
            server.terminate()
            try:
                server.wait(SERVER_TIMEOUT)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        if not data:
            shutil.rmtree(folder, ignore_errors=True)
