# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes AmpDeviceHeader.inc: amp_device.h, with the headers that it includes in
# their places, as one string literal. Runs at configure time, and again when one
# of them changes.

set(header ${CMAKE_CURRENT_LIST_DIR}/amp_device.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
file(READ ${header} text)
foreach(name amp_arithmetic amp_conversions amp_scatter)
  set(header ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(READ ${header} part)
  string(REPLACE "#include \"${name}.h\"\n" "${part}" text "${text}")
endforeach()
if("${text}" MATCHES "#include")
  message(FATAL_ERROR "a header that amp_device.h includes is not embedded")
endif()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/AmpDeviceHeader.inc
     CONTENT "R\"header(@text@)header\"\n" @ONLY)
