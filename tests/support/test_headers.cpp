// SPDX-License-Identifier: Apache-2.0
// The target of this file compiles the headers that all tests read.
int main() {}
