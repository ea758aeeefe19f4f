// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// What it does while it thinks. `message` is the first sensation.

/// What well-behaved agents do: ask for the thinking time, ask to be woken ten steps later, act there.
[[noreturn]] void behave(std::string message);

/// Draws in each cycle, with the letter of what opened it.
[[noreturn]] void draw(std::string message);

/// Uses so much CPU time in each sensation, then acts.
[[noreturn]] void burn(std::string message, long milliseconds);

/// Uses more of something than any sensible limit: memory little by little or at once, CPU time, a file.
[[noreturn]] void use_up(std::string_view what, const char* file);

/// Ends only when it gets SIGTERM, not without a word.
[[noreturn]] void tidy_up();

/// Prints numbered lines of ten bytes each.
void print_lines(long count);
