int f38;
