// SPDX-License-Identifier: Apache-2.0
//
// A gateway whose only agent is a shell that runs the script's command; the clock is stopped until it has ended.
//
//     importBundle 'program_gateway'
//     new('ProgramGateway', '/sys/server/programs').setProgram('bash', 'echo hello', __dir__)
#include <deque>
#include <optional>

#include "spark/agent/gateway_node.h"
#include "spark/agent/sexp_percept_writer.h"

namespace {

using namespace spark;

class ProgramGateway final : public AgentGateway, private ProgramListener {
 public:
  ProgramGateway(ProgramStarter& programs, ProgramOrder order) : programs_(programs), order_(std::move(order)) {
    programs_.find(order_.program, order_.folder);
  }
  ~ProgramGateway() override { programs_.end(*this, std::chrono::milliseconds(0)); }

  GatewayTraits traits() override { return {.own_types = {"shell"}, .own_agents = {"shell"}}; }
  void begin() override {}
  Coming start(AgentId agent, const std::string&) override {
    agent_ = agent;
    order_.log_stem = "agent" + std::to_string(agent.number());
    programs_.start(order_, *this);
    return Coming::started;
  }
  std::optional<AgentTiming> timing(AgentId) const override { return std::nullopt; }
  void receive(AgentGatewayListener& listener) override {
    if (std::exchange(starts_, false)) listener.agent_ready(agent_);
    if (const auto how = std::exchange(ended_, std::nullopt)) listener.agent_lost(agent_, *how);
  }
  bool has_pending() const override { return false; }
  bool send_held() override { return false; }
  PerceptWriter& begin_sensation(AgentId, Step, Step) override { return writer_.emplace(text_); }
  void end_sensation(AgentId, Step) override { text_.clear(); }
  void expect_sensation(AgentId, Step) override {}
  Step earliest_act(AgentId) const override { return 0; }
  bool wait_no_longer(AgentId) override { return false; }
  std::optional<AgentReport> report(AgentId) const override { return std::nullopt; }
  void drop(AgentId) override {}
  void shut_down(std::chrono::milliseconds timeout) override {
    programs_.wait(*this, timeout / 4);
    programs_.end(*this, timeout);
  }

 private:
  void program_started(ProgramId, pid_t) override { starts_ = true; }
  void program_ended(ProgramId, const ProgramEnd& end) override { ended_ = end.how; }

  ProgramStarter& programs_;
  ProgramOrder order_;
  AgentId agent_ = 0;
  bool starts_ = false;
  std::optional<std::string> ended_;
  std::string text_;
  std::optional<SexpPerceptWriter> writer_;
};

class ProgramGatewayNode final : public GatewayNode {
 public:
  void set_program(const std::string& program, const std::string& script, const std::string& folder) {
    order_.program = program;
    order_.arguments = {"-c", script};
    order_.folder = folder;
    order_.reads_from = order_.writes_to = ProgramOrder::kNone;
  }
  std::unique_ptr<AgentGateway> make_gateway(GatewayContext& context) override {
    return std::make_unique<ProgramGateway>(context.programs, order_);
  }

 private:
  ProgramOrder order_;
};

}  // namespace

extern "C" void spark_register_bundle(ClassRegistry& classes) {
  classes.add<ProgramGatewayNode>("ProgramGateway", "oxygen/GatewayNode", "A shell as an agent.")
      .method("setProgram", &ProgramGatewayNode::set_program, "program script folder", "What runs, and where.");
}
