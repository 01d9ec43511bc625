// What the server refuses and reports, by key. English stands beside it in operation.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const operationServerTexts = {
  binTakenNamed: '已有名为“{{title}}”的数据，请先改名再恢复',
  binPartGoneNamed: '“{{title}}”所属或使用的数据已被删除，请先恢复那些数据',
  viewTitleTaken: '此列表已有同名的视图',
  viewsFull: '一个列表最多保存 {{n}} 个视图，请先删除不用的',
  viewTooLarge: '筛选条件太多，无法保存为视图',
  viewNotShared: '没有共享视图的权限',
} as const

export const say = speaker(operationServerTexts)
