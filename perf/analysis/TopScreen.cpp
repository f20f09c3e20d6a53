#include <base/text/NumberText.hpp>
#include <base/text/Paragraph.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/ProfileNotes.hpp>
#include <perf/analysis/TopScreen.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

// Lines of the table that fit below a head, with the titles above and what counts the rest below.
std::size_t linesBelow(const std::string& head, std::size_t rows) {
    constexpr std::size_t kAround = 3;
    const auto above = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
    return rows > above + kAround ? rows - above - kAround : 1;
}

std::string headText(const Profile& now, const TopFrame& frame, std::size_t width) {
    std::string words = base::printable(frame.name) + ", " +
                        base::duration(static_cast<double>(now.timeNs) * 1e-9) + " measured, " +
                        base::plural(now.threads.size(), "thread") + ", " +
                        base::plural(now.timers.size(), "timer");
    if (!now.partial.empty()) {
        words += ", partial: " + now.partial;
    }
    words += frame.keys.empty() ? "" : " (" + frame.keys + ')';
    const base::ParagraphShape shape{0, width == 0 ? std::string::npos : width};
    std::string text = base::paragraph("", words, shape);
    if (const std::string overhead = overheadText(now); !overhead.empty()) {
        text += base::paragraph("", "measurement overhead " + overhead, shape);
    }
    return text + base::paragraph("", "values are " + valuesText(now), shape) + '\n';
}

// Where there is a window, the timers keep most of it.
std::size_t threadLines(std::size_t threads, bool each, std::size_t rows) {
    constexpr std::size_t kFew = 5;
    constexpr std::size_t kPart = 3;
    return !each ? kFew : rows == 0 ? threads : std::max(kFew, rows / kPart);
}

}  // namespace

std::string topScreen(const Profile& now, const Profile* before,
                      const std::vector<ThreadActivity>& threads, const TopFrame& frame,
                      TopOptions options) {
    std::string head = headText(now, frame, options.width);
    const std::size_t most = threadLines(threads.size(), options.threads, frame.rows);
    if (const std::string table = threadTable(threads, most, options.width); !table.empty()) {
        head += table + '\n';
    }
    if (frame.rows > 0 && options.most == 0) {
        options.most = linesBelow(head, frame.rows);
    }
    return head + topTable(now, topLines(now, before, options), options);
}

}  // namespace gantry::perf
