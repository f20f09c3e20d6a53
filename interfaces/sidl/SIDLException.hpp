#pragma once

#include <sidl/BaseException.hpp>

#include <string>
#include <utility>

namespace sidl {

/// An exception without further meaning, to be thrown as it is or extended.
class [[gnu::visibility("default")]] SIDLException : public virtual BaseException {
public:
    SIDLException() = default;
    explicit SIDLException(std::string note) {
        setNote(std::move(note));
    }
};

}  // namespace sidl
