int right() { return 1; }
int  wrong( ) {
  return 2; }
