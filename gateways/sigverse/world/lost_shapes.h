// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace sigverse {

/// Whether a file with that name is X3D or VRML97: .x3d or .wrl, in any case.
bool is_shape_name(std::string_view file_name);

/// Ranks, by name, how well a shape file replaces a missing class file: 0 is best, nullopt means not at all.
///
/// Published worlds name classes whose files were never published, but whose shapes have nearly the same name: it may
/// differ in case, in `-` and `_`, in a leading `se` and in a trailing `_v2`. Of two equally similar names, that of an
/// .x3d file is better.
std::optional<int> shape_rank(std::string_view class_name, std::string_view file_name);

}  // namespace sigverse
