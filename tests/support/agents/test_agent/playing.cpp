// SPDX-License-Identifier: Apache-2.0
#include "playing.h"

#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "talking.h"

void behave(std::string message) {
  while (true) {
    if (message[0] == 'X') exit(0);
    if (message[0] == 'S') {
      send("A(got " + message.substr(1) + ")");
      send("C");
      const std::string answer = receive();
      if (answer[0] == 'X') exit(0);
      send("A(think " + answer + ")");
      send("R" + std::to_string(std::stol(arrival_of(message)) + 10));
      send("D");
    } else if (message[0] == 'T') {
      send("A(woken " + message.substr(1) + ")");
      send("D");
    }
    message = receive();
  }
}

void draw(std::string message) {
  while (message[0] != 'X') {
    if (message[0] == 'S') send("R" + std::to_string(std::stol(arrival_of(message)) + 4));
    send(std::string("V(words opener 0 0 \"") + message[0] + "\")");
    send("D");
    message = receive();
  }
  exit(0);
}

void burn(std::string message, long milliseconds) {
  while (true) {
    if (message[0] == 'X') exit(0);
    if (message[0] == 'S') {
      timespec now{};
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
      const long end = now.tv_sec * 1000 + now.tv_nsec / 1000000 + milliseconds;
      do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
      } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < end);
      send("A(burnt)");
    }
    if (message[0] == 'S' || message[0] == 'T') send("D");
    message = receive();
  }
}

void use_up(std::string_view what, const char* file) {
  volatile unsigned long work = 0;
  char* volatile taken = nullptr;  // a compiler may leave out what has no visible effect
  if (what == "eat_memory") {
    while (true) {
      taken = new char[1 << 20];
      memset(taken, 1, 1 << 20);
    }
  }
  if (what == "eat_memory_at_once") {
    taken = new char[1UL << 32];
    memset(taken, 1, 1 << 20);
  }
  if (what == "eat_cpu_stubbornly") signal(SIGXCPU, SIG_IGN);
  if (what == "eat_disk") {
    const int disk = open(file, O_WRONLY | O_CREAT, 0666);
    while (write(disk, "12345678", 8) > 0) lseek(disk, 1 << 16, SEEK_CUR);
    _exit(14);
  }
  while (true) work = work + 1;
}

void tidy_up() {
  signal(SIGTERM, [](int) {
    if (write(STDOUT_FILENO, "tidied up", 9) == 9) _exit(0);
  });
  sleep_for_ever();
}

void print_lines(long count) {
  for (long i = 0; i < count; ++i) printf("%09ld\n", i);
  fflush(stdout);
}
