// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "tests/support/skipping.h"

namespace {

/// Catch's assertions are not thread-safe. One on another thread than that of the tests is a race, which rarely shows;
/// so it ends the program immediately and prints its location. Other threads must pass their results to the test's
/// thread.
template <typename Base>
class OneThread : public Base {
 public:
  using Base::Base;
  void assertionStarting(const Catch::AssertionInfo& info) override {
    if (std::this_thread::get_id() != tests_) {
      std::fprintf(stderr, "%s:%zu: %s on another thread than that of the tests\n", info.lineInfo.file,
                   info.lineInfo.line, std::string(info.macroName).c_str());
      std::abort();
    }
    Base::assertionStarting(info);
  }

 private:
  const std::thread::id tests_ = std::this_thread::get_id();
};

#if CATCH_VERSION_MAJOR == 2
// Not a listener: with a listener Catch 2 takes ten times as long for each assertion that holds.
using OneThreadReporter = OneThread<Catch::ConsoleReporter>;
constexpr const char* kOneThreadReporter = "console on one thread";
CATCH_REGISTER_REPORTER(kOneThreadReporter, OneThreadReporter)
#else
using OneThreadListener = OneThread<Catch::EventListenerBase>;
CATCH_REGISTER_LISTENER(OneThreadListener)
#endif

}  // namespace

int main(int argc, char** argv) {
  constexpr int kSkipped = 77;  // for CTest (cmake/Tests.cmake)
  Catch::Session session;
  if (const int wrong = session.applyCommandLine(argc, argv); wrong != 0) return wrong;
#if CATCH_VERSION_MAJOR == 2
  auto& config = session.configData();
  if (config.reporterName == "console") config.reporterName = kOneThreadReporter;
  // An unknown test name is a failure, as in Catch 3; otherwise the run would pass without a test.
  config.warnings = static_cast<Catch::WarnAbout::What>(config.warnings | Catch::WarnAbout::NoTests);
#endif
  const int failures = session.run();
  return failures == 0 && has_skipped() ? kSkipped : failures;
}
