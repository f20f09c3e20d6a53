namespace x {
auto text() { return std::string("of \"--key\"") + "of gantry report" + /* " */ "good"; }
}
