// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SIGINT and SIGTERM as a wish to end soon.

#include "Interrupt.h"

#include <csignal>
#include <initializer_list>

// A handler can reach nothing but a global.
static volatile std::sig_atomic_t noted = 0;

static void note(int signal) {
  if (noted) {
    // Whoever asks again does not want to wait for what cannot look up now.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  noted = signal;
}

void amp::run::installSignalHandlers() {
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM})
    sigaction(signal, &action, nullptr);
  action.sa_handler = SIG_IGN;
  for (int signal : {SIGXFSZ, SIGPIPE})
    sigaction(signal, &action, nullptr);
}

int amp::run::pendingSignal() { return noted; }
