// SPDX-License-Identifier: Apache-2.0
// Monitors that read and discard everything that a server on this machine sends. The server's figures are in its own
// report (bench_all.py).
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

#include "bench/report.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

class Crowd {
 public:
  Crowd(std::uint16_t port, int monitors) : events_(checked(::epoll_create1(EPOLL_CLOEXEC), "epoll")) {
    sockaddr_in server{};
    server.sin_family = AF_INET;
    server.sin_port = htons(port);
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (; open_ < monitors; ++open_) {
      const int socket = checked(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
      checked(::connect(socket, reinterpret_cast<const sockaddr*>(&server), sizeof(server)), "connecting");
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.fd = socket;
      checked(::epoll_ctl(events_, EPOLL_CTL_ADD, socket, &event), "epoll");
    }
  }

  /// Reads until the server has closed all connections.
  void read() {
    std::array<epoll_event, 256> ready{};
    while (open_ > 0) {
      const int count = ::epoll_wait(events_, ready.data(), static_cast<int>(ready.size()), -1);
      if (count < 0 && errno == EINTR) continue;
      checked(count, "epoll");
      for (int i = 0; i < count; ++i) take(ready[static_cast<std::size_t>(i)].data.fd);
    }
  }

  double bytes() const { return static_cast<double>(bytes_); }
  long reads() const { return reads_; }

 private:
  void take(int socket) {
    // The system discards the data, because in reality monitors process them on other machines.
    const ssize_t count = ::recv(socket, nullptr, kPiece, MSG_TRUNC | MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
      ::close(socket);
      --open_;
      return;
    }
    bytes_ += count;
    ++reads_;
  }

  int events_;
  int open_ = 0;
  long bytes_ = 0;
  long reads_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::uint16_t port = 0;
  int monitors = 1000;
  bool csv = false;
  spark::OptionTable table(
      {.name = "bench_monitors",
       .about = "Monitors that only read, at the monitor port of a server of this machine, until it ends"});
  table.begin_section("Options");
  table.add({.names = {"port"}, .value = spark::port(port, 1), .help = "the server's --monitor_port"});
  table.add({.names = {"monitors"},
             .value = spark::whole_number(monitors, 1, 10000),
             .help = "how many; the server has to let them in"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_monitors", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        if (port == 0) throw spark::WrongUsage("--port: a value is missing");
        Crowd crowd(port, monitors);
        crowd.read();
        bench::Report report;
        report.add("monitors", monitors, "");
        report.add("received", crowd.bytes() / 1e6, "MB", 1);
        report.add("reads", static_cast<double>(crowd.reads()), "");
        report.add("CPU time", bench::thread_seconds(), "s", 2);
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
