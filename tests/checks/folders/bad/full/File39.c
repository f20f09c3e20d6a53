int f39;
