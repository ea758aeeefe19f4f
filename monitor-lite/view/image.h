// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace monitor {

/// The image of a texture: red, green, blue and opacity bytes, row by row from the top.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<unsigned char> pixels;  ///< 4 for each pixel
  bool is_grey = false;               ///< it has no colours of its own: it darkens those of the surface
  bool has_opacity = false;           ///< it has an opacity channel; otherwise every pixel is opaque
};

/// Finds the image that is called `name` in a file of `folder`. Null if there is none; may throw `std::runtime_error`
/// with one line if it cannot be read. `name` has no `\`, drive letter or address; it may be absolute and contain "..":
/// a source for untrusted files has to refuse that.
using ImageSource = std::function<std::shared_ptr<const Image>(const std::string& name, const std::string& folder)>;

}  // namespace monitor
