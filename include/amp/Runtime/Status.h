// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors as values for the runtime layer: Status (done, or a message) and
// Result<T> (a value, or a message). No exceptions; success costs one pointer
// and no allocation. Relies on the standard library only.

#ifndef AMP_RUNTIME_STATUS_H
#define AMP_RUNTIME_STATUS_H

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace amp {

/// The message of something that failed; converts to Status and to any
/// Result<T>, so a function ends with `return Failure{"expects ..."}`.
struct [[nodiscard]] Failure {
  std::string message;
};

/// The outcome of something that yields no value.
class [[nodiscard]] Status {
public:
  /// Success.
  Status() = default;
  Status(Failure failure)
      : text(std::make_unique<std::string>(std::move(failure.message))) {}
  Status(Status &&) = default;
  Status &operator=(Status &&) = default;

  static Status success() { return Status(); }

  bool ok() const { return !text; }

  /// The diagnostic text; only for a failed status.
  const std::string &message() const {
    assert(text && "a successful status has no message");
    return *text;
  }

  /// This failure as a value that converts to any Result<T>; leaves the status
  /// without its message. Only for a failed status.
  Failure takeFailure() {
    assert(text && "a successful status has no message");
    return Failure{std::move(*text)};
  }

private:
  std::unique_ptr<std::string> text;
};

/// A value of type T, or the message that says why there is none.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : stored(std::move(value)) {}
  Result(Failure failure) : state(std::move(failure)) {}
  /// Takes over a failed status.
  Result(Status status) : state(std::move(status)) {
    assert(!state.ok() && "a result without a value needs a message");
  }

  bool ok() const { return stored.has_value(); }
  explicit operator bool() const { return ok(); }

  /// The diagnostic text; only without a value.
  const std::string &message() const { return state.message(); }
  Failure takeFailure() { return state.takeFailure(); }

  /// The value; only if ok().
  T &operator*() {
    assert(ok() && "a failed result has no value");
    return *stored;
  }
  const T &operator*() const {
    assert(ok() && "a failed result has no value");
    return *stored;
  }
  T &value() { return **this; }
  const T &value() const { return **this; }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }

  /// Moves the value out; only if ok().
  T take() { return std::move(**this); }

private:
  std::optional<T> stored;
  Status state;
};

} // namespace amp

#endif // AMP_RUNTIME_STATUS_H
