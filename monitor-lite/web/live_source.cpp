// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/live_source.h"

#include <fmt/format.h>
#include <sodium.h>

#include <chrono>
#include <optional>
#include <utility>

#include "monitor-lite/client/client.h"
#include "monitor-lite/client/commands.h"
#include "monitor-lite/client/frame_pace.h"
#include "monitor-lite/client/reporter.h"
#include "monitor-lite/client/words.h"
#include "monitor-lite/report/report_json.h"
#include "monitor-lite/web/match_text.h"
#include "monitor-lite/web/page_drawings.h"
#include "monitor-lite/web/world_look.h"
#include "spark/core/quiet_thread.h"

namespace monitor {
namespace {

using Time = spark::RealClock::Time;
using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds kEndTimeout{100};  // the longest wait for this thread at the end of the program
constexpr std::chrono::milliseconds kTrainerTimeout{20};
constexpr std::chrono::milliseconds kBetweenReports{5000};
constexpr std::chrono::milliseconds kBetweenLooks{1000};
constexpr auto kBetweenFrames = std::chrono::microseconds(1'000'000 / LiveSource::kPerSecond);

}  // namespace

/// The part of the source that runs on its thread.
class LiveSource::Watch {
 public:
  explicit Watch(LiveSource& source) : source_(source), self_(source.self_), client_(make_client()) {}

  void step() {
    const Time now = clock().now();
    carry_out_orders();
    client_->poll(pending_ ? std::chrono::ceil<std::chrono::milliseconds>(std::max(next_frame_ - now, {})) : timeout(),
                  [this](const Snapshot& snapshot) { take(snapshot); });
    if (client_->state() == Client::State::over) {
      // The next match may use the same port; until it begins this one is over.
      was_over_ = true;
      connected_ = false;
      client_ = make_client();
    }
    look();
  }

 private:
  spark::RealClock& clock() const { return source_.loop_.clock(); }
  static double seconds(Time time) { return std::chrono::duration<double>(time.time_since_epoch()).count(); }
  std::unique_ptr<Client> make_client() {
    auto client = std::make_unique<Client>(source_.host_, source_.port_);
    client->prove(source_.lead_.secret);
    client->on_drawing([this](const LiveDrawing& drawing) { show(drawing); });
    return client;
  }
  std::chrono::milliseconds timeout() const { return source_.lead_.leads ? kTrainerTimeout : kEndTimeout; }

  void carry_out_orders() {
    std::vector<Order> orders;
    {
      const std::lock_guard lock(source_.mutex_);
      orders.swap(source_.orders_);
    }
    for (const Order& order : orders)
      if (!carry_out(order)) {
        const std::string why = client_->problem().empty() ? "the server takes no commands now" : client_->problem();
        post([text = text_of({{"match", source_.match_}, {"notice", why}})](LiveSource& to) {
          to.broadcast_.notify(to.match_, text);
        });
        return;
      }
  }

  /// Returns false if the server accepts no commands.
  bool carry_out(const Order& order) {
    const Game& game = client_->game();
    const auto at = [&](double height) { return Point{order.place.x, order.place.y, height}; };
    switch (order.kind) {
      case Order::Kind::kick_off:
        return client_->send(kick_off(order.side));
      case Order::Kind::mode:
        return client_->send(play_mode(order.mode));
      case Order::Kind::drop_ball:
        return client_->send(drop_ball());
      case Order::Kind::ball:
        return client_->send(move_ball(at(game.ball_radius), Point{}));
      case Order::Kind::player:
        return client_->send(move_player(order.side, order.number, at(game.agent_radius), Point{}));
      case Order::Kind::pause:
        return client_->pause();
      case Order::Kind::run:
        return client_->run();
      case Order::Kind::step:
        return client_->step(order.steps);
    }
    return false;
  }

  /// `what` is called with the source on the loop's thread, unless the source has been destroyed.
  template <typename What>
  void post(What what) {
    source_.loop_.post([weak = std::weak_ptr(self_), what = std::move(what)] {
      if (const auto self = weak.lock()) what(**self);
    });
  }

