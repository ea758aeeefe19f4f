// SPDX-License-Identifier: Apache-2.0
#include "spark/http/request_parser.h"

#include <fmt/format.h>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>
#include <utility>

#include "spark/http/target.h"

namespace spark::http {

namespace beast = boost::beast;

namespace {

std::string string_of(beast::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

std::string_view reason_of(int status) {
  const auto words = beast::http::obsolete_reason(beast::http::int_to_status(static_cast<unsigned>(status)));
  return beast::http::int_to_status(static_cast<unsigned>(status)) == beast::http::status::unknown
             ? std::string_view()
             : std::string_view(words.data(), words.size());
}

struct RequestParser::Parts {
  beast::http::request_parser<beast::http::empty_body> parser;
};

RequestParser::RequestParser(std::size_t max_header) : parts_(std::make_unique<Parts>()), max_header_(max_header) {
  // The parser counts from 0 with each piece, so its limit is not the decisive one.
  parts_->parser.header_limit(static_cast<std::uint32_t>(2 * max_header));
}

RequestParser::~RequestParser() = default;

RequestParser::State RequestParser::refuse(int status, std::string sentence) {
  refusal_ = text_response(status, std::move(sentence));
  return State::refused;
}

RequestParser::State RequestParser::read(std::string_view input, std::size_t& taken) {
  auto& parser = parts_->parser;
  taken = 0;
  beast::error_code error;
  while (!error && !parser.is_header_done() && taken < input.size())
    taken += parser.put(boost::asio::const_buffer(input.data() + taken, input.size() - taken), error);
  size_ += taken;
  const bool is_unfinished = error == beast::http::error::need_more || (!error && !parser.is_header_done());
  if (error == beast::http::error::header_limit || size_ > max_header_ ||
      (is_unfinished && size_ + (input.size() - taken) >= max_header_))
    return refuse(431, fmt::format("the request with its headers has more than {} octets", max_header_));
  if (is_unfinished) return State::unfinished;
  if (error && error != beast::http::error::body_limit)
    return refuse(400, fmt::format("the request cannot be read: {}", error.message()));
  const auto& fields = parser.get();
  if (error || parser.content_length().value_or(0) > 0 || fields.count(beast::http::field::transfer_encoding) > 0)
    return refuse(413, "requests with a body are refused");
  if (path_of({fields.target().data(), fields.target().size()}).empty())
    return refuse(400, "the address cannot be decoded");
  return State::done;
}

Request RequestParser::request() const {
  const auto& read = parts_->parser.get();
  Request request;
  request.method = string_of(read.method_string());
  request.target = string_of(read.target());
  request.path = path_of(request.target);
  request.version = static_cast<int>(read.version());
  request.keeps_connection = read.keep_alive();
  for (const auto& field : read) request.headers.push_back({string_of(field.name_string()), string_of(field.value())});
  return request;
}

}  // namespace spark::http
