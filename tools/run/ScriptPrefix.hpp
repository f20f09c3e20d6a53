#pragma once

namespace gantry::tools {

/// Sets GANTRY_PREFIX, by which scripts name folders of Gantry, to the tree of this program; what
/// an outer run of another tree has set does not count. To be called before any thread is made.
void setScriptPrefix();

}  // namespace gantry::tools
