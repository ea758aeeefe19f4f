// SPDX-License-Identifier: Apache-2.0
// How many nodes the library Coin finds in a VRML97 file: coin_reads FILE. Exit status 1 if it refuses the file.
#include <Inventor/SoDB.h>
#include <Inventor/SoInput.h>
#include <Inventor/VRMLnodes/SoVRMLGroup.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  SoDB::init();
  SoInput input;
  if (argc != 2 || !input.openFile(argv[1])) return 2;
  SoVRMLGroup* all = SoDB::readAllVRML(&input);
  if (!all) return 1;
  std::printf("%d\n", all->getNumChildren());
  std::fflush(stdout);
  std::_Exit(0);  // skips the leak check: the library's own leaks are irrelevant
}
