// What the server refuses and reports, by key. English stands beside it in common.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const commonServerTexts = {
  fileKindOf: '不支持的文件类型，请上传 {{kinds}} 文件',
  fileOver: '文件过大，不能超过 {{mb}} MB',
  fileContentUnfit: '文件内容与扩展名 .{{extension}} 不符',
  pictureBroken: '图片已损坏，无法识别',
  pictureTooLarge: '图片尺寸过大，请缩小后再上传',
  fileChosenEmpty: '文件是空的，请重新选择',
  uploadDayFiles: '24 小时内最多上传 {{n}} 个文件，请明天再上传',
  uploadDayBytes: '24 小时内最多上传 {{mb}} MB，请明天再上传',
  uploadUnfinished: '文件还没有传完，请继续上传',
  uploadBeingStored: '文件正在保存，请稍后再试',
  uploadsOpen: '您有 {{n}} 个上传还没有传完，请先完成或等待过期',
  uploadTotal: '上传的文件合计不能超过 {{mb}} MB，请联系管理员',
} as const

export const say = speaker(commonServerTexts)
