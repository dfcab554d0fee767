import { seedRows } from "#schema";

export default seedRows("client", [
  {
    clientId: "saber", clientSecret: "saber_secret", authorizedGrantTypes: ["refresh_token", "password", "captcha", "social"], scope: "all", accessTokenValidity: 3600,
    refreshTokenValidity: 604800, additionalInformation: "管理后台",
  },
  {
    clientId: "sword", clientSecret: "sword_secret", authorizedGrantTypes: ["refresh_token", "password", "captcha", "social"], scope: "all", accessTokenValidity: 3600,
    refreshTokenValidity: 604800,
  },
  {
    clientId: "h5", clientSecret: "h5_secret", authorizedGrantTypes: ["refresh_token", "social"], scope: "all", accessTokenValidity: 7200, refreshTokenValidity: 2592000,
    additionalInformation: "消费者扫码页",
  },
]);
