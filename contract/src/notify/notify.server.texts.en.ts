import type { Translated } from '../kernel/message.ts'
import type { notifyServerTexts } from './notify.server.texts.ts'

export const notifyServerTextsEn: Translated<typeof notifyServerTexts> = {
  recipientsNone: 'There is nobody to notify',
  messageTmplDisabled: 'This message template is disabled',
  variableEmpty: 'There is nothing to fill in for the variable {{name}}',
  mailOffHere: 'E-mail is not set up yet, please do so under E-mail settings',
  smsTmplNeeded: 'To send an SMS, choose a message template with an SMS template number',
  refTypeUnknown: 'This kind of reference is not supported',
  sendAtPast: 'Choose a time in the future',
  sendAtFar: 'Choose a time within a year',
}
