int f31;
