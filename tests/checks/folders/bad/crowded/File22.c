int f22;
