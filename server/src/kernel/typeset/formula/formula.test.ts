// Formulas of printed documents say what the pages show: KaTeX's MathML of each is compared with what Typst holds.
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { structureOfTypst } from '../../../../test/formula-tree.ts'
import { piecesOf, setFormula, shownStructure } from './formula.ts'
import { openSetter } from './setter.ts'
import { structureOf } from './structure.ts'

const source = readFileSync(join(import.meta.dirname, 'formula.typ'), 'utf8')
const compiler = NodeCompiler.create({
  workspace: '/nonexistent',
  fontArgs: [
    { fontBlobs: [readFileSync(new URL(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')))] },
  ],
})
const listed = readFileSync(join(import.meta.dirname, '../../../../test/formulas.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))

/** KaTeX takes these in display only, on the pages too. */
const onlyDisplay = /\\begin\{(?:split|align|equation|gather)\*?\}|\\tag/

const document = `${source}
#for steps in json(bytes(sys.inputs.data)) { metadata(formula(steps)); math.equation(formula(steps)) }`

/** What Typst holds of formulas, after it has set them. */
function heldBy(formulas: readonly string[], block: boolean): string[] {
  const steps = formulas.map((latex) => setFormula(latex, block)?.steps)
  const made = compiler.compile({ mainFileContent: document, inputs: { data: JSON.stringify(steps) } })
  expect(made.takeDiagnostics()?.shortDiagnostics ?? []).toEqual([])
  const held = compiler.query(made.result!, { selector: 'metadata' }) as { value: unknown }[]
  return held.map(({ value }) => structureOfTypst(value))
}

describe.each([false, true])('the conformance set, in display: %s', (block) => {
  const formulas = listed.filter((latex) => block || !onlyDisplay.test(latex))

  test('has three hundred formulas and more', () => expect(new Set(formulas).size).toBeGreaterThan(360))

  test('is set, and Typst holds what KaTeX shows', () => {
    expect(formulas.filter((latex) => setFormula(latex, block) === null)).toEqual([])
    const held = heldBy(formulas, block)
    expect(Object.fromEntries(formulas.map((latex, at) => [latex, held[at]]))).toEqual(
      Object.fromEntries(formulas.map((latex) => [latex, shownStructure(latex, block)])),
    )
  })
})

test('brackets in fractions and scripts stay', () => {
  const shown = (latex: string) => heldBy([latex], false)[0]
  expect(shown(String.raw`\frac{1}{(x-1)(x+2)}`)).toBe('frac{{1} {( x − 1 ) ( x + 2 )}}')
  expect(shown(String.raw`\frac{(x+1)}{(x-1)}`)).toBe('frac{{( x + 1 )} {( x − 1 )}}')
  expect(shown('f^{(n)}(x)')).toBe('{f}^{( n )} ( x )')
  expect(shown('a_{(1)}')).toBe('{a}_{( 1 )}^')
  expect(shown('x^{(a)(b)}')).toBe('{x}^{( a ) ( b )}')
  expect(shown(String.raw`\lim_{(x,y)\to(0,0)}`)).toBe('{l i m}_{( x , y ) → ( 0 , 0 )}^')
})

test('the structure tells formulas apart that differ', () => {
  const pairs = [
    [String.raw`\frac{a}{b+c}`, String.raw`\frac{a}{b}+c`],
    ['x^{ab}', 'x^ab'],
    ['x_i^2', '{x_i}^2'],
    [String.raw`\mathbf{x}`, 'x'],
    [String.raw`\sqrt{ab}`, String.raw`\sqrt{a}b`],
    [String.raw`\overline{AB}`, String.raw`\overline{A}\overline{B}`],
    [String.raw`\begin{matrix}a&b\end{matrix}`, String.raw`\begin{matrix}a\\b\end{matrix}`],
    [String.raw`\begin{array}{c|c}a&b\end{array}`, String.raw`\begin{array}{cc}a&b\end{array}`],
    [String.raw`\begin{array}{c}\hline a\end{array}`, String.raw`\begin{array}{|c}a\end{array}`],
    [String.raw`\sum_{i}^{n}`, String.raw`\sum^{i}_{n}`],
    [String.raw`\hat{x}`, String.raw`\tilde{x}`],
    [String.raw`\phi`, String.raw`\varphi`],
    ['10^{12}', '10^12'],
  ] as const
  for (const [one, other] of pairs) {
    for (const read of [(latex: string) => structureOf(piecesOf(latex, false)), (latex: string) => heldBy([latex], false)[0]])
      expect(read(one), one).not.toBe(read(other))
    expect(shownStructure(one, false)).not.toBe(shownStructure(other, false))
  }
})

test('what is invalid, not run, or too deep is not set', () => {
  for (const latex of ['', ' ', String.raw`\foo{x}`, 'x^', '{'.repeat(3_000), String.raw`\href{https://x.example}{y}`, 'x'.repeat(4_001)])
    expect(setFormula(latex, false)).toBeNull()
  for (const latex of [
    String.raw`\sqrt{`.repeat(60) + 'x' + '}'.repeat(60),
    String.raw`\not`,
    String.raw`\not\text{甲}`,
    String.raw`\def\x{\x}\x`,
  ])
    expect(setFormula(latex, false)).toBeNull()
})

test('a formula writes nothing to the log and defines nothing for the next', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const plain = structureOf(piecesOf('xy', false))
  for (const latex of [String.raw`x\message{甲}y`, String.raw`x\errmessage{甲}y`, String.raw`x\show\frac y`])
    expect(structureOf(piecesOf(latex, false))).toBe(plain)
  expect([log.mock.calls, error.mock.calls]).toEqual([[], []])
  vi.restoreAllMocks()
  expect(setFormula(String.raw`\gdef\mine{x}\mine`, false)).not.toBeNull()
  expect(setFormula(String.raw`\mine`, false)).toBeNull()
})

test('a sign that no font has, and a formula that the typesetter refuses, are not set', () => {
  const setter = openSetter(compiler, source)
  expect(setter.set(String.raw`x\in\text{甲乙 ℃ ①}`, false)).not.toBeNull()
  expect(setter.set(String.raw`\text{ก}`, false)).toBeNull()
  expect(setter.dropFailing()).toBe(0)
  const broken = openSetter(compiler, source.replace('"root": (c, w) => math.root', '"root": (c, w) => math.rooot'))
  expect([broken.set(String.raw`\sqrt{2}`, false), broken.set('x', false)].every(Boolean)).toBe(true)
  expect(broken.dropFailing()).toBe(1)
  expect([broken.set(String.raw`\sqrt{2}`, false), broken.set('x', false)?.steps.length]).toEqual([null, 1])
})

const tokens =
  String.raw`x|y|n|2|13|+|-|=|<|(a)|\lbrack b\rbrack|\alpha|\sin|\sum|\int|\lim|\to|\infty|,|!|\cdot|\text{甲}|\mathrm{m}|\mathbf{v}|\,|\ce{H2O}|\%|/`.split(
    '|',
  )
const { formula } = fc.letrec<{ formula: string; part: string }>((tie) => ({
  formula: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...tokens),
    fc.tuple(fc.constantFrom('a', '2', '(a)', String.raw`\sum`, String.raw`\max`, '{}'), tie('formula')).map(([base, one]) => `{${base}}^{${one}}`),
    fc.tuple(tie('formula'), tie('formula'), tie('formula')).map(([base, one, other]) => `{${base}}_{${one}}^{${other}}`),
    fc.tuple(fc.constantFrom('frac', 'dfrac', 'binom', 'overset', 'stackrel', 'underset'), tie('formula'), tie('formula')).map(([name, one, other]) => `\\${name}{${one}}{${other}}`),
    fc.tuple(fc.constantFrom('sqrt', 'overline', 'hat', 'vec', 'overrightarrow', 'boxed', 'cancel', 'underbrace', 'mathrm', 'displaystyle', 'phantom'), tie('formula')).map(([name, one]) => `{\\${name}{${one}}}`),
    fc.tuple(fc.constantFrom(String.raw`\left(|\right)`, String.raw`\left.|\right\}`, String.raw`\begin{cases}|\end{cases}`, String.raw`\begin{vmatrix}|\end{vmatrix}`), tie('formula'), fc.constantFrom('&', '\\\\', ' '), tie('formula')).map(([around, one, between, other]) => {
      const [open, close] = around.split('|')
      return `${open}${one}${around.includes('begin') ? between : ' '}${other}${close}`
    }),
  ),
})) // prettier-ignore

test.each([false, true])('formulas put together at random are set as KaTeX shows them, in display: %s', (block) => {
  const formulas = fc.sample(formula, { numRuns: 120, seed: 28 })
  expect(formulas.filter((latex) => setFormula(latex, block) === null)).toEqual([])
  expect(heldBy(formulas, block)).toEqual(formulas.map((latex) => shownStructure(latex, block)))
})

test('the pages and the prints have the same KaTeX', () => {
  const versionIn = (workspace: string) =>
    (
      JSON.parse(readFileSync(join(import.meta.dirname, '../../../../..', workspace, 'package.json'), 'utf8')) as {
        dependencies: { katex: string }
      }
    ).dependencies.katex
  expect(versionIn('server')).toBe(versionIn('web'))
})
