// All English of the web, loaded only when English is chosen.
import { english as contract } from '@shuyuan/contract/texts.en.ts'
import type { Catalogue, EnglishTexts } from '../kernel/i18n.ts'

/** The catalogues of pages by file; each file exports one. */
export const files = import.meta.glob<Record<string, Catalogue>>('../**/*.en.ts', { eager: true })

const pages: Catalogue = Object.assign({}, ...Object.values(files).flatMap((file) => Object.values(file)))

export const catalogue: EnglishTexts = { pages, contract }
