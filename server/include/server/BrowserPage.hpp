#pragma once

#include <filesystem>
#include <string>

namespace gantry::server {

/// Leads the browser of this user to a link that no other user may see, by way of a page that only
/// this user can read: the words of a command are public. The page is in the folder
/// XDG_RUNTIME_DIR, or else in that for temporary files. The destructor removes the page.
class BrowserPage final {
public:
    BrowserPage() = default;
    ~BrowserPage();
    BrowserPage(const BrowserPage&) = delete;
    BrowserPage& operator=(const BrowserPage&) = delete;

    /// Starts xdg-open and does not wait for it. Nothing happens where the page cannot be written
    /// or the program is missing: then a person can still click the link. Once: the destructor
    /// removes the page of the last call only.
    void open(const std::string& link);

    /// Whether there is a display on which a browser could appear.
    [[nodiscard]] static bool hasDisplay();

private:
    std::filesystem::path page_;
};

}  // namespace gantry::server
