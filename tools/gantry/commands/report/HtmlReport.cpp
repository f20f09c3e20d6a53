#include "HtmlReport.hpp"

#include <base/files/AtomicFile.hpp>

#include <iostream>

namespace gantry::tools {

void writeHtmlReport(const perf::PageSource& source, const std::optional<std::string>& file) {
    const std::string page = perf::runPage(source);
    if (!file) {
        std::cout << page;
        return;
    }
    base::AtomicFile draft(*file);
    draft.write(page);
    draft.commit();
}

}  // namespace gantry::tools
