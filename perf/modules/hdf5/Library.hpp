#pragma once

#include <cstddef>
#include <cstdint>

namespace gantry::hdf5 {

/// As HDF5 has them since version 1.10.
using Id = std::int64_t;
using Status = int;

/// What the module asks HDF5 itself; nothing of it is recorded. Any thread may ask; HDF5 lets one
/// in at a time. caller: an address in the code that called HDF5.
namespace library {

/// Whether the library has ids of 64 bits: version 1.10 or later. Asks it once.
bool isKnown(const void* caller) noexcept;

/// Puts the name of the file that an open object is in, as the program gave it, then ':' and the
/// name of the object, into the room. Its length, or 0 where there is none or it does not fit.
std::size_t nameOf(Id object, char* to, std::size_t room) noexcept;

/// The elements of a dataset that cannot become larger or smaller; 0 for any other one.
std::uint64_t fixedElements(Id dataset) noexcept;

/// One call that reads or writes a dataset.
struct Transfer {
    Id dataset;
    Id type;    ///< of an element in memory
    Id memory;  ///< selections; 0: all
    Id file;
    std::uint64_t elements;  ///< of the dataset; 0: to be asked for
};

/// Bytes in memory; 0 where that cannot be found out.
std::uint64_t bytesOf(const Transfer& transfer) noexcept;

}  // namespace library

}  // namespace gantry::hdf5
