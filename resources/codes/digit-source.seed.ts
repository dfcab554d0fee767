import { seedRows } from "#schema";

export default seedRows("digit-source", [
  { mark: "SELF", name: "平台自有码", sourceType: 1, codeFuncType: 4, urlPattern: "https://t.example.cn/c/{code}", codePattern: "^[0-9A-Z]{16}$", codeLength: 16, sort: 1 },
  { mark: "JGM", name: "白酒监管码", sourceType: 3, codeFuncType: 1, codePattern: "^[0-9]{20}$", codeLength: 20, sort: 2 },
  { mark: "CAPSUP", name: "瓶盖厂内码", sourceType: 4, codeFuncType: 3, codePattern: "^C[0-9A-Z]{11}$", codeLength: 12, sort: 3 },
]);
