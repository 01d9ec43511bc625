// English for API tokens.

export const tokenEn = {
  '您失去的权限，令牌也立即失去': 'A permission that you lose is lost to the token at once',
  所有者: 'Owner',
  新的接口令牌: 'New API token',
  '最长 366 天': 'At most 366 days',
  '每行一个 IP 地址或网段，留空不限': 'One IP address or range a line; empty for everywhere',
  '程序用接口令牌代您调用后台的接口，只能使用您选择的权限':
    'With a token a program calls the back office for you, with the permissions that you choose',
}

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof tokenEn> {}
}
