int f24;
