import { expect, test } from "vitest";
import { serverUrl, readyLine } from "./ready-line.ts";

const line = (host: string, port: number, wanted = port) => readyLine({ address: serverUrl(host, port), port }, { host, port: wanted });

test("the ready line names an address that can be opened, and says who else can open it", () => {
  expect(line("127.0.0.1", 8000)).toBe("Tracemark is ready at http://127.0.0.1:8000");
  expect(line("127.0.0.1", 8001, 8000)).toBe("Tracemark is ready at http://127.0.0.1:8001 (port 8000 is taken)");
  expect(line("::1", 8000)).toBe("Tracemark is ready at http://[::1]:8000");
  for (const host of ["0.0.0.0", "::"])
    expect(line(host, 8000)).toBe("Tracemark is ready at http://localhost:8000 (and port 8000 of every other address of this machine)");
});
