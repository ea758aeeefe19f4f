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

/// Passes requests from many threads, which wait for the results, to one worker thread, and each result back under the
/// id of its request. Contains at most one request per waiting thread.
class WorkQueue {
 public:
  using Id = std::uint64_t;

  /// Throws `std::system_error` if the system is out of descriptors.
  WorkQueue();
  struct Job {
    Id id;
    ServiceRequest request;
  };

  /// Waits until the request has been carried out. Returns nullopt if it was withdrawn or if the queue has ended.
  /// `socket` is the connection of the request, and stays open meanwhile.
  std::optional<std::string> result_of(ServiceRequest request, int socket);

  /// The next request, in order of arrival. Waits at most `timeout`, forever if it is negative. Returns nullopt after
  /// that time or if the queue has ended. Requests whose peer has closed its connection are withdrawn here, right
  /// before the work would begin; if none is left then, it returns at once.
  std::optional<Job> take(std::chrono::milliseconds timeout);
  void finish(Id id, std::string result);
  /// Readable while a request is waiting, and from the end on, for a thread that also waits for other things. Must not
  /// be read.
  int descriptor() const { return ready_.get(); }

  /// Ends the queue: all calls that wait return nullopt, now and in future.
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
  std::map<Id, std::optional<std::string>> results_;  ///< not yet taken by their threads; nullopt: withdrawn
  Id last_id_ = 0;
  bool ended_ = false;
};

}  // namespace sigverse::wire
