// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/service_provider.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "gateways/sigverse/wire/connect.h"
#include "gateways/sigverse/wire/connection_threads.h"
#include "gateways/sigverse/wire/limited_log.h"
#include "gateways/sigverse/wire/memory_budget.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "gateways/sigverse/wire/service_clerk.h"
#include "gateways/sigverse/wire/service_request.h"
#include "gateways/sigverse/wire/work_queue.h"

namespace sigverse::wire {
namespace {

using Options = SigServiceProvider::Options;
using Connection = ConnectionThreads::Connection;

/// The kinds to provide, combined, without distances.
std::uint32_t kinds_without_distances(const Options& options) {
  std::uint32_t kinds = 0;
  if (options.picture) kinds |= service_kind::kCapture;
  if (options.detect) kinds |= service_kind::kDetect;
  if (options.recognise) kinds |= service_kind::kRecognise;
  return kinds;
}

/// The kinds to register, one registration each.
std::vector<std::uint32_t> registrations(const Options& options) {
  std::vector<std::uint32_t> all;
  const std::uint32_t sum = kinds_without_distances(options);
  // The combination of pictures and speech alone has the value that means distances.
  if (sum == service_kind::kDistance)
    all = {service_kind::kCapture, service_kind::kRecognise};
  else if (sum != 0)
    all = {sum};
  if (options.distance) all.push_back(service_kind::kDistance);
  return all;
}

Options checked(Options options) {
  const auto refuse_if = [](bool wrong, const char* why) {
    if (wrong) throw std::invalid_argument(std::string("a service provider ") + why);
  };
  refuse_if(options.name.empty() || options.name.size() > kLongestName, "needs a name of 1 to 255 octets");
  refuse_if(options.name.find(',') != std::string::npos, "needs a name without a comma");
  refuse_if(registrations(options).empty(), "has to provide something");
  refuse_if(options.silence.count() <= 0 || options.transfer.count() <= 0, "needs time limits above 0");
  refuse_if(options.max_threads == 0, "needs at least one thread");
  refuse_if(options.max_connections == 0, "needs at least one connection");
  refuse_if(options.max_memory < options.max_content, "needs memory for at least one content");
  return options;
}

/// The number of ticks that is sure to take at least this long.
unsigned ticks_of(std::chrono::milliseconds time) {
  return static_cast<unsigned>(time.count() / ServiceClerk::kTickMs + 2);
}

Stream connect_to_server(const Options& options) {
  std::string problem;
  auto stream = connect(options.server_host, options.server_port, options.silence, problem);
  if (!stream) throw std::runtime_error(problem);
  return std::move(*stream);
}

std::uint16_t& port_of(sockaddr_storage& address) {
  return address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                       : reinterpret_cast<sockaddr_in&>(address).sin_port;
}

/// A listening socket, at the local address of the connection to the server, or at all addresses.
int listen_beside(int server, bool everywhere, std::uint16_t port) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  ::getsockname(server, any, &size);
  if (everywhere && address.ss_family == AF_INET6)
    reinterpret_cast<sockaddr_in6&>(address).sin6_addr = in6addr_any;
  else if (everywhere)
    reinterpret_cast<sockaddr_in&>(address).sin_addr.s_addr = htonl(INADDR_ANY);
  port_of(address) = htons(port);
  constexpr int kBacklog = 128;
  const int socket = ::socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int on = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (socket >= 0 && ::bind(socket, any, size) == 0 && ::listen(socket, kBacklog) == 0) return socket;
  const int error = errno;
  if (socket >= 0) ::close(socket);
  throw std::runtime_error("cannot listen at port " + std::to_string(port) + ": " +
                           std::generic_category().message(error));
}

std::uint16_t port_of(int listener) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(port_of(address));
}

/// Throws the server's refusal, or the error of the connection to it.
void register_kind(Stream& server, const Options& options, std::uint32_t kind, std::uint16_t port) {
  std::string request;
  append_packet(request, ProvideService{options.name, kind, options.host, port});
  Stream::Received received{Stream::What::ended};
  if (server.send(request, options.silence)) received = server.receive(options.silence);
  if (!received) throw std::runtime_error("cannot register at the server: " + server.problem());
  const auto packet = received.what == Stream::What::packet ? read_packet(received.octets) : std::nullopt;
  ProvideServiceResult result;
  if (!packet || packet->head.type != ProvideServiceResult::kType || !read_data(packet->data, result))
    throw std::runtime_error("cannot register at the server: it answers something else");
  if (result.result != 0)
    throw std::runtime_error("the server refuses the provider " + options.name + ": " + std::string(result.message));
}

LimitedLog::Sink sink_of(const Options& options) {
  if (options.log) return options.log;
  return
      [name = options.name](const std::string& line) { std::fprintf(stderr, "%s: %s\n", name.c_str(), line.c_str()); };
}

}  // namespace

