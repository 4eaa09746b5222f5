// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Policies: loading, parsing and look-up. The built-in tables are the files of
// policies/, embedded by EmbedPolicies.cmake.

#include "Transforms/Autocast/Policy.h"

#include "Transforms/Autocast/Parts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace amp;

namespace {
struct BuiltinPolicy {
  StringLiteral name;
  StringLiteral text;
};
} // namespace

static constexpr BuiltinPolicy builtinPolicies[] = {
#include "BuiltinPolicies.inc"
};

SmallVector<StringRef> amp::getBuiltinPolicyNames() {
  SmallVector<StringRef> names;
  for (const BuiltinPolicy &policy : builtinPolicies)
    names.push_back(policy.name);
  llvm::sort(names);
  return names;
}

static const BuiltinPolicy *findBuiltin(StringRef name) {
  const auto *found = llvm::find_if(
      builtinPolicies, [&](const auto &policy) { return policy.name == name; });
  return found == std::end(builtinPolicies) ? nullptr : found;
}

/// Emits the error for a name that is neither a built-in policy nor a file.
static LogicalResult emitUnknownPolicy(Location location, StringRef name,
                                       StringRef reason) {
  return emitError(location, "expects the name of a policy (")
         << llvm::join(getBuiltinPolicyNames(), ", ")
         << ") or of a readable file, got '" << name << "': " << reason;
}

static constexpr std::pair<StringLiteral, PaintRole> paintRoles[] = {
    {"allow", PaintRole::Allow},
    {"infer", PaintRole::Infer},
    {"deny", PaintRole::Deny},
    {"clear", PaintRole::Clear}};

StringRef amp::stringifyPaintRole(PaintRole role) {
  return paintRoles[static_cast<unsigned>(role)].first;
}

static std::optional<PaintRole> symbolizePaintRole(StringRef word) {
  for (auto [name, role] : paintRoles)
    if (name == word)
      return role;
  return std::nullopt;
}

/// Returns the classes that painting may give to an op of this role.
static ArrayRef<CastClass> classesOf(PaintRole role) {
  static constexpr CastClass computing[] = {CastClass::Low, CastClass::Full};
  static constexpr CastClass moving[] = {CastClass::Clear};
  return role == PaintRole::Clear ? ArrayRef(moving) : ArrayRef(computing);
}

FailureOr<Policy> Policy::load(StringRef source, MLIRContext *context) {
  Policy policy;
  if (source.contains('\n')) {
    if (failed(policy.parse(source, "policy", context, /*depth=*/0)))
      return failure();
    return policy;
  }
  if (const BuiltinPolicy *builtin = findBuiltin(source)) {
    if (failed(policy.parse(builtin->text, source, context, /*depth=*/0)))
      return failure();
    return policy;
  }
  // A pipe may well bring a policy; a device may have no end.
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(source, status) &&
      (status.type() == llvm::sys::fs::file_type::character_file ||
       status.type() == llvm::sys::fs::file_type::block_file))
    return emitUnknownPolicy(UnknownLoc::get(context), source, "Is a device");
  auto buffer = llvm::MemoryBuffer::getFile(source, /*IsText=*/true);
  if (!buffer)
    return emitUnknownPolicy(UnknownLoc::get(context), source,
                             buffer.getError().message());
  if (failed(policy.parse((*buffer)->getBuffer(), source, context,
                          /*depth=*/0)))
    return failure();
  return policy;
}

LogicalResult Policy::parse(StringRef text, StringRef file,
                            MLIRContext *context, unsigned depth) {
  unsigned number = 0;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    line = line.split('#').first.trim();
    std::string place = (file + ":" + Twine(number)).str();
    Location location = FileLineColLoc::get(context, file, number, 1);
    if (!line.empty() && failed(parseLine(line, file, location, place, depth)))
      return failure();
  }
  return success();
}

LogicalResult Policy::include(StringRef name, Location location,
                              unsigned depth) {
  const BuiltinPolicy *builtin = findBuiltin(name);
  if (!builtin)
    return emitError(location, "expects 'extends' to name a built-in policy (")
           << llvm::join(getBuiltinPolicyNames(), ", ") << "), got '" << name
           << "'";
  if (depth > 8)
    return emitError(location, "expects policies that extend each other at "
                               "most 8 deep");
  return parse(builtin->text, name, location.getContext(), depth + 1);
}

/// Checks that ops called `amp.<name>` permit `wanted`, the classes that
/// `keyword` may come to.
static LogicalResult checkPermitted(StringRef name, ArrayRef<CastClass> wanted,
                                    StringRef keyword, Location location) {
  std::optional<RegisteredOperationName> registered =
      RegisteredOperationName::lookup(("amp." + name).str(),
                                      location.getContext());
  if (!registered)
    return emitError(location, "expects the name of an amp op, got '")
           << name << "'";
  const auto *castable = registered->getInterface<Castable>();
  assert(castable && "every amp op is Castable");
  ArrayRef<CastClass> classes = castable->getPermittedCastClasses();
  auto permitted = [&](CastClass castClass) {
    return llvm::is_contained(classes, castClass);
  };
  if (llvm::all_of(wanted, permitted))
    return success();
  InFlightDiagnostic error = emitError(location, "expects a class that ")
                             << name << " permits (";
  llvm::interleaveComma(classes, error, [&](CastClass castClass) {
    error << stringifyCastClass(castClass);
  });
  return error << "), got " << keyword;
}

