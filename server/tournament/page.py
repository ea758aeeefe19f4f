# SPDX-License-Identifier: Apache-2.0
"""A league as one self-contained page: no script, no picture, and no other files except the logs and reports that it links to."""

import html
import os
import urllib.parse

from .below import folder_below
from .names import plain
from .one_match import FOLDER, LOGS
from .records import Failure
from .text import remarks, score, signed

STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; color: #222; background: #fff }
h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin-top: 2em }
div { overflow-x: auto } table { border-collapse: collapse }
th, td { padding: .2em .6em; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap } th { background: #f2f2f2 }
.name { text-align: left } .self { background: #eee } .failed { color: #a00 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } th, .self { background: #2a2a2a } th, td { border-color: #444 }
a { color: #8ab4ff } .failed { color: #f88 } }
"""
# Files of a match that users may want, and their labels.
LINKS = (("report.html", "report"), ("match.json", "figures"), ("monitor.log.zst", "log"), ("monitor.log", "log"), ("console.txt", "console"))


def text(value):
    """Any value as text of the page."""
    return html.escape(plain(value) if isinstance(value, str) else str(value), quote=True)


def table(head, rows, names=(1,)):
    """`rows`: cells that already are HTML; the columns `names` are words."""
    def line(cells, tag):
        words = ' class="name"'
        return "<tr>" + "".join(f"<{tag}{words if place in names else ''}>{cell}</{tag}>" for place, cell in enumerate(cells)) + "</tr>"

    return "<div><table>\n" + "\n".join([line(map(text, head), "th"), *(line(row, "td") for row in rows)]) + "\n</table></div>"


def standings(summary):
    rated = {one.team: one for one in summary.ratings}
    byes, failed = any(row.byes for row in summary.rows), any(row.failed for row in summary.rows)
    head = ["", "team", "played", "won", "drawn", "lost", "goals", "difference", "points", "Elo", "95 %", "lost agents", "late acts"]

    def elo(team):
        one = rated.get(team)
        return (f"{one.rating:.0f}", f"{one.low:.0f} – {one.high:.0f}") if one else ("", "")

    return table(head + ["byes"] * byes + ["failed"] * failed, [
        [row.shown_place, text(row.team), row.played, row.won, row.drawn, row.lost, f"{row.goals_for}:{row.goals_against}", signed(row.difference), row.points,
         *elo(row.team), row.lost_agents, row.late_acts] + [row.byes] * byes + [row.failed] * failed for row in summary.rows
    ])  # fmt: skip


def head_to_head(summary):
    teams = [row.team for row in summary.rows]

    def cell(team, other):
        row = summary.pairs.get((team, other))
        if not row:
            return "–" if team == other else ""
        return f'<span title="{row.goals_for}:{row.goals_against} goals">{row.won}-{row.drawn}-{row.lost}</span>'

    rows = [[place, text(team), *(cell(team, other) for other in teams)] for place, team in enumerate(teams, 1)]
    return table(["", "won-drawn-lost against", *(str(place) for place in range(1, len(teams) + 1))], rows)


def links(folder, key):
    """The links to the existing files of this match, from one look at its folder."""
    try:
        with folder_below(folder, f"{FOLDER}/{key}") as at:
            there = set(os.listdir(at))
    except OSError:
        return ""
    return " ".join(f'<a href="{text(urllib.parse.quote(f"{FOLDER}/{key}/{file}"))}">{what}</a>' for file, what in LINKS if file in there and file != LOGS)


def matches(folder, summary):
    rows = []
    for match in summary.schedule.matches:
        record = summary.outcomes.get(match.key)
        if record is None:
            note = summary.notes.get(match.key)
            came, of = "being played" if match.key in summary.playing else text(note.how if note else "open"), ""
        elif isinstance(record, Failure):
            came, of = f'<span class="failed">{text(score(match, record))}</span>', links(folder, f"{match.key}.failed-{record.attempt}")
        else:
            came, of = text(score(match, record)), links(folder, match.key)
        called = [text(name) for name in getattr(record, "teams", ["", ""])]
        shown = [text(side) + (f" <small>({name})</small>" if name and name != text(side) else "") for side, name in zip((match.left, match.right), called)]
        rows.append([match.round, *shown, came, of])
    return table(["round", "left", "right", "score", ""], rows, (1, 2, 3, 4))


def page(folder, summary):
    state = f"{summary.played} of {summary.schedule.total} matches played" + ("" if summary.is_over else ", not over yet")
    items = "".join(f"<li>{text(remark)}</li>" for remark in remarks(summary))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>League: {text(summary.settings.plan)}</title>
<style>{STYLE}</style></head><body>
<h1>{text(summary.settings.plan)}</h1>
<p>{state}. Seed {summary.settings.seed}; intervals of Elo from {summary.resamples} resamples of the matches.</p>
{standings(summary)}
{'<ul>' + items + '</ul>' if items else ''}
<h2>Head to head</h2>
{head_to_head(summary)}
<h2>Matches</h2>
{matches(folder, summary)}
</body></html>
"""