class SigServiceProvider::Inside {
 public:
  explicit Inside(Options options);
  ~Inside();

  std::uint16_t port() const { return port_of(listener_.get()); }
  bool work_one(std::chrono::milliseconds timeout);
  int descriptor() const { return queue_.descriptor(); }
  bool has_ended() const { return ended_; }
  bool lost_server() const { return lost_server_; }
  void stop() noexcept { clerk_.stop(); }

 private:
  ServiceClerk::Events events();
  void run_clerk();
  std::string answer_ping(std::uint32_t kind) const;
  void pass_time(unsigned ticks);
  void complain(const Connection& connection, std::string_view what);

  // Called on the threads of connections.
  void serve(Connection& connection);
  void refuse(Connection& connection, const ServiceRequestReader& reader);
  /// Returns nullopt, with a log line, if the peer does not send a packet.
  std::optional<Packet> receive(Connection& connection);
  std::optional<ServiceRequest> receive_rest(Connection& connection, ServiceRequestReader& reader,
                                             ServiceRequestReader::State state);
  bool provides(PacketType type) const;

  // Called on the thread that works.
  std::string carry_out(const ServiceRequest& request);
  std::string call(const ServiceRequest& request) const;

  const Options options_;
  LimitedLog log_;
  Stream server_;
  OwnDescriptor listener_;
  WorkQueue queue_;
  MemoryBudget memory_;
  ServiceClerk clerk_;  ///< outlives the threads, which use it
  ConnectionThreads threads_;
  unsigned ticks_in_period_ = 0;
  std::atomic<bool> ended_{false}, lost_server_{false};
  std::thread clerk_thread_;
};

SigServiceProvider::Inside::Inside(Options options)
    : options_(checked(std::move(options))),
      log_(sink_of(options_)),
      server_(connect_to_server(options_)),
      listener_(listen_beside(server_.in(), !options_.host.empty(), options_.port)),
      memory_(options_.max_memory),
      clerk_(listener_.get(), server_.in(),
             {ticks_of(options_.silence), ticks_of(options_.transfer), options_.max_connections}, events()),
      threads_(options_.max_threads, ticks_of(options_.transfer),
               [this](Connection& connection) { serve(connection); }) {
  for (const std::uint32_t kind : registrations(options_)) register_kind(server_, options_, kind, port());
  clerk_thread_ = std::thread(&Inside::run_clerk, this);
}

SigServiceProvider::Inside::~Inside() {
  stop();
  // If the clerk's thread could not be started, nothing else has been.
  if (clerk_thread_.joinable()) clerk_thread_.join();
}

ServiceClerk::Events SigServiceProvider::Inside::events() {
  ServiceClerk::Events events;
  events.begun = [this](int socket, std::string packet) { threads_.add(socket, std::move(packet)); };
  events.count = [this] { return threads_.count(); };
  events.answer_ping = [this](std::uint32_t kind) { return answer_ping(kind); };
  events.passed = [this](unsigned ticks) { pass_time(ticks); };
  events.complain = [this](const std::string& line) { log_.write(line); };
  return events;
}

void SigServiceProvider::Inside::run_clerk() {
  lost_server_ = clerk_.run();
  // Must come first: as long as the server knows this provider, it passes requests to it, and each of them fails.
  ::shutdown(server_.in(), SHUT_RDWR);
  ended_ = true;
  queue_.end();
  memory_.end();
  threads_.end();
}

std::string SigServiceProvider::Inside::answer_ping(std::uint32_t kind) const {
  const auto has_kind = [kind](std::uint32_t registered) { return service_kind::covers(registered, kind); };
  const auto registered = registrations(options_);
  const bool is_there = std::any_of(registered.begin(), registered.end(), has_kind);
  std::string answer;
  append_packet(answer, NsPingerResult{.active = is_there ? std::uint16_t{1} : std::uint16_t{0}});
  return answer;
}

void SigServiceProvider::Inside::pass_time(unsigned ticks) {
  constexpr unsigned kPeriodMs = 10'000;
  threads_.pass_time(ticks);
  ticks_in_period_ += ticks;
  if (ticks_in_period_ * ServiceClerk::kTickMs < kPeriodMs) return;
  ticks_in_period_ = 0;
  log_.begin_period();
}

void SigServiceProvider::Inside::complain(const Connection& connection, std::string_view what) {
  if (ended_) return;  // connections are cut off in that case
  log_.write(peer_name(connection.socket()) + ": " + std::string(what));
}

std::optional<Packet> SigServiceProvider::Inside::receive(Connection& connection) {
  const Stream::Received received = connection.stream().receive(options_.silence);
  const auto packet = received.what == Stream::What::packet ? read_packet(received.octets) : std::nullopt;
  if (packet) return packet;
  if (connection.is_overdue())
    complain(connection, "a request takes too long");
  else if (received.what == Stream::What::timed_out)
    complain(connection, "half a request");
  else if (received.what == Stream::What::ended)
    complain(connection, "closed in the middle of a request");
  else
    complain(connection, "no packet that can be read");
  return std::nullopt;
}

