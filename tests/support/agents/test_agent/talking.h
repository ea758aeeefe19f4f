// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// The agent's side of the pipes: messages with their lengths (docs/write/protocol.md, section 3). Every failure
// ends the process.

/// The descriptors that it reads and writes.
extern int input;
extern int output;

void send_raw(std::string_view bytes);
/// The four bytes in front of a message.
std::string head(std::size_t length);
void send(std::string_view text);

/// False at the end of the pipe.
bool receive_bytes(char* bytes, std::size_t count);
/// The next message; ends the process when there is none.
std::string receive();

/// Waits for the start, and reports that it is ready.
void get_ready();
/// The parts of `S<generated> <arrival> <percepts>`.
std::string arrival_of(const std::string& sensation);
[[noreturn]] void sleep_for_ever();
