int f09;
