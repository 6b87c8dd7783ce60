class Worker:
    """Runs jobs of a queue; a job that fails comes back with less priority, up to `retries` times."""

    def __init__(self, queue, actions, retries=2):
        self.queue = queue
        self.actions = actions
        self.retries = retries
        self.done = []
        self.failed = []

    def step(self):
        job = self.queue.get()
        try:
            result = self.actions[job["action"]](*job.get("args", ()))
        except Exception as error:
            tries = job.get("tries", 0) + 1
            if tries > self.retries:
                self.failed.append((job["name"], str(error)))
            else:
                self.queue.put({**job, "tries": tries}, priority=50)
        else:
            self.done.append((job["name"], result))

    def run(self):
        while len(self.queue):
            self.step()
        return len(self.done), len(self.failed)
