// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace commserver {

/// Makes `folder`, with links to all entries of `original`: a program that works there finds the files of the original,
/// and new files that it writes stay separate. Throws `std::runtime_error` with one line if it cannot be made.
void make_linked_folder(const std::filesystem::path& folder, const std::filesystem::path& original);

/// Removes the links, and the folder if it is empty then. On errors they stay there.
void remove_links(const std::filesystem::path& folder, const std::filesystem::path& original);

}  // namespace commserver
