// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run: runs models. Each subcommand has a file of its own.

#include "Commands.h"
#include "Report.h"

#include <charconv>
#include <limits>

/// What is wrong with the text of a whole number, empty if nothing is.
template <typename Number>
static std::string checkWholeNumber(const std::string &text) {
  Number value;
  const char *end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range)
    return "expects a number of at most " +
           std::to_string(std::numeric_limits<Number>::max()) + ", got " + text;
  if (error != std::errc() || rest != end || std::to_string(value) != text)
    return "expects a whole number, got " + text;
  return "";
}

/// Refuses values that the parser takes for something else than what was
/// meant: an empty one (a shell variable that is not set) for none, a whole
/// number beyond its type for the largest one, and 010 for 8.
static void checkTexts(CLI::App &app) {
  auto isSet = [](const std::string &text) {
    return text.empty() ? "expects a value, got an empty one" : "";
  };
  for (CLI::App *command : app.get_subcommands({}))
    for (CLI::Option *option : command->get_options()) {
      if (option->get_items_expected_max() == 0)
        continue;
      std::string type = option->get_type_name();
      option->check(isSet);
      if (type.starts_with("INT"))
        option->check(checkWholeNumber<int64_t>);
      else if (type.starts_with("UINT"))
        option->check(checkWholeNumber<uint64_t>);
    }
}

int main(int argc, char **argv) {
  CLI::App app("Mixed-precision graph compiler: runs models");
  app.require_subcommand(0, 1);
  int exitCode = 0;
  amp::run::addInferCommand(app, exitCode);
  amp::run::addTrainCommand(app, exitCode);
  amp::run::addBenchCommand(app, exitCode);
  amp::run::addVerifyCommand(app, exitCode);
  amp::run::addCheckCommand(app, exitCode);
  checkTexts(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &help) {
    return amp::run::finishOutput(app.exit(help));
  } catch (const CLI::ParseError &error) {
    amp::run::reportError(error.what());
    return amp::run::exitUsage;
  }
  if (app.get_subcommands().empty()) {
    amp::run::reportError("expects a subcommand: infer, train, bench, "
                          "verify or check");
    return amp::run::exitUsage;
  }
  return exitCode;
}
