#include "FileKind.hpp"

#include <array>
#include <fstream>
#include <string_view>

namespace records {

FileKind kindOf(const std::filesystem::path& file) noexcept {
    constexpr std::string_view kSqlite{"SQLite format 3\0", 16};
    // The offset of the application id in the header of an SQLite file
    // (https://www.sqlite.org/fileformat.html).
    constexpr std::size_t kApplicationId = 68;
    constexpr std::string_view kLog = R"({"format":"gantry-decisions")";
    try {
        std::array<char, 72> head{};
        std::error_code error;
        if (!std::filesystem::is_regular_file(file, error)) {
            return FileKind::Other;
        }
        std::ifstream(file, std::ios::binary).read(head.data(), head.size());
        const std::string_view bytes(head.data(), head.size());
        if (bytes.starts_with(kLog)) {
            return FileKind::DecisionLog;
        }
        const std::string_view application = bytes.substr(kApplicationId);
        if (!bytes.starts_with(kSqlite)) {
            return FileKind::Other;
        }
        return application == "GNTT"   ? FileKind::Store
               : application == "GNTY" ? FileKind::Archive
                                       : FileKind::Other;
    } catch (const std::exception&) {
        return FileKind::Other;
    }
}

}  // namespace records
