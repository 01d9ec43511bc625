// Draws the formulas of formulas.txt as printed papers show them, numbered, to be looked at.
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { setFormula } from '../src/kernel/typeset/formula/formula.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const read = (path: string) => readFileSync(here(path), 'utf8')
const font = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}.ttf`)))

const page = `${read('../src/kernel/typeset/formula/formula.typ')}
#set page(width: 960pt, height: auto, margin: 12pt)
#set text(font: "Noto Sans SC", size: 9pt, lang: "zh", region: "cn")
#set par(leading: 9pt)
#show math.equation: set text(font: ("New Computer Modern Math", "Noto Sans SC"), size: 10pt)
#let shown(one) = box(inset: (y: 4pt), {
  text(size: 6pt, fill: rgb("#999"), str(one.number) + " ")
  if one.set == none { text(fill: red, one.latex) } else { box(math.equation(formula(one.set.steps))) }
})
#for part in json(bytes(sys.inputs.data)) {
  block(above: 8pt, below: 2pt, text(weight: "bold", part.title))
  part.formulas.map(shown).join(h(16pt))
}`

type Part = { title: string; formulas: { number: number; latex: string; set: object | null }[] }

function partsOf(lines: string): Part[] {
  let number = 0
  const parts: Part[] = []
  for (const latex of lines.split('\n')) {
    if (latex.startsWith('# ')) parts.push({ title: latex.slice(2), formulas: [] })
    else if (latex !== '')
      parts.at(-1)?.formulas.push({ number: (number += 1), latex, set: setFormula(latex, false) ?? setFormula(latex, true) })
  }
  return parts
}

/** All formulas in one picture, and how many they are. */
export async function drawFormulas(): Promise<{ count: number; png: Buffer }> {
  const parts = partsOf(read('formulas.txt'))
  const compiler = NodeCompiler.create({
    workspace: '/nonexistent',
    fontArgs: [{ fontBlobs: [font('400Regular/NotoSansSC_400Regular'), font('700Bold/NotoSansSC_700Bold')] }],
  })
  const made = compiler.compile({ mainFileContent: page, inputs: { data: JSON.stringify(parts) } })
  if (!made.result) throw new Error(JSON.stringify(made.takeDiagnostics()?.shortDiagnostics))
  const png = await sharp(Buffer.from(compiler.plainSvg(made.result)), { density: 108, limitInputPixels: false })
    .flatten({ background: '#fff' })
    .greyscale()
    .png({ palette: true, colours: 12, compressionLevel: 9, effort: 10 })
    .toBuffer()
  return { count: parts.flatMap(({ formulas }) => formulas).length, png }
}
