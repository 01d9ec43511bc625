// The back office's page files, found by their menu keys. A file of its own: the list is long, and no learner's page needs it.
import type { ComponentType } from 'react'
import { hasPage } from './pages.ts'

type PageModule = { default: ComponentType }
const files = import.meta.glob<PageModule>('../domains/*/admin/*Page.tsx')
const loaders = new Map(Object.entries(files).map(([file, load]) => [file.replace('../domains/', '').replace('.tsx', ''), load]))

/** The back office's pages of this version. */
export const pageKeys = [...loaders.keys()].toSorted()

/** Does this version have the page, in either area? */
export const hasAnyPage = (key: string) => loaders.has(key) || hasPage(key)

/** What loads the page of a menu key; undefined for an unknown one. */
export const adminPage = (key: string) => loaders.get(key)
