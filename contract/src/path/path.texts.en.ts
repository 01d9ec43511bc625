import type { Translated } from '../kernel/message.ts'
import type { pathTexts } from './path.texts.ts'

export const pathTextsEn: Translated<typeof pathTexts> = {
  stagesEmpty: 'Please add a stage',
  stageEmpty: 'Each stage needs something to do',
  stageNeedMost: 'Stage {{n}} has fewer optional items than have to be done',
  stageNothing: 'Stage {{n}} has nothing that must be done',
  stageTwice: 'Stage {{n}} has something that stands in the path twice',
  renewalNothing: 'A path that starts again needs a required exam or bank',
  renewalMonths: 'Please say after how many months it starts again',
  renewalCert: 'Please choose a certificate that ends',
  pathCertGone: 'The chosen certificate does not exist or is disabled',
  pathItemGone: 'Stage {{n}} has something that does not exist or that you may not see',
}
