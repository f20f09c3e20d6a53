int f41;
