#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that whoever stands between an interface and those behind it overrides all of it. Usage: check_forwarding.py ROOT

A virtual function with a default body that such a class forgets is silently lost for everybody behind it.
"""

import pathlib
import re
import sys

# Interface, its header, who forwards it, and where that is.
FORWARDERS = (
    ("AgentGateway", "spark/agent/agent_gateway.h", "GatewaySwitch", "spark/agent/gateway_switch.h"),
    ("AgentGatewayListener", "spark/agent/agent_gateway.h", "GatewaySwitch::Arrivals", "spark/agent/gateway_switch.cpp"),
    ("PerceptWriter", "spark/agent/percept_writer.h", "PerceptTee", "spark/agent/percept_tee.h"),
)
VIRTUAL = re.compile(r"\bvirtual\b[^;{}]*?\b(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*(?:const\s*)?(?:=\s*0\s*;|\{|;)")
OVERRIDE = re.compile(r"\b(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*(?:const\s*)?override\b")


def class_body(text, name):
    """What stands between the braces of the definition of a class."""
    begun = re.search(rf"\bclass {re.escape(name)}\b[^;{{]*\{{", text)
    depth, end = 1, begun.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[begun.end() : end]


def functions(pattern, body):
    """Names with their numbers of parameters, so that overloads count apart."""
    body = re.sub(r"//.*|\[\[.*?\]\]", "", body)
    parameters = (lambda text: text.count(",") + 1 if text.strip() else 0)
    return sorted((name, parameters(given)) for name, given in pattern.findall(body) if not name.startswith("~"))


def main():
    root, wrong = pathlib.Path(sys.argv[1]), 0
    for interface, header, forwarder, source in FORWARDERS:
        declared = functions(VIRTUAL, class_body((root / header).read_text(), interface))
        written = functions(OVERRIDE, class_body((root / source).read_text(), forwarder))
        assert declared, interface
        for each in set(declared):
            if written.count(each) < declared.count(each):
                wrong += 1
                print(f"{source}: {forwarder} does not override {interface}::{each[0]}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
