#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "DarshanSample.hpp"

namespace gantry::perf::samples {

/// A file of each format, small and whole.
inline const std::string kFolded = "main;solve 12\nmain;solve;norm 5\nmain 3\nidle 1\n";

inline const std::string kSpeedscope = R"({
 "$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "test",
 "profiles": [
  {"type": "evented", "name": "first", "unit": "microseconds", "startValue": 0, "endValue": 14,
   "events": [{"type": "O", "frame": 0, "at": 0}, {"type": "O", "frame": 1, "at": 2.5},
              {"type": "C", "frame": 1, "at": 6}, {"type": "C", "frame": 0, "at": 14}]},
  {"type": "sampled", "name": "second", "unit": "nanoseconds", "startValue": 0, "endValue": 9,
   "samples": [[0, 1], [0], []], "weights": [4, 3, 2]}],
 "shared": {"frames": [{"name": "main", "file": "a.c", "line": 3}, {"name": "solve"}]}})";

inline const std::string kPerfScript =
    "# captured on: a day\n#\n"
    "a program    12 198789.478194:    1001001 cpu-clock: \n"
    "\t             63c norm(int, char)+0x12 (/lib/libx.so)\n"
    "\t             695 main (/bin/program)\n\n"
    "a program    12/14 [003] 198789.478195:    9 cpu-clock: \n"
    "\t             695 main (/bin/program)\n"
    "\t 6ce258d4c544155 [unknown] ([unknown])\n\n";

inline const std::string kChrome = R"({"displayTimeUnit": "ns", "traceEvents": [
 {"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": {"name": "app"}},
 {"ph": "B", "name": "main", "cat": "code", "pid": 1, "tid": 2, "ts": 10},
 {"ph": "X", "name": "solve", "cat": "code", "pid": 1, "tid": 2, "ts": 12.5, "dur": 4},
 {"ph": "C", "name": "memory", "pid": 1, "tid": 2, "ts": 13, "args": {"bytes": 100}},
 {"ph": "C", "name": "memory", "pid": 1, "tid": 2, "ts": 14, "args": {"bytes": 300}},
 {"ph": "E", "name": "main", "cat": "code", "pid": 1, "tid": 2, "ts": 20},
 {"ph": "X", "name": "main", "cat": "code", "pid": 1, "tid": 3, "ts": 0, "dur": 7}]})";

inline const std::string kCaliper = R"({
 "data": [ [ 0, 0.5, null, 0 ], [ 0, 0.000000001, 0, 3 ], [ 0, 2.25, 1, 7 ], [ 1, 4, 1, 1 ] ],
 "columns": [ "mpi.rank", "time", "path", "count" ],
 "column_metadata": [ { "is_value": true }, { "is_value": true, "attribute.unit": "sec" },
   { "is_value": false }, { "is_value": true } ],
 "nodes": [ { "label": "main", "column": "path" }, { "label": "solve", "column": "path", "parent": 0 } ],
 "cali.caliper.version": "2.10.0" })";

inline const std::string kTau =
    "3 templated_functions_MULTI_TIME\n"
    "# Name Calls Subrs Excl Incl ProfileCalls # <metadata></metadata>\n"
    "\"main() [{a.c} {1,1}]\" 1 2 4.5 10 0 GROUP=\"TAU_USER\"\n"
    "\"solve\" 2 0 5.5 5.5 0 GROUP=\"SOLVER | TAU_USER\"\n"
    "\"main() [{a.c} {1,1}]  => solve\" 2 0 5.5 5.5 0 GROUP=\"TAU_CALLPATH|SOLVER\"\n"
    "0 aggregates\n"
    "1 userevents\n"
    "# eventname numevents max min mean sumsqr\n"
    "\"bytes\" 2 3 1 2 10\n";

inline const std::string kCsv =
    "thread,thread name,call path,timer,type,group,calls,child calls,running,"
    "wall.inclusive [ns] (raw),wall.exclusive [ns] (raw)\n"
    "0,,main,main,,default,1,2,0,100,40\n"
    "0,,\"main => a, b\",\"a, b\",,default,2,3,0,60,40\n"
    "1,other,main,main,,default,4,0,1,7,7\n";

/// The message of profile.proto as bytes.
class Message final {
public:
    Message& number(unsigned field, std::uint64_t value) {
        put(field << 3U);
        put(value);
        return *this;
    }
    Message& bytes(unsigned field, const std::string& text) {
        put((field << 3U) | 2U);
        put(text.size());
        text_ += text;
        return *this;
    }
    Message& packed(unsigned field, const std::vector<std::uint64_t>& values) {
        Message inner;
        for (const std::uint64_t value : values) {
            inner.put(value);
        }
        return bytes(field, inner.text());
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void put(std::uint64_t value) {
        for (; value >= 0x80U; value >>= 7U) {
            text_ += static_cast<char>(static_cast<unsigned char>(value | 0x80U));
        }
        text_ += static_cast<char>(static_cast<unsigned char>(value));
    }

    std::string text_;
};

/// Two samples of main => solve and main, in counts and microseconds.
inline std::string pprofBytes() {
    Message profile;
    profile.bytes(1, Message().number(1, 1).number(2, 2).text());
    profile.bytes(1, Message().number(1, 3).number(2, 4).text());
    profile.bytes(2, Message().packed(1, {2, 1}).packed(2, {1, 10}).text());
    profile.bytes(2, Message().number(1, 1).number(2, 2).number(2, 20).text());
    profile.bytes(4, Message().number(1, 1).bytes(4, Message().number(1, 7).text()).text());
    profile.bytes(4, Message().number(1, 2).bytes(4, Message().number(1, 8).text()).text());
    profile.bytes(5, Message().number(1, 7).number(2, 5).text());
    profile.bytes(5, Message().number(1, 8).number(2, 6).number(4, 7).text());
    for (const char* text :
         {"", "samples", "count", "cpu", "microseconds", "main", "solve", "a.c"}) {
        profile.bytes(6, text);
    }
    return profile.text();
}

/// All of them by the names of their formats.
inline std::vector<std::pair<std::string, std::string>> wholeFiles() {
    return {{"caliper", kCaliper},     {"chrome", kChrome},         {"csv", kCsv},
            {"darshan", darshanLog()}, {"folded", kFolded},         {"perfscript", kPerfScript},
            {"pprof", pprofBytes()},   {"speedscope", kSpeedscope}, {"tau", kTau}};
}

}  // namespace gantry::perf::samples
