import { seedRows } from "#schema";

export default seedRows("oss", [
  { category: "1", ossCode: "local", endpoint: "http://127.0.0.1:9000", bucketName: "trace", status: 1, remark: "本地 MinIO，填写密钥并测试后启用" },
  { category: "3", ossCode: "ali-oss", endpoint: "https://oss-cn-guizhou.example.cn", bucketName: "chunniang", status: 1, remark: "备用" },
]);
