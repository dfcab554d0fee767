// Which addresses are this machine's own.

/** Whether an address is this machine's own, which nobody else can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
