// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/web_service.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "monitor-lite/web/match_text.h"
#include "monitor-lite/web/order.h"
#include "monitor-lite/web/page_files.h"
#include "monitor-lite/web/watch_request.h"
#include "pages/page_response.h"
#include "spark/core/number_text.h"
#include "spark/core/regular_file.h"
#include "spark/http/message.h"

namespace monitor {
namespace {

using Json = nlohmann::ordered_json;
using spark::http::Conversation;
using spark::http::Response;

constexpr std::string_view kOfMatch = "/api/match/";
constexpr std::string_view kBefore = ".before-";
constexpr std::string_view kJson = "application/json; charset=utf-8";
constexpr const char* kNoReport = "a world without a game has no report";
constexpr std::size_t kNone = ~std::size_t{0};

/// Sends the text compressed to a browser that supports it, and no body to one that has the current version.
void answer_text(Conversation& to, std::string_view type, const TaggedText& text, const spark::http::Request& request) {
  const bool is_packed = text.packed && request.lists("Accept-Encoding", "gzip");
  Response response = pages::page_response(type, is_packed ? text.packed : text.text);
  response.headers.push_back({"ETag", is_packed ? text.packed_tag() : text.tag});
  response.headers.push_back({"Vary", "Accept-Encoding"});
  if (text.is_known_as(request.find("If-None-Match"))) {
    response.status = 304;
    response.body = nullptr;
  } else if (is_packed) {
    response.headers.push_back({"Content-Encoding", "gzip"});
  }
  to.answer(response);
}

/// The answer for pages that check whether their version is current.
void answer_tagged(Conversation& to, Response response, const std::string& tag, std::string_view known) {
  response.headers.push_back({"ETag", tag});
  if (tag == known) {
    response.status = 304;
    response.body = nullptr;
  }
  to.answer(response);
}

Json match_json(const std::string& id, const std::string& name, const MatchSummary& summary, bool live) {
  return {{"id", id},
          {"name", name},
          {"live", live},
          {"known", summary.has_begun},
          {"teams", {summary.team_left, summary.team_right}},
          {"score", {summary.score_left, summary.score_right}},
          {"time", summary.time},
          {"bodies", summary.has_bodies}};
}

/// The state of a stream's peer.
struct Viewer {
  bool is_private = false;  ///< no one else can read its traffic
  bool leads = false;
};

Viewer& viewer_of(const Conversation& stream) {
  return *static_cast<Viewer*>(stream.user.get());
}

std::string live_id(std::size_t match) {
  return fmt::format("live-{}", match + 1);
}

}  // namespace

WebService::WebService(spark::net::Loop& loop, spark::Log& log, Trainers trainers)
    : loop_(loop),
      log_(log),
      trainers_(std::move(trainers)),
      origins_(trainers_.origins),
      broadcast_(loop),
      logs_(loop) {
  for (const pages::PageFile& file : page_files()) files_.push_back(tagged_text(std::string(file.text)));
}

WebService::~WebService() = default;

void WebService::add_server(const std::string& host, std::uint16_t port) {
  live_.push_back(std::make_unique<LiveSource>(host, port, broadcast_, broadcast_.add_match(), loop_,
                                               LiveSource::Lead{!trainers_.token.empty(), trainers_.secret}));
  for (const auto& source : live_) source->past().set_limit(LivePast::kMaxOctets / live_.size());
}

std::size_t WebService::live_match(std::string_view id) const {
  for (std::size_t i = 0; i < live_.size(); ++i)
    if (live_id(i) == id) return i;
  return kNone;
}

void WebService::request(Conversation& from, const spark::http::Request& request) {
  const std::string_view path = request.path;
  if (path == "/api/stream") {
    if (request.wants_websocket()) {
      const bool is_near = from.peer().starts_with("127.") || from.peer().starts_with("[::1]");
      const bool is_page = request.count("Origin") > 0;
      from.user =
          std::make_shared<Viewer>(Viewer{is_near && (!is_page || origins_.is_private(request.find("Origin"))), false});
      from.accept_websocket();
      // A viewer that names no match watches the first one.
      return broadcast_.watch(from, {0}, false);
    }
    return from.answer(spark::http::text_response(426, "this is a WebSocket"));
  }
  if (path == "/api/matches") return send_matches(from, request);
  if (path == "/api/league") return send_league(from, request);
  if (path.starts_with(kOfMatch))
    return send_of_match(from, path.substr(kOfMatch.size()), std::string(request.find("If-None-Match")));
  const std::string_view name = path == "/" ? std::string_view("index.html") : path.substr(1);
  const auto files = page_files();
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].name == name) return answer_text(from, files[i].type, files_[i], request);
  from.answer(spark::http::text_response(404, "there is nothing with that name"));
}

void WebService::send_league(Conversation& to, const spark::http::Request& request) {
  if (!league_.empty() && results_.is_old(loop_.now())) look_at_results();
  if (results_.text() && !results_.text()->empty()) return answer_text(to, kJson, results_.tagged(), request);
  Response none;
  none.status = 204;
  to.answer(none);
}

