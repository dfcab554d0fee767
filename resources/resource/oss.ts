import { code, defineResource, dict, password, progress, state, text, url } from "#schema";

/** Where uploads are kept. At most one configuration of a tenant is enabled; with none the server keeps them on its own disk. */
export default defineResource({
  name: "oss",
  label: ["对象存储配置", "Object storage configuration"],
  path: "/blade-resource/oss",
  title: "ossCode",
  record: "dialog",
  fields: {
    category: dict("oss", "分类", "Provider", { integer: true, required: true, default: "1", search: "equal" }),
    ossCode: code("资源编号", "Code", { required: true, max: 32, search: "like", unique: "tenant" }),
    endpoint: url("资源地址", "Endpoint", {
      required: true, max: 255, list: true,
      help: ["不含空间名，须为 https，例如 https://oss-cn-hangzhou.aliyuncs.com；内网地址须由运维登记", "Without the bucket, by https, such as https://oss-cn-hangzhou.aliyuncs.com; internal addresses need the operator's permission"],
    }),
    bucketName: text("空间名", "Bucket", { required: true }),
    accessKey: password("accessKey", "accessKey", { required: ["请输入accessKey", "Please enter the access key"], max: 255 }),
    secretKey: password("secretKey", "secretKey", { required: true, max: 255 }),
    appId: text("应用ID", "App id", { showWhen: { category: "4" }, list: false }),
    region: text("地域简称", "Region", {
      max: 64, showWhen: { category: "4" }, list: false,
      help: ["为空时取自资源地址", "If empty, taken from the endpoint"],
    }),
    status: state("是否启用", "Active", { disabled: [1, "停用", "Disabled"], enabled: [2, "启用", "Enabled", "green"] }),
    moving: progress("迁移进度", "Move of files", { visibleIn: ["view"] }),
    remark: text("备注", "Remark"),
  },
  actions: {
    enable: {
      label: ["启用", "Enable"], from: "disabled", to: "enabled", exclusive: "disabled", path: "/enable", with: { tenantId: { field: "tenantId" } }, confirm: ["是否确定启用这条配置?", "Enable this configuration?"],
      effect: ["上传的文件保存到该存储", "Uploads are kept in this storage"],
    },
    test: {
      label: ["测试配置", "Test configuration"], path: "/test", handler: true,
      effect: ["写入、读取并删除一个测试文件", "Writes, reads and deletes a test file"],
    },
    move: {
      label: ["迁移文件到此处", "Move files here"], path: "/move", handler: true,
      confirm: ["是否将本租户的全部文件迁移到该存储？迁移期间文件仍可访问。", "Move all files of the tenant into this storage? They stay readable meanwhile."],
      effect: ["逐个复制、校验后删除原文件，中断后继续", "Copies, verifies and removes file by file, and continues after an interruption"],
    },
    moveHome: {
      label: ["迁移文件到本机", "Move files to this server"], on: "toolbar", path: "/move-home", handler: true,
      confirm: ["是否将本租户的全部文件迁移到服务器本机？", "Move all files of the tenant to the disk of this server?"],
      effect: ["逐个复制、校验后删除原文件，中断后继续", "Copies, verifies and removes file by file, and continues after an interruption"],
    },
  },
});
