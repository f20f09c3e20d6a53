int f16;
