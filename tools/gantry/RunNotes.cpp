#include "RunNotes.hpp"

#include <base/text/Printable.hpp>
#include <run/ExitStatus.hpp>

#include <algorithm>
#include <iostream>

#include "Advice.hpp"

namespace gantry::tools {

void printNote(const std::string& note) {
    std::cerr << "gantry: " << note << '\n';
}

int reportLeftOut(const std::vector<base::InputError>& unreadable) {
    int status = kDone;
    for (const base::InputError& error : unreadable) {
        std::cerr << "gantry: left out: " << base::printable(messageOf(error)) << '\n';
        status = std::max(status, static_cast<int>(exitStatusOf(error)));
    }
    return status;
}

}  // namespace gantry::tools
