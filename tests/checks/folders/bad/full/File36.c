int f36;
