int f04;
