// The films of the recorded exam in the demonstration: drawn in a page and recorded as the room of an exam does. No person was filmed.
// Usage: node scripts/recordings.ts [camera screen phone]
import { chromium } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { newScan } from '@shuyuan/contract/paper/record/scan.ts'
import { scanWebm } from '@shuyuan/contract/paper/record/webm-scan.ts'
import { findHeadless } from './chromium.ts'
import { drawing } from './films/draw-candidate.ts'

const SECONDS = 100
const folder = new URL('../server/src/seed/media/recording/', import.meta.url)
const named = process.argv.slice(2)

await mkdir(folder, { recursive: true })
const executablePath = findHeadless()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
try {
  await Promise.all((named.length > 0 ? named : ['camera', 'screen', 'phone']).map(take))
} finally {
  await browser.close()
}

async function take(scene: string): Promise<void> {
  const page = await browser.newPage()
  await page.addScriptTag({ content: drawing })
  const film = Buffer.from(await page.evaluate<string>(`record(${JSON.stringify(scene)}, ${SECONDS})`), 'base64')
  await page.close()
  // at times the browser takes a drawing for a picture with transparency, which no camera gives and no index of a recording knows
  if (scanWebm(newScan, film, 0).clusters.length === 0) return take(scene)
  await writeFile(new URL(`${scene}.webm`, folder), film)
  process.stdout.write(`${scene}.webm: ${Math.round(film.length / 1_024)} kB\n`)
}
