// Rules for style sheets: colours only from the tokens, classes only in modules, no use of missing classes.

/** Sheets that apply to all elements. */
const baseSheets = ['web/src/kernel/theme/tokens.css', 'web/src/kernel/theme/base.css', 'web/src/kernel/theme/antd.css']

/** Colours that cannot be variables, with the reason. */
const literalColours: Record<string, string> = {
  'web/src/kernel/theme/tokens.ts': 'the source of all others',
  'web/src/kernel/theme/tokens.css': 'written from tokens.ts',
  'web/src/domains/paper/attempt/integrity/Watermark.tsx': 'a picture of its own, which sees no variables',
}

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

// a hue from a variable is computed for each drawing
const notation = /(?<!&)#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\brgba?\(|\b(?:hsla?|hwb|lab|lch|oklab|oklch)\((?=\s*[\d.])/gi
/** Names of CSS Color 4 by their ends; shades have words before them. The less usual names are left out. */
const named =
  /\b[a-z]*(?:white|black|red|green|blue|gr[ae]y|yellow|orange|purple|pink|brown|gold|silver|cyan|violet|tomato|navy|teal|salmon|coral)\b/gi

/** Literal colours outside of the tokens. */
export function literalsIn(file: string, text: string): string[] {
  if (file in literalColours || /\.test\.tsx?$/.test(file)) return []
  const code = withoutComments(text)
  // values only, without variables and strings, in which such words are names
  const values = file.endsWith('.css') ? [...code.matchAll(/:([^:;{}]+)[;}]/g)].map(([, value = '']) => value) : []
  const names = values.flatMap((value) => value.replaceAll(/var\([^()]*\)|url\([^()]*\)|"[^"]*"|'[^']*'/g, '').match(named) ?? [])
  return [...(code.match(notation) ?? []), ...names].map((colour) => `${file}: ${colour}`)
}

/** Sheets that are neither modules nor base sheets. */
export const globalSheets = (files: readonly string[]) =>
  files.filter((file) => file.endsWith('.css') && !file.endsWith('.module.css') && !baseSheets.includes(file))

/** The selectors of a sheet, except those of keyframes. */
function selectorsOf(text: string): string[] {
  const rules = withoutComments(text).replaceAll(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  return [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim()).filter((selector) => !selector.startsWith('@'))
}

/** The classes of a module, except those of Ant Design and other packages. */
export function classesOf(text: string): Set<string> {
  const found = selectorsOf(text).flatMap((selector) => selector.replaceAll(/:global\([^)]*\)/g, '').match(/\.[a-z_][\w-]*/gi) ?? [])
  return new Set(found.map((name) => name.slice(1)))
}

/** `@value` and `composes` copy the other sheet into this one, and the later copy would override the styles of pages. An element styled from outside has a `data-part` or a variable. */
export const copiesIn = (file: string, text: string) =>
  (withoutComments(text).match(/@value\b.*|\bcomposes:.*/g) ?? []).map((line) => `${file}: ${line}`)

/** Rules of a module that apply outside of it: selectors without a class of the module. */
export function unscopedIn(file: string, text: string): string[] {
  const isScoped = (selector: string) => /\.[a-z_]/i.test(selector.replaceAll(/:global\([^)]*\)/g, ''))
  return selectorsOf(text)
    .flatMap(partsOf)
    .filter((selector) => !isScoped(selector))
    .map((selector) => `${file}: ${selector}`)
}

/** Tables that are hidden themselves: a table is as wide as its content, so the page scrolls sideways. What is around them is hidden. */
export const hiddenTables = (file: string, text: string) =>
  (text.match(/<table\b[^>]*\bvisuallyHidden\b/g) ?? []).map((found) => `${file}: ${found}`)

/** The parts of a selector list; commas inside parentheses do not separate. */
function partsOf(selector: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of selector) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

type Sheet = { file: string; text: string }

/** Classes that a component uses and its module does not define. `moduleOf` returns a module by the import path. */
export function missingClasses({ file, text }: Sheet, moduleOf: (path: string) => string | undefined): string[] {
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name = '', path = '']) => {
    const known = classesOf(moduleOf(path) ?? '')
    return [...text.matchAll(new RegExp(String.raw`\b${name}(?:\.(\w+)|\[)`, 'g'))]
      .filter(([, used]) => used === undefined || !known.has(used))
      .map(([, used = '[…]']) => `${file}: ${used} of ${path}`)
  })
}

/** A class name as a string literal belongs to no module. `class: …` sets classes in Tiptap. */
export function textClasses(file: string, text: string): string[] {
  if (/\.test\.tsx?$/.test(file)) return []
  const written = [
    ...withoutComments(text).matchAll(/\b\w*[cC]lassName(?:=|: )(?:"([^"]+)"|'([^']+)')/g),
    ...withoutComments(text).matchAll(/\b\w*[cC]lassName=\{(?:classes\()?[`']([^`']+)[`']/g),
  ]
  return written.map(([, one, two]) => `${file}: ${one ?? two}`)
}

/** Classes of modules that no component uses. */
export function unusedClasses(modules: readonly Sheet[], components: readonly string[]): string[] {
  const named = new Set(components.flatMap((text) => text.match(/(?<=\.)\w+/g) ?? []))
  return modules.flatMap(({ file, text }) => [...classesOf(text)].filter((name) => !named.has(name)).map((name) => `${file}: ${name}`))
}

/** Rules for bars that stay and let what scrolls below them show through. A scrim over the whole page may. */
export function frostedIn({ file, text }: Sheet): string[] {
  const rules = [...withoutComments(text).matchAll(/([^{};]+)\{([^{}]*)\}/g)]
  return rules.flatMap(([, selector = '', body = '']) => {
    const isScrim = /::backdrop\s*$/.test(selector) || /\binset:\s*0\s*(?:;|$)/.test(body)
    return body.includes('backdrop-filter') && !isScrim ? [`${file}: ${selector.trim()}`] : []
  })
}
