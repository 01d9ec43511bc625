// Every page file by menu key, loaded when it is opened.
import { type ComponentType, createElement, lazy, type LazyExoticComponent } from 'react'
import { pageName } from '../shared/page-key.ts'
import './learner/compose.ts'
import { MissingPage } from './visitor/MissingPage.tsx'

type PageModule = { default: ComponentType }
const files = import.meta.glob<PageModule>(['../domains/**/learner/*Page.tsx', './learner/*Page.tsx'])
const loaders = new Map(Object.entries(files).map(([file, load]) => [pageName(file.replace('.tsx', '')), load]))
const components = new Map<string, LazyExoticComponent<ComponentType>>([...loaders].map(([name, load]) => [name, lazy(load)]))

/** Fetches a learner's page before it is shown; a failure is reported where it is shown. */
export const fetchPage = (key: string): void =>
  void loaders
    .get(pageName(key))?.()
    .catch(() => undefined)

const learnerPages = new Set(components.keys())

/** Whether this version has the learner's page. */
export const hasPage = (key: string) => learnerPages.has(pageName(key))

/** The list of the back office's pages is loaded with the first of them; an unknown key shows MissingPage instead of failing. */
const fromBackOffice = (key: string) =>
  lazy(async (): Promise<PageModule> => {
    const { adminPage } = await import('./adminPages.ts')
    const load = adminPage(key)
    return load ? load() : { default: MissingPage }
  })

/** The page of a menu key as an element. */
export function pageElement(key: string) {
  const name = pageName(key)
  const page = components.get(name) ?? fromBackOffice(key)
  components.set(name, page)
  return createElement(page)
}
