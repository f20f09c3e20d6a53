int f05;
