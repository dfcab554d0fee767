// What another back-end answers of a value that was sent to it.
import { expect, it } from "vitest";
import { isAlike } from "#admin/data/providers/spelled-alike.ts";

it.each([
  ["12.50", "12.5"],
  ["12", "12.00"],
  ["2026-03-08", "2026-03-08 00:00:00"],
  [" SO-1 ", "SO-1"],
])("is the same value in another spelling: %s, %s", (sent, held) => expect(isAlike(sent, held)).toBe(true));

it.each([
  // Ids are longer than numbers are exact.
  ["1729123456789012345", "1729123456789012346"],
  ["SO-1", "SO-10"],
  ["2026-03-08 10:00:00", "2026-03-08"],
  ["100", "1"],
  ["1", ""],
])("is another value: %s, %s", (sent, held) => expect(isAlike(sent, held)).toBe(false));
