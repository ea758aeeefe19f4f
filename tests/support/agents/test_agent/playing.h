// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// The agent's behaviour while it thinks. `message` is the first sensation.

/// Behaves well: requests the thinking time and a notify ten steps later, and acts then.
[[noreturn]] void behave(std::string message);

/// Draws in each cycle, with the letter of the message that opened it.
[[noreturn]] void draw(std::string message);

/// Uses this much CPU time in each sensation, and then acts.
[[noreturn]] void burn(std::string message, long milliseconds);

/// Exceeds every sensible limit of a resource: memory gradually or at once, CPU time, a file.
[[noreturn]] void use_up(std::string_view what, const char* file);

/// Ends only on SIGTERM, and prints a line before that.
[[noreturn]] void tidy_up();

/// Prints numbered lines of ten bytes each.
void print_lines(long count);
