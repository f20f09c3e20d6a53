// Written by hand
