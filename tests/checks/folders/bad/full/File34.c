int f34;
