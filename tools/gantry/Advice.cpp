#include "Advice.hpp"

#include <perf/archive/OtherFile.hpp>
#include <perf/recording/MissingMeasurement.hpp>
#include <perf/recording/Recovery.hpp>
#include <perf/trace/TraceError.hpp>
#include <server/ControlSocket.hpp>

namespace gantry::tools {

namespace {

using perf::OtherFile;

// FILE stands for the name of the file.
const char* adviceOn(OtherFile what) {
    switch (what) {
        case OtherFile::Empty:
            return "";
        case OtherFile::Segment:
            return "`gantry recover FILE` makes an archive of it";
        case OtherFile::Trace:
            return "`gantry trace FILE` reads it";
        case OtherFile::Program:
            return "`gantry exec -- FILE` measures a program";
        case OtherFile::Script:
            return "`gantry exec -- FILE` measures it";
        case OtherFile::AssemblyScript:
            return "`gantry run FILE` runs it";
        case OtherFile::Assembly:
            return "`load FILE` in a script builds it";
        case OtherFile::DecisionLog:
            return "`gantry tuning log FILE` reads it";
        case OtherFile::TuningStore:
            return "`gantry tuning show FILE` reads it";
        case OtherFile::TuningExport:
            return "`gantry tuning` reads the store";
        case OtherFile::RunReport:
            return "`gantry run --archive FILE` keeps what it measured";
        case OtherFile::Report:
            return "`gantry report` reads what it was made of";
        case OtherFile::ProgramReport:
            return "`gantry report` reads the archive that it names";
        case OtherFile::Database:
            break;
    }
    return "`sqlite3 FILE` reads it";
}

std::string adviceOn(const perf::OtherFileError& error) {
    std::string advice = adviceOn(error.is());
    if (const std::size_t place = advice.find("FILE"); place != std::string::npos) {
        advice.replace(place, 4, error.file().string());
    }
    return advice;
}

template <class Error>
bool isA(const std::exception& error) {
    return dynamic_cast<const Error*>(&error) != nullptr;
}

std::string adviceOn(const std::exception& error) {
    if (const auto* other = dynamic_cast<const perf::OtherFileError*>(&error)) {
        return adviceOn(*other);
    }
    if (isA<perf::NotMeasuredError>(error)) {
        return "`gantry ps` lists those that are";
    }
    if (isA<perf::StillRunningError>(error)) {
        return "watch it with `gantry top`, or use --live to write what it has measured up to now";
    }
    if (isA<perf::NoTraceError>(error)) {
        return "`gantry run --trace latest` or `--trace drain` keeps one";
    }
    if (isA<server::NobodyListensError>(error)) {
        return "`gantry run --listen` makes one do so";
    }
    const auto* trace = dynamic_cast<const perf::TraceError*>(&error);
    return trace != nullptr && trace->kind() == perf::TraceError::Kind::WrongKind
               ? "`gantry run --trace drain` writes one"
               : "";
}

}  // namespace

std::string messageOf(const std::exception& error) {
    const std::string advice = adviceOn(error);
    return error.what() + (advice.empty() ? "" : "; " + advice);
}

}  // namespace gantry::tools
