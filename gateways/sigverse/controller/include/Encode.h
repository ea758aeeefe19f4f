// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_ENCODE_H
#define SIGVERSE_ENCODE_H

/// Of a text. Texts are never converted on their way.
enum Encode { ENCODE_ASCII = 0, ENCODE_EUC_JP = 1, ENCODE_JIS = 2, ENCODE_SHIFT_JIS = 3, ENCODE_UTF_8 = 4 };

#endif
