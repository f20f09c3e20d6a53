#include "Tool.hpp"

#include "Tools.hpp"

namespace performance::announcer {

std::shared_ptr<Tool> loadedTool() {
    for (const auto find : {perfStubsTool, kokkosTool, ittTool}) {
        if (std::shared_ptr<Tool> tool = find()) {
            return tool;
        }
    }
    return nullptr;
}

}  // namespace performance::announcer
