// What is wrong with an input, by key. English stands beside it in paper.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const paperTexts = {
  makeUpUnchosen: '请选择补考人员',
  rightOptionUnchosen: '请至少选择一个正确选项',
  handlingReasonEmpty: '处理原因必须填写！',
  reopenReasonEmpty: '恢复原因必须填写！',
  watchMessageEmpty: '消息内容必须填写！',
  takeInReasonEmpty: '收卷理由必须填写！',
  exStateUnchosen: '考卷状态必须选择！',
  candidatesUnchosen: '请选择考生',
  extraReasonEmpty: '补时原因必须填写！',
  exportNowTooMany: '一次最多打包50份，更多请使用后台导出',
  questionGone: '试题不存在',
  belowMinus1000: '{{label}}不能小于-1000',
  above1000: '{{label}}不能大于1000',
  markersUnchosen: '请选择阅卷人',
} as const

export const say = speaker(paperTexts)
