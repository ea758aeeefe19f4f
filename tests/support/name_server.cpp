// SPDX-License-Identifier: Apache-2.0
#include "tests/support/name_server.h"

#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include "tests/support/processes.h"
#include "tests/support/waiting.h"

namespace {

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// Whether the server is ready: it listens before it has its own object. Checked by a LocateRequest of GIOP 1.0.
bool is_ready(int port) {
  static constexpr char kRequest[] = "GIOP\1\0\1\3\23\0\0\0\1\0\0\0\13\0\0\0NameService";
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval patience{1, 0};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const sockaddr_in address = loopback(port);
  char reply[20] = {};
  const bool ready = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
                     ::send(fd, kRequest, sizeof kRequest - 1, MSG_NOSIGNAL) == sizeof kRequest - 1 &&
                     ::recv(fd, reply, sizeof reply, MSG_WAITALL) == sizeof reply && reply[16] == 1;
  ::close(fd);
  return ready;
}

}  // namespace

NameServer::NameServer() {
  start();
}

NameServer::~NameServer() {
  kill();
}

void NameServer::start() {
  std::filesystem::path data = folder_ / "names";
  std::filesystem::remove_all(data);
  std::filesystem::create_directory(data);
  const std::string port = std::to_string(port_.number()), log = (folder_ / "log").string(), where = data.string();
  const std::string endpoint = "giop:tcp:" + address_;
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::execlp("omniNames", "omniNames", "-start", port.c_str(), "-logdir", where.c_str(), "-errlog", log.c_str(),
             "-ignoreport", "-ORBendPoint", endpoint.c_str(), nullptr);
    ::_exit(127);
  }
  const bool there = wait_until([this] {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return true;
    }
    return is_ready(port_.number());
  });
  if (pid_ < 0 || !there) throw std::runtime_error("omniNames does not start (Debian: omniorb-nameserver)");
}

void NameServer::kill() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

void NameServer::stop() const {
  ::kill(pid_, SIGSTOP);
  wait_until([this] { return process_state(pid_) == 'T'; });
}

void NameServer::resume() const {
  ::kill(pid_, SIGCONT);
}
