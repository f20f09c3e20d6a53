int f06;
