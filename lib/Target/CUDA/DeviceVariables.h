// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables on the device: copied there when a program needs them, kept there
// from step to step, brought back when the host asks. Private.

#ifndef AMP_LIB_TARGET_CUDA_DEVICEVARIABLES_H
#define AMP_LIB_TARGET_CUDA_DEVICEVARIABLES_H

#include "Driver.h"

#include "amp/Runtime/VariableStore.h"

#include <map>

namespace amp::cuda {

/// The device's copies of a store's variables. A run makes the copies of what
/// it uses current and then the only current ones.
class DeviceVariables : public VariableMirror {
public:
  /// The copies that belong to `store`, made and installed if there are none.
  static DeviceVariables &get(VariableStore &store,
                              std::shared_ptr<Driver> driver);

  explicit DeviceVariables(std::shared_ptr<Driver> driver)
      : driver(std::move(driver)) {}

  /// One variable with memory on both sides.
  struct Entry {
    std::string name;
    const Tensor *host = nullptr;
    Memory device;
    bool hostIsCurrent = true;
  };

  /// The entry of a variable whose storage on the host is `host`; stays where
  /// it is for the life of this object.
  Result<Entry *> add(const std::string &name, const Tensor *host);
  /// Enqueues the copy to the device if only the host is current, and notes
  /// that the device is about to change it. The copy goes into the stream of
  /// `user`, whose steps wait for it: several targets may share a store.
  Status prepare(Entry &entry, const Driver &user);

  void takeToHost(const std::string &name) override;
  Status takeStatus() override;

private:
  std::shared_ptr<Driver> driver;
  std::map<std::string, Entry> entries;
  Status lost = Status::success();
};

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_DEVICEVARIABLES_H
