// Texts by any gateway that speaks the protocol of docs/messages.md: signed JSON over HTTP.
import { signatureHeaders, signatureOf } from "../../../../payments/providers/http/signature.ts";
import type { TextProvider } from "../provider.ts";
import { objectIn, answerText } from "../answers.ts";

const shortestKey = 16;

export const httpGateway: TextProvider = {
  // A gateway sends one message for a number, however often it is asked.
  isRepeatable: true,
  lacks: ({ accessKey, secretKey, endpoint }) => {
    if (endpoint === "") return ["网关地址", "the gateway URL"];
    if (accessKey === "") return ["accessKey", "the accessKey"];
    return secretKey.length < shortestKey
      ? [`至少 ${shortestKey} 位的 secretKey`, `a secretKey of at least ${shortestKey} characters`]
      : undefined;
  },
  request: ({ accessKey, secretKey, endpoint, signName, templateId }, { id, phone, params }, { now, nonce }) => {
    const timestamp = String(Math.floor(now / 1000));
    const body = JSON.stringify({ action: "text", messageNo: id, phone, signName, templateId, params });
    return {
      url: endpoint,
      headers: {
        "content-type": "application/json",
        [signatureHeaders.merchant]: accessKey,
        [signatureHeaders.timestamp]: timestamp,
        [signatureHeaders.nonce]: nonce,
        [signatureHeaders.signature]: signatureOf(secretKey, { timestamp, nonce, body }),
      },
      body,
    };
  },
  read: ({ status, body }) => {
    const answer = objectIn(body);
    const sentStatus = answer === undefined ? "" : answerText(answer, "status");
    if (answer !== undefined && status === 200 && sentStatus === "accepted")
      return { outcome: "accepted", providerId: answerText(answer, "id") };
    if (answer !== undefined && sentStatus === "refused")
      return {
        outcome: "refused",
        isPermanent: answer["retry"] !== true,
        code: answerText(answer, "code"),
        message: answerText(answer, "message"),
      };
    return { outcome: "unclear" };
  },
};
