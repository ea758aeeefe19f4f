// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <sys/socket.h>

#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/report.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/core/descriptor.h"
#include "spark/core/log.h"
#include "spark/http/server.h"
#include "spark/net/loop.h"

using namespace spark;

namespace {

/// Answers every request with the same document, accepts every WebSocket and reads its messages.
class Serving final : public http::Service {
 public:
  explicit Serving(std::size_t size) { document_.body = std::make_shared<const std::string>(std::string(size, 'x')); }
  void request(http::Conversation& conversation, const http::Request& request) override {
    if (request.wants_websocket())
      conversation.accept_websocket();
    else
      conversation.answer(document_);
  }
  void message(http::Conversation& conversation, std::string_view payload, bool) override {
    // This is the last message of a series, so all messages before it have been read.
    if (payload == "last") conversation.send_message("done", true);
  }

 private:
  http::Response document_;
};

/// A server on its own thread.
class Server {
 public:
  explicit Server(std::size_t size)
      : service_(size), server_(loop_, "127.0.0.1", 0, {"port", "a client"}, {}, service_, log_) {
    server_.start();
    thread_ = std::thread([this] { loop_.run(); });
  }
  ~Server() {
    loop_.post([this] {
      server_.close();
      loop_.end();
    });
    thread_.join();
  }
  std::uint16_t port() const { return server_.port(); }
  /// CPU time of the server's thread so far.
  double seconds() {
    std::promise<double> answer;
    loop_.post([&] { answer.set_value(bench::thread_seconds()); });
    return answer.get_future().get();
  }

 private:
  net::Loop loop_;
  Log log_;
  Serving service_;
  http::Server server_;
  std::thread thread_;
};

class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_.get(), reinterpret_cast<sockaddr*>(&place), sizeof place) != 0)
      throw std::runtime_error("cannot connect");
  }
  void say(std::string_view text) {
    while (!text.empty()) {
      const ssize_t count = ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL);
      if (count <= 0) throw std::runtime_error("cannot send");
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  /// Reads up to and including the first `end`, and then `more` bytes.
  void hear(std::string_view end, std::size_t more) {
    std::size_t found = std::string::npos;
    while ((found = heard_.find(end)) == std::string::npos) receive();
    while (heard_.size() < found + end.size() + more) receive();
    heard_.erase(0, found + end.size() + more);
  }

 private:
  void receive() {
    const ssize_t count = ::recv(socket_.get(), bytes_, sizeof bytes_, 0);
    if (count <= 0) throw std::runtime_error("the connection is at its end");
    heard_.append(bytes_, static_cast<std::size_t>(count));
  }
  Descriptor socket_;
  std::string heard_;
  char bytes_[256 * 1024];
};

/// A short binary message, masked like those of clients.
std::string message(std::string_view payload) {
  std::string frame = {'\x82', static_cast<char>(0x80 | payload.size()), 'm', 'a', 's', 'k'};
  for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ "mask"[i % 4]);
  return frame;
}

struct Cost {
  double per_second = 0, server_us = 0;
};

template <typename What>
Cost measure(Server& server, int count, What what) {
  using Clock = std::chrono::steady_clock;
  const double before = server.seconds();
  const auto began = Clock::now();
  what();
  const double wall = std::chrono::duration<double>(Clock::now() - began).count();
  return {count / wall, (server.seconds() - before) * 1e6 / count};
}

Cost load(Server& server, int count, std::size_t size) {
  Client client(server.port());
  return measure(server, count, [&] {
    for (int i = 0; i < count; ++i) {
      client.say("GET /document HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n");
      client.hear("\r\n\r\n", size);
    }
  });
}

Cost speak(Server& server, int count, int at_once) {
  Client client(server.port());
  client.say(
      "GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
  client.hear("\r\n\r\n", 0);
  const std::string one = message("eighteen octets...");
  std::string some;
  for (int i = 0; i < at_once; ++i) some += one;
  return measure(server, count, [&] {
    for (int i = 0; i < count; i += at_once) client.say(some);
    client.say(message("last"));
    client.hear("done", 0);
  });
}

}  // namespace

int main(int argc, char** argv) {
  int requests = 20000, messages = 400000;
  std::size_t size = 100 * 1024;
  bool csv = false;
  spark::OptionTable table(
      {.name = "bench_http",
       .about = "HTTP: requests and messages of one peer, with the processor time that they cost the server's thread"});
  table.begin_section("Options");
  table.add({.names = {"requests"},
             .value = spark::whole_number(requests, 1, 10000000),
             .help = "requests on one connection"});
  table.add({.names = {"messages"},
             .value = spark::whole_number(messages, 1, 100000000),
             .help = "messages of 18 octets on one WebSocket"});
  table.add({.names = {"size"}, .value = spark::whole_number(size, 0, 10000000), .help = "octets of the document"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "two lines of CSV instead of text"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_http", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        bench::Report report;
        const auto add = [&](const std::string& name, const Cost& cost) {
          report.add(name + " per second", cost.per_second, "1/s");
          report.add(name + ", server", cost.server_us, "µs", 2);
        };
        Server large(size), small(0);
        add("documents", load(large, requests, size));
        add("empty answers", load(small, requests, 0));
        add("messages in one piece of 50", speak(small, messages, 50));
        add("messages one by one", speak(small, messages, 1));
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
