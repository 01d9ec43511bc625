// English for the labels of this domain.

export const commonLabelsEn = {
  图形验证码: 'Captcha',
  校验图形验证码: 'Check captcha',
  腾讯云上传凭证: 'Tencent Cloud upload credentials',
  上传文件: 'Upload file',
  开始直传分片上传: 'Begin a direct upload in pieces',
  查询直传分片: 'Missing pieces of a direct upload',
  开始分片上传: 'Begin an upload in pieces',
  完成分片上传: 'Finish an upload in pieces',
  登记直传文件: 'Register a directly uploaded file',
  阿里云上传凭证: 'Aliyun upload credentials',
  'S3 上传地址': 'S3 upload address',
  七牛上传凭证: 'Qiniu upload credentials',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof commonLabelsEn, string> {}
}
