#pragma once

#include <sidl/RuntimeException.hpp>
#include <sidl/SIDLException.hpp>

#include <string>
#include <utility>

namespace sidl {

/// An object does not hold its invariant. Thrown by generated proxies that check contracts; the
/// note has the clause.
class [[gnu::visibility("default")]] InvViolation : public virtual SIDLException,
                                                    public virtual RuntimeException {
public:
    InvViolation() = default;
    explicit InvViolation(std::string note) {
        setNote(std::move(note));
    }
};

}  // namespace sidl
