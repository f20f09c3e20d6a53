int f21;
