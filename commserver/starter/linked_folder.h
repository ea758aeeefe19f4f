// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace commserver {

/// Makes `folder`, with links in it to all that lies in `original`: a program that works there finds what it would find
/// in the original, and what it writes under new names stays apart from that. Throws `std::runtime_error` with one line
/// if it cannot be made.
void make_linked_folder(const std::filesystem::path& folder, const std::filesystem::path& original);

/// Takes the links out again, and the folder, too, if there is nothing else in it. What goes wrong leaves them there.
void remove_links(const std::filesystem::path& folder, const std::filesystem::path& original);

}  // namespace commserver
