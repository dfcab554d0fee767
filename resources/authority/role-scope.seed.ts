import { seedRows } from "#schema";

const apiScope = 2;

/**
 * Ids of resources/authority/api-scope.seed.ts: what the roles of the demonstration are granted the keys for, the scopes leave open to
 * them.
 */
const users = "70001";
const codeSetDownload = "70002";
const codeFileDownload = "70003";

const held: Readonly<Record<string, readonly string[]>> = { 仓库主管: [users], 市场专员: [users], 审计员: [users], 生产主管: [codeSetDownload, codeFileDownload] };

export default seedRows("role-scope", Object.entries(held).flatMap(([roleId, ids]) => ids.map((scopeId) => ({ roleId, scopeCategory: apiScope, scopeId }))));
