// Where a server that is ready can be reached, for the person who started it.

const everywhere: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** An address that a browser on this machine can open. */
export function serverUrl(host: string, port: number): string {
  const shown = everywhere.has(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

/** The first line that a server prints; other programs look for its beginning. */
export function readyLine(
  running: { readonly address: string; readonly port: number },
  wanted: { readonly host: string; readonly port: number },
): string {
  const moved = wanted.port !== 0 && running.port !== wanted.port ? ` (port ${wanted.port} is taken)` : "";
  const reach = everywhere.has(wanted.host) ? ` (and port ${running.port} of every other address of this machine)` : "";
  return `Tracemark is ready at ${running.address}${moved}${reach}`;
}
