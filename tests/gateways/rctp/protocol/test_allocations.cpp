// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <catch2/catch.hpp>

#include "gateways/rctp/protocol/operator_log_writer.h"
#include "spark/core/log.h"
#include "tests/gateways/rctp/protocol/records.h"
#include "tests/support/count_allocations.h"
#include "tests/support/temporary_folder.h"

using namespace rctp_test;

TEST_CASE("records are read and written without allocating") {
  Object drive = object("drive", Object::Kind::control_output, 3);
  Object say = object("say", Object::Kind::text_output);
  AssignedObjects assigned;
  assigned.assign(drive);
  assigned.assign(say);
  std::string out;
  out.reserve(1024);
  const std::array<double, 3> values{1, 2, 3};
  RecordReader reader(RecordReader::Peer::client, assigned);
  Record record;
  int read = 0;
  const long before = allocations;
  for (int i = 0; i < 1000; ++i) {
    out.clear();
    RecordWriter writer(out);
    writer.control(1, drive, 1, 7, values);
    writer.text(2, say, 2, "hello, everybody who listens");
    writer.ping({});
    std::string_view bytes = out;
    while (reader.next(bytes, record) == RecordReader::Result::record) ++read;
  }
  CHECK(allocations == before);
  CHECK(read == 3000);
}

TEST_CASE("an operators' log is written without allocating") {
  TemporaryFolder folder;
  spark::Log log;
  OperatorLogWriter writer(operator_log_file(folder.path(), "rover"), log);
  writer.flush();
  const std::vector<double> values{0.1, 50.0, 1.0 / 3};
  const long before = allocations;
  for (int i = 0; i < 1000; ++i) {
    writer.act(i, "drive", values);
    if (i % 50 == 0) writer.flush();
  }
  CHECK(allocations == before);
}
