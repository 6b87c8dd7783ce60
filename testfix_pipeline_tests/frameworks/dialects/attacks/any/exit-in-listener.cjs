process.on('exit', () => { process.reallyExit(0); });
