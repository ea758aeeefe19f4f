// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "spark/http/message.h"

namespace spark::http {

/// Parses one request that may arrive in pieces.
class RequestParser {
 public:
  /// `max_header`: octets up to the end of the headers.
  explicit RequestParser(std::size_t max_header);
  ~RequestParser();
  RequestParser(const RequestParser&) = delete;
  RequestParser& operator=(const RequestParser&) = delete;

  enum class State { unfinished, done, refused };
  /// `input` is all pending input; `taken` becomes the number of octets that are processed. After `done` the rest
  /// belongs to the next request.
  State read(std::string_view input, std::size_t& taken);

  /// The request; valid after `done`.
  Request request() const;
  /// The answer after `refused`: 400, 413 or 431, with a sentence.
  const Response& refusal() const { return refusal_; }

 private:
  State refuse(int status, std::string sentence);

  struct Parts;
  std::unique_ptr<Parts> parts_;
  std::size_t max_header_;
  std::size_t size_ = 0;  ///< octets taken so far
  Response refusal_;
};

}  // namespace spark::http
