int f02;
