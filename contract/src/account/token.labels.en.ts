// English for the labels of API tokens.

export const tokenLabelsEn = {
  令牌名称: 'Token name',
  令牌权限: 'Permissions of the token',
  令牌: 'Token',
  允许的地址: 'Allowed addresses',
  最近使用: 'Last used',
  最近使用的地址: 'Last used from',
  令牌可用的权限: 'Permissions for tokens',
  当前接口令牌: 'This API token',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof tokenLabelsEn, string> {}
}
