import { demonstrationDay, seedRows } from "#schema";

export default seedRows("code-make-rule", [
  {
    name: "瓶身追溯码", ruleCode: "BOTTLE", codeFuncType: 4, urlPrefix: "https://t.example.cn/c/", prefix: "MXB", datePart: 0, serialMode: 1, alphabet: 2, bodyLength: 10,
    checkMode: 2, verifyMode: 0, totalLength: 14, capacity: "1125899906842624", nextSerial: 78001, example: "MXB7K2Q9D4HT5H", status: 1,
    createTime: "2024-08-20 10:00:00",
  },
  {
    name: "盒码", ruleCode: "CARTON", codeFuncType: 1, urlPrefix: "https://t.example.cn/c/", prefix: "MXH", serialMode: 1, alphabet: 2, bodyLength: 10, checkMode: 2,
    totalLength: 14, capacity: "1125899906842624", nextSerial: 1, example: "MXH4T8W2N6KQ3D", status: 1, createTime: "2024-08-20 10:10:00",
  },
  {
    name: "箱物流码", ruleCode: "CASE", codeFuncType: 1, prefix: "MXC", serialMode: 3, alphabet: 1, bodyLength: 10, checkMode: 1, totalLength: 14, capacity: "10000000000",
    nextSerial: 1, example: "MXC00000000018", status: 1, createTime: "2024-08-20 10:20:00",
  },
  {
    name: "盖内防伪营销码", ruleCode: "CAP", codeFuncType: 2, serialMode: 1, alphabet: 3, bodyLength: 16, checkMode: 0, verifyMode: 1, verifyLength: 6, totalLength: 16,
    capacity: "47672401706823533450263330816", nextSerial: 1, example: "q7Kd2XwP9mZt4RbN", status: 1, createTime: "2024-09-02 15:00:00",
  },
  {
    name: "旧瓶码（停用）", ruleCode: "BOTTLE_OLD", codeFuncType: 1, prefix: "MX", datePart: 2, serialMode: 3, alphabet: 1, bodyLength: 8, checkMode: 1, totalLength: 15,
    capacity: "100000000", nextSerial: 1, example: "MX2409000000018", status: 2, createTime: "2024-08-18 09:00:00",
  },
], { today: demonstrationDay });
