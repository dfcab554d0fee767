// Ids of the parts of a field, so that label, help and error are wired to the input for everybody.

export const labelId = (id: string) => `${id}__label`;
export const helpId = (id: string) => `${id}__help`;
export const errorId = (id: string) => `${id}__error`;
