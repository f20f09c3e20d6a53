int f08;
