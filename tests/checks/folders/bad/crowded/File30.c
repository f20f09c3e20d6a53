int f30;
