// What the server refuses and reports, by key. English stands beside it in operation.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const operationServerTexts = {
  binTakenNamed: '已有名为“{{title}}”的数据，请先改名再恢复',
  binPartGoneNamed: '“{{title}}”所属或使用的数据已被删除，请先恢复那些数据',
} as const

export const say = speaker(operationServerTexts)
