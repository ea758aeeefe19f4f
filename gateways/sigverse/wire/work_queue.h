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

/// Requests on their way from many threads, which wait for the results, to the one that works; and the results on their
/// way back, each under the id of its request. Holds one request per waiting thread at most.
class WorkQueue {
 public:
  using Id = std::uint64_t;

  /// Throws `std::system_error` if the system has no descriptor for it.
  WorkQueue();
  struct Job {
    Id id;
    ServiceRequest request;
  };

  /// Waits until the request has been carried out. Nothing if it was withdrawn, or everything ends. `socket` is where
  /// the request came from, and stays open meanwhile.
  std::optional<std::string> result_of(ServiceRequest request, int socket);

  /// The next request, in the order in which they came; negative: waits until there is one. Nothing after that time, or
  /// if everything ends. Requests whose peer has closed its connection are withdrawn here, right before they would be
  /// worked for. When that leaves none, it returns at once.
  std::optional<Job> take(std::chrono::milliseconds timeout);
  void finish(Id id, std::string result);
  /// Readable while a request waits, and from the end on: for a thread that waits for other things, too. Not to be
  /// read.
  int descriptor() const { return ready_.get(); }

  /// Everything ends: all who wait get nothing, now and later.
  void end();

 private:
  struct Waiting {
    Job job;
    int socket;
  };

  /// Makes `ready_` readable, or not. With the mutex.
  void set_ready(bool ready);

  const OwnDescriptor ready_;
  std::mutex mutex_;  ///< of all below
  std::condition_variable queued_, finished_;
  std::deque<Waiting> requests_;
  std::map<Id, std::optional<std::string>> results_;  ///< those that no thread has fetched yet; nothing: withdrawn
  Id last_id_ = 0;
  bool ended_ = false;
};

}  // namespace sigverse::wire
