// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keys of a saved training state that more than one file needs. Private;
// README.md beside it describes the whole format.

#ifndef AMP_LIB_ENGINE_TRAININGSTATE_H
#define AMP_LIB_ENGINE_TRAININGSTATE_H

#include "amp/Engine/StateMetadata.h"
#include "amp/Runtime/Safetensors.h"

namespace amp {

namespace state_keys {
inline constexpr const char *format = "amp.format";
inline constexpr const char *formatName = "training-state";
inline constexpr const char *version = "amp.version";
inline constexpr const char *versionNumber = "1";
/// A JSON array with the names of the entries that are not the model's own.
inline constexpr const char *trainerVariables = "amp.trainer_variables";
} // namespace state_keys

/// Removes the entries that belong to a trainer from a file that may be a
/// training state, so that weights remain. Fails if their list is malformed.
Status dropTrainerVariables(SafetensorsFile &file);

} // namespace amp

#endif // AMP_LIB_ENGINE_TRAININGSTATE_H
