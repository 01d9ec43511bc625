import type { Translated } from '../kernel/message.ts'
import type { certServerTexts } from './cert.server.texts.ts'

export const certServerTextsEn: Translated<typeof certServerTexts> = {
  certGone: 'The certificate does not exist or is disabled',
  certPicture: 'The picture does not exist. Please upload it again',
  certUnknown: 'No such certificate. Please check the number',
  certExpirePast: 'The end must be later than now',
  certZipWaiting: '{{n}} of them have no file yet or are revoked. Please try again later or deselect them',
  certZipMany: 'At most {{n}} {{n, certificate/certificates}} at once',
}
