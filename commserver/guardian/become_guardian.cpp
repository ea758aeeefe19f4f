// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/become_guardian.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

#include "commserver/guardian/launch.h"

namespace commserver {

int become_guardian(int socket) {
  ::setsid();  // a kill of the server's process group must not take its guardian along
  ::prctl(PR_SET_NAME, "guardian");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int signal :
       {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2, SIGALRM})
    ::signal(signal, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &child, nullptr);

  if (socket != kGuardianSocket) ::dup2(socket, kGuardianSocket);
  ::fcntl(kGuardianSocket, F_SETFD, FD_CLOEXEC);
  for_all_descriptors_from(kGuardianSocket + 1, After::closed);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, standard);
  if (nothing > STDERR_FILENO) ::close(nothing);
  if (::chdir("/") != 0) return -1;
  return ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

}  // namespace commserver
