// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace commserver {

/// Creates `folder` with links to all entries of `original`: a program that works there finds the files of the
/// original, and the files that it writes stay separate. Throws `std::runtime_error` with one line if it cannot be
/// created.
void make_linked_folder(const std::filesystem::path& folder, const std::filesystem::path& original);

/// Removes the links, and then the folder if it is empty. Whatever cannot be removed stays.
void remove_links(const std::filesystem::path& folder, const std::filesystem::path& original);

}  // namespace commserver
