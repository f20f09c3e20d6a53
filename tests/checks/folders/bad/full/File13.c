int f13;
