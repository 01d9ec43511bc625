// What the forms of learning paths say, by key. English stands beside it in path.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const pathTexts = {
  stagesEmpty: '请至少添加一个阶段',
  stageEmpty: '每个阶段至少需要一项内容',
  stageNeedMost: '第 {{n}} 阶段的选做内容少于要完成的项数',
  stageNothing: '第 {{n}} 阶段没有必须完成的内容',
  stageTwice: '第 {{n}} 阶段的内容在方案里重复了',
  renewalNothing: '重新开始的方案至少要有一门必须完成的考试或题库训练',
  renewalMonths: '请填写几个月后重新开始',
  renewalCert: '请选择有有效期的证书',
  pathCertGone: '所选证书不存在或已停用',
  pathItemGone: '第 {{n}} 阶段有不存在或您无权查看的内容',
} as const

export const say = speaker(pathTexts)
