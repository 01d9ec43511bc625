// Every page file by menu key, loaded when it is opened.
import { type ComponentType, createElement, lazy } from 'react'
import { pageName } from '../shared/page/page-key.ts'
import { ready, type ReadyModule } from '../kernel/piece/ready.tsx'
import { MissingPage } from './visitor/MissingPage.tsx'

type PageModule = { default: ComponentType }
const files = import.meta.glob<ReadyModule>(['../domains/**/learner/*Page.tsx', './learner/*Page.tsx'])
/** The preview of a course shows components of later rooms. */
const previewed = pageName('course/learner/CoursePreviewPage')
const composed = (name: string, load: () => Promise<ReadyModule>) =>
  name === previewed ? async () => (await Promise.all([load(), import('./learner/compose-preview.ts')]))[0] : load
const pages = new Map(
  Object.entries(files).map(([file, load]) => {
    const name = pageName(file.replace('.tsx', ''))
    return [name, ready(composed(name, load))]
  }),
)
const components = new Map<string, ComponentType>([...pages].map(([name, { Component }]) => [name, Component]))

/** Fetches a learner's page before it is shown; a failure is reported where it is shown. */
export const fetchPage = async (key: string): Promise<void> => {
  await pages
    .get(pageName(key))
    ?.fetch()
    .catch(() => undefined)
}

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
