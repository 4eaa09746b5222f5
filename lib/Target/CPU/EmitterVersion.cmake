# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes EmitterVersion.cpp: the project's version and a digest of all sources
# that decide what code a kernel becomes, so that a cache of compiled code never
# serves code of another emitter. Included, it adds the rule; as a script with
# OUTPUT and VERSION set, it writes the file.

set(AMP_EMITTER_ROOT ${CMAKE_CURRENT_LIST_DIR}/../../..)
file(GLOB_RECURSE AMP_EMITTER_SOURCES
     ${AMP_EMITTER_ROOT}/dialects/device/*.td
     ${AMP_EMITTER_ROOT}/include/amp/Conversion/*
     ${AMP_EMITTER_ROOT}/lib/Conversion/*.cpp ${AMP_EMITTER_ROOT}/lib/Conversion/*.h
     ${AMP_EMITTER_ROOT}/lib/IR/*.cpp ${AMP_EMITTER_ROOT}/lib/IR/*.h
     ${AMP_EMITTER_ROOT}/lib/Target/CPU/*)
list(SORT AMP_EMITTER_SOURCES)

if(CMAKE_SCRIPT_MODE_FILE)
  set(digests "")
  foreach(source ${AMP_EMITTER_SOURCES})
    file(SHA256 ${source} digest)
    string(APPEND digests ${digest})
  endforeach()
  string(SHA256 digest "${digests}")
  file(WRITE ${OUTPUT} "#include \"Target/CPU/ObjectCache.h\"
llvm::StringRef amp::cpu::getEmitterVersion() { return \"${VERSION} ${digest}\"; }
")
else()
  set(AMP_EMITTER_VERSION ${CMAKE_CURRENT_BINARY_DIR}/EmitterVersion.cpp)
  add_custom_command(
    OUTPUT ${AMP_EMITTER_VERSION}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${AMP_EMITTER_VERSION} -D VERSION=${PROJECT_VERSION}
            -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${AMP_EMITTER_SOURCES} ${CMAKE_CURRENT_LIST_FILE})
  set_source_files_properties(${AMP_EMITTER_VERSION} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endif()
