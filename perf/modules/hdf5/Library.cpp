#include "Library.hpp"

#include <NextFunction.hpp>
#include <array>
#include <atomic>

namespace gantry::hdf5::library {

namespace {

using Points = std::int64_t;

using Version = Status(unsigned*, unsigned*, unsigned*);
using GetName = std::int64_t(Id, char*, std::size_t);
using GetSpace = Id(Id);
using GetPoints = Points(Id);
using GetExtent = int(Id, std::uint64_t*, std::uint64_t*);
using GetSize = std::size_t(Id);
using Close = Status(Id);

constinit regions::NextFunction<Version*> version{"H5get_libversion"};
constinit regions::NextFunction<GetName*> fileName{"H5Fget_name"};
constinit regions::NextFunction<GetName*> objectName{"H5Iget_name"};
constinit regions::NextFunction<GetSpace*> spaceOf{"H5Dget_space"};
constinit regions::NextFunction<GetPoints*> pointsIn{"H5Sget_select_npoints"};
constinit regions::NextFunction<GetExtent*> extentOf{"H5Sget_simple_extent_dims"};
constinit regions::NextFunction<Close*> closeSpace{"H5Sclose"};
constinit regions::NextFunction<GetSize*> sizeOf{"H5Tget_size"};

enum class Known : std::uint8_t { NotAsked, Yes, No };
constinit std::atomic<Known> known{Known::NotAsked};

// All or none: later questions need no caller.
bool findAll(const void* caller) noexcept {
    return fileName.from(caller) != nullptr && objectName.from(caller) != nullptr &&
           spaceOf.from(caller) != nullptr && pointsIn.from(caller) != nullptr &&
           extentOf.from(caller) != nullptr && closeSpace.from(caller) != nullptr &&
           sizeOf.from(caller) != nullptr;
}

Known ask(const void* caller) noexcept {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned release = 0;
    Version* const function = version.from(caller);
    constexpr unsigned kFirstMinor = 10;
    const bool isNew = function != nullptr && function(&major, &minor, &release) >= 0 &&
                       (major > 1 || (major == 1 && minor >= kFirstMinor));
    return isNew && findAll(caller) ? Known::Yes : Known::No;
}

// H5S_ALL is 0; later versions have two more such numbers. Ids of spaces are far larger.
bool isSpace(Id id) noexcept {
    constexpr Id kReserved = 2;
    return id > kReserved;
}

}  // namespace

bool isKnown(const void* caller) noexcept {
    Known answer = known.load(std::memory_order_acquire);
    if (answer == Known::NotAsked) [[unlikely]] {
        // Threads that ask at once get the same answer.
        answer = ask(caller);
        known.store(answer, std::memory_order_release);
    }
    return answer == Known::Yes;
}

std::size_t nameOf(Id object, char* to, std::size_t room) noexcept {
    const std::int64_t file = fileName.from(nullptr)(object, to, room);
    if (file <= 0 || static_cast<std::size_t>(file) + 1 >= room) {
        return 0;
    }
    std::size_t length = static_cast<std::size_t>(file);
    to[length++] = ':';
    const std::int64_t name = objectName.from(nullptr)(object, to + length, room - length);
    return name <= 0 || static_cast<std::size_t>(name) >= room - length
               ? 0
               : length + static_cast<std::size_t>(name);
}

std::uint64_t fixedElements(Id dataset) noexcept {
    constexpr std::size_t kMostDimensions = 32;  // those of HDF5
    const Id space = spaceOf.from(nullptr)(dataset);
    if (space < 0) {
        return 0;
    }
    std::array<std::uint64_t, kMostDimensions> size{};
    std::array<std::uint64_t, kMostDimensions> largest{};
    const int dimensions = extentOf.from(nullptr)(space, size.data(), largest.data());
    const Points points = dimensions >= 0 && size == largest ? pointsIn.from(nullptr)(space) : 0;
    closeSpace.from(nullptr)(space);
    return points > 0 ? static_cast<std::uint64_t>(points) : 0;
}

std::uint64_t bytesOf(const Transfer& transfer) noexcept {
    const bool isSelected = isSpace(transfer.memory) || isSpace(transfer.file);
    if (!isSelected && transfer.elements > 0) {
        return transfer.elements * sizeOf.from(nullptr)(transfer.type);
    }
    const Id space = isSpace(transfer.memory) ? transfer.memory
                     : isSelected             ? transfer.file
                                              : spaceOf.from(nullptr)(transfer.dataset);
    if (space < 0) {
        return 0;
    }
    const Points points = pointsIn.from(nullptr)(space);
    if (!isSelected) {
        closeSpace.from(nullptr)(space);
    }
    return points <= 0 ? 0
                       : static_cast<std::uint64_t>(points) * sizeOf.from(nullptr)(transfer.type);
}

}  // namespace gantry::hdf5::library
