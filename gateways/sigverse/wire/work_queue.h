// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "gateways/sigverse/wire/own_descriptor.h"
#include "gateways/sigverse/wire/service_request.h"

namespace sigverse::wire {

/// Passes requests from many threads, which wait for the results, to the one that works, and the results back, each
/// under the id of its request. Holds at most one request per waiting thread.
class WorkQueue {
 public:
  using Id = std::uint64_t;

  /// Throws `std::system_error` if the system has no descriptor for it.
  WorkQueue();
  struct Job {
    Id id;
    ServiceRequest request;
  };

  /// Waits until the request has been carried out. Nothing if it was withdrawn, or if the queue has ended. `socket` is
  /// the source of the request, and stays open meanwhile.
  std::optional<std::string> result_of(ServiceRequest request, int socket);

  /// The next request, in order of arrival; negative: waits until there is one. Nothing after that time, or if the
  /// queue has ended. Requests whose peer has closed its connection are withdrawn here, right before the work would
  /// begin. If none is left then, it returns at once.
  std::optional<Job> take(std::chrono::milliseconds timeout);
  void finish(Id id, std::string result);
  /// Readable while a request waits, and from the end on: for a thread that also waits for other things. Must not be
  /// read.
  int descriptor() const { return ready_.get(); }

  /// Ends the queue: all waits return nothing, now and later.
  void end();

 private:
  struct Waiting {
    Job job;
    int socket;
  };

  /// Makes `ready_` readable, or not. Called with the mutex held.
  void set_ready(bool ready);

  const OwnDescriptor ready_;
  std::mutex mutex_;  ///< guards the members below
  std::condition_variable queued_, finished_;
  std::deque<Waiting> requests_;
  std::map<Id, std::optional<std::string>> results_;  ///< those that no thread has taken yet; nothing: withdrawn
  Id last_id_ = 0;
  bool ended_ = false;
};

}  // namespace sigverse::wire
