# Writes OUTPUT: a C++ file with the text of the file PAGE. Several literals, so that no compiler finds one too long.
cmake_minimum_required(VERSION 3.25)
file(READ "${PAGE}" text)
string(LENGTH "${text}" length)
set(literals "")
set(begin 0)
while(begin LESS length)
    string(SUBSTRING "${text}" ${begin} 8000 part)
    string(APPEND literals "R\"page~(${part})page~\"\n")
    math(EXPR begin "${begin} + 8000")
endwhile()
file(WRITE "${OUTPUT}" "// Written by perf/page/Embed.cmake from viewer/bundle/page.html.
#include \"Bundle.hpp\"

namespace gantry::perf {

std::string_view viewerPage() {
    return
${literals};
}

}  // namespace gantry::perf
")
