import type { Translated } from '../kernel/message.ts'
import type { paperTexts } from './paper.texts.ts'

export const paperTextsEn: Translated<typeof paperTexts> = {
  makeUpUnchosen: 'Choose who sits again',
  rightOptionUnchosen: 'Choose at least one right option',
  handlingReasonEmpty: 'Please give a reason!',
  reopenReasonEmpty: 'Please give the reason for going on',
  watchMessageEmpty: 'Please enter the message!',
  takeInReasonEmpty: 'Please enter the reason for collecting!',
  exStateUnchosen: 'Please choose the paper status!',
  candidatesUnchosen: 'Please choose candidates',
  extraReasonEmpty: 'Please give a reason for the extra time!',
  exportNowTooMany: 'At most 50 papers at once; use the background export for more',
  questionGone: 'The question does not exist',
  belowMinus1000: '{{label}} must not be below -1000',
  above1000: '{{label}} must not be above 1000',
  markersUnchosen: 'Please choose markers',
}
