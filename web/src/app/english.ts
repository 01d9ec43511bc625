// Every English text of the web in one catalogue, loaded only when English is chosen.
import { english } from '@shuyuan/contract/kernel/error-english.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { english as messages } from '@shuyuan/contract/texts.en.ts'
import { setEnglishMessages } from '../kernel/messages.ts'
import type { Catalogue } from '../kernel/i18n.ts'
// the texts that arrive as data: labels of contracts, titles of menus, messages of the server
import labels from './labels.en.json'

/** The catalogues by file; each file exports one. */
export const files = import.meta.glob<Record<string, Catalogue>>('../**/*.en.ts', { eager: true })

setEnglishMessages(messages)

const failures = Object.entries(errors).map(([name, [, chinese]]) => [chinese, english[name as ErrorName]])

export const catalogue: Catalogue = Object.assign(
  {},
  Object.fromEntries(failures),
  labels,
  ...Object.values(files).flatMap((file) => Object.values(file)),
)
