// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "monitor-lite/web/asked_again.h"
#include "monitor-lite/web/broadcast.h"
#include "monitor-lite/web/live_source.h"
#include "monitor-lite/web/packed_logs.h"
#include "spark/core/log.h"
#include "spark/http/origin.h"
#include "spark/http/service.h"

namespace monitor {

/// The HTTP service: the page's files, the list of matches, logs, reports, and the stream of live matches
/// (docs/play/web.md).
class WebService final : public spark::http::Service {
 public:
  /// The pages that may control matches: those of this machine or of one of the origins, if they present the token.
  /// Empty: none.
  struct Trainers {
    std::string token;
    std::vector<std::string> origins{};
    std::shared_ptr<const spark::Secret> secret{};  ///< the proof for servers; may be null
  };
  /// All must outlive it.
  WebService(spark::net::Loop& loop, spark::Log& log, Trainers trainers);
  ~WebService() override;

  void add_server(const std::string& host, std::uint16_t port);
  PackedLogs& logs() { return logs_; }
  /// Serves the results that rcssleague3D stores in this folder as `/api/league`.
  void show_league(std::filesystem::path folder) { league_ = std::move(folder); }
  static constexpr std::size_t kMaxResults = 16 << 20;  ///< maximum octets of them

  void request(spark::http::Conversation& from, const spark::http::Request& request) override;
  void message(spark::http::Conversation& from, std::string_view payload, bool is_text) override;
  void closed(spark::http::Conversation& from) override { broadcast_.leave(from); }

  /// Maximum octets of a message of a page.
  static constexpr std::size_t kMaxMessage = 4096;

 private:
  void check_token(spark::http::Conversation& from, const std::string& token);
  void send_league(spark::http::Conversation& to, const spark::http::Request& request);
  void look_at_results();
  void send_matches(spark::http::Conversation& to, const spark::http::Request& request);
  std::string list_of_matches();
  // `known`: the version that the peer has (If-None-Match).
  void send_of_match(spark::http::Conversation& to, std::string_view name, const std::string& known);
  void send_look(spark::http::Conversation& to, std::size_t match);
  void send_past(spark::http::Conversation& to, std::size_t match, std::string_view number);
  std::size_t live_match(std::string_view id) const;

  spark::net::Loop& loop_;
  spark::Log& log_;
  const Trainers trainers_;
  spark::http::OriginRule origins_;
  Broadcast broadcast_;
  std::vector<std::unique_ptr<LiveSource>> live_;
  PackedLogs logs_;
  std::vector<TaggedText> files_;  ///< of the page, in the order of `page_files`
  AskedAgain matches_, results_;
  std::filesystem::path league_;
  FileStamp results_stamp_;
};

}  // namespace monitor
