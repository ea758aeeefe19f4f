// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_TEXT_H
#define SIGVERSE_TEXT_H

#include "Encode.h"
#include "systemdef.h"

/// The result of speech recognition.
class Text {
 public:
  Text(Encode encode, const std::string& text) : encode_(encode), text_(text) {}
  Encode getEncode() const { return encode_; }
  /// NULL for an empty text.
  const char* getString() const { return text_.empty() ? NULL : text_.c_str(); }

 private:
  Encode encode_;
  std::string text_;
};

#endif
