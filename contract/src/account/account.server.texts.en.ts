import type { Translated } from '../kernel/message.ts'
import type { accountServerTexts } from './account.server.texts.ts'

export const accountServerTextsEn: Translated<typeof accountServerTexts> = {
  realNameVerified: 'The name is verified and cannot be changed',
  mobileBoundElsewhere: 'Somebody else has bound this mobile number',
  unbindForeignMobile: 'You can only unbind your own mobile number',
  mobileRegistered: 'This mobile number is already registered',
  accountLocked: 'Too many failed sign-ins: the account is locked. Please try again in {{minutes}} min',
  registrationOff: 'Registration is off',
  faceNeedsName: 'Please enter your username first',
  smsUnset: 'This site sends no SMS, so that codes by SMS cannot be used: ask an administrator',
  smsDailyLimit: "This mobile number has reached today's limit of SMS codes",
  photoSize: 'The photo must have {{width}}×{{height}} pixels, this one has {{found}}',
  photoBlank: 'The photo shows nothing, please upload another',
  idCardVerified: 'The ID number is verified and cannot be changed',
  totpLocked: 'Too many wrong codes, please try again in {{minutes}} {{minutes, minute/minutes}}',
  totpPasswordWrong: 'The password is wrong',
  unbindNeedsCode: 'Unbinding a mobile number needs an SMS code',
  apiTokenWrong: 'The API token is wrong or was revoked',
  apiTokenExpired: 'The API token has expired',
  apiTokenOwner: 'The account of the API token’s owner is disabled',
  apiTokenAddress: 'This API token cannot be used from this address',
  apiTokenTag: 'You do not have the permission {{tag}}, so a token cannot have it',
  apiTokenAddresses: 'Please enter IP addresses or ranges such as 10.1.0.0/16, at most {{n}}',
  apiTokenLife: 'It must end after now, and within {{n}} {{n, day/days}}',
}
