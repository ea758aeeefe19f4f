// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace boost::asio {
class io_context;
}

namespace spark::net {

/// The place where one thread waits for all of its own: connections, listeners, timers, and descriptors of others.
///
/// What comes of them (`done` of a timer, `accepted` of a listener …) is called on the thread that calls `run`, `poll`
/// or `wait`, and never but in one of these. They hold the loop by reference and must be gone before it. `post` is for
/// any thread, everything else for that one.
class Loop {
 public:
  using Duration = std::chrono::nanoseconds;

  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// For a thread of its own: does what comes, until `end` and until nothing is under way any more.
  void run();
  /// Nothing will be posted after this.
  void end();

  /// Does what can be done without waiting, up to some hundred things: whoever keeps a connection busy does not keep
  /// the caller.
  void poll();
  /// The same after waiting until there is something to do, but not for longer than that. Also ends when a watched
  /// descriptor is readable, at the next signal, or for no reason.
  void wait(Duration longest);

  /// As long as it lives `wait` ends when the descriptor is readable. For those that others read; several may watch
  /// one. The loop must outlive it.
  class Watch {
   public:
    Watch() = default;
    Watch(Watch&&) noexcept = default;
    Watch& operator=(Watch&& other) noexcept;
    ~Watch();
    void end();

   private:
    friend class Loop;
    struct State;
    explicit Watch(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
  };
  /// Throws `std::runtime_error` if the system refuses.
  [[nodiscard]] Watch watch(int descriptor);

  /// Calls it on the loop's thread, in the order of posting; from any thread.
  void post(std::function<void()> what);

  /// For who builds on Asio (spark/net, spark/http).
  boost::asio::io_context& io();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Calls something once, after some time.
class Timer {
 public:
  explicit Timer(Loop& loop);
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  /// Replaces what was to come.
  void start(Loop::Duration after, std::function<void()> done);
  /// Nothing will be called.
  void cancel();

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

}  // namespace spark::net