  void take(const Snapshot& snapshot) {
    pace_.take(seconds(clock().now()));
    const bool connected = std::exchange(connected_, true);
    if (!connected && (!last_ || was_over_ || !is_same_match(*last_, snapshot))) begin_match();
    was_over_ = false;
    const bool renamed = !last_ || teams_json(*last_) != teams_json(snapshot) || !connected;
    last_ = snapshot;
    unit_ = unit_of(client_->game());
    if (std::exchange(fresh_, false)) {
      post([text = about()](LiveSource& to) {
        to.past_.restart();
        to.look_ = nullptr;
        to.broadcast_.begin(to.match_, text);
      });
      send_teams();
    } else if (renamed) {
      post([text = about()](LiveSource& to) { to.broadcast_.describe(to.match_, text); });
      send_teams();
    }
    for (const Event& event : finder_.next(client_->game(), snapshot)) say(Json{{"event", event_json(event)}});
    if (client_->game().has_bodies) {
      is_look_new_ = look_.see(snapshot) || is_look_new_;
      set_pending(page_frame(snapshot, unit_, look_));
      return;
    }
    for (const Player& player : snapshot.players)
      if (!player.said.empty())
        say(Json{{"said",
                  {{"time", snapshot.time},
                   {"side", side_word(player.side)},
                   {"number", player.number},
                   {"text", player.said}}}});
    const std::size_t passes = reporter_.passes().size();
    reporter_.add(client_->game(), snapshot);
    // The report starts again with another episode of the same match.
    for (std::size_t i = passes <= reporter_.passes().size() ? passes : 0; i < reporter_.passes().size(); ++i)
      say(Json{{"pass", pass_json(reporter_.passes()[i])}});
    set_pending(page_frame(snapshot, unit_));
  }

  /// Sends the drawing to open pages: it is shown from the last frame on, even while the match is paused.
  void show(const LiveDrawing& drawing) {
    if (!last_) return;
    Json shapes = Json::array();
    for (const DrawnShape& drawn : drawing.shapes) shapes.push_back(shape_json(drawn));
    const Json drawn{{"time", client_->snapshot().time},
                     {"seconds", drawing.seconds},
                     {"side", side_word(drawing.by.first)},
                     {"number", drawing.by.second},
                     {"shapes", std::move(shapes)}};
    post([text = text_of({{"match", source_.match_}, {"frame", frames_ > 0 ? frames_ - 1 : 0}, {"drawn", drawn}})](
             LiveSource& to) { to.broadcast_.notify(to.match_, text); });
  }

  void set_pending(PageFrame frame) {
    frame.number = frames_;
    pending_ = std::move(frame);
  }

  /// Notifies pages of a new appearance, which they then fetch. One that changes all the time is announced at
  /// intervals.
  void send_look(Time now) {
    is_look_new_ = false;
    next_look_ = now + kBetweenLooks;
    ++looks_;
    Json look = look_.json();
    auto text = std::make_shared<const std::string>(text_of({{"version", looks_}, {"look", look}}));
    post([look = std::move(look), text = std::move(text), summary = about()](LiveSource& to) {
      to.look_ = text;
      to.past_.set_look(look);
      to.broadcast_.describe(to.match_, summary);
    });
  }

  void send_teams() {
    post([teams = teams_json(*last_)](LiveSource& to) { to.past_.set_teams(teams); });
  }

  void begin_match() {
    finder_.restart();
    reporter_ = {};
    look_ = {};
    fresh_ = true;
    ++matches_;
  }

  /// Sends everything that depends on new frames, once for several of them.
  void look() {
    const Time now = clock().now();
    if (client_->state() != Client::State::watching) connected_ = false;
    set_status(now);
    if (is_look_new_ && now >= next_look_) send_look(now);
    if (pending_ && now >= next_frame_) {
      next_frame_ = now + kBetweenFrames;
      const MatchSummary summary{last_->team_left,    last_->team_right, last_->score_left,
                                 last_->score_right,  last_->time,       true,
                                 pending_->has_bodies};
      ++frames_;
      post([frame = *std::exchange(pending_, {}), summary, moment = seconds(now), unit = unit_](LiveSource& to) {
        to.summary_ = summary;
        to.past_.add(frame, moment, unit);
        to.broadcast_.frame(to.match_, frame);
      });
    }
    if (last_ && now >= next_report_ && !client_->game().has_bodies) {
      next_report_ = now + kBetweenReports;
      post([text = text_of(report_json(reporter_.report()))](LiveSource& to) { to.report_ = text; });
    }
  }

