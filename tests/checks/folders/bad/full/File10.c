int f10;
