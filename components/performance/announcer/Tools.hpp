#pragma once

#include <memory>

#include "Tool.hpp"

namespace performance::announcer {

/// The tool of that interface; null if there is none. As loadedTool().
std::shared_ptr<Tool> perfStubsTool();
std::shared_ptr<Tool> kokkosTool();
std::shared_ptr<Tool> ittTool();

}  // namespace performance::announcer
