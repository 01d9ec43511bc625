import type { Translated } from '../kernel/message.ts'
import type { commonServerTexts } from './common.server.texts.ts'

export const commonServerTextsEn: Translated<typeof commonServerTexts> = {
  fileKindOf: 'This type of file is not supported, please upload {{kinds}}',
  fileOver: 'The file is too large: at most {{mb}} MB',
  fileContentUnfit: 'The content of the file does not match its extension .{{extension}}',
  pictureBroken: 'The picture is damaged and cannot be read',
  pictureTooLarge: 'The picture is too large, please scale it down first',
  fileChosenEmpty: 'The file is empty, please choose another',
  uploadDayFiles: 'At most {{n}} {{n, file/files}} may be uploaded within 24 hours, please go on tomorrow',
  uploadDayBytes: 'At most {{mb}} MB may be uploaded within 24 hours, please go on tomorrow',
  uploadUnfinished: 'The file has not arrived completely, please go on sending it',
  uploadBeingStored: 'The file is being stored, please try again shortly',
  uploadsOpen:
    'You have {{n}} {{n, unfinished upload/unfinished uploads}}, please finish {{n, it/them}} or wait until {{n, it expires/they expire}}',
  uploadTotal: 'Your uploads may have {{mb}} MB in all, please ask an administrator',
}
