// People and groups as the attributes of a model list them.

/** Of a user, a role, a department or a post; everything else is a name. */
export const isId = (text: string): boolean => /^\d{1,19}$/u.test(text);

/** The parts of a list. People write commas and semicolons, of either width. */
export const listed = (text: string): readonly string[] =>
  text
    .split(/[,，;；]/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
