// What has come already, without waiting for it: promises marked with their value as React marks those that `use()` has met.

/** A promise that may be marked. */
interface Marked<T> extends Promise<T> {
  readonly status?: string;
  readonly value?: T;
}

/**
 * Marks a promise with its value once it has one: else `use()` draws a fallback for a moment even where the value is there, and waits
 * 300 ms before it takes that away again.
 */
export function trackSettled<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => void Object.assign(promise, { status: "fulfilled", value }),
    // Whoever uses it hears of its failure.
    () => undefined,
  );
  return promise;
}

/** A promise of what is known now. */
export function resolvedWith<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: "fulfilled", value });
}

/** The value of a marked promise; undefined as long as there is none. */
export function settledValue<T>(promise: Marked<T> | undefined): T | undefined {
  return promise?.status === "fulfilled" ? promise.value : undefined;
}
