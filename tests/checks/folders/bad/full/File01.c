int f01;
