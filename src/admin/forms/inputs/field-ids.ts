// Ids of the parts of a field beside those that rjsf names (help and error), so that they are wired to the input for everybody.

export const labelId = (id: string) => `${id}__label`;
