import type { Translated } from '../kernel/message.ts'
import type { operationServerTexts } from './operation.server.texts.ts'

export const operationServerTextsEn: Translated<typeof operationServerTexts> = {
  binTakenNamed: 'The name “{{title}}” is in use again. Rename the other first, then restore this',
  binPartGoneNamed: 'Something that “{{title}}” belongs to or uses has been deleted. Restore that first',
}
