// The examples with which the documentation of the providers explains its signatures.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { aliyun } from "./aliyun/index.ts";
import { encoded, queryOf, signedHeaders } from "./aliyun/signature.ts";
import { authorizationOf } from "./tencent/signature.ts";

it("Alibaba Cloud: the fixed example of its signature version 3", () => {
  const query = queryOf({ RegionId: "cn-shanghai", ImageId: "win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd" });
  const call = {
    host: "ecs.cn-shanghai.aliyuncs.com",
    action: "RunInstances",
    version: "2014-05-26",
    query,
    body: "",
    now: Date.parse("2023-10-26T10:22:32Z"),
    nonce: "3156853299f313e23d1673dc12e1703d",
  };
  expect(signedHeaders(call, { accessKey: "YourAccessKeyId", secretKey: "YourAccessKeySecret" })["authorization"]).toBe(
    "ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0",
  );
});

it("Alibaba Cloud: parameters are encoded as RFC 3986 asks", () => {
  expect(encoded("a b*c~d/e+f(g)'!")).toBe("a%20b%2Ac~d%2Fe%2Bf%28g%29%27%21");
});

it("Tencent Cloud: the example of its signature version 3", () => {
  const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
  expect(createHash("sha256").update(body).digest("hex")).toBe("35e9c5b0e3ae67532d3c9f17ead6c90222632e5b1ff7f6e89887f1398934f064");
  const call = { host: "cvm.tencentcloudapi.com", service: "cvm", action: "DescribeInstances", body, timestamp: 1551113065 };
  const keys = { accessKey: "AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******", secretKey: "Gu5t9xGARNpq86cd98joQYCN3*******" };
  expect(authorizationOf(call, keys)).toBe(
    "TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=be4f67d323c78ab9acb7395e43c0dbcf822a9cfac32fea2449a7bc7726b770a3",
  );
});

it("Alibaba Cloud: regions outside of mainland China have addresses of their own, and nothing else is one", () => {
  const settings = { name: "", templateId: "T", signName: "S", accessKey: "a", secretKey: "s", regionId: "", appId: "", endpoint: "" };
  const message = { id: "1", phone: "13800000000", params: {} };
  const hostOf = (regionId: string) => new URL(aliyun.request({ ...settings, regionId }, message, { now: 0, nonce: "n" }).url).host;
  expect([hostOf(""), hostOf("cn-hangzhou"), hostOf("ap-southeast-1")]).toEqual([
    "dysmsapi.aliyuncs.com",
    "dysmsapi.aliyuncs.com",
    "dysmsapi.ap-southeast-1.aliyuncs.com",
  ]);
  expect(aliyun.lacks({ ...settings, regionId: "evil.example.com/" })?.[1]).toContain("regionId");
});
