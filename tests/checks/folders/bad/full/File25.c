int f25;
