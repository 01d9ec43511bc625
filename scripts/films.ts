// Makes the films of the demonstration from drawings: node scripts/films.ts writes server/src/seed/media/*.webm.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { encodePictures } from '../server/test/media.ts'
import { findHeadless, provideChromium } from './chromium.ts'
import { type Film, films, HEIGHT, lengthOf, pictureAt, WIDTH } from './films/drawings.ts'

const RATE = 8
const media = fileURLToPath(new URL('../server/src/seed/media/', import.meta.url))

async function draw(film: Film, folder: string): Promise<void> {
  const executablePath = findHeadless()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
    await page.setContent('<style>body{margin:0}</style><main></main>')
    for (let at = 0; at < lengthOf(film) * RATE; at++) {
      await page.evaluate((svg) => (document.querySelector('main')!.innerHTML = svg), pictureAt(film, at / RATE))
      await page.screenshot({ path: join(folder, `${String(at).padStart(4, '0')}.png`) })
    }
  } finally {
    await browser.close()
  }
}

provideChromium()
for (const film of films) {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-film-'))
  const path = join(media, `${film.name}.webm`)
  try {
    await draw(film, folder)
    await encodePictures(folder, path, RATE)
  } finally {
    await rm(folder, { recursive: true })
  }
  process.stdout.write(`${film.name}.webm  ${lengthOf(film)} s  ${Math.round((await stat(path)).size / 1_000)} kB\n`)
}
