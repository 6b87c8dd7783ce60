process.kill(process.ppid, 'SIGTERM');
