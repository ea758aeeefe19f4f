// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/port.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gateways/rctp/port/pages.h"
#include "gateways/rctp/protocol/reply.h"
#include "spark/core/log.h"
#include "spark/http/origin.h"
#include "spark/http/target.h"

namespace rctp {
namespace {

constexpr int kPermanentRedirect = 308;
constexpr const char* kWorld = "world";
constexpr const char* kLive = "live";
/// The message for a watcher whose model of the world is outdated.
constexpr const char* kChanged = R"({"changed":true})";
/// The longest record has a length of 16 bits.
constexpr std::size_t kMaxInput = 128 * 1024;

/// Octets in the system's send buffer for a watcher, as for operators.
constexpr int kPosesQueue = 32 * 1024;
constexpr std::uint16_t kNothingIsAccepted = 1003;  ///< why a WebSocket is closed (RFC 6455, 7.4.1)

spark::http::Response needs_websocket() {
  auto refused = spark::http::text_response(426, "this is the address of a WebSocket");
  refused.headers.push_back({"Upgrade", "websocket"});
  return refused;
}

spark::http::Options http_options(std::vector<std::string> trusted_origins) {
  spark::http::Options options;
  options.trusted_origins = std::move(trusted_origins);
  options.peer = "operator";
  options.methods = {"ASSIGN", "GO"};
  options.max_input = kMaxInput;
  options.makes_room = true;  // otherwise a few silent connections would lock out their address
  return options;
}

}  // namespace

Port::Port(const Network::Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
           spark::net::Loop& loop, spark::Log& log)
    : options_(options),
      world_link_(world),
      model_link_(model),
      loop_(loop),
      log_(log),
      admission_(options.secret, log),
      files_(options.modules),
      watchers_({.loop = loop,
                 .world = world,
                 .state = world_,
                 .robots = robots_,
                 .step_seconds = options.step_seconds,
                 .ask_for_model = [this] { model_link_.ask(); }}),
      camera_({.loop = loop,
               .log = log,
               .watchers = watchers_,
               .robots = robots_,
               .world = world_,
               .offered = [this] { model_link_.ask(); }}),
      microphone_(loop, log),
      server_(loop, options.address, options.port, {"rctp port", "an operator"}, http_options(options.trusted_origins),
              *this, log),
      farewell_(loop) {
  for (RobotLink* link : robots) {
    robots_.push_back(std::make_unique<RobotProxy>(*link));
    claims_.push_back(&robots_.back()->claim);
  }
}

Port::~Port() = default;

void Port::begin() {
  check_links();
  server_.start();
}

RobotProxy& Port::robot_of(const RobotClaim& claim) const {
  return **std::ranges::find_if(robots_, [&](const auto& robot) { return &robot->claim == &claim; });
}

RobotProxy* Port::find(std::string_view name) const {
  const auto found = std::ranges::find_if(robots_, [&](const auto& robot) { return robot->link.name() == name; });
  return found == robots_.end() ? nullptr : found->get();
}

void Port::check_links() {
  // This comes before the robots, so that the objects of a printed model can already be assigned when its reader
  // requests them.
  auto model = model_link_.take();
  for (const auto& robot : robots_) robot->update();
  world_link_.read(world_);
  // An operator that ends removes itself from the set during this call.
  for (auto at = operators_.begin(); at != operators_.end();) (*at++)->check_links();
  watchers_.check_links();
  for (const auto& robot : robots_) robot->clear_texts();
  if (!model) return;
  model_ = std::move(model);
  if (watchers_.wants_names()) watchers_.set_model(*model_, mover_names(*model_));
  const bool was_printing = !printing_.empty();
  std::ranges::move(pending_, std::back_inserter(printing_));
  pending_.clear();
  if (!was_printing) print_next();
}

Operator& Port::operator_of(spark::http::Conversation& conversation) {
  if (!conversation.user)
    conversation.user =
        std::make_shared<Operator>(*this, conversation, nullptr, spark::http::is_loopback(conversation.peer()));
  return *static_cast<Operator*>(conversation.user.get());
}

void Port::request(spark::http::Conversation& conversation, const spark::http::Request& request) {
  if (request.method == "ASSIGN" || request.method == "GO")
    operator_of(conversation).request(request);
  else
    get(conversation, request);
}

spark::http::Service::Foreign Port::foreign(spark::http::Conversation& conversation) {
  return operator_of(conversation).read_text();
}

void Port::message(spark::http::Conversation& conversation, std::string_view payload, bool is_text) {
  if (camera_.is(conversation)) return camera_.message(payload, is_text);
  if (watchers_.has(conversation)) return conversation.close_websocket(kNothingIsAccepted, "this address is read-only");
  operator_of(conversation).message(payload, is_text);
}

void Port::input(spark::http::Conversation& conversation) {
  operator_of(conversation).input();
}

void Port::closed(spark::http::Conversation& conversation) {
  camera_.remove(conversation);
  microphone_.remove(conversation);
  watchers_.remove(conversation);
  conversation.user.reset();
  if (ended_ && operators_.empty()) loop_.post([this] { finish(); });
}

void Port::get(spark::http::Conversation& conversation, const spark::http::Request& request) {
  const std::string_view path = std::string_view(request.path).substr(1);
  if (path.empty()) return conversation.answer(robot_page(robots_));
  if (auto file = files_.find(path, request)) return conversation.answer(*file);
  if (path == "camera") return connect_camera(conversation, request);
  if (path == "robots") return conversation.answer(robot_list(robots_));
  if (const auto slash = path.find('/'); slash != path.npos) {
    if (path == "world/live") return open_world(conversation, request);
    const std::string_view name = path.substr(0, slash), file = path.substr(slash + 1);
    RobotProxy* const robot = find(name);
    const bool is_picture = robot && (file == "camera.mjpg" || file == "camera.jpg");
    if (is_picture && options_.world != Network::World::all)
      return conversation.answer(spark::http::text_response(
          403, "there are no pictures here, because they would show the whole world (Rctp.World)"));
    if (is_picture) return camera_.show(conversation, request, *robot, file == "camera.mjpg");
    if (robot && robot->claim.find("microphone") && file == "microphone.wav")
      return microphone_.listen(conversation, robot->link);
    if (robot && file.empty()) return conversation.answer(files_.index(request));
    if (file == kLive) return open_live(conversation, request, name);
  } else if (const auto dot = path.rfind('.'); dot != path.npos) {
    const std::string_view name = path.substr(0, dot), kind = path.substr(dot + 1);
    RobotProxy* robot = find(name);
    const bool is_description = kind == "x3d" || kind == "wrl" || (kind == "rcml" && robot);
    if (is_description && (robot || name == kWorld)) return request_description(conversation, request, robot, kind);
  } else if (find(path)) {
    spark::http::Response elsewhere;
    elsewhere.status = kPermanentRedirect;
    elsewhere.headers.push_back({"Location", fmt::format("/{}/", path)});
    return conversation.answer(elsewhere);
  }
  conversation.answer(spark::http::text_response(404, not_found(robots_)));
}

void Port::open_live(spark::http::Conversation& conversation, const spark::http::Request& request,
                     std::string_view name) {
  RobotProxy* robot = find(name);
  if (!robot) return conversation.answer(spark::http::text_response(404, not_found(robots_)));
  if (!request.wants_websocket()) return conversation.answer(needs_websocket());
  conversation.accept_websocket();
  conversation.set_gives_way(true);  // until it has the robot
  const bool is_local = spark::http::is_from_here(conversation.peer(), request);
  conversation.user = std::make_shared<Operator>(*this, conversation, robot, is_local);
}

void Port::open_world(spark::http::Conversation& conversation, const spark::http::Request& request) {
  const auto refuse = [&](int code, std::string sentence) {
    conversation.answer(spark::http::text_response(code, std::move(sentence)));
  };
  if (options_.world != Network::World::all) return refuse(403, "the world is not shown to watchers here (Rctp.World)");
  std::string problem;
  auto texts = texts_of(spark::http::query_value(request.target, "texts").value_or(std::string()), problem);
  if (!texts) return refuse(404, std::move(problem));
  if (!request.wants_websocket()) return conversation.answer(needs_websocket());
  if (watchers_.size() >= kMaxWatchers) return refuse(503, fmt::format("{} watch already", watchers_.size()));
  conversation.accept_websocket();
  conversation.leave_address();
  conversation.connection().keep_queue_short(kPosesQueue);
  watchers_.add(conversation, kChanged, std::move(*texts));
}

/// Pictures show everything visible, so the program that draws them gets the whole world.
void Port::connect_camera(spark::http::Conversation& conversation, const spark::http::Request& request) {
  const auto refuse = [&](int code, const char* sentence) {
    conversation.answer(spark::http::text_response(code, sentence));
  };
  const bool is_here = spark::http::is_from_here(conversation.peer(), request) ||
                       spark::http::is_from_same_address(conversation.peer(), conversation.local(), request);
  if (!is_here || request.count("Origin") > 0)
    return refuse(403, "the camera program runs on the machine of the server");
  if (options_.world != Network::World::all)
    return refuse(403, "the world is not shown to the camera program here (Rctp.World)");
  if (!request.wants_websocket()) return conversation.answer(needs_websocket());
  conversation.accept_websocket(CameraProgram::kMaxMessage);
  conversation.leave_address();
  camera_.connect(conversation);
}

/// Parses "rover/judge,foo_11/GameState". An object of a robot that is not in the world yet may be of any kind.
std::optional<std::vector<WorldWatchers::Text>> Port::texts_of(const std::string& list, std::string& problem) const {
  std::vector<WorldWatchers::Text> texts;
  for (std::string_view rest = list; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    const auto slash = std::min(one.find('/'), one.size());
    RobotProxy* const robot = find(one.substr(0, slash));
    const std::string object(one.substr(std::min(slash + 1, one.size())));
    const SharedObjects objects = robot ? robot->claim.objects() : nullptr;
    const auto place = objects ? robot->claim.find(object) : std::nullopt;
    const bool is_text = place && (*objects)[*place].kind == Object::Kind::text_input;
    if (!robot || object.empty() || (objects && !is_text)) {
      problem = fmt::format("'{}' is not a text of a robot; expected ?texts=ROBOT/OBJECT,…", spark::printable(one));
      return std::nullopt;
    }
    if (texts.size() == WorldWatchers::kMaxTexts) {
      problem = fmt::format("more than {} texts", WorldWatchers::kMaxTexts);
      return std::nullopt;
    }
    texts.push_back({robot, object});
  }
  return texts;
}

void Port::request_description(spark::http::Conversation& conversation, const spark::http::Request& request,
                               RobotProxy* robot, std::string_view kind) {
  // Clients rely on descriptions, so everything in them must be assignable.
  if (const auto absent = robot ? robot->claim.absence() : std::nullopt) {
    auto refused = spark::http::text_response(absent->code, absent->sentence);
    for (Reply::Field& field : http_headers(*absent))
      refused.headers.push_back({std::move(field.name), std::move(field.value)});
    return conversation.answer(refused);
  }
  const std::string_view host = request.find("Host");
  pending_.push_back(
      {conversation.weak_from_this(), robot, kind == "x3d", host.empty() ? conversation.local() : std::string(host)});
  model_link_.ask();
}

spark::http::Response Port::print(const DescriptionRequest& request) const {
  try {
    const std::string robot = request.robot ? request.robot->link.name() : std::string();
    return description(*model_, robot, request.is_x3d, request.authority, options_.world);
  } catch (const std::exception& error) {
    log_.complain("rctp port", "the world cannot be described: {}", error.what());
    return spark::http::text_response(500, "the world cannot be described now");
  }
}

/// Prints one description per iteration of the loop, so that many readers do not delay those that drive robots.
void Port::print_next() {
  while (!printing_.empty()) {
    const DescriptionRequest request = std::move(printing_.front());
    printing_.pop_front();
    const auto conversation = request.conversation.lock();
    if (!conversation || conversation->is_over()) continue;
    conversation->answer(print(request));
    break;
  }
  if (!printing_.empty()) loop_.post([this] { print_next(); });
}

void Port::end(std::chrono::milliseconds timeout, std::function<void()> done) {
  ended_ = std::move(done);
  server_.stop_listening();
  for (auto at = operators_.begin(); at != operators_.end();) (*at++)->say_goodbye("the match is over");
  if (operators_.empty()) return finish();
  farewell_.start(timeout, [this] { finish(); });
}

void Port::finish() {
  if (!ended_) return;
  farewell_.cancel();
  server_.close();
  std::exchange(ended_, {})();
}

}  // namespace rctp
