// Stands in for the worker: runs until it is ended.
setInterval(() => {}, 60_000);
