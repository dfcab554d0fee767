// Texts of the page of a record in English.
export const texts = {
  record: {
    actions: "Actions",
    more: "More actions",
    previous: "Previous record",
    next: "Next record",
    neighbours: "Move through the list",
    position: "{{at}} of {{total}}",
    onlyWhen: "Possible only when {{condition}}",
    noLines: "Add lines first",
    lowestLevel: "there are at most {{count}} levels",
    loading: "Loading the record",
    gone: "There is no such record",
    goneHint: "It may have been deleted, or you are not allowed to see it",
    failed: "The record did not load",
    toList: "Back to {{name}}",
    newTitle: "New {{name}}",
    related: "Related records",
    printedNot: "The lines could not be read: this page is not whole, please print it again",
    printedPart: "The first {{count}} rows only; export the list for all of them",
    print: "Print",
  },
};
