# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes AmpDeviceHeader.inc: amp_device.h as string literals, a few kilobytes
# each. Runs at configure time, and again when the header changes.

set(header ${CMAKE_CURRENT_LIST_DIR}/amp_device.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
file(READ ${header} text)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/AmpDeviceHeader.inc
     CONTENT "R\"header(@text@)header\"\n" @ONLY)
