int f23;
