int f07;
