// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

/// Interprets a system call filter as the kernel would, also for calls that this machine cannot make. It supports the
/// instructions that the kernel allows in filters, and throws on any other one and on programs that the kernel would
/// not load: with a jump or an index beyond the end.
class FilterProgram {
 public:
  explicit FilterProgram(std::vector<sock_filter> instructions) : instructions_(std::move(instructions)) {}

  std::size_t size() const { return instructions_.size(); }

  /// SECCOMP_RET_..., with its data.
  std::uint32_t answer(const seccomp_data& call) const {
    std::uint32_t a = 0, x = 0, memory[BPF_MEMWORDS] = {};
    std::size_t at = 0;
    while (true) {
      const sock_filter& now = instructions_.at(at++);
      switch (BPF_CLASS(now.code)) {
        case BPF_LD:
          a = loaded(now, call, memory);
          break;
        case BPF_LDX:
          x = BPF_MODE(now.code) == BPF_MEM ? memory[place(now)] : immediate(now);
          break;
        case BPF_ST:
          memory[place(now)] = a;
          break;
        case BPF_STX:
          memory[place(now)] = x;
          break;
        case BPF_ALU:
          a = computed(now, a, BPF_SRC(now.code) == BPF_X ? x : now.k);
          break;
        case BPF_JMP:
          at += jump(now, a, BPF_SRC(now.code) == BPF_X ? x : now.k);
          break;
        case BPF_RET:
          return BPF_RVAL(now.code) == BPF_A ? a : now.k;
        case BPF_MISC:
          BPF_MISCOP(now.code) == BPF_TAX ? x = a : a = x;
          break;
      }
    }
  }

 private:
  [[noreturn]] static void refuse() { throw std::runtime_error("no instruction of a filter of system calls"); }

  static std::size_t place(const sock_filter& now) { return now.k < BPF_MEMWORDS ? now.k : (refuse(), 0); }

  static std::uint32_t immediate(const sock_filter& now) {
    return BPF_MODE(now.code) == BPF_IMM ? now.k : (refuse(), 0);
  }

  static std::uint32_t loaded(const sock_filter& now, const seccomp_data& call, const std::uint32_t* memory) {
    if (BPF_MODE(now.code) == BPF_MEM) return memory[place(now)];
    if (now.code != (BPF_LD | BPF_W | BPF_ABS)) return immediate(now);
    std::uint32_t word = 0;
    if (now.k % sizeof word != 0 || now.k + sizeof word > sizeof call) refuse();
    std::memcpy(&word, reinterpret_cast<const char*>(&call) + now.k, sizeof word);
    return word;
  }

  static std::uint32_t computed(const sock_filter& now, std::uint32_t a, std::uint32_t operand) {
    switch (BPF_OP(now.code)) {
      case BPF_AND:
        return a & operand;
      case BPF_OR:
        return a | operand;
      case BPF_XOR:
        return a ^ operand;
      case BPF_ADD:
        return a + operand;
      case BPF_SUB:
        return a - operand;
      case BPF_LSH:
        return a << operand;
      case BPF_RSH:
        return a >> operand;
      default:
        refuse();
    }
  }

  static std::size_t jump(const sock_filter& now, std::uint32_t a, std::uint32_t operand) {
    switch (BPF_OP(now.code)) {
      case BPF_JA:
        return now.k;
      case BPF_JEQ:
        return a == operand ? now.jt : now.jf;
      case BPF_JGT:
        return a > operand ? now.jt : now.jf;
      case BPF_JGE:
        return a >= operand ? now.jt : now.jf;
      case BPF_JSET:
        return (a & operand) != 0 ? now.jt : now.jf;
      default:
        refuse();
    }
  }

  std::vector<sock_filter> instructions_;
};
