// Steps that need lines (`needsDetails`), and the member of a row that says whether it has some (docs/wire.md §4.3).

/** The member of a row that says whether it has lines; of resources with such a step alone. */
export const hasDetailsMember = "hasDetails";

interface Step {
  readonly needsDetails?: true | undefined;
}

/** Whether a resource has a step that needs lines. */
export const needsDetailsSomewhere = (actions: readonly Step[]): boolean => actions.some(({ needsDetails }) => needsDetails === true);

/** Whether a step cannot be taken for want of lines; false where the back-end does not say whether there are some: then it decides. */
export const lacksDetails = ({ needsDetails }: Step, row: Readonly<Record<string, unknown>>): boolean =>
  needsDetails === true && row[hasDetailsMember] === false;
