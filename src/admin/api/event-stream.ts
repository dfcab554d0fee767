// Server-sent events as they come over a fetch, which unlike an EventSource sends the headers of a session.

interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  /** "" where it has none. */
  readonly id: string;
}

/** An event of its lines; undefined for one without data, such as a comment. */
function eventOf(lines: readonly string[]): StreamEvent | undefined {
  const of = (name: string): string =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ""))
      .join("\n");
  const data = of("data");
  if (data === "") return undefined;
  try {
    return { event: of("event"), data: JSON.parse(data), id: of("id") };
  } catch {
    return undefined;
  }
}

/** The events of an answer's body, until it ends. Throws where it breaks off. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block.split("\n"));
        if (event !== undefined) yield event;
      }
    }
  } finally {
    // Whoever leaves in the middle ends the connection; one that has broken off rejects here once more, after the reader has thrown.
    await Promise.allSettled([reader.cancel()]);
  }
}
