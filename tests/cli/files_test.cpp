#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "cli/run_tool.h"
#include "test_files.h"

namespace tassel {
namespace {

/// Exit 3 and one line "tassel: FILE: …" that holds `part`.
void expect_unreadable(const std::string& file, const std::string& part) {
  const ToolRun run = run_tool({"inspect", file});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors.find("tassel: " + file + ": "), 0) << run.errors;
  EXPECT_NE(run.errors.find(part), std::string::npos) << run.errors;
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
}

TEST(Input, WhatIsNotAFileIsSaidInOneSentence) {
  TemporaryFolder folder;
  expect_unreadable(folder / "none.rig", "there is no such file");
  expect_unreadable(folder / ".", "this is a folder");
  expect_unreadable(folder.write("empty.rig", ""), "the file is empty");
  expect_unreadable(kHairRig + "/x", "is a file, not a folder");
}

TEST(Input, AFileWithoutPermissionIsSaidInOneSentence) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read every file, so nothing was checked";
  TemporaryFolder folder;
  const std::string file = folder.write("locked.rig", "x");
  ::chmod(file.c_str(), 0);
  expect_unreadable(file, "permission denied");
}

TEST(Input, MoreThan256MebibytesAreRefusedUnread) {
  TemporaryFolder folder;
  const std::string file = folder.write("huge.rig", "CR2W");
  ASSERT_EQ(::truncate(file.c_str(), (off_t{256} << 20) + 1), 0);  // Sparse: takes no disk.
  expect_unreadable(file, "longer than 256 MiB");
}

TEST(Input, OtherContentIsNamedWhateverTheFileIsCalled) {
  TemporaryFolder folder;
  expect_unreadable(folder.write("text.rig", "Hello, I'm a letter."), "");
  expect_unreadable(folder.write("binary.rig.json", std::string("\0\1\2\xff\xfe", 5)), "");
  expect_unreadable(folder.write("array.json", "[1, 2, 3]"), "");
  expect_unreadable(folder.write("deep.json", std::string(1000000, '[')), "");
}

TEST(Input, AFileThatEndsTooSoonIsSaidInOneSentence) {
  TemporaryFolder folder;
  const std::string whole = read_text(kEarringGraph);
  for (size_t length = 1; length < whole.size() - 2; length += 997) {
    expect_unreadable(folder.write("cut.animgraph.json", whole.substr(0, length)), "");
  }
}

TEST(Input, AnotherVersionOfTheContainerIsNamed) {
  TASSEL_REQUIRE_SHARED_DATA("redengine/negative/witcher3_djin_face_v163.xbm");
  expect_unreadable(shared_data("redengine/negative/witcher3_djin_face_v163.xbm"), "163");
}

TEST(Input, EveryOtherResourceOfTheGameIsRefused) {
  for (const char* name : {"cube.mesh", "cyberware_curves.curveset", "empty_entity.ent",
                           "holo_always_base.mt", "workspot_anim.ent"}) {
    const std::string path = std::string("redengine/other/") + name;
    TASSEL_REQUIRE_SHARED_DATA(path);
    expect_unreadable(shared_data(path), "");
  }
}

// A pipe has no size to look at first.
TEST(Input, APipeIsReadLikeAFile) {
  TemporaryFolder folder;
  const std::string pipe = folder / "pipe.rig.json";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const pid_t writer = ::fork();
  if (writer == 0) {
    std::ofstream(pipe) << read_text(kEarringRig);
    ::_exit(0);
  }
  EXPECT_EQ(run_tool({"inspect", pipe}).exit_code, 0);
}

ToolRun compile_to(const std::string& output) {
  return run_tool({"compile", kEarringRig, kEarringGraph, "-o", output});
}

TEST(Output, IsNeverWrittenOverAnInput) {
  TemporaryFolder folder;
  const std::string rig = folder.write("a.rig.json", read_text(kEarringRig));
  const std::string link = folder / "link.json";
  const std::string hard_link = folder / "hard.json";
  ASSERT_EQ(::symlink(rig.c_str(), link.c_str()), 0);
  ASSERT_EQ(::link(rig.c_str(), hard_link.c_str()), 0);
  for (const std::string& output : {rig, link, hard_link, folder / "./a.rig.json"}) {
    const ToolRun run = run_tool({"compile", rig, kEarringGraph, "-o", output});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("would replace an input"), std::string::npos) << run.errors;
  }
  EXPECT_EQ(read_text(rig), read_text(kEarringRig));
}

TEST(Output, LeavesNothingBehindButTheFile) {
  TemporaryFolder folder;
  ASSERT_EQ(compile_to(folder / "spec.json").exit_code, 0);
  EXPECT_EQ(folder.file_names(), std::vector<std::string>{"spec.json"});
}

TEST(Output, AFailureLeavesTheOldFileAsItWas) {
  TemporaryFolder folder;
  const std::string old = folder.write("spec.json", "old");
  const std::string broken = folder.write("broken.animgraph", "CR2W");
  EXPECT_EQ(run_tool({"compile", kEarringRig, broken, "-o", old}).exit_code, 3);
  EXPECT_EQ(read_text(old), "old");
  EXPECT_EQ(folder.file_names().size(), 2);
}

TEST(Output, AFullDiskLeavesTheOldFileAsItWas) {
  TemporaryFolder folder;
  const std::string old = folder.write("spec.json", "old");
  const rlimit little{1000, RLIM_INFINITY};
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, SIG_IGN);  // The write fails instead: as on a full disk.
  ::setrlimit(RLIMIT_FSIZE, &little);
  const ToolRun run = compile_to(old);
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.errors.find(old + ": can't be written"), std::string::npos) << run.errors;
  EXPECT_EQ(read_text(old), "old");
  EXPECT_EQ(folder.file_names(), std::vector<std::string>{"spec.json"});
}

TEST(Output, WhereItCanNotGoIsSaidInOneSentence) {
  TemporaryFolder folder;
  const ToolRun no_folder = compile_to(folder / "none/spec.json");
  EXPECT_EQ(no_folder.exit_code, 3);
  EXPECT_NE(no_folder.errors.find("there is no folder"), std::string::npos) << no_folder.errors;
  const ToolRun over_folder = compile_to(folder / ".");
  EXPECT_EQ(over_folder.exit_code, 3);
  EXPECT_NE(over_folder.errors.find("this is a folder"), std::string::npos) << over_folder.errors;
}

TEST(Output, FollowsALinkToTheFileItNames) {
  TemporaryFolder folder;
  const std::string target = folder.write("target.json", "old");
  const std::string link = folder / "link.json";
  ASSERT_EQ(::symlink(target.c_str(), link.c_str()), 0);
  ASSERT_EQ(compile_to(link).exit_code, 0);
  EXPECT_NE(read_text(target), "old");
  struct stat status {};
  ASSERT_EQ(::lstat(link.c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
}

TEST(Output, ADeviceIsWrittenToAndNotReplaced) {
  EXPECT_EQ(compile_to("/dev/null").exit_code, 0);
  struct stat status {};
  ASSERT_EQ(::stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
  const ToolRun full = compile_to("/dev/full");
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_NE(full.errors.find("the disk is full"), std::string::npos) << full.errors;
}

}  // namespace
}  // namespace tassel
