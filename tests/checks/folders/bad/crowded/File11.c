int f11;
