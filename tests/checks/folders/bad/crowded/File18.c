int f18;
