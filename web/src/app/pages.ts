// Every page file, found by its menu key and loaded when it is opened.
import { type ComponentType, createElement, lazy, type LazyExoticComponent } from 'react'
import { MissingPage } from './visitor/MissingPage.tsx'

type PageModule = { default: ComponentType }
const files = import.meta.glob<PageModule>('../domains/*/{admin,learner}/*Page.tsx')
const components = new Map<string, LazyExoticComponent<ComponentType>>(
  Object.entries(files).map(([file, load]) => [file.replace('../domains/', '').replace('.tsx', ''), lazy(load)]),
)

/** Does this version have the page? */
export const hasPage = (key: string) => components.has(key)

/** The page of a menu key as an element; an unknown key says so instead of failing. */
export const pageElement = (key: string) => createElement(components.get(key) ?? MissingPage)
