int f28;
