int f35;
