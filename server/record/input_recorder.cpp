// SPDX-License-Identifier: Apache-2.0
#include "server/record/input_recorder.h"

#include "spark/core/log.h"
#include "spark/core/number_text.h"

namespace server {

using namespace spark;

InputRecorder::InputRecorder(const std::filesystem::path& file, Log& log, std::function<InputPosition()> place)
    : log_(log), file_(file, log, BackgroundLogFile::Encoding::zst, "the record of acts"), place_(std::move(place)) {
  line_.assign(kRecordTitle);
  end();
}

void InputRecorder::begin(Entry entry) {
  line_.clear();
  if (const InputPosition at = place_(); at != last_) {
    line_ += '@';
    append_integer(line_, at.step);
    line_ += '.';
    append_integer(line_, static_cast<std::int64_t>(at.events));
    line_ += ' ';
    last_ = at;
  }
  line_ += static_cast<char>(entry);
}

void InputRecorder::number(std::int64_t value) {
  line_ += ' ';
  append_integer(line_, value);
}

void InputRecorder::word(std::string_view text) {
  line_ += ' ';
  append_escaped(line_, text);
}

void InputRecorder::rest(std::string_view text) {
  line_ += ' ';
  append_escaped(line_, text, true);
}

void InputRecorder::end() {
  line_ += '\n';
  if (is_full_) return;
  bytes_ += line_.size();
  if (bytes_ <= kMaxBytes) return file_.write(line_);
  is_full_ = true;
  log_.warning("the record of acts ends here: it has {} MB", kMaxBytes >> 20);
}

void InputRecorder::match(std::uint64_t seed, std::string_view version) {
  begin(Entry::seed);
  word(std::to_string(seed));
  word(version);
  number(kRecordRevision);
  end();
}

void InputRecorder::foreign(std::string_view gateway) {
  begin(Entry::foreign);
  word(gateway);
  end();
}

void InputRecorder::commanded(std::string_view peer, std::string_view text) {
  begin(Entry::commanded);
  word(peer);
  rest(text);
  end();
}

void InputRecorder::joined() {
  begin(Entry::joined);
  end();
}

void InputRecorder::finish() {
  begin(Entry::ended);
  end();
  file_.finish();
}

void InputRecorder::started(AgentId, const std::string& type) {
  begin(Entry::started);
  word(type);
  end();
}

void InputRecorder::arrived(AgentId, const std::string& type) {
  begin(Entry::arrived);
  word(type);
  end();
}

void InputRecorder::ready(AgentId agent, const std::optional<AgentTiming>& own) {
  begin(Entry::ready);
  number(agent.number());
  if (own)
    for (const Step steps : {own->sense_interval, own->sense_latency, own->action_latency}) number(steps);
  end();
}

void InputRecorder::begun() {
  begin(Entry::begun);
  end();
}

void InputRecorder::acted(AgentId agent, Step stamp, std::string_view text) {
  begin(Entry::acted);
  number(agent.number());
  number(stamp - last_.step);
  rest(text);
  end();
}

void InputRecorder::acted(AgentId agent, Step stamp, std::span<const Action> actions) {
  begin(Entry::did);
  number(agent.number());
  number(stamp - last_.step);
  line_ += ' ';
  append_actions(line_, actions);
  end();
}

void InputRecorder::halted(AgentId agent) {
  begin(Entry::halted);
  number(agent.number());
  end();
}

void InputRecorder::lost(AgentId agent, std::string_view reason) {
  begin(Entry::lost);
  number(agent.number());
  rest(reason);
  end();
}

void InputRecorder::leaves(AgentId agent, Step time) {
  begin(Entry::leaves);
  number(agent.number());
  number(time - last_.step);
  end();
}

}  // namespace server
