# SPDX-License-Identifier: Apache-2.0
"""Leagues: many matches between the types of an agent database, on one machine or on a cluster. Standard library only,
Python 3.9 or later.

The modules, in the order of their dependencies:

    errors, names      one line for people; texts from untrusted sources, made harmless
    settings           the definition of a league: types, plan, games, seed; `league.json`
    matches, plans/    settings and results -> the list of matches, as a pure function
    records, journal   one line per finished match; `league.jsonl`
    claims             which runner plays which match now
    owned              folders that are removed after the death of their process
    agent_types, match_report, one_match     one match as processes and files
    local, slurm/      the runners: this machine, a cluster
    standings, elo     figures computed from results
    places             the paths of the program, the server and the database
    text, files, page, renewal, watch     the figures for people and programs
    options, main      the program `rcssleague3D`
"""
