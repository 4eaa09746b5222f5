// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .npy and .npz files written and read back, and writes that cannot succeed.
// Files that NumPy wrote, and broken ones, are in numpy-files.test.

#include "amp/Runtime/NumpyFile.h"
#include "Check.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>

using namespace amp;

static Tensor makeRamp(std::vector<int64_t> shape, ElementType type) {
  Tensor ramp = Tensor::create(shape, ElementType::I64).take();
  for (int64_t i = 0; i < ramp.elementCount(); ++i)
    ramp.data<int64_t>()[i] = i - 3;
  return ramp.convertTo(type).take();
}

static bool isSame(const Tensor &a, const Tensor &b) {
  return a.elementType() == b.elementType() && a.shape() == b.shape() &&
         std::memcmp(a.rawData(), b.rawData(), a.bytes()) == 0;
}

static size_t countFiles(const std::string &folder) {
  size_t count = 0;
  for (auto &entry : std::filesystem::directory_iterator(folder))
    count += entry.exists();
  return count;
}

static void testRoundTrips(const std::string &folder) {
  NamedTensors all;
  for (int i = 0; i < 10; ++i) {
    ElementType type = ElementType(i);
    for (std::vector<int64_t> shape :
         {std::vector<int64_t>{}, {7}, {2, 3, 4}, {2, 0}}) {
      Tensor tensor = makeRamp(shape, type);
      std::string path = folder + "/round-trip.npy";
      CHECK(saveNpy(path, tensor).ok());
      Result<Tensor> back = loadNpy(path);
      CHECK(back.ok());
      if (type == ElementType::BF16)
        tensor = tensor.convertTo(ElementType::F32).take();
      CHECK(back.ok() && isSame(*back, tensor));
      all.emplace_back("t" + std::to_string(all.size()) + "/\xc3\xa4", tensor);
    }
  }
  std::string path = folder + "/round-trip.npz";
  CHECK(saveNpz(path, all).ok());
  Result<NamedTensors> back = loadNpz(path);
  CHECK(back.ok() && back->size() == all.size());
  Result<std::vector<std::string>> names = listNpz(path);
  for (size_t i = 0; back.ok() && i < all.size(); ++i) {
    CHECK((*back)[i].first == all[i].first && (*names)[i] == all[i].first);
    CHECK(isSame((*back)[i].second, all[i].second));
  }
  CHECK(isSame(*loadNpzEntry(path, all[6].first), all[6].second));
  CHECK_MESSAGE(loadNpzEntry(path, "x"), "no such entry, only 't0/");
  CHECK(saveNpz(path, {}).ok());
  CHECK(listNpz(path).ok() && listNpz(path)->empty());
}

/// A failed write leaves the old file and no new ones.
static void testFailedWrites(const std::string &folder) {
  std::string npy = folder + "/kept.npy", npz = folder + "/kept.npz";
  Tensor small = makeRamp({4}, ElementType::F32);
  CHECK(saveNpy(npy, small).ok() && saveNpz(npz, {{"a", small}}).ok());
  size_t files = countFiles(folder);
  Tensor big = Tensor::zeros({1 << 20}, ElementType::F32).take();
  std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  struct rlimit limit = {1 << 16, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  CHECK_MESSAGE(saveNpy(npy, big), "kept.npy: cannot write the file: File too");
  CHECK_MESSAGE(saveNpz(npz, {{"a", big}}), "kept.npz: cannot write the arch");
  setrlimit(RLIMIT_FSIZE, &old);
  CHECK(countFiles(folder) == files);
  CHECK(isSame(*loadNpy(npy), small) && isSame(*loadNpzEntry(npz, "a"), small));
  CHECK_MESSAGE(saveNpz(npz, {{"a", small}, {"a", small}}),
                "kept.npz: entry 'a': occurs twice");
  CHECK_MESSAGE(saveNpy(folder + "/none/x.npy", small), "cannot create");
  CHECK_MESSAGE(saveNpy(folder, small), "it is a folder");
  CHECK_MESSAGE(saveNpy("/dev/full", small), "No space left on device");
  CHECK(saveNpy("/dev/null", small).ok());
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(countFiles(folder) == files);
}

/// Permissions and links of the file that is replaced survive.
static void testReplacement(const std::string &folder) {
  namespace fs = std::filesystem;
  Tensor small = makeRamp({4}, ElementType::F32);
  for (std::string name : {"/secret.npy", "/secret.npz"}) {
    std::string path = folder + name, link = path + ".link";
    auto save = [&](const std::string &to) {
      return name.ends_with("z") ? saveNpz(to, {{"a", small}})
                                 : saveNpy(to, small);
    };
    CHECK(save(path).ok());
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink(fs::absolute(path), link);
    CHECK(save(link).ok());
    CHECK(fs::is_symlink(link));
    CHECK(fs::status(path).permissions() ==
          (fs::perms::owner_read | fs::perms::owner_write));
  }
}

void testNumpyFile(const std::string &folder) {
  testRoundTrips(folder);
  testFailedWrites(folder);
  testReplacement(folder);
}
