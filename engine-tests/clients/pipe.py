"""A program on a pipe, with a deadline on every answer."""

import queue
import subprocess
import threading
import time


class Pipe:
    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8", "replace").rstrip("\n"))
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()

    def line(self, seconds=30):
        line = self.lines.get(timeout=seconds)
        if line is None:
            raise EOFError(f"{self.command} closed its output")
        return line

    def until(self, wanted, seconds=60):
        """Lines up to and with the first that `wanted` accepts."""
        end = time.monotonic() + seconds
        found = []
        while True:
            line = self.line(max(0.01, end - time.monotonic()))
            found.append(line)
            if wanted(line):
                return found

    def close(self, farewell="quit"):
        try:
            self.send(farewell)
            self.process.stdin.close()
        except (BrokenPipeError, ValueError):
            pass
        try:
            return self.process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"{self.command} did not quit within 3 s")


class Gtp(Pipe):
    def ask(self, command, seconds=60):
        """The text of a success; raises `GtpError` on a failure."""
        self.send(command)
        text = []
        for line in self.until(lambda line: line == "", seconds)[:-1]:
            text.append(line)
        if not text:
            raise AssertionError(f"{command!r} got an empty response")
        head, text[0] = text[0][0], text[0][2:]
        if head == "=":
            return "\n".join(text)
        assert head == "?", f"{command!r} got {head!r}"
        raise GtpError("\n".join(text))

    def knows(self, command):
        return self.ask(f"known_command {command}") == "true"


class GtpError(Exception):
    pass
