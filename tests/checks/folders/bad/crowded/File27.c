int f27;
