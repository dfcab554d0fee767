// The lists that are measured side by side.

export interface Subject {
  readonly name: string;
  readonly path: (size: number) => string;
  readonly firstRow: string;
  readonly nextPage: string;
  /** A cell whose text differs on each page. */
  readonly changing: string;
  /** The button that opens the form of a new row. */
  readonly add: string;
  /** The last input of that form. */
  readonly lastInput: string;
}

export const generated: Subject = {
  name: "generated",
  path: (size) => `/production/factory?size=${size}`,
  firstRow: ".tm-table [data-row-key]",
  nextPage: ".tm-pager [aria-label='下一页']",
  changing: ".tm-table [data-row-key]",
  add: ".tm-toolbar-left .ant-btn-primary",
  lastInput: ".ant-modal textarea",
};

export const handWritten: Subject = {
  name: "written by hand",
  path: (size) => `/hand/?size=${size}`,
  firstRow: ".ant-table-row",
  nextPage: ".ant-pagination-next button",
  changing: ".ant-table-row",
  add: ".ant-space .ant-btn-primary",
  lastInput: ".ant-modal textarea",
};

/** What can be opened beside the others, and not worked with. */
export const plain: Pick<Subject, "name" | "path" | "firstRow"> = {
  name: "a plain table",
  path: () => "/plain/",
  firstRow: ".ant-table-row",
};
