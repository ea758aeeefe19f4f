// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/net/connection.h"

namespace monitor {

/// A text for pages: plain, compressed, and with the tag by which a browser recognizes its cached copy.
struct TaggedText {
  spark::net::Connection::Shared text;    ///< null: there is none yet
  spark::net::Connection::Shared packed;  ///< by gzip; null if that would save little
  std::string tag;                        ///< for `ETag`, in its quotes; computed from the text

  /// The tag of the compressed form, which HTTP has to distinguish.
  std::string packed_tag() const;
  /// Whether an `If-None-Match` names this text in either form.
  bool is_known_as(std::string_view tags) const;
};

TaggedText tagged_text(std::string text);

}  // namespace monitor
