process.reallyExit ? process.reallyExit(0) : 0;