/// The cached results stay valid while the file is unchanged.
void WebService::look_at_results() {
  const auto file = league_ / "results.json";
  const FileStamp stamp = stamp_of(file);
  if (results_.text() && stamp == std::exchange(results_stamp_, stamp)) return results_.keep(loop_.now());
  results_stamp_ = stamp;
  std::string text;
  try {
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, error)))
      text = spark::read_regular_file(file, kMaxResults);
    if (!text.empty() && !Json::accept(text))
      throw std::runtime_error(fmt::format("{} is not a results file of rcssleague3D", file.string()));
  } catch (const std::runtime_error& error) {
    log_.complain("league", "{}", error.what());
    text.clear();
  }
  results_.set(std::move(text), loop_.now());
}

void WebService::send_matches(Conversation& to, const spark::http::Request& request) {
  if (matches_.is_old(loop_.now())) matches_.set(list_of_matches(), loop_.now());
  answer_text(to, kJson, matches_.tagged(), request);
}

std::string WebService::list_of_matches() {
  Json all = Json::array();
  for (std::size_t i = 0; i < live_.size(); ++i) {
    Json match = match_json(live_id(i), live_[i]->name(), live_[i]->summary(), true);
    match["match"] = i;
    all.push_back(std::move(match));
  }
  for (const PackedLogs::Log& log : logs_.list()) {
    Json match = match_json(log.id, log.name, log.summary, false);
    if (!log.problem.empty()) match["problem"] = log.problem;
    all.push_back(std::move(match));
  }
  return text_of(all);
}

void WebService::send_of_match(Conversation& to, std::string_view name, const std::string& known) {
  const std::size_t dot = name.rfind('.');
  const std::string id(name.substr(0, dot));
  const std::string_view kind = dot == name.npos ? std::string_view() : name.substr(dot);
  if (kind.starts_with(kBefore)) return send_past(to, live_match(id), kind.substr(kBefore.size()));
  if (kind == ".look") return send_look(to, live_match(id));
  if (kind != ".json" && kind != ".packed" && kind != ".drawings")
    return to.answer(spark::http::text_response(404, "there is nothing with that name"));
  if (const std::size_t match = live_match(id); match != kNone && kind == ".json")
    return to.answer(
        live_[match]->report().empty()
            ? spark::http::text_response(404, live_[match]->summary().has_bodies ? kNoReport : "it has not begun yet")
            : pages::page_response(kJson, std::make_shared<const std::string>(live_[match]->report())));
  logs_.refresh();
  const auto answer = [weak = to.weak_from_this(), wants_report = kind == ".json",
                       known](const PackedLogs::Packed& packed) {
    const auto there = weak.lock();
    if (!there) return;
    if (!packed.problem.empty()) return there->answer(spark::http::text_response(404, packed.problem));
    if (wants_report && !packed.report) return there->answer(spark::http::text_response(404, kNoReport));
    Response response = wants_report ? pages::page_response(kJson, packed.report)
                                     : pages::page_response("application/octet-stream", packed.octets);
    answer_tagged(*there, std::move(response), fmt::format("\"{}\"", packed.version), known);
  };
  logs_.want(id, answer, kind == ".drawings" ? PackedLogs::Kind::drawings : PackedLogs::Kind::log);
}

void WebService::send_look(Conversation& to, std::size_t match) {
  const auto look = match == kNone ? nullptr : live_[match]->look();
  to.answer(look ? pages::page_response(kJson, look) : spark::http::text_response(404, "it has no bodies"));
}

void WebService::send_past(Conversation& to, std::size_t match, std::string_view number) {
  std::int64_t before = 0;
  const bool is_number = spark::whole_integer(number, before) && before >= 0;
  const auto last = static_cast<std::uint32_t>(std::clamp<std::int64_t>(before, 0, UINT32_MAX));
  const auto piece = match != kNone && is_number ? live_[match]->past().before(last) : nullptr;
  if (!piece) return to.answer(spark::http::text_response(404, "there is nothing before that"));
  to.answer(pages::page_response("application/octet-stream", piece));
}

void WebService::message(Conversation& from, std::string_view payload, bool is_text) {
  if (const auto request = is_text ? read_watch_request(payload) : std::nullopt) {
    std::vector<std::size_t> matches;
    for (const std::string& id : request->matches) matches.push_back(live_match(id));
    return broadcast_.watch(from, matches, request->tiles);
  }
  if (const auto token = is_text ? read_token(payload) : std::nullopt) return check_token(from, *token);
  const auto order = is_text ? read_order(payload) : std::nullopt;
  const std::size_t match = order ? live_match(order->match) : kNone;
  if (match == kNone || !viewer_of(from).leads) return log_.complain(from.label(), "an unexpected message is dropped");
  live_[match]->give(*order);
}

/// Accepts the token only over a private connection: pages on other machines would send it unencrypted, unless there is
/// a proxy with TLS.
void WebService::check_token(Conversation& from, const std::string& token) {
  const std::string& wanted = trainers_.token;
  Viewer& viewer = viewer_of(from);
  const bool is_right = !wanted.empty() && viewer.is_private && token.size() == wanted.size() &&
                        sodium_memcmp(token.data(), wanted.data(), wanted.size()) == 0;
  if (is_right)
    viewer.leads = true;
  else
    log_.complain(from.label(), "is not a trainer: {}",
                  wanted.empty()      ? "there are none without --trainer"
                  : viewer.is_private ? "the token is wrong"
                                      : "trainers have to be on this machine, or come from a --trusted_origin");
  from.send_message(is_right ? "{\"trainer\":true}" : "{\"trainer\":false}", true);
}

}  // namespace monitor
