#pragma once

#include <gov/cca/Port.hpp>
#include <gov/cca/Services.hpp>

#include <memory>

namespace gantry::bench {

/// How a benchmark gets at what the user component sees of its framework.
class [[gnu::visibility("default")]] ServicesPort : public virtual gov::cca::Port {
public:
    virtual std::shared_ptr<gov::cca::Services> services() = 0;
};

}  // namespace gantry::bench
