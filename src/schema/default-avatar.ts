// The picture of people who have none. It travels whole, so that it is there for every client, wherever that gets its own files from.
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#d9e4f8"/><g fill="#7397dd"><circle cx="20" cy="15.5" r="7"/><path d="M6 40a14 14.5 0 0 1 28 0z"/></g></svg>';

export const defaultAvatar = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
