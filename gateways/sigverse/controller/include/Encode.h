// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_ENCODE_H
#define SIGVERSE_ENCODE_H

/// The encoding of a text, one of these. Texts are never converted in transit.
typedef int Encode;
enum {
  ENCODE_NOT_SET = -1,
  ENCODE_ASCII = 0,
  ENCODE_EUCJP = 1,
  ENCODE_JIS = 2,
  ENCODE_SHIFT_JIS = 3,
  ENCODE_UTF8 = 4,
  // Aliases.
  ENCODE_EUC_JP = ENCODE_EUCJP,
  ENCODE_UTF_8 = ENCODE_UTF8
};

#endif
