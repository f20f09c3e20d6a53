#pragma once

#include <sidl/RuntimeException.hpp>
#include <sidl/SIDLException.hpp>

#include <string>
#include <utility>

namespace sidl {

/// A method came back although its postcondition does not hold: the fault of the object. Thrown by
/// generated proxies after the call has ended: its effects remain.
class [[gnu::visibility("default")]] PostViolation : public virtual SIDLException,
                                                     public virtual RuntimeException {
public:
    PostViolation() = default;
    explicit PostViolation(std::string note) {
        setNote(std::move(note));
    }
};

}  // namespace sidl
