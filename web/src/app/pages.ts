// Every page file, found by its menu key and loaded when it is opened.
import { type ComponentType, createElement, lazy, type LazyExoticComponent } from 'react'
import { MissingPage } from './visitor/MissingPage.tsx'

type PageModule = { default: ComponentType }
const files = import.meta.glob<PageModule>('../domains/*/learner/*Page.tsx')
const components = new Map<string, LazyExoticComponent<ComponentType>>(
  Object.entries(files).map(([file, load]) => [file.replace('../domains/', '').replace('.tsx', ''), lazy(load)]),
)

const learnerKeys = new Set(components.keys())

/** Does this version have the learner's page? */
export const hasPage = (key: string) => learnerKeys.has(key)

/** The list of the back office's pages comes with the first of them; an unknown key says so instead of failing. */
const fromBackOffice = (key: string) =>
  lazy(async (): Promise<PageModule> => {
    const { adminPage } = await import('./adminPages.ts')
    const load = adminPage(key)
    return load ? load() : { default: MissingPage }
  })

/** The page of a menu key as an element. */
export function pageElement(key: string) {
  const page = components.get(key) ?? fromBackOffice(key)
  components.set(key, page)
  return createElement(page)
}
