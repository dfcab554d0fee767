// @vitest-environment happy-dom
// The lock of a tab: it needs a password, is kept in session storage, and goes with the session (docs/specification.md §4, §5).
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { beginSession, endSession, type Session } from "#admin/api/session.ts";
import { readStored } from "#admin/browser/storage.ts";
import { clearLock, isLocked, lock, lockDelay, onLock, placeBehindLock, unlock } from "#admin/shell/lock/lock-state.ts";

const person: Session = {
  accessToken: "token-1",
  refreshToken: "refresh-1",
  tenantId: "100001",
  user: { userId: "1", account: "zhangwei", name: "张伟", roleAliases: [], avatar: "", deptId: "", roleId: "", ext: "" },
};

// Loaded once before the clock stands still: an import takes real time.
beforeAll(async () => void (await import("js-md5")));

beforeEach(() => {
  vi.useFakeTimers();
  beginSession(person);
});

afterEach(() => {
  vi.useRealTimers();
  endSession("signed-out");
  clearLock();
});

/** Locks, and lets the moment pass that the specification names. */
async function lockNow(password: string, place = "/production/factory?current=3"): Promise<void> {
  const locked = lock(password, place);
  await vi.advanceTimersByTimeAsync(lockDelay);
  await locked;
}

test("a page is not locked without a password", async () => {
  await expect(lock("", "/")).rejects.toThrow("password");
  expect([isLocked(), readStored("isLock", "session")]).toEqual([false, undefined]);
});

test("the flag is set at once and the person goes to the lock page 100 ms later", async () => {
  const reported = vi.fn<() => void>();
  const stop = onLock(reported);
  const locked = lock("s3cret", "/production/factory");
  await vi.advanceTimersByTimeAsync(lockDelay - 1);
  expect(readStored("isLock", "session")).toMatchObject({ content: true, dataType: "boolean" });
  expect(reported).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await locked;
  expect(reported).toHaveBeenCalledTimes(1);
  expect(isLocked()).toBe(true);
  stop();
});

test("flag and password lie in session storage only, and the password not as it was typed", async () => {
  await lockNow("s3cret");
  expect(JSON.stringify({ ...localStorage })).not.toContain("lock");
  expect(readStored("lockPassword", "session")).toMatchObject({ dataType: "string" });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("s3cret");
});

test("the same password is never kept as the same text, nor as its plain hash", async () => {
  await lockNow("123456");
  const first = readStored("lockPassword", "session")?.content;
  expect(await unlock("123456")).toBe(true);
  await lockNow("123456");
  const second = readStored("lockPassword", "session")?.content;
  expect([first, second]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}:[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}:[0-9a-f]{32}$/),
  ]);
  expect(first).not.toBe(second);
  expect(`${String(first)} ${String(second)}`).not.toContain("e10adc3949ba59abbe56e057f20f883e");
});

test("a wrong password changes nothing, the right one clears flag and password", async () => {
  await lockNow("s3cret");
  expect(await unlock("S3cret")).toBe(false);
  expect([isLocked(), placeBehindLock()]).toEqual([true, "/production/factory?current=3"]);
  expect(await unlock("s3cret")).toBe(true);
  expect([isLocked(), readStored("isLock", "session"), readStored("lockPassword", "session")]).toEqual([false, undefined, undefined]);
});

test("what is behind a lock is a place of this application", async () => {
  await lockNow("s3cret", "//evil.example");
  expect(placeBehindLock()).toBe("/");
});

test("a session that ends takes the lock along, also while it is on its way", async () => {
  await lockNow("s3cret");
  endSession("expired");
  expect([isLocked(), readStored("lockPassword", "session")]).toEqual([false, undefined]);
  beginSession(person);
  const locked = lock("s3cret", "/");
  await vi.advanceTimersByTimeAsync(lockDelay / 2);
  endSession("signed-out");
  await vi.advanceTimersByTimeAsync(lockDelay);
  await locked;
  expect(isLocked()).toBe(false);
});