LogicalResult Policy::parseLine(StringRef line, StringRef file,
                                Location location, StringRef place,
                                unsigned depth) {
  // What follows the class is a note for the reader.
  SmallVector<StringRef> words;
  llvm::SplitString(line, words, " \t");
  StringRef subject = words[0];
  StringRef keyword = words.size() > 1 ? words[1] : StringRef();
  if (subject == "extends")
    return include(keyword, location, depth);
  // Without a type in front the line is about both.
  SmallVector<Table *, 2> tables = {&f16, &bf16};
  if (subject.consume_front("f16:"))
    tables = {&f16};
  else if (subject.consume_front("bf16:"))
    tables = {&bf16};
  if (subject == "paint") {
    if (keyword != "behind_allow")
      return emitError(location, "expects behind_allow after 'paint', got '")
             << keyword << "'";
    for (Table *table : tables)
      table->behindAllow = true;
    return success();
  }
  bool byParts = keyword == "parts";
  if (byParts && !llvm::is_contained(getOpsWithParts(), subject))
    return emitError(location, "expects an op that has parts (")
           << llvm::join(getOpsWithParts(), ", ") << "), got '" << subject
           << "'";
  std::optional<PaintRole> role = symbolizePaintRole(keyword);
  std::optional<CastClass> castClass =
      byParts || role ? CastClass::Inherit : symbolizeCastClass(keyword);
  if (role == PaintRole::Clear)
    castClass = CastClass::Clear;
  if (!castClass)
    return emitError(location,
                     "expects a cast class (low, full, full_output, promote, "
                     "inherit, banned, follow, clear), a role in painting "
                     "(allow, infer, deny, clear) or parts after '")
           << subject << "', got '" << keyword << "'";
  Entry entry{*castClass, byParts, role, place.str()};
  bool paints = role && role != PaintRole::Clear;
  StringRef glob = subject;
  if (glob.consume_front("name:")) {
    llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(glob);
    if (!pattern)
      return emitError(location, "expects a name pattern, got '")
             << glob << "': " << llvm::toString(pattern.takeError());
    for (Table *table : tables) {
      table->names.push_back({glob.str(), entry});
      table->paints |= paints;
    }
    return success();
  }
  ArrayRef<CastClass> wanted = role ? classesOf(*role) : ArrayRef(*castClass);
  if (failed(checkPermitted(subject, wanted, keyword, location)))
    return failure();
  for (Table *table : tables) {
    table->ops[subject] = entry;
    table->paints |= paints;
  }
  return success();
}

/// Returns the name that the model gives an op: the innermost one of its
/// location.
static StringRef nameOf(Location location) {
  if (auto name = location->findInstanceOf<NameLoc>())
    return name.getName();
  return {};
}

/// Returns whether `name` matches a glob that parseLine has accepted. A
/// GlobPattern refers to the text it was made from, so it is not kept.
static bool matches(StringRef glob, StringRef name) {
  llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(glob);
  return llvm::cantFail(std::move(pattern)).match(name);
}

bool amp::permits(Castable op, CastClass castClass) {
  return llvm::is_contained(op.getPermittedCastClasses(), castClass);
}

bool amp::permits(Castable op, PaintRole role) {
  return llvm::all_of(classesOf(role), [&](CastClass castClass) {
    return permits(op, castClass);
  });
}

FailureOr<Policy::Choice> Policy::choose(Castable op, Type low) const {
  const Table &table = tableOf(low);
  // Without a role that starts or stops paint, `clear` is a class like others.
  auto choice = [&](const Entry &entry, const std::string *glob) {
    return Choice{entry.castClass, entry.byParts,
                  table.paints ? entry.role : std::nullopt, &entry.place, glob};
  };
  // Few policies look at names.
  StringRef name = table.names.empty() ? StringRef() : nameOf(op->getLoc());
  for (const NamePattern &pattern : llvm::reverse(table.names)) {
    if (name.empty() || !matches(pattern.glob, name))
      continue;
    const Entry &entry = pattern.entry;
    if (entry.role ? !permits(op, *entry.role)
                   : !permits(op, entry.castClass)) {
      op->emitOpError("does not permit class ")
          << (entry.role ? stringifyPaintRole(*entry.role)
                         : stringifyCastClass(entry.castClass))
          << ", which " << entry.place << " gives to the name '" << name << "'";
      return failure();
    }
    return choice(entry, &pattern.glob);
  }
  auto entry = table.ops.find(op->getName().stripDialect());
  if (entry != table.ops.end())
    return choice(entry->second, /*glob=*/nullptr);
  return Choice{op.getPermittedCastClasses().front()};
}

std::string Policy::Choice::explain(Castable op) const {
  std::string kind = op->getName().stripDialect().str();
  StringRef name =
      role ? stringifyPaintRole(*role) : stringifyCastClass(castClass);
  if (!place)
    return ("the policy does not list " + kind + ", its default is " + name)
        .str();
  return (*place + " gives " + name + " to " +
          (glob ? "names like '" + *glob + "'" : kind))
      .str();
}
