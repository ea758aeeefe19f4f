// SPDX-License-Identifier: Apache-2.0
//
// An agent for tests of the commserver. It follows the protocol, or breaks it in the way that its first argument names.
// It reads descriptor 3 and writes 4 by default, and uses no sources of the server.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "daring.h"
#include "environment.h"
#include "playing.h"
#include "talking.h"

namespace {

/// Done before it reports that it is ready.
void begin(const std::string& mode, char** arguments) {
  const char* file = arguments[0] ? arguments[0] : "";
  if (mode == "exit") exit(3);
  if (mode == "explain_and_exit") {
    fputs("first line\n\x1b[2Jcannot open learned.tab\nthis is the end\n\n", stderr);
    exit(3);
  }
  if (mode == "complain_and_hang") fputs("a thread has died\n", stderr);
  if (mode == "exit_like_a_signal") exit(128 + SIGKILL);
  if (mode == "environment") {
    describe_environment(file);
    input = atoi(arguments[1]);
    output = atoi(arguments[2]);
  }
  if (mode == "print") {
    puts("to stdout");
    fflush(stdout);
    fputs("to stderr", stderr);
  }
  if (mode == "daemon") leave_daemon(file);
  if (mode == "stubborn") signal(SIGTERM, SIG_IGN);
  if (mode == "late") usleep(100000);
}

/// Done instead of playing; returns if there is nothing to do.
void misbehave(const std::string& mode, const char* file) {
  if (mode == "crash") abort();
  if (mode == "garbage") send_raw("this is no frame at all");
  if (mode == "half") {
    send_raw(head(100) + "A(half");
    exit(0);
  }
  if (mode == "oversize") send("A" + std::string(70000, 'x'));
  if (mode == "nonsense") {
    for (const char* text : {"", "Z", "I", "A(early)", "R5", "C", "D", "R-1"}) send(text);
  }
  if (mode == "closed_input") {
    close(input);
    sleep_for_ever();
  }
  if (mode == "mute") {
    close(output);
    sleep_for_ever();
  }
  if (mode == "refused") {
    while (true) send("Z");
  }
  if (mode == "stubborn") {
    while (receive()[0] != 'X') send("D");
    while (true) send("A(still here)");
  }
  if (mode == "leave_after") {
    while (receive()[0] != 'X') send("D");
    usleep(static_cast<useconds_t>(atoi(file)) * 1000);
    exit(write(STDOUT_FILENO, "left", 4) == 4 ? 0 : 16);
  }
  if (mode == "sleeper") sleep_for_ever();
  if (mode == "endless") {
    receive();
    while (true) send("A(drive 100 0 0)(say flood)");
  }
  if (mode == "requests") {
    while (receive()[0] != 'X') {
      for (int i = 0; i < 10000; ++i) send("R" + std::to_string(i));
      send("D");
    }
    exit(0);
  }
  if (mode == "done") {
    while (true) send("D");
  }
}

/// Closes its input while it thinks, after its D (when the next sensation may or may not have arrived), or in the
/// middle of the next sensation; then continues to send as if it still received.
[[noreturn]] void close_input(const std::string& mode, const char* pause) {
  send("A(heard)");
  if (mode == "closed_thinker") close(input);
  send("D");
  if (*pause) usleep(static_cast<useconds_t>(atol(pause)));
  if (mode == "closed_answer") {
    char piece[6];
    receive_bytes(piece, sizeof piece);
  }
  close(input);
  for (int i = 0; i < 50; ++i) {
    send("A(blind)");
    send("R0");
    send("D");
    if (*pause) usleep(200);
  }
  sleep_for_ever();
}

/// Ends after its first sensation and after sending something; returns if it does not.
void send_last_messages(const std::string& mode, const std::string& sensation) {
  if (mode == "last_messages") {
    send("A(farewell)");
    send("R" + arrival_of(sensation));
    send("D");
    exit(4);
  }
  if (mode == "long_last_messages") {
    // All of it fits into the pipe, so that no reader is needed before this process has ended.
    fcntl(output, F_SETPIPE_SZ, 1 << 20);
    for (int i = 0; i < 250; ++i) send("A" + std::to_string(i) + std::string(1000, ' '));
    send("D");
    exit(0);
  }
  if (mode == "heir") {
    // A child in its own session inherits the pipes and sends nothing.
    if (fork() == 0) {
      setsid();
      send("A(heir)");
      sleep_for_ever();
    }
    exit(5);
  }
}

}  // namespace

#ifdef RCSS_SANITIZED
/// The search for leaks at the end traces the process, which a sandbox forbids.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "behave";
  const char* file = argc > 2 ? argv[2] : "";
  char* none = nullptr;
  begin(mode, argc > 2 ? argv + 2 : &none);
  get_ready();
  misbehave(mode, file);

  std::string message = receive();
  if (mode.starts_with("closed_")) close_input(mode, file);
  send_last_messages(mode, message);
  if (mode.starts_with("eat_")) use_up(mode, file);
  if (mode == "print_lines_with_heir") {
    // A child in its own session keeps the log open.
    if (fork() == 0) {
      setsid();
      sleep_for_ever();
    }
  }
  if (mode.starts_with("print_lines")) {
    print_lines(atol(file));
    send("A(printed)");
    send("D");
    message = receive();
  }
  if (mode == "dare") dare_all(argv + 2, message);
  if (mode == "tidy_up") tidy_up();
  if (mode.ends_with("hang")) sleep_for_ever();
  if (mode == "ask") {
    while (true) send("C");
  }
  if (mode == "flood") {
    for (int i = 0; i < 300; ++i) send("A" + std::string(2000, 'x'));
    send("D");
    message = receive();
  }
  if (mode == "in_place") {
    while (message[0] != 'X') {
      send("R0");
      send("D");
      message = receive();
    }
  }
  if (mode == "draw") draw(message);
  if (mode == "burn") burn(message, atol(file));
  behave(message);
}
