int f19;
