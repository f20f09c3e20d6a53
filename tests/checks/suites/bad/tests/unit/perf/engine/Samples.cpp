int helper();
