// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spark::http {

/// The header of a server's message (RFC 6455, 5.2): it is not masked, and in one frame.
std::string frame_head(std::size_t payload_size, bool is_text);
/// The complete frame of a client's message, which is masked, with an unpredictable key.
std::string masked_frame(std::string_view payload, bool is_text);

/// The part of a reason, in complete UTF-8 characters, that fits into a close frame after its code.
std::string_view fitting_reason(std::string_view reason);

}  // namespace spark::http
