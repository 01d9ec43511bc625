// The page files of the back office by menu key. A separate file, because the list is long and no learner's page needs it.
import type { ComponentType } from 'react'
import { backOfficePages, canonicalKey, pageName } from '../shared/page/page-key.ts'
import './compose.ts'
import { hasPage } from './pages.ts'

type PageModule = { default: ComponentType }
const files = import.meta.glob<PageModule>('../domains/**/admin/*Page.tsx')
const loaders = new Map(Object.entries(files).map(([file, load]) => [pageName(file.replace('.tsx', '')), load]))

const hasAnyPage = (key: string) => loaders.has(pageName(key)) || hasPage(key)
const keys = Object.keys(files)
  .map((file) => canonicalKey(file.replace('../domains/', '').replace('.tsx', '')))
  .toSorted()
backOfficePages.set({ keys, has: hasAnyPage })

/** The loader of a menu key's page; undefined for an unknown key. */
export const adminPage = (key: string) => loaders.get(pageName(key))