  void set_status(Time now) {
    std::uint8_t flags = 0;
    std::string words;
    switch (client_->state()) {
      case Client::State::over:
        break;
      case Client::State::connecting:
        flags = was_over_ ? kOver : last_ ? kGone : 0;
        if (was_over_) break;
        words = client_->problem().empty() ? fmt::format("waiting for a server at {}:{}", source_.host_, source_.port_)
                                           : client_->problem();
        break;
      case Client::State::watching:
        // If the match is over but its server still exists, the client may connect to it again; there will be no more
        // frames.
        flags = was_over_ ? kOver : client_->is_paused().value_or(pace_.is_silent(seconds(now))) ? kPaused : 0;
        break;
    }
    if (status_ && *status_ == std::pair(flags, words)) return;
    status_ = {flags, words};
    Json status{{"match", source_.match_},
                {"status",
                 {{"paused", (flags & kPaused) != 0},
                  {"gone", (flags & kGone) != 0},
                  {"over", (flags & kOver) != 0},
                  {"words", words}}}};
    post([flags, text = text_of(status)](LiveSource& to) { to.broadcast_.set_status(to.match_, flags, text); });
  }

  void say(Json what) {
    what["frame"] = frames_;
    what["match"] = source_.match_;
    post([what = std::move(what)](LiveSource& to) {
      to.past_.say(what);
      // Passes would be most of the messages for pages that are opened later; those find them in the past.
      if (what.contains("pass"))
        to.broadcast_.notify(to.match_, text_of(what));
      else
        to.broadcast_.say(to.match_, text_of(what));
    });
  }

  std::string about() const {
    Json about{{"name", source_.name_}, {"game", game_json(client_->game(), unit_)}};
    about.update(teams_json(*last_));
    about.update({{"number", matches_}, {"look", looks_}, {"run", run_}});
    about.update({{"time", last_->time}, {"half", last_->half}, {"score", {last_->score_left, last_->score_right}}});
    return text_of({{"match", source_.match_}, {"about", std::move(about)}});
  }

  LiveSource& source_;
  std::shared_ptr<LiveSource*> self_;
  std::unique_ptr<Client> client_;
  EventFinder finder_;
  Reporter reporter_;
  WorldLook look_;  ///< of a world without a game
  std::optional<Snapshot> last_;
  std::optional<PageFrame> pending_;
  std::optional<std::pair<std::uint8_t, std::string>> status_;
  FramePace pace_;
  double unit_ = 0.002;
  const std::uint32_t run_ = randombytes_random();  ///< distinguishes the frames of another run of the program
  std::uint32_t frames_ = 0;                        ///< sent so far, which is also the number of the next one
  std::uint32_t looks_ = 0;                         ///< sent so far
  int matches_ = 0;                                 ///< watched so far; pages discard one when the next begins
  bool connected_ = false, fresh_ = true, was_over_ = false, is_look_new_ = false;
  Time next_frame_{}, next_report_{}, next_look_{};
};

LiveSource::LiveSource(std::string host, std::uint16_t port, Broadcast& broadcast, std::size_t match,
                       spark::net::Loop& loop, Lead lead)
    : host_(std::move(host)),
      name_(fmt::format("{}:{}", host_, port)),
      port_(port),
      broadcast_(broadcast),
      match_(match),
      loop_(loop),
      self_(std::make_shared<LiveSource*>(this)),
      lead_(std::move(lead)) {
  thread_ = spark::start_quiet_thread([this] { run(); });
}

LiveSource::~LiveSource() {
  self_.reset();
  ending_ = true;
  thread_.join();
}

void LiveSource::give(const Order& order) {
  constexpr std::size_t kMax = 1000;  // more than any user gives at once
  const std::lock_guard lock(mutex_);
  if (orders_.size() < kMax) orders_.push_back(order);
}

void LiveSource::run() {
  Watch watch(*this);
  while (!ending_) watch.step();
}

}  // namespace monitor
