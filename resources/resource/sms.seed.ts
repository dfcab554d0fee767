import { seedRows } from "#schema";

export default seedRows("sms", [
  {
    category: "3", smsCode: "aliyun-sms", templateId: "SMS_123456", paramNames: "code", accessKey: "LTAI5tExample0001", regionId: "cn-hangzhou", signName: "醇酿溯源", status: 2, remark: "登录与发货通知",
  },
  { category: "1", smsCode: "yunpian", templateId: "3820011", accessKey: "yp-example-0002", signName: "醇酿溯源", status: 1, remark: "备用" },
]);
