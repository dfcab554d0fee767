// What a test has drawn in its page, to be taken off when it ends.

interface Mounted {
  unmount(): Promise<void>;
}

export const mounted = new Set<Mounted>();
