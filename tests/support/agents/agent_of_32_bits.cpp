// SPDX-License-Identifier: Apache-2.0
//
// An agent like most agents of 2007: a 32-bit program for x86, here without any library. Its first act lists the calls
// out of the sandbox that it could make: sockets through socketcall, which was the only way at that time, and directly.
namespace {

constexpr int kExit = 1, kRead = 3, kWrite = 4, kStatfs = 99, kSocketcall = 102, kIpc = 117, kStatfs64 = 268,
              kSocket = 359;
constexpr unsigned kUnix = 1, kStream = 1;

int call(int number, unsigned first, const void* second, unsigned third) {
  int result = number;
  asm volatile("int $0x80" : "+a"(result) : "b"(first), "c"(second), "d"(third), "S"(0600) : "memory");
  return result;
}

char message[70000];

char receive() {
  unsigned char head[4];
  if (call(kRead, 3, head, 4) != 4) call(kExit, 1, nullptr, 0);
  const unsigned length = head[1] << 16 | head[2] << 8 | head[3];
  for (unsigned got = 0; got < length;) {
    const int count = call(kRead, 3, message + got, length - got);
    if (count <= 0) call(kExit, 2, nullptr, 0);
    got += static_cast<unsigned>(count);
  }
  return message[0];
}

void send(const char* text) {
  unsigned length = 0;
  while (text[length] != 0) ++length;
  const unsigned char head[4] = {0, 0, static_cast<unsigned char>(length >> 8), static_cast<unsigned char>(length)};
  call(kWrite, 4, head, 4);
  call(kWrite, 4, text, length);
}

char* append(char* end, const char* text) {
  while (*text != 0) *end++ = *text++;
  *end = 0;
  return end;
}

/// By both calls, the older of which has 32-bit numbers.
bool finds_room() {
  const unsigned root = reinterpret_cast<unsigned>("/");
  constexpr unsigned kSize = 84;
  unsigned room[kSize / 4] = {}, room64[kSize / 4] = {};
  return call(kStatfs, root, room, 0) == 0 &&
         call(kStatfs64, root, reinterpret_cast<const void*>(kSize), reinterpret_cast<unsigned>(room64)) == 0 &&
         room[2] > 0 && room[3] > 0 && room[2] == room64[2] && room64[3] == 0 && room64[4] > 0;
}

}  // namespace

extern "C" void _start() {
  while (true) {
    const char kind = receive();
    if (kind == 'X') call(kExit, 0, nullptr, 0);
    if (kind == 'D') send("I");
    if (kind != 'S') continue;
    char act[100];
    char* end = append(act, "A(runs)");
    if (finds_room()) end = append(end, "(room)");
    const unsigned socket[] = {kUnix, kStream, 0};
    int pair[2];
    const unsigned two[] = {kUnix, kStream, 0, reinterpret_cast<unsigned>(pair)};
    if (call(kSocketcall, 1, socket, 0) >= 0) end = append(end, "(socketcall)");
    if (call(kSocketcall, 8, two, 0) >= 0) end = append(end, "(pair)");
    if (call(kSocket, kUnix, reinterpret_cast<const void*>(kStream), 0) >= 0) end = append(end, "(socket)");
    // 4096 bytes of memory that no limit counts, also by the number with a version in it.
    if (call(kIpc, 23, nullptr, 4096) >= 0) end = append(end, "(memory)");
    if (call(kIpc, 23 | 1 << 16, nullptr, 4096) >= 0) end = append(end, "(memory)");
    send(act);
    send("D");
  }
}
