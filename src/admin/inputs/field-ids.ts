// Ids of the parts of a field in addition to those that rjsf names (help and error), to wire them to the input for assistive technology.

export const labelId = (id: string) => `${id}__label`;
