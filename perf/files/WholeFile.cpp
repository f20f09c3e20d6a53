#include <perf/files/DraftFile.hpp>
#include <perf/files/WholeFile.hpp>

namespace gantry::perf {

void writeWhole(const std::filesystem::path& path, std::string_view text) {
    DraftFile draft(path);
    draft.write(text);
    draft.publish();
}

}  // namespace gantry::perf
