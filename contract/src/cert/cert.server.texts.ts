// What the server refuses and reports, by key. English stands beside it in cert.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const certServerTexts = {
  certGone: '证书不存在或已停用',
  certPicture: '图片不存在，请重新上传',
  certUnknown: '没有查到该证书，请核对编号',
  certExpirePast: '有效期必须晚于现在',
  certZipWaiting: '还有{{n}}份证书没有生成文件或已撤销，请稍后再试或取消勾选',
  certZipMany: '一次最多下载{{n}}份证书',
} as const

export const say = speaker(certServerTexts)
