# SPDX-License-Identifier: Apache-2.0
"""Leagues: many matches between the types of an agent database, on one machine or on a cluster. Standard library only, Python 3.9 or later.

What depends on what, from below:

    errors, names      one line for people; texts that others wrote, made harmless
    settings           what a league is: types, plan, games, seed; `league.json`
    matches, plans/    settings and results -> the list of matches, as a pure function
    records, journal   one line per finished match; `league.jsonl`
    claims             who plays which match now
    owned              folders that are removed after the death of their process
    agent_types, match_report, one_match     one match as processes and files
    local, slurm/      who plays the matches: this machine, a cluster
    standings, elo     numbers out of results
    places             where the program, the server and the database are
    text, files, page, renewal, watch     the numbers for people and programs
    options, main      the program `rcssleague3D`
"""
