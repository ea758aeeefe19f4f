# SPDX-License-Identifier: Apache-2.0
"""Texts that others wrote: names of types and teams, and what servers and files say. They may hold anything."""

import re
import unicodedata
import urllib.parse

LONGEST = 100  # of a name in a key, once it is quoted: two of them, a round and a number make a file's name, which has 255 bytes
ELLIPSIS = "…"


def quoted(name):
    """A type's name as it stands in keys and names of files. `-` separates the parts of a key, so it is quoted, too: two different pairings
    never have the same key."""
    return urllib.parse.quote(name, safe="", errors="surrogatepass").replace("-", "%2D").replace("~", "%7E")


def plain(text, longest=200):
    """The text in one line that does nothing to a terminal: no control characters, none that turn the direction of writing."""
    shown = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in text[: longest * 4])
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[: longest - 1] + ELLIPSIS


def without_folders(text):
    """The text for people elsewhere: of each absolute path only the last part stays, because its folders say only how this machine is set up."""
    return re.sub(r"(^|[\s'\"(=,:])/(?:[^\s/:;,'\"()]+/)+([^\s/:;,'\"()]*)", r"\1…/\2", text)
