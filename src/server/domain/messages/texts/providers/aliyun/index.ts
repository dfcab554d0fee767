// Texts by Alibaba Cloud: SendSms of the version 2017-05-25.
import type { TextProvider, TextSettings } from "../provider.ts";
import { objectIn, answerText } from "../answers.ts";
import { queryOf, signedHeaders } from "./signature.ts";

/** Codes of errors that may pass. */
const passing = /^(?:Throttling|ServiceUnavailable|InternalError|isp\.SYSTEM_ERROR|isp\.GATEWAY_ERROR|isv\.BUSINESS_LIMIT_CONTROL)/;
const regionPattern = /^[a-z]{2,}(?:-[a-z0-9]+)+$/;

/** Mainland China has one address; other regions have their own. */
function endpointOf({ endpoint, regionId }: TextSettings): URL {
  if (endpoint !== "") return new URL(endpoint);
  return new URL(
    regionId === "" || regionId.startsWith("cn-") ? "https://dysmsapi.aliyuncs.com" : `https://dysmsapi.${regionId}.aliyuncs.com`,
  );
}

export const aliyun: TextProvider = {
  // Neither number nor OutId makes Alibaba Cloud recognise a request that it has seen.
  isRepeatable: false,
  lacks: ({ accessKey, secretKey, regionId }) => {
    if (accessKey === "") return ["accessKey", "the accessKey"];
    if (secretKey === "") return ["secretKey", "the secretKey"];
    return regionId === "" || regionPattern.test(regionId) ? undefined : ["有效的 regionId", "a valid regionId"];
  },
  request: (settings, { id, phone, params }, { now, nonce }) => {
    const address = endpointOf(settings);
    const query = queryOf({
      PhoneNumbers: phone,
      SignName: settings.signName,
      TemplateCode: settings.templateId,
      ...(Object.keys(params).length === 0 ? {} : { TemplateParam: JSON.stringify(params) }),
      OutId: id,
    });
    const call = { host: address.host, action: "SendSms", version: "2017-05-25", query, body: "", now, nonce };
    return { url: `${address.origin}/?${query}`, headers: signedHeaders(call, settings), body: "" };
  },
  read: ({ status, body }) => {
    const answer = objectIn(body);
    const code = answer === undefined ? "" : answerText(answer, "Code");
    if (answer === undefined || code === "") return { outcome: "unclear" };
    if (code === "OK") return { outcome: "accepted", providerId: answerText(answer, "BizId") };
    return { outcome: "refused", isPermanent: !passing.test(code) && status < 500, code, message: answerText(answer, "Message") };
  },
};
