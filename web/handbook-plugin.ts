// The handbooks in the build: a small index, and one module for each chapter, so that no page loads a chapter that is not read.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Chapter } from '../handbook/format.ts'
import { markOf, readNews } from '../handbook/news.ts'
import { handbookRoot, readChapters } from '../handbook/read.ts'
import { readTerms } from '../handbook/terms.ts'
import { pageName } from './src/shared/page/page-key.ts'

const INDEX = 'virtual:handbook'
const WHOLE = 'virtual:handbook/whole'
const CHAPTER = 'virtual:handbook/chapter/'
const NEWS = 'virtual:handbook/news'
const MARK = 'virtual:handbook/mark'
const TERMS = 'virtual:handbook/terms'

/** The HTML of a chapter as source text, with the addresses that its pictures get in the build. */
function sourceOf({ html }: Chapter, names: Map<string, string>): string {
  return JSON.stringify(html).replaceAll(/image:([a-z0-9-]+)/g, (_all, name: string) => {
    if (!names.has(name)) names.set(name, `picture${names.size}`)
    return `" + ${names.get(name)} + "`
  })
}

function moduleOf(chapters: readonly Chapter[], write: (sources: string[]) => string): string {
  const names = new Map<string, string>()
  const sources = chapters.map((chapter) => sourceOf(chapter, names))
  const imports = [...names].map(([name, as]) => {
    const file = join(handbookRoot, 'images', `${name}.png`)
    // a new picture is taken from a build without it; architecture/handbook.test.ts misses it
    return existsSync(file) ? `import ${as} from ${JSON.stringify(`${file}?url`)}` : `const ${as} = 'data:,'`
  })
  return [...imports, write(sources)].join('\n')
}

const indexOf = (chapters: readonly Chapter[]) =>
  [
    `export const chapters = ${JSON.stringify(chapters.map(({ id, title, audience }) => ({ id, title, audience })))}`,
    `export const pages = ${JSON.stringify(Object.fromEntries(chapters.flatMap(({ id, pages }) => pages.map((page) => [pageName(page), id]))))}`,
    `export const one = {${chapters.map(({ id }) => `${JSON.stringify(id)}: () => import(${JSON.stringify(CHAPTER + id)})`).join(',\n')}}`,
    `export const whole = () => import(${JSON.stringify(WHOLE)})`,
  ].join('\n')

export function handbook(): Plugin {
  return {
    name: 'handbook',
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${INDEX}`)) return null
      const name = id.slice(1)
      if (name === NEWS) return `export default ${JSON.stringify(readNews())}`
      if (name === MARK) return `export default ${JSON.stringify(markOf(readNews()))}`
      if (name === TERMS) return `export default ${JSON.stringify(readTerms())}`
      const chapters = readChapters()
      if (name === INDEX) return indexOf(chapters)
      if (name === WHOLE)
        return moduleOf(
          chapters,
          (sources) => `export default {${chapters.map((one, at) => `${JSON.stringify(one.id)}: ${sources[at]}`).join(',\n')}}`,
        )
      const chapter = chapters.find((one) => CHAPTER + one.id === name)
      if (!chapter) throw new Error(`there is no chapter ${name}`)
      return moduleOf([chapter], ([source]) => `export default ${source}`)
    },
  }
}
