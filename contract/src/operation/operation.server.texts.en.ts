import type { Translated } from '../kernel/message.ts'
import type { operationServerTexts } from './operation.server.texts.ts'

export const operationServerTextsEn: Translated<typeof operationServerTexts> = {
  binTakenNamed: 'The name “{{title}}” is in use again. Rename the other first, then restore this',
  binPartGoneNamed: 'Something that “{{title}}” belongs to or uses has been deleted. Restore that first',
  viewTitleTaken: 'This list has a view with this name already',
  viewsFull: 'A list keeps at most {{n}} {{n, view/views}}. Delete one that is not used first',
  viewTooLarge: 'Too many filters for a view',
  viewNotShared: 'You have no permission to share views',
}
