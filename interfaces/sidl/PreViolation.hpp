#pragma once

#include <sidl/RuntimeException.hpp>
#include <sidl/SIDLException.hpp>

#include <string>
#include <utility>

namespace sidl {

/// A method was called although its precondition does not hold: the caller's fault. Thrown by
/// generated proxies that check contracts; the note has the clause and its values.
class [[gnu::visibility("default")]] PreViolation : public virtual SIDLException,
                                                    public virtual RuntimeException {
public:
    PreViolation() = default;
    explicit PreViolation(std::string note) {
        setNote(std::move(note));
    }
};

}  // namespace sidl
