// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "gateways/sigverse/wire/service_provider.h"
#include "tests/support/waiting.h"

// Nothing here asserts, because other threads call some of it: errors are thrown, and reach the test through a
// future.

inline void demand(bool holds, const char* otherwise) {
  if (!holds) throw std::runtime_error(otherwise);
}

/// One end of a connection of a test.
class TestSocket {
 public:
  explicit TestSocket(int socket) : socket_(socket) {
    demand(socket >= 0, "there is no connection");
    const timeval limit{kTimeout.count(), 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  }
  ~TestSocket() { close(); }
  TestSocket(TestSocket&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  TestSocket& operator=(TestSocket&& other) noexcept {
    std::swap(socket_, other.socket_);
    return *this;
  }

  static TestSocket to(std::uint16_t port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    TestSocket result(socket);
    demand(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0, "cannot connect");
    return result;
  }
  /// False if the other end takes no more.
  bool try_send(std::string_view octets) const {
    while (!octets.empty()) {
      const ssize_t sent = ::send(socket_, octets.data(), octets.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      octets.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void send(std::string_view octets) const { demand(try_send(octets), "cannot send"); }
  /// Reads that many octets, or fewer at the end of the connection.
  std::string receive(std::size_t count) const {
    std::string octets(count, '\0');
    std::size_t filled = 0;
    while (filled < count) {
      const ssize_t got = ::recv(socket_, octets.data() + filled, count - filled, 0);
      if (got <= 0) break;
      filled += static_cast<std::size_t>(got);
    }
    octets.resize(filled);
    return octets;
  }
  /// Everything up to the end of the connection.
  std::string receive_all() const {
    std::string all;
    for (std::string piece = receive(65536);; piece = receive(65536)) {
      all += piece;
      if (piece.size() < 65536) return all;
    }
  }
  std::string receive_packet() const {
    std::string octets = receive(4);
    demand(octets.size() == 4, "no packet comes");
    return octets += receive(sigverse::wire::first_unit(octets).size - 4);
  }
  /// Whether the other end has closed or reset the connection within the limit.
  bool is_closed() const {
    pollfd polled{socket_, POLLIN, 0};
    if (::poll(&polled, 1, static_cast<int>(kTimeout.count() * 1000)) != 1) return false;
    char octet = 0;
    return ::recv(socket_, &octet, 1, MSG_DONTWAIT) <= 0;
  }
  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  int get() const { return socket_; }

 private:
  int socket_;
};

/// A server that answers registrations, and a provider whose functions are called on a thread of their own.
class ProviderStage {
 public:
  using Provider = sigverse::wire::SigServiceProvider;
  struct Registration {
    std::string name;
    std::uint32_t kind;
    std::string host;
    std::uint32_t port;
  };

  ProviderStage() {
    options.name = "eye";
    options.server_port = port_of(listener_.get());
    options.log = [this](const std::string& line) {
      const std::scoped_lock lock(mutex_);
      lines_.push_back(line);
    };
  }
  ~ProviderStage() { finish(); }

  Provider::Options options;  ///< the functions may run as soon as it works
  std::vector<Registration> registered;

  /// Registers, answering that many times.
  void begin(int registrations = 1) {
    auto made = std::async(std::launch::async, [this] { return std::make_unique<Provider>(options); });
    server_ = std::make_unique<TestSocket>(::accept(listener_.get(), nullptr, nullptr));
    for (int i = 0; i != registrations; ++i) {
      const std::string octets = server_->receive_packet();
      const auto packet = sigverse::wire::read_packet(octets);
      demand(packet.has_value(), "what comes is no packet");
      sigverse::wire::ProvideService asked;
      demand(packet->head.type == sigverse::wire::PacketType::provide_service &&
                 sigverse::wire::read_data(packet->data, asked),
             "the packet is no registration");
      registered.push_back({std::string(asked.provider), asked.kind, std::string(asked.host), asked.port});
      server_->send(packed(sigverse::wire::ProvideServiceResult{}));
    }
    provider_ = made.get();
  }
  /// Starts to call functions.
  void work() {
    worker_ = std::thread([this] { provider_->run(); });
  }
  /// Waits until the provider has ended.
  void join() {
    if (worker_.joinable()) worker_.join();
  }
  void finish() {
    if (provider_) provider_->stop();
    join();
    provider_.reset();
  }

  Provider& provider() { return *provider_; }
  TestSocket& server() { return *server_; }
  const TestSocket& listener() const { return listener_; }
  TestSocket connect() { return TestSocket::to(provider_->port()); }
  std::string ask(std::string_view request) {
    const TestSocket connection = connect();
    connection.send(request);
    return connection.receive_all();
  }
  std::vector<std::string> lines() {
    const std::scoped_lock lock(mutex_);
    return lines_;
  }
  /// Whether such a line appears.
  bool says(const std::string& part) {
    return wait_until([&] {
      for (const std::string& line : lines())
        if (line.find(part) != std::string::npos) return true;
      return false;
    });
  }

  template <typename Message>
  static std::string packed(const Message& message, sigverse::wire::PacketHead head = {}) {
    std::string octets;
    demand(sigverse::wire::append_packet(octets, message, head), "the message is too long for a packet");
    return octets;
  }
  static std::string sound(const sigverse::wire::SoundFormat& format, const std::string& samples) {
    std::string header, octets;
    sigverse::wire::OctetWriter writer(header);
    sigverse::wire::SoundRecogHeader{format}.fields(sigverse::wire::FieldWriter(writer));
    demand(sigverse::wire::append_large(octets, {sigverse::wire::PacketType::sound_recog}, header, samples),
           "the sound is too long");
    return octets;
  }

 private:
  static int listen_anywhere() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    demand(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 && ::listen(socket, 4) == 0,
           "cannot listen");
    return socket;
  }
  static std::uint16_t port_of(int socket) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    demand(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0, "there is no port");
    return ntohs(address.sin_port);
  }

  TestSocket listener_{listen_anywhere()};
  std::mutex mutex_;
  std::vector<std::string> lines_;
  std::unique_ptr<TestSocket> server_;
  std::unique_ptr<Provider> provider_;
  std::thread worker_;
};
