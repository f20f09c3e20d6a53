int f37;
