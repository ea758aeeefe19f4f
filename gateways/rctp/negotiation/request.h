// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rctp {

/// What a client writes before it drives: "ASSIGN head RCMP/1.0" and header lines. Its texts point into what was read.
struct Request {
  /// The name of the protocol in the request is that in the reply. HTTP is strict in its grammar, the other two are
  /// not.
  enum class Version { rcmp, rctp, http_1_0, http_1_1 };

  std::string_view method;  ///< as it came: "ASSIGN", "GO", or anything else
  std::string_view target;  ///< as it came; empty if there is none
  Version version = Version::rcmp;
  std::string_view headers;  ///< all header lines, as they came
  /// Whether the blank line behind it has been read. If not, it may still come, in front of whatever comes next.
  bool has_blank_line = false;
  /// 0, or the code with which it is to be refused because it cannot be read, and why. A request of which nothing could
  /// be read has the version `rcmp`.
  int refusal = 0;
  std::string problem;

  bool is_http() const { return version == Version::http_1_0 || version == Version::http_1_1; }
  /// The value of the first header of that name, without regard to case and without blanks around it; empty if there
  /// is none.
  std::string_view header(std::string_view name) const;
};

/// As it stands in a request line: "RCMP/1.0".
std::string_view to_string(Request::Version version);

/// What is known about bytes to come.
enum class Arrival {
  open,    ///< any
  paused,  ///< none have come for `kRequestPause`
  whole    ///< none: a message of a WebSocket, whose last line needs no end
};
/// In milliseconds: after so long without a byte a request is complete whose blank line has not come.
inline constexpr int kRequestPause = 200;
/// Request line and headers, bytes.
inline constexpr std::size_t kMaxRequest = 8 * 1024;

enum class RequestResult {
  request,  ///< one has been taken off the front
  more,     ///< it is not complete; blank lines in front of it may have been taken
  too_long  ///< it has no end within `kMaxRequest`: 431, and nothing behind it can be read
};

/// Takes the next request off the front of what a client has sent, which may be cut anywhere.
///
/// Blank lines in front are skipped. With RCMP and RCTP a line may end with LF alone, and a request is complete with a
/// blank line, with the beginning of the next request line, or with a pause: people type it, and printed dialogues show
/// no blank lines. A line whose first word has a colon is a header, any other a request line. With HTTP lines end with
/// CR LF, and only a blank line completes a request.
RequestResult read_request(std::string_view& input, Arrival arrival, Request& request);

/// Whether the first line of `input` ends like one of HTTP, so that an HTTP server should read it. False, too, while
/// that line is not complete.
bool begins_with_http(std::string_view input);

}  // namespace rctp
