# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes BuiltinPolicies.inc: one {name, text} initialiser for each file of
# policies/. Runs at configure time, and again when a file changes.

file(GLOB policies CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/policies/*.policy)
set(initialisers "")
foreach(policy ${policies})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${policy})
  get_filename_component(name ${policy} NAME_WE)
  file(READ ${policy} text)
  string(APPEND initialisers "{\"${name}\", R\"policy(${text})policy\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/BuiltinPolicies.inc CONTENT "@initialisers@" @ONLY)
