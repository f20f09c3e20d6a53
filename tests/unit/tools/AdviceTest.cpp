#include <perf/archive/OtherFile.hpp>
#include <perf/recording/MissingMeasurement.hpp>
#include <perf/trace/TraceError.hpp>

#include <doctest/doctest.h>

#include <Advice.hpp>

using namespace gantry;

TEST_SUITE_BEGIN("tools.Advice");

TEST_CASE("an error of a library is followed by the command that helps") {
    CHECK(tools::messageOf(perf::NotMeasuredError("process 7 is not being measured")) ==
          "process 7 is not being measured; `gantry ps` lists those that are");
    CHECK(tools::messageOf(
              perf::TraceError(perf::TraceError::Kind::WrongKind, "a.trace: not a trace")) ==
          "a.trace: not a trace; `gantry run --trace drain` writes one");
}

TEST_CASE("the command that reads a file of another kind names the file") {
    CHECK(tools::messageOf(perf::OtherFileError(perf::OtherFile::Segment, "runs/7.seg")) ==
          "runs/7.seg: it is the segment of a process, not a profile; `gantry recover runs/7.seg` "
          "makes an archive of it");
}

TEST_CASE("an error that no command helps with is reported as it is") {
    CHECK(tools::messageOf(std::runtime_error("the disk is full")) == "the disk is full");
    CHECK(tools::messageOf(perf::OtherFileError(perf::OtherFile::Empty, "a")) == "a: it is empty");
    CHECK(tools::messageOf(perf::TraceError(perf::TraceError::Kind::Damaged, "damaged")) ==
          "damaged");
}

TEST_SUITE_END();
