int f20;
