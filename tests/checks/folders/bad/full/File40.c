int f40;
