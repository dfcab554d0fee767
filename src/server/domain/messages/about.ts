// The row that a message is about, as the lists of messages link to it.

export interface About {
  readonly resource: string;
  readonly id: string;
  /** The row's title. */
  readonly title?: string;
}

/** The columns that hold it. */
export const aboutColumns = (about: About | undefined) => ({
  aboutResource: about?.resource ?? null,
  aboutId: about?.id ?? null,
  aboutTitle: about?.title ?? null,
});
