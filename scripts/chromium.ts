// Finds a Chromium for the browser tests; on Debian as root it can install one.
import { chromium } from '@playwright/test'
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELL = 'chromium-headless-shell'
/** Without a network apt would try for minutes. */
const SHELL_MS = 120_000
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/**
 * The path of a Chromium: CHROME_PATH, else the system's, else Playwright's own; undefined if there is none.
 * @throws if CHROME_PATH is not executable
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROME_PATH
  if (named && !canRun(named)) throw new Error(`CHROME_PATH is ${named}, which is no program.`)
  if (named) return named
  return inPath(programs) ?? [...applications, chromium.executablePath()].find(canRun)
}

function inPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun)
}

/** The path of Chromium's headless shell, which needs a third less processor time for a page; CHROME_PATH or Chromium itself where it is missing. */
export const findHeadless = (): string | undefined => (process.env.CHROME_PATH ? undefined : inPath([SHELL])) ?? findChromium()

/**
 * Installs a missing browser, its headless shell and Chinese fonts with apt, where that is possible.
 * @throws if there is no Chromium
 */
export function provideChromium(): void {
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const missing = [...(findChromium() ? [] : ['chromium']), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])]
    if (missing.length > 0) install(missing)
    // only that of Debian's browser; other systems have no package of it
    if (findHeadless() === '/usr/bin/chromium') tryInstall(SHELL)
  }
  const found = findChromium()
  if (!found) throw new Error('The browser tests need a Chromium: install one, or set CHROME_PATH to its program.')
  if (!hasChineseFont())
    process.stderr.write('There is no font with Chinese letters: pictures made by the tests will show boxes (fonts-noto-cjk).\n')
}

/** Its version must be the browser's, whose package may be older than those on offer: then there is none. */
function tryInstall(name: string): void {
  try {
    install([name], SHELL_MS)
  } catch {
    process.stderr.write(`${name} is not available; the browser tests take longer without it.\n`)
  }
}

function install(packages: string[], timeout?: number): void {
  process.stdout.write(`Installing ${packages.join(' and ')}…\n`)
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout,
    })
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
