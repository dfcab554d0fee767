// Texts of QR codes and sheets of labels in English.
export const texts = {
  labels: {
    failed: "It did not load",
    none: "There is no such code",
    noneHere: "There are no codes in this range",
    qrOf: "QR code of {{code}}",
    address: "QR content",
    layer: "Layer",
    from: "First",
    num: "Count (max. {{most}})",
    paper: "Paper",
    wide: "{{paper}} landscape",
    rows: "Rows",
    columns: "Columns",
    showCode: "Show the code",
    showProduct: "Show the product",
    words: "Other words",
    sheets: "Labels: {{num}} · sheets: {{sheets}}",
    print: "Print",
    kinds: {
      verify: "Public page",
      gs1: "GS1 Digital Link",
      rule: "Address of the make rule",
    },
  },
};
