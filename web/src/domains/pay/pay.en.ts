import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const payEn = {
  'pdf、图片或 zip；申请人可以在付款记录中下载。没有文件时，请在处理说明里写明原因':
    'PDF, picture or zip; the applicant can download it under Payments. Without a file, please say why in the reply',
  上传发票: 'Upload invoice',
  下载发票: 'Download invoice',
  下载收据: 'Download receipt',
  '以 PUB_KEY_ID_ 开头；使用平台证书时填写证书序列号': 'Begins with PUB_KEY_ID_; with a platform certificate, its serial number',
  修改发票申请: 'Change invoice request',
  '发票申请保存成功！': 'Invoice request saved!',
  '启用{{title}}': 'Offer {{title}}',
  商户设置: 'Merchant account',
  '处理“{{name}}”的发票': 'Process the invoice of “{{name}}”',
  学员在付款记录中申请的发票会出现在这里: 'Invoices that learners request under Payments appear here',
  '学员用微信扫码付款（API v3）': 'Learners pay by scanning with WeChat (API v3)',
  '学员用积分兑换，不需要商户': 'Learners spend points; no merchant account is needed',
  '学员跳转到 PayPal 付款': "Learners pay on PayPal's page",
  学员跳转到支付宝付款: "Learners pay on Alipay's page",
  已启用: 'On',
  '支付配置保存成功！': 'Payment settings saved!',
  未启用: 'Off',
  未配置: 'Not set up',
  '本版本还不能付款：商户信息可以先保存，暂不生效':
    'Nothing can be paid in this version: merchant accounts can be stored and have no effect yet',
  '查看“{{name}}”的发票': 'View the invoice of “{{name}}”',
  查看发票: 'View invoice',
  '申请发票未开启，请联系管理员!': 'Invoices cannot be requested here. Please contact an administrator!',
  '申请发票：处理中': 'Request invoice: processing',
  '申请发票：已处理': 'Request invoice: processed',
  '留空使用 https://openapi.alipay.com/gateway.do': 'Empty: https://openapi.alipay.com/gateway.do',
  '粘贴微信支付公钥或平台证书的 PEM 内容': 'Paste the PEM of the WeChat Pay public key or platform certificate',
  '购买课程、考试和题库的付款会记在这里。': 'What you pay for courses, exams and banks is listed here.',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof payEn> {}
}
