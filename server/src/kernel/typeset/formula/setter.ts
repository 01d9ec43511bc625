// Decides for each formula of a document how it is printed: set, or as its source.
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Step } from './piece.ts'
import { setFormula, type SetFormula } from './formula.ts'

/** Signs that every font has. */
const PLAIN = /^[ -~]*$/
const MISSING = '\u{10FFFD}'
const MOST_KEPT = 5_000

const probe = `#set page(width: auto, height: auto, margin: 1pt)
#set text(font: "Noto Sans SC")
#show math.equation: set text(font: ("New Computer Modern Math", "Noto Sans SC"))
#math.equation(json(bytes(sys.inputs.data)).map(one => [#symbol(one)]).join())`

export type Setter = {
  /** What sets a formula; null when it is to be printed as its source. */
  set: (latex: string, block: boolean) => SetFormula | null
  /** After a document failed: tries each of the last formulas alone and drops those that fail. Returns how many it dropped. */
  dropFailing: () => number
}

/** A setter; `formulas` is the Typst source that sets steps, `compiler` has the fonts. */
export function openSetter(compiler: NodeCompiler, formulas: string): Setter {
  const kept = new Map<string, SetFormula | null>()
  const drawable = new Map<string, boolean>()

  /** The glyphs that are drawn for some signs, in their order. */
  function glyphsOf(signs: readonly string[]): string[] {
    const { result } = compiler.compile({ mainFileContent: probe, inputs: { data: JSON.stringify(signs) } })
    return result ? [...compiler.plainSvg(result).matchAll(/<use [^>]*href="#([^"]+)"/g)].map(([, glyph = '']) => glyph) : []
  }
  let missing: string | undefined
  /** Whether the fonts have all signs of a formula; one that they do not have would be an empty box. */
  function hasGlyphs(steps: readonly Step[]): boolean {
    const signs = new Set(steps.flatMap(([kind, , more]) => (kind === 'sign' || kind === 'text' ? Array.from(more?.v ?? '') : [])))
    const used = [...signs].filter((one) => !PLAIN.test(one) && one.trim() !== '')
    const unknown = used.filter((one) => !drawable.has(one))
    if (unknown.length > 0) {
      missing ??= glyphsOf([MISSING])[0]
      const isSafe = !glyphsOf(unknown).some((glyph) => glyph === missing)
      for (const one of unknown) drawable.set(one, isSafe || !glyphsOf([one]).some((glyph) => glyph === missing))
    }
    return used.every((one) => drawable.get(one))
  }

  /** Whether the typesetter takes a formula, tried alone. */
  function isSettable(steps: readonly Step[]): boolean {
    const mainFileContent = `${formulas}\n#math.equation(formula(json(bytes(sys.inputs.data))))`
    return !compiler.compile({ mainFileContent, inputs: { data: JSON.stringify(steps) } }).hasError()
  }

  return {
    set(latex, block) {
      const key = `${block ? 'b' : 'i'}${latex}`
      const before = kept.get(key)
      if (before !== undefined) return before
      const found = setFormula(latex, block)
      const made = found && hasGlyphs(found.steps) ? found : null
      if (kept.size > MOST_KEPT) kept.clear()
      kept.set(key, made)
      return made
    },
    dropFailing() {
      const failing = [...kept].filter(([, made]) => made && !isSettable(made.steps))
      for (const [key] of failing) kept.set(key, null)
      return failing.length
    },
  }
}
