// Messages and labels of the contract in the language of the page.
import { type Message, messageOf } from '@shuyuan/contract/kernel/message.ts'
import { type Catalogue, translate } from '@shuyuan/contract/kernel/translate.ts'
import { language } from './state/preferences.ts'
import { worded } from './text/words.ts'

let english: Catalogue | undefined

/** Sets the English texts and labels of the contract after they are loaded. */
export const setEnglishMessages = (catalogue: Catalogue): void => void (english = catalogue)

/** A message in the language of the page; Chinese until the English texts are loaded. */
export const messageText = (message: Message): string =>
  worded(english !== undefined && language.get() === 'en' ? translate(message, english) : message.zh)

/** The English of a label; the label itself where the contract has none. */
export const labelText = (label: string): string =>
  english !== undefined && Object.hasOwn(english.labels, label) ? (english.labels[label] ?? label) : label

/** The text of a Zod issue, see `encoded`. */
export const issueText = (text: string): string => messageText(messageOf(text))
