int f03;
