int f12;
