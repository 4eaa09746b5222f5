// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SIGINT and SIGTERM as a wish to end soon, file-size limits and closed pipes
// as errors of the write that meets them. Relies on POSIX signals.

#ifndef AMP_TOOLS_AMP_RUN_INTERRUPT_H
#define AMP_TOOLS_AMP_RUN_INTERRUPT_H

namespace amp::run {

/// From now on the first SIGINT or SIGTERM is only noted, while another one
/// ends the process; SIGXFSZ and SIGPIPE are ignored, so that writing fails
/// with an error instead.
void installSignalHandlers();

/// The first signal that was noted, or 0.
int pendingSignal();

/// The message of a failure that is a pending signal and nothing else.
inline constexpr const char *interruption = "interrupted";

} // namespace amp::run

#endif // AMP_TOOLS_AMP_RUN_INTERRUPT_H
