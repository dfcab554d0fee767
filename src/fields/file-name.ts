// What a file is called by its address.

/** The name of a file in an address. */
export function fileName(address: string): string {
  const path = address.split(/[?#]/)[0] ?? "";
  const last = path.slice(path.lastIndexOf("/") + 1);
  return /%[0-9a-f]{2}/i.test(last) ? safelyDecoded(last) : last;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
