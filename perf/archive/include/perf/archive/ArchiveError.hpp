#pragma once

#include <base/InputError.hpp>

#include <stdexcept>

namespace gantry::perf {

/// An archive cannot be written or read: which file, what is wrong, and how to fix it. The kind of
/// base::InputError says whether it is damaged, newer, or not an archive.
class ArchiveError final : public base::InputError {
public:
    using InputError::InputError;
};

/// A profile contradicts itself and cannot be stored: which file it was for, and the contradiction.
class ContradictionError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A query of an archive is wrong, or asks for more than reading: the file, the message of SQLite,
/// and the names of the tables where that helps. The statement is the user's: a program shows the
/// message as it is. It is not an InputError: nothing is wrong with the file.
class QueryError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace gantry::perf
