int f29;
