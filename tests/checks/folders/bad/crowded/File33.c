int f33;
