import type { Translated } from '../kernel/message.ts'
import type { siteServerTexts } from './site.server.texts.ts'

export const siteServerTextsEn: Translated<typeof siteServerTexts> = {
  facesNotCompared: 'This site compares no faces, so that this cannot be turned on',
  pictureForeign: 'This picture does not exist or is not yours, please upload it again',
  hasChildren: '“{{name}}” cannot be deleted: entries below it: {{n}}',
  signInTooOften: 'Too many failed sign-ins, try again in {{minutes}} {{minutes, minute/minutes}}',
  parentDicGone: 'The parent dictionary does not exist',
  dicCodeTaken: 'This dictionary code exists already',
  dicCodeFixed: 'The dictionary code cannot change',
  dicLevelCode: 'Levels have the values 1 to 5, five at most',
  dicHasChildren: '“{{name}}” cannot be deleted: dictionaries below it: {{n}}',
  dicValueTaken: 'This value exists already',
  parentGone: 'The parent does not exist',
  serverDirectoryWrong: 'The server has no such folder, or cannot write in it',
  defaultDepartGone: 'The default department does not exist, please choose again',
  licenceMissing: 'The system has no licence yet, please contact the administrator',
  licenceExpired: 'The licence has expired, please contact the administrator',
  licenseSeatsOf: 'The licence allows no more than {{max}} {{max, user/users}}',
  pemUnreadable: 'This key cannot be read. Please paste the whole PEM text',
  secretWithAddress: '{{address}} was changed. Please enter {{label}} again',
  addressNeedsHttps: '{{label}} must begin with https. For a service inside your network, ask the operator to add it to OUTGOING_ALLOW',
  addressInside: '{{label}} leads into the internal network. If it is needed, ask the operator to add it to OUTGOING_ALLOW',
}
