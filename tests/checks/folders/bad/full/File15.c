int f15;
