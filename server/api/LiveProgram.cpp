#include <server/api/LiveProgram.hpp>

namespace gantry::server {

const char* nameOf(LiveProgram program) {
    switch (program) {
        case LiveProgram::Runs:
            return "runs";
        case LiveProgram::Ended:
            return "ended";
        case LiveProgram::Archived:
            return "archived";
    }
    return "";
}

}  // namespace gantry::server
