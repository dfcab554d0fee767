import { seedRows } from "#schema";

export default seedRows("process-node", [
  { code: "PN1", name: "制曲", nodeType: 2, showOnTrace: 1, sort: 1 },
  { code: "PN2", name: "酿造", nodeType: 2, showOnTrace: 1, sort: 2 },
  { code: "PN3", name: "勾调", nodeType: 2, showOnTrace: 1, sort: 3 },
  { code: "PN4", name: "灌装检验", nodeType: 3, showOnTrace: 1, sort: 4 },
  { code: "PN5", name: "包装", nodeType: 4, showOnTrace: 1, sort: 5 },
]);
