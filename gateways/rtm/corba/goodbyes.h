// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <atomic>

namespace rtm {

/// Calls that inform peers of the end of a component or a connection. Peers that hang or are gone must not delay the
/// end of a program, however many there are: after two unanswered goodbyes in a row each further one has only 50 ms,
/// until one is answered; after twenty, no more are sent. Any thread.
class Goodbyes {
 public:
  /// Calls `peer` with that time limit; returns whether it has answered. The limit stays set in the reference, which
  /// should not be used for other calls afterwards.
  template <typename Call>
  bool say(CORBA::Object_ptr peer, const Call& call) {
    const int unanswered = unanswered_;
    if (unanswered >= kMaxUnanswered) return false;
    if (unanswered >= kPatient) omniORB::setClientCallTimeout(peer, kShortTimeout);
    bool is_answered = true;
    try {
      call();
    } catch (const CORBA::SystemException&) {
      is_answered = false;
    } catch (const CORBA::UserException&) {  // NOLINT(bugprone-empty-catch): an answer, too
    }
    if (is_answered)
      unanswered_ = 0;
    else
      ++unanswered_;
    return is_answered;
  }

 private:
  static constexpr int kPatient = 2, kMaxUnanswered = 20;
  static constexpr CORBA::ULong kShortTimeout = 50;  // ms; a peer on the same network needs one or two

  std::atomic<int> unanswered_{0};
};

}  // namespace rtm
