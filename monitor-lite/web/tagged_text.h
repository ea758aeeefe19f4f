// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/net/connection.h"

namespace monitor {

/// A text that pages ask for: as it is, compressed, and with the tag by which a browser knows that it has it.
struct TaggedText {
  spark::net::Connection::Shared text;    ///< null: there is none yet
  spark::net::Connection::Shared packed;  ///< by gzip; null if that would not make it smaller by much
  std::string tag;                        ///< for `ETag`, in its quotes; it follows from the text

  /// That of the compressed form, which HTTP has to tell apart.
  std::string packed_tag() const;
  /// Whether an `If-None-Match` names this text in either form.
  bool is_known_as(std::string_view tags) const;
};

TaggedText tagged_text(std::string text);

}  // namespace monitor
