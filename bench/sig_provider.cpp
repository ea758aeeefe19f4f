// SPDX-License-Identifier: Apache-2.0
// A provider of services for bench_sigverse.sh that answers as fast as possible: it always detects the same two names.
// Usage: sig_provider PORT [IDLE]. Registers at the server at this port of this machine, and also registers IDLE
// services that no one uses, over as many connections as necessary. When the server ends, prints the median of the
// times in which it answered a request.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/report.h"
#include "gateways/sigverse/wire/connect.h"
#include "gateways/sigverse/wire/messages.h"

namespace {

using namespace sigverse::wire;
using Clock = std::chrono::steady_clock;

constexpr int kPerConnection = 16;  ///< services that the server accepts over one connection
constexpr Stream::Timeout kTimeout{10'000};

Stream registered(std::uint16_t server, const std::vector<ProvideService>& services) {
  std::string problem, octets;
  auto stream = connect("127.0.0.1", server, kTimeout, problem);
  if (!stream) throw std::runtime_error(problem);
  for (const ProvideService& service : services) append_packet(octets, service);
  stream->send(octets);
  for (std::size_t i = 0; i < services.size(); ++i) {
    ProvideServiceResult result;
    const auto received = stream->receive(kTimeout);
    const auto packet = received ? read_packet(received.octets) : std::nullopt;
    if (!packet || !read_data(packet->data, result) || result.result != 0)
      throw std::runtime_error("the server refuses a service");
  }
  return std::move(*stream);
}

std::vector<Stream> idle_services(std::uint16_t server, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back("idle " + std::to_string(i));
  std::vector<Stream> streams;
  for (int i = 0; i < count; i += kPerConnection) {
    std::vector<ProvideService> some;
    for (int j = i; j < std::min(i + kPerConnection, count); ++j)
      some.push_back({names[static_cast<std::size_t>(j)], service_kind::kRecognise, "", 9});
    streams.push_back(registered(server, some));
  }
  return streams;
}

int listening(std::uint16_t& port) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const place = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener, place, size) != 0 || ::listen(listener, 16) != 0 || ::getsockname(listener, place, &size) != 0)
    throw std::runtime_error("cannot listen");
  port = ntohs(address.sin_port);
  return listener;
}

/// Answers one connection.
void answer(int socket) {
  Stream stream(socket);
  const auto received = stream.receive(kTimeout);
  const auto packet = received.what == Stream::What::packet ? read_packet(received.octets) : std::nullopt;
  std::string reply;
  if (packet && packet->head.type == PacketType::ns_pinger)
    append_packet(reply, NsPingerResult{1});
  else
    append_packet(reply, DetectEntitiesResult{{"can", "desk"}});
  stream.send(reply, kTimeout);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) throw std::runtime_error("usage: sig_provider PORT [IDLE]");
  const auto server = static_cast<std::uint16_t>(std::atoi(argv[1]));
  std::uint16_t port = 0;
  const int listener = listening(port);
  Stream registration = registered(server, {{"eye", service_kind::kDetect, "", port}});
  const std::vector<Stream> idle = idle_services(server, argc > 2 ? std::atoi(argv[2]) : 0);
  std::puts("ready");
  std::fflush(stdout);
  std::vector<double> times;
  for (;;) {
    pollfd watched[] = {{listener, POLLIN, 0}, {registration.in(), POLLIN, 0}};
    ::poll(watched, 2, -1);
    if (watched[1].revents != 0) break;
    const auto begun = Clock::now();
    answer(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begun).count());
  }
  if (!times.empty()) std::printf("p50 %.1f us, %zu requests\n", bench::median(times), times.size());
} catch (const std::exception& error) {
  std::fprintf(stderr, "sig_provider: %s\n", error.what());
  return 1;
}
