// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two copies of a variable: exactly one side may write at any time.

#include "DeviceVariables.h"

using namespace amp;
using namespace amp::cuda;

DeviceVariables &DeviceVariables::get(VariableStore &store,
                                      std::shared_ptr<Driver> driver) {
  if (!store.getMirror())
    store.setMirror(std::make_shared<DeviceVariables>(std::move(driver)));
  // No other kind of mirror exists.
  return *static_cast<DeviceVariables *>(store.getMirror());
}

Result<DeviceVariables::Entry *> DeviceVariables::add(const std::string &name,
                                                      const Tensor *host) {
  Entry &entry = entries[name];
  if (entry.host)
    return &entry;
  Result<Memory> memory =
      Memory::create(driver, host->bytes(), false, "variable " + name);
  if (!memory.ok()) {
    entries.erase(name);
    return memory.takeFailure();
  }
  entry.name = name;
  entry.host = host;
  entry.device = memory.take();
  return &entry;
}

Status DeviceVariables::prepare(Entry &entry, const Driver &user) {
  if (entry.hostIsCurrent && entry.host->bytes() != 0)
    if (Status status =
            user.check(user.call.memcpyHostToDevice(
                           entry.device.address(), entry.host->rawData(),
                           entry.host->bytes(), user.stream),
                       "cannot copy variable " + entry.name + " to the device");
        !status.ok())
      return status;
  entry.hostIsCurrent = false;
  return Status::success();
}

void DeviceVariables::takeToHost(const std::string &name) {
  auto found = entries.find(name);
  if (found == entries.end() || found->second.hostIsCurrent)
    return;
  Entry &entry = found->second;
  const std::string what = "cannot bring variable " + name + " back";
  Status status = driver->makeCurrent();
  if (status.ok() && entry.host->bytes() != 0)
    status = driver->check(driver->call.memcpyDeviceToHost(
                               entry.host->rawData(), entry.device.address(),
                               entry.host->bytes(), driver->stream),
                           what);
  if (status.ok())
    status = driver->synchronize(what);
  entry.hostIsCurrent = status.ok();
  if (!status.ok() && lost.ok())
    lost = std::move(status);
}

Status DeviceVariables::takeStatus() {
  return std::exchange(lost, Status::success());
}
