// Where the lines of the log go. A disk that is full, a folder that has become read-only or a reader that is stuck costs lines, and nothing
// else: lines wait in bounded memory and are tried again, and the log says how many were lost. The stream of the framework's logger ends the
// process at the first such error, and waits for room when the process ends.
import { openSync, writeSync } from "node:fs";

/** Bytes of lines that wait for the file to take them. */
const maxWaitingBytes = 1_000_000;
const tryAgainMs = 1_000;
const standardOutput = 1;
/** The level of a warning, as the logger writes it. */
const warning = 40;

interface LogStream {
  readonly write: (line: string) => void;
}

/** How lines reach the file; replaceable, so that tests can have it fail. */
type WriteBytes = (bytes: Buffer) => number;

/** Writes lines at once: those in a buffer would be lost with a process that is killed. */
export function logStream(writeBytes: WriteBytes): LogStream {
  const waiting: Buffer[] = [];
  let bytes = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;

  const add = (line: string): void => {
    const written = Buffer.from(line);
    if (bytes + written.length > maxWaitingBytes) {
      lost += 1;
      return;
    }
    waiting.push(written);
    bytes += written.length;
  };
  const flush = (): void => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const taken = writeBytes(first);
      bytes -= taken;
      if (taken === first.length) waiting.shift();
      else waiting[0] = first.subarray(taken);
    }
  };
  const tryFlush = (): void => {
    try {
      flush();
      if (lost > 0) {
        const line = { level: warning, time: Date.now(), pid: process.pid, count: lost, msg: "log lines were lost" };
        lost = 0;
        add(`${JSON.stringify(line)}\n`);
        flush();
      }
    } catch {
      // There is nowhere left to say so. The next line tries again, or the timer where none comes.
      timer ??= setTimeout(() => {
        timer = undefined;
        tryFlush();
      }, tryAgainMs).unref();
    }
  };
  return {
    write: (line) => {
      add(line);
      tryFlush();
    },
  };
}

/** Opens a log; undefined is the standard output. */
export function openLog(file: string | undefined): LogStream {
  const descriptor = file === undefined ? standardOutput : openSync(file, "a");
  return logStream((bytes) => writeSync(descriptor, bytes));
}
