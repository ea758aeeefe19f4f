// SPDX-License-Identifier: Apache-2.0
//
// A player in the style of teams of 2007: old_team TEAM. It assumes that it can write into its working folder: it opens
// its log without checking the result, stores what it has learned in a table, and so on. Its strategy is in a file and
// its skill in a module, both found relative to the working folder.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace {

std::string receive() {
  unsigned char head[4];
  if (read(3, head, 4) != 4) exit(0);
  std::string text(static_cast<std::size_t>(head[0] << 24 | head[1] << 16 | head[2] << 8 | head[3]), '\0');
  for (std::size_t got = 0; got < text.size();) {
    const ssize_t count = read(3, text.data() + got, text.size() - got);
    if (count <= 0) exit(0);
    got += static_cast<std::size_t>(count);
  }
  return text;
}

void send(const std::string& text) {
  const std::size_t length = text.size();
  const unsigned char head[4] = {static_cast<unsigned char>(length >> 24), static_cast<unsigned char>(length >> 16),
                                 static_cast<unsigned char>(length >> 8), static_cast<unsigned char>(length)};
  if (write(4, head, 4) != 4 || write(4, text.data(), length) != static_cast<ssize_t>(length)) exit(0);
}

/// The learned knowledge: one number, which grows with each act.
int learn() {
  int value = 0;
  std::ifstream("learned.tab") >> value;
  std::ofstream table("learned.new");
  table << value + 1 << '\n';
  table.close();
  rename("learned.new", "learned.tab");
  std::ifstream again("learned.tab");
  again >> value;
  return value;
}

}  // namespace

int main(int, char** argv) {
  char folder[4096];
  const std::string place = getcwd(folder, sizeof folder);
  mkdir("logs", 0777);
  FILE* log = fopen((place + "/logs/player.log").c_str(), "a");
  fprintf(log, "player of %s starts\n", argv[1]);  // a null pointer if the folder is not writable
  std::ifstream conf("team.conf");
  double power = 0;
  conf >> power;
  void* module = dlopen("./skill.so", RTLD_NOW);
  const auto skill = reinterpret_cast<double (*)(double)>(dlsym(module, "skill"));

  int sensations = 0;
  for (std::string message = receive(); message[0] != 'X'; message = receive()) {
    if (message[0] == 'D') send("I");
    if (message[0] != 'S') continue;
    fprintf(log, "%s\n", message.c_str());
    const int learned = learn();
    if (sensations == 0)
      send("A(create)");
    else if (sensations == 1)
      send(std::string("A(init (unum 0)(teamname ") + argv[1] + "))");
    else
      send("A(drive " + std::to_string(skill(power)) + " " + std::to_string(learned % 50) + " 0)");
    send("D");
    ++sensations;
  }
  fclose(log);
}
