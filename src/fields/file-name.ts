// What a file is called by its address.

/** The name of a file in an address. */
export function fileName(address: string): string {
  const path = address.split(/[?#]/)[0] ?? "";
  const last = path.slice(path.lastIndexOf("/") + 1);
  return /%[0-9a-f]{2}/i.test(last) ? safelyDecoded(last) : last;
}

/** What stands behind the last dot of the name, in small letters; "" without one. */
export function extensionOf(address: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(fileName(address))?.[1]?.toLowerCase() ?? "";
}

const pictures: ReadonlySet<string> = new Set(["jpg", "jpeg", "png", "gif", "webp", "svg"]);

/** Whether browsers show the file as a picture. */
export function isPictureFile(address: string): boolean {
  return pictures.has(extensionOf(address));
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
