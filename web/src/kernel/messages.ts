// Messages of the contract and of the server, in the language of the page.
import { type Message, messageOf } from '@shuyuan/contract/kernel/message.ts'
import { type Catalogue, translate } from '@shuyuan/contract/kernel/translate.ts'
import { language } from './preferences.ts'

let english: Catalogue | undefined

/** Gives the English texts of the contract, once they are loaded. */
export const setEnglishMessages = (catalogue: Catalogue): void => void (english = catalogue)

/** A message in the language of the page; Chinese until the English texts are loaded. */
export const messageText = (message: Message): string =>
  english !== undefined && language.get() === 'en' ? translate(message, english) : message.zh

/** The text of a Zod issue, see `encoded`. */
export const issueText = (text: string): string => messageText(messageOf(text))
