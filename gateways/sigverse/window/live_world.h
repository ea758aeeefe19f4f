// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/client/sim_server.h"
#include "gateways/sigverse/microphone/push_to_talk.h"
#include "gateways/sigverse/recording/recorder.h"
#include "gateways/sigverse/window/watched_world.h"

namespace sigverse::window {

/// The world of a server: attaches as a viewer and requests all objects repeatedly, at most 60 times per second and
/// never before the previous answer has arrived. If the next world does not contain a change that the user has made, a
/// line reports that the server has refused it. This class changes nothing by itself, and does not restore a lost
/// connection; only `connect` does. Connecting runs on a separate thread, because resolving host names may take long.
class LiveWorld final : public WatchedWorld, public WorldControl, private client::SimServerListener {
 public:
  static constexpr double kPollInterval = 1.0 / 60;  ///< s
  /// After this many seconds without an answer, the status says so.
  static constexpr double kSilence = 2.0;
  static constexpr std::size_t kMaxLines = 1000;  ///< that wait for `take_lines`; older ones are dropped

  /// Starts to connect, as a viewer with that name. All received worlds are passed to the recorder, if there is one.
  /// The recorder outlives this object.
  LiveWorld(const wire::Address& server, std::string name, recording::Recorder* recorder = nullptr);
  ~LiveWorld() override;

  void advance(double now) override;
  bool has_changed() override;
  const client::World& world() const override { return world_; }
  /// Whether a world has arrived over this connection.
  bool has_world() const { return has_world_; }
  const client::ShapeBase& shapes() const override { return server_.shapes(); }
  monitor::Status status() const override;
  std::vector<LogLine> take_lines() override;

  const wire::Address& address() const override { return address_; }
  bool is_connected() const override { return server_.is_connected(); }
  bool is_connecting() const override { return connecting_ != nullptr; }
  void connect(const wire::Address& server) override;
  void disconnect() override;
  void control(wire::SimCommand command) override;
  void end_simulation() override;
  bool change(const client::Object& object, const std::vector<client::Attribute>& changed) override;
  bool move(const client::Object& object, const sight::Vector& place) override;
  bool begin_talking(const client::Object& agent, std::string& problem) override;
  bool end_talking(bool send, std::string& problem) override;
  bool is_talking() const override { return talk_.is_talking(); }
  double voice() const override { return talk_.level(); }
  bool awaits_change() const override { return change_sent_; }

 private:
  struct Connecting;

  void attached(bool accepted, std::string_view message) override;
  void shapes(const client::ShapeBase& shapes) override;
  void world(client::World& world) override;
  void entity(double, const client::Object*, const wire::ObjectRecord&) override {}
  void log_line(wire::LogLevel level, std::string_view text) override;
  void display_text(const wire::DisplayText& text) override;
  void packet(const wire::Packet&) override {}
  void raw(const wire::Raw&) override {}
  void problem(std::string_view line, bool is_unreadable) override;

  void take_connection();
  void receive();
  void lose(std::string why);
  void check_changes();
  void add(LogLine line);
  std::string state() const;
  std::string recording_words() const;

  wire::Address address_;
  std::string name_;
  recording::Recorder* recorder_;
  bool was_recording_;
  std::shared_ptr<Connecting> connecting_;
  client::SimServer server_;
  microphone::PushToTalk talk_;
  std::string problem_;  ///< why there is no connection
  std::string refusal_;  ///< why the server has refused to attach this viewer

  client::World world_;
  bool has_world_ = false;  ///< over this connection
  bool changed_ = true;
  std::vector<LogLine> lines_;

  double now_ = 0.0;
  std::optional<double> asked_;  ///< when the pending request was sent
  double last_asked_ = -1.0;
  double last_time_moved_ = -1.0;  ///< when the SIG time last advanced
  bool is_silent_ = false, is_running_ = false;
  bool change_sent_ = false;  ///< a change was sent since the last world was received
  /// A value that was sent, and the value before it.
  struct Change {
    std::string object;
    client::Attribute sent;
    client::AttributeValue before;
  };
  std::vector<Change> changes_;  ///< valid while `change_sent_`
  bool change_asked_ = false;    ///< the pending request was sent after the change
};

}  // namespace sigverse::window
