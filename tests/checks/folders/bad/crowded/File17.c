int f17;
