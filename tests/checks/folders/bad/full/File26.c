int f26;
