// Writes docs/images/formulas.png: the formulas of server/test/formulas.txt as printed papers show them.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawFormulas } from '../server/test/formula-picture.ts'

const { count, png } = await drawFormulas()
writeFileSync(fileURLToPath(new URL('../docs/images/formulas.png', import.meta.url)), png)
console.log(`${count} formulas, ${Math.round(png.length / 1_000)} kB`)
