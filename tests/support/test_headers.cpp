// SPDX-License-Identifier: Apache-2.0
// Its target precompiles the headers that all tests include.
int main() {}
