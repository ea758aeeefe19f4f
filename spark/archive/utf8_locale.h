// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <locale.h>

namespace spark {

/// While this object exists, names in this thread are UTF-8, regardless of the locale of the process, which is usually
/// "C": libarchive drops the names of .zip files that it cannot convert to the locale.
class Utf8Locale {
 public:
  Utf8Locale() : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (utf8_) before_ = ::uselocale(utf8_);
  }
  ~Utf8Locale() {
    if (!utf8_) return;
    ::uselocale(before_);
    ::freelocale(utf8_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t utf8_;
  locale_t before_ = nullptr;
};

}  // namespace spark