bool SigServiceProvider::Inside::provides(PacketType type) const {
  switch (service_kind::of(type)) {
    case service_kind::kCapture:
      return options_.picture != nullptr;
    case service_kind::kDetect:
      return options_.detect != nullptr;
    case service_kind::kDistance:
      return options_.distance != nullptr;
    default:
      return options_.recognise != nullptr;
  }
}

void SigServiceProvider::Inside::refuse(Connection& connection, const ServiceRequestReader& reader) {
  complain(connection, reader.problem());
  connection.stream().send(reader.failing_reply(), options_.silence);
  // The rest of a sound may still be on its way.
  if (const int copy = ::fcntl(connection.socket(), F_DUPFD_CLOEXEC, 0); copy >= 0) clerk_.linger(copy);
}

std::optional<ServiceRequest> SigServiceProvider::Inside::receive_rest(Connection& connection,
                                                                       ServiceRequestReader& reader,
                                                                       ServiceRequestReader::State state) {
  while (state == ServiceRequestReader::State::incomplete) {
    const auto next = receive(connection);
    if (!next) return std::nullopt;
    state = reader.add(*next);
  }
  if (state == ServiceRequestReader::State::complete) return std::move(reader.request());
  refuse(connection, reader);
  return std::nullopt;
}

void SigServiceProvider::Inside::serve(Connection& connection) {
  connection.begin_limit();
  const auto first = read_packet(connection.first_octets());
  if (!first) return;  // the clerk hands over only packets that can be read
  const PacketType type = first->head.type;
  const bool wants_reply = (first->head.flags & kWantsNoResult) == 0;
  ServiceRequestReader reader(options_.max_content);
  auto state = reader.begin(*first);
  if (state != ServiceRequestReader::State::refused && !provides(type))
    state = reader.refuse("asks for what is not provided");
  if (state == ServiceRequestReader::State::refused) return refuse(connection, reader);
  const MemoryBudget::Part memory(memory_, reader.content(), options_.transfer);
  if (!memory.is_given()) {
    reader.refuse("there are too many large requests");
    return refuse(connection, reader);
  }
  auto request = receive_rest(connection, reader, state);
  // A request that wants no reply has no use.
  if (!request || !wants_reply) return;
  connection.end_limit();
  const auto reply = queue_.result_of(std::move(*request), connection.socket());
  if (!reply) return;
  connection.begin_limit();
  if (!connection.stream().send(*reply, options_.silence)) complain(connection, "does not read its answer");
}

std::string SigServiceProvider::Inside::call(const ServiceRequest& request) const {
  if (const auto* const picture = std::get_if<PictureRequest>(&request))
    return reply_to(*picture, options_.picture(*picture));
  if (const auto* const detecting = std::get_if<DetectRequest>(&request))
    return reply_to(*detecting, options_.detect(*detecting));
  if (const auto* const distance = std::get_if<DistanceRequest>(&request))
    return reply_to(*distance, options_.distance(*distance));
  const auto& speech = std::get<SpeechRequest>(request);
  return reply_to(speech, options_.recognise(speech));
}

std::string SigServiceProvider::Inside::carry_out(const ServiceRequest& request) {
  try {
    std::string reply = call(request);
    if (!reply.empty()) return reply;
    log_.write("a result of a wrong size");
  } catch (const std::exception& error) {
    log_.write(std::string("a request failed: ") + error.what());
  } catch (...) {
    log_.write("a request failed: its function threw something that is not a std::exception");
  }
  return std::visit([](const auto& one) { return reply_to(one, {}); }, request);
}

bool SigServiceProvider::Inside::work_one(std::chrono::milliseconds timeout) {
  auto job = queue_.take(timeout);
  if (!job) return false;
  queue_.finish(job->id, carry_out(job->request));
  return true;
}

SigServiceProvider::SigServiceProvider(Options options) : inside_(std::make_unique<Inside>(std::move(options))) {}
SigServiceProvider::~SigServiceProvider() = default;

std::uint16_t SigServiceProvider::port() const {
  return inside_->port();
}

void SigServiceProvider::run() {
  constexpr std::chrono::milliseconds kForever{-1};
  while (inside_->work_one(kForever)) {
  }
}

bool SigServiceProvider::work_one(std::chrono::milliseconds timeout) {
  return inside_->work_one(std::max(timeout, std::chrono::milliseconds(0)));
}

int SigServiceProvider::descriptor() const {
  return inside_->descriptor();
}

bool SigServiceProvider::has_ended() const {
  return inside_->has_ended();
}

bool SigServiceProvider::lost_server() const {
  return inside_->lost_server();
}

void SigServiceProvider::stop() noexcept {
  inside_->stop();
}

}  // namespace sigverse::wire
