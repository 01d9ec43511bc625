// The printer: formulas in their places, and those that would not fit or could be too much for the typesetter.
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { contentOf } from '../../../test/pdf.ts'
import { startWith } from '../../../test/people.ts'
import { type Block, openPrinter } from './typeset.ts'

const { app } = await startWith()
const printer = await openPrinter(app.app)
afterAll(() => printer.close())

const formula = (latex: string, type = 'inline') => {
  const attribute = latex.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<span data-type="${type}-math" data-latex="${attribute}"></span>`
}
/** The text of the first page of a document. */
async function printed(html: string): Promise<string> {
  const blocks: Block[] = [{ kind: 'note', label: '', prose: { html } }]
  const doc = { school: '', title: '', running: '', foot: '', facts: [], blocks }
  return (await contentOf(await printer.print(doc, [], () => Promise.resolve(undefined)))).text
}
const sum = (count: number) => Array.from({ length: count }, (_, at) => `x^{${at}}`).join('+')

test('a long sum is broken at its operators; what cannot be broken is made smaller, or printed as its source', async () => {
  const text = await printed(`<p>甲${formula(`${sum(60)}=0`)}乙</p>${formula(`${sum(60)}=1`, 'block')}`)
  expect(text).not.toContain('源码')
  expect(text).toMatch(/甲.*𝑥59=0乙.*𝑥59=1/)
  expect(await printed(formula(String.raw`\left(${sum(30)}\right)`, 'block'))).toMatch(/\(𝑥0.*𝑥29\)/)
  const [wide, high] = [String.raw`\left(${sum(90)}\right)`, String.raw`\begin{matrix}${String.raw`1\\`.repeat(200)}\end{matrix}`]
  for (const latex of [wide, high])
    expect((await printed(formula(latex, 'block'))).replaceAll('\u200B', '')).toMatch(/^有1处公式.*〔公式源码：\\(?:left|begin).*〕/)
  // in a narrow cell only the part that is too wide becomes smaller
  const cells = `<table><tr><td>${formula(String.raw`a=\left(${sum(9)}\right)`)}</td><td>甲</td><td>乙</td></tr></table>`
  expect(await printed(cells)).toMatch(/𝑎=\(𝑥0.*𝑥8\)甲乙/)
})

test('formulas that are nested as deeply as they may be are printed in texts that are, too', async () => {
  const nests: [string, string][] = [
    [String.raw`\sqrt{`, '}'],
    [String.raw`\frac{1}{`, '}'],
    [String.raw`\left(`, String.raw`\right)`],
    [String.raw`\begin{cases}`, String.raw`\end{cases}`],
    [String.raw`\begin{array}{|c|}\hline `, String.raw`\\\hline\end{array}`],
    [String.raw`\boxed{`, '}'],
    [String.raw`\raisebox{1pt}{$`, '$}'],
    [String.raw`\llap{$`, '$}'],
    [String.raw`\phantom{`, '}'],
  ]
  const all = nests.flatMap(([open, close]) =>
    Array.from({ length: 30 }, (_, depth) => formula(`${open.repeat(depth + 1)}x${close.repeat(depth + 1)}`)),
  )
  expect(await printed(`${'<blockquote>'.repeat(12)}<p>甲${all.join('')}</p>${'</blockquote>'.repeat(12)}`)).toContain('甲')
})

test('a document without formulas does not load what sets them', () => {
  const worker = readFileSync(new URL('typeset.worker.ts', import.meta.url), 'utf8')
  expect(worker).toContain("await import('./formula/setter.ts')")
  expect(worker.match(/^import (?!type )[^\n]*'(?:katex|\.\/formula)[^\n]*/m)).toBeNull()
})
