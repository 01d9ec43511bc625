// Finds a Chromium for the browser tests; on Debian as root it can install one.
import { chromium } from '@playwright/test'
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/**
 * The path of a Chromium: CHROME_PATH, else the system's, else Playwright's own; undefined if there is none.
 * @throws if CHROME_PATH is not executable
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROME_PATH
  if (named && !canRun(named)) throw new Error(`CHROME_PATH is ${named}, which is no program.`)
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...programs.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...applications,
    chromium.executablePath(),
  ]
  return candidates.find(canRun)
}

/** Like findChromium, but installs a missing browser and Chinese fonts with apt. */
export function provideChromium(): string {
  const missing = [...(findChromium() ? [] : ['chromium']), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])]
  if (missing.length > 0 && existsSync('/etc/debian_version') && process.getuid?.() === 0) install(missing)
  const found = findChromium()
  if (!found) throw new Error('The browser tests need a Chromium: install one, or set CHROME_PATH to its program.')
  if (!hasChineseFont())
    process.stderr.write('There is no font with Chinese letters: pictures made by the tests will show boxes (fonts-noto-cjk).\n')
  return found
}

function install(packages: string[]): void {
  process.stdout.write(`Installing ${packages.join(' and ')}…\n`)
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...packages)
}

function hasChineseFont(): boolean {
  if (process.platform !== 'linux') return true
  return (spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' }).stdout ?? '').trim() !== ''
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
