import { defineFields, text } from "#schema";

/** Where a row of a log was written: the place in the program, and the machine it ran on. */
export default defineFields({
  methodClass: text("方法类", "Class", { list: false }),
  methodName: text("方法名", "Function", { list: false }),
  serviceId: text("服务ID", "Service", { max: 32, search: "like" }),
  serverHost: text("服务host", "Host", { search: "like" }),
  serverIp: text("服务ip", "Host address"),
  env: text("软件环境", "Environment"),
});
