// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rctp {

/// A request of a client before its live session: "ASSIGN head RCMP/1.0" and header lines. Its texts point into the
/// input.
struct Request {
  /// The protocol named in the request; the reply repeats it. Only HTTP has a strict grammar.
  enum class Version { rcmp, rctp, http_1_0, http_1_1 };

  std::string_view method;  ///< as received: "ASSIGN", "GO", or anything else
  std::string_view target;  ///< as received; empty if there is none
  Version version = Version::rcmp;
  std::string_view headers;  ///< all header lines, as received
  /// Whether the blank line after it has been read. If not, it may still come before the next request or record.
  bool has_blank_line = false;
  /// 0, or the code of the refusal if the request cannot be read; `problem` is the reason. If not even the version
  /// could be read, `version` is `rcmp`.
  int refusal = 0;
  std::string problem;

  bool is_http() const { return version == Version::http_1_0 || version == Version::http_1_1; }
  /// The value of the first header of that name, whose case does not matter, without blanks around it; empty if there
  /// is none.
  std::string_view header(std::string_view name) const;
};

/// The version as a request line has it: "RCMP/1.0".
std::string_view to_string(Request::Version version);

/// Whether further bytes may come.
enum class Arrival {
  open,    ///< there may be more
  paused,  ///< nothing has come for `kRequestPause`
  whole    ///< nothing follows: in a message of a WebSocket the last line needs no end
};
/// ms without a byte after which a request is complete although its blank line has not come.
inline constexpr int kRequestPause = 200;
/// The maximum size of request line and headers together, bytes.
inline constexpr std::size_t kMaxRequest = 8 * 1024;

enum class RequestResult {
  request,  ///< a request has been removed from the front
  more,     ///< it is not complete; blank lines in front of it may have been removed
  too_long  ///< it has no end within `kMaxRequest`: 431, and nothing after it can be read
};

/// Removes the next request from the front of a client's input, which may end anywhere.
///
/// Leading blank lines are skipped. With RCMP and RCTP a line may end with LF alone, and a request is complete with a
/// blank line, with the beginning of the next request line, or with a pause: people type it, and printed dialogues show
/// no blank lines. A line whose first word has a colon is a header, any other a request line. With HTTP lines end with
/// CR LF, and only a blank line completes a request.
RequestResult read_request(std::string_view& input, Arrival arrival, Request& request);

/// Whether the first line of `input` is an HTTP request line, to be read by an HTTP server. False while that line is
/// incomplete.
bool begins_with_http(std::string_view input);

}  // namespace rctp
