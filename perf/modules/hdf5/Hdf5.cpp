// The functions of HDF5 that are intercepted: each is timed, and counted for its file or dataset.
#include <NextFunction.hpp>
#include <OpenFiles.hpp>
#include <Path.hpp>
#include <Wrapper.hpp>
#include <array>

#include "Library.hpp"

namespace gantry::hdf5 {

namespace {

using io::Access;
using io::Call;
using io::CallTimer;
using io::FileTable;
using io::Path;
using io::Recorder;

constinit Recorder recorder;
constinit io::OpenFiles handles;

struct Timers {
    CallTimer create{"H5Fcreate"};
    CallTimer open{"H5Fopen"};
    CallTimer close{"H5Fclose"};
    CallTimer flush{"H5Fflush"};
    CallTimer make{"H5Dcreate"};
    CallTimer find{"H5Dopen"};
    CallTimer read{"H5Dread"};
    CallTimer write{"H5Dwrite"};
    CallTimer leave{"H5Dclose"};
};
constinit Timers timers;

[[gnu::constructor]] void begin() noexcept {
    io::registerTimers(timers, "HDF5");
    recorder.begin("hdf5");
}

std::uint32_t fileOf(Id id) noexcept {
    const io::OpenFile* const known = handles.of(static_cast<std::uintptr_t>(id));
    return known != nullptr ? known->file : FileTable::kExcluded;
}

bool records(const void* caller) noexcept {
    return recorder.records(caller) && library::isKnown(caller);
}

void countOpen(Call& call, Id id, std::uint32_t file) noexcept {
    handles.add(static_cast<std::uintptr_t>(id), file);
    call.count(file, io::Opens, false);
    if (const io::FileRecord record = recorder.record(file)) {
        record.moment(io::FirstOpen, call.begunNs());
    }
}

// A dataset of a file that is not recorded is not either.
std::uint32_t datasetNumber(Id dataset) noexcept {
    std::array<char, Path::kRoom> name;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled
    if (library::nameOf(dataset, name.data(), name.size()) == 0) {
        return FileTable::kFirst;
    }
    const Path path(name.data());
    return recorder.excludes(path) ? FileTable::kExcluded : recorder.fileOf(path);
}

template <class Behind>
Id opening(const CallTimer& timer, const char* name, const void* caller, Behind behind) {
    if (name == nullptr || !records(caller)) {
        return behind();
    }
    Call call(recorder, timer);
    const Id id = behind();
    call.end();
    const Path path(name);
    if (id < 0) {
        call.count(recorder.failedOnes(), io::Opens, true);
    } else if (!recorder.excludes(path)) {
        countOpen(call, id, recorder.fileOf(path));
    }
    call.restore();
    return id;
}

template <class Behind>
Id openingDataset(const CallTimer& timer, const void* caller, Behind behind) {
    if (!records(caller)) {
        return behind();
    }
    Call call(recorder, timer);
    const Id id = behind();
    call.end();
    if (id >= 0) {
        if (const std::uint32_t file = datasetNumber(id); file != FileTable::kExcluded) {
            countOpen(call, id, file);
            // To be asked for in each call costs more than the call itself.
            if (io::OpenFile* const known = handles.of(static_cast<std::uintptr_t>(id))) {
                known->elements = library::fixedElements(id);
            }
        }
    }
    call.restore();
    return id;
}

// A call by a handle that moves nothing.
template <class Behind>
Status byHandle(const CallTimer& timer, Id id, std::uint32_t field, const void* caller,
                Behind behind) {
    if (!records(caller)) {
        return behind();
    }
    const std::uint32_t file = fileOf(id);
    if (field == io::Closes) {
        // Before the call: afterwards the id may be that of another object.
        handles.remove(static_cast<std::uintptr_t>(id));
    }
    Call call(recorder, timer);
    const Status status = behind();
    call.end();
    call.count(file, field, status < 0);
    call.restore();
    return status;
}

template <class Behind>
Status moving(const CallTimer& timer, bool isWrite, library::Transfer transfer, const void* caller,
              Behind behind) {
    if (!records(caller)) {
        return behind();
    }
    Call call(recorder, timer);
    const Status status = behind();
    call.end();
    const io::OpenFile* const known = handles.of(static_cast<std::uintptr_t>(transfer.dataset));
    const io::FileRecord record =
        recorder.record(known != nullptr ? known->file : FileTable::kExcluded);
    if (record && status < 0) {
        record.add(io::Failures, 1);
    } else if (record) {
        Access access;
        access.isWrite = isWrite;
        transfer.elements = known->elements;
        access.bytes = library::bytesOf(transfer);
        access.begunNs = call.begunNs();
        access.endedNs = call.endedNs();
        recorder.count(record, access, nullptr);
    }
    call.restore();
    return status;
}

}  // namespace

// The function behind this module, which HDF5's callers have however they loaded it.
#define GANTRY_HDF5(result, symbol, parameters)                                 \
    extern "C" [[gnu::visibility("default")]] result symbol parameters;         \
    namespace {                                                                 \
    constinit regions::NextFunction<decltype(symbol)*> behind##symbol{#symbol}; \
    }                                                                           \
    extern "C" result symbol parameters

#define GANTRY_CALLER __builtin_return_address(0)

GANTRY_HDF5(Id, H5Fcreate, (const char* name, unsigned flags, Id creation, Id access)) {
    const auto next = behindH5Fcreate.from(GANTRY_CALLER);
    return opening(timers.create, name, GANTRY_CALLER,
                   [&]() { return next(name, flags, creation, access); });
}

GANTRY_HDF5(Id, H5Fopen, (const char* name, unsigned flags, Id access)) {
    const auto next = behindH5Fopen.from(GANTRY_CALLER);
    return opening(timers.open, name, GANTRY_CALLER, [&]() { return next(name, flags, access); });
}

GANTRY_HDF5(Status, H5Fclose, (Id file)) {
    const auto next = behindH5Fclose.from(GANTRY_CALLER);
    return byHandle(timers.close, file, io::Closes, GANTRY_CALLER, [&]() { return next(file); });
}

GANTRY_HDF5(Status, H5Fflush, (Id object, int scope)) {
    const auto next = behindH5Fflush.from(GANTRY_CALLER);
    return byHandle(timers.flush, object, io::Flushes, GANTRY_CALLER,
                    [&]() { return next(object, scope); });
}

// NOLINTNEXTLINE(readability-function-size): the parameters are those of HDF5
GANTRY_HDF5(Id, H5Dcreate2,
            (Id place, const char* name, Id type, Id space, Id links, Id creation, Id access)) {
    const auto next = behindH5Dcreate2.from(GANTRY_CALLER);
    return openingDataset(timers.make, GANTRY_CALLER, [&]() {
        return next(place, name, type, space, links, creation, access);
    });
}

GANTRY_HDF5(Id, H5Dopen2, (Id place, const char* name, Id access)) {
    const auto next = behindH5Dopen2.from(GANTRY_CALLER);
    return openingDataset(timers.find, GANTRY_CALLER, [&]() { return next(place, name, access); });
}

GANTRY_HDF5(Status, H5Dclose, (Id dataset)) {
    const auto next = behindH5Dclose.from(GANTRY_CALLER);
    return byHandle(timers.leave, dataset, io::Closes, GANTRY_CALLER,
                    [&]() { return next(dataset); });
}

// NOLINTNEXTLINE(readability-function-size): the parameters are those of HDF5
GANTRY_HDF5(Status, H5Dread, (Id dataset, Id type, Id memory, Id file, Id list, void* data)) {
    const auto next = behindH5Dread.from(GANTRY_CALLER);
    return moving(timers.read, false, {dataset, type, memory, file, 0}, GANTRY_CALLER,
                  [&]() { return next(dataset, type, memory, file, list, data); });
}

// NOLINTNEXTLINE(readability-function-size): the parameters are those of HDF5
GANTRY_HDF5(Status, H5Dwrite,
            (Id dataset, Id type, Id memory, Id file, Id list, const void* data)) {
    const auto next = behindH5Dwrite.from(GANTRY_CALLER);
    return moving(timers.write, true, {dataset, type, memory, file, 0}, GANTRY_CALLER,
                  [&]() { return next(dataset, type, memory, file, list, data); });
}

}  // namespace gantry::hdf5
