int f14;
