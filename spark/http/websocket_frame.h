// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spark::http {

/// What stands in front of the payload of a server's message (RFC 6455, 5.2): it is not masked, and in one frame.
std::string frame_head(std::size_t payload_size, bool is_text);
/// The whole frame of a client's message, which is masked, with a key that no one can foretell.
std::string masked_frame(std::string_view payload, bool is_text);

/// As much of a reason, whole characters of UTF-8, as a close frame has room for behind its code.
std::string_view fitting_reason(std::string_view reason);

}  // namespace spark::http
