# SPDX-License-Identifier: Apache-2.0
"""Texts from untrusted sources: names of types and teams, and output of servers and contents of files. They may contain anything."""

import re
import unicodedata
import urllib.parse

LONGEST = 100  # of a quoted name in a key: two of them, a round and a number make a file name, which is limited to 255 bytes
ELLIPSIS = "…"


def quoted(name):
    """A type's name as it appears in keys and file names. `-` separates the parts of a key, so it is quoted, too:
    different pairings never have the same key."""
    return urllib.parse.quote(name, safe="", errors="surrogatepass").replace("-", "%2D").replace("~", "%7E")


def plain(text, longest=200):
    """The text in one line that is safe for a terminal: without control characters and direction marks."""
    shown = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in text[: longest * 4])
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[: longest - 1] + ELLIPSIS


def without_folders(text):
    """The text without folders: each absolute path is reduced to its last part, since its folders only describe the
    setup of this machine."""
    return re.sub(r"(^|[\s'\"(=,:])/(?:[^\s/:;,'\"()]+/)+([^\s/:;,'\"()]*)", r"\1…/\2", text)
