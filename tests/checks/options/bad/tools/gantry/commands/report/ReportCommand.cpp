const char* kHelp = "gantry report --io";
