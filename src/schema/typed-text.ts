// What people have to type to find a row from anywhere: the same for the browser and the server.

/** What people type before the server is asked: less finds too much to be of use. */
export const minTypedLength = 4;
/** No number, code or name is longer. */
export const maxTypedLength = 128;

/** How much was typed: a Chinese character says as much as two others, so that names of two characters are found. */
export function lengthTyped(text: string): number {
  return [...text.trim()].reduce((length, character) => length + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0);
}
