// node scripts/image-size.ts [--ffmpeg none]: what the image of deploy/Dockerfile copies into its last stage, in MB, without building it. Runs
// the steps of the stage of packages in a folder of its own, so it needs the registry of npm. Node's image below and what apt installs are
// not in it. The web must be built. The last line is JSON.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { ffmpeg: { type: 'string', default: 'bundled' } } })
const MEGABYTE = 1_000_000

/** The steps of one stage, a line each. */
function stageOf(file: string, isIt: (from: string) => boolean): string[] {
  const lines = file.replaceAll('\\\n', ' ').split('\n')
  const from = lines.findIndex((line) => line.startsWith('FROM ') && isIt(line))
  const rest = lines.slice(from + 1)
  const end = rest.findIndex((line) => line.startsWith('FROM '))
  return end < 0 ? rest : rest.slice(0, end)
}

/** Bytes of all files, without links. */
function bytesOf(path: string): number {
  const found = lstatSync(path)
  if (!found.isDirectory()) return found.isFile() ? found.size : 0
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}

const wordsOf = (line: string) => line.split(/\s+/).slice(1)
const file = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'shuyuan-image-'))
const put = (from: string, to: string) => {
  mkdirSync(dirname(join(folder, to)), { recursive: true })
  cpSync(join(root, from), join(folder, to), { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
}

/** Copies what a line of COPY names. */
function copy(line: string) {
  const words = wordsOf(line).filter((word) => !word.startsWith('--'))
  const to = words.at(-1)!
  for (const from of words.slice(0, -1).filter((one) => existsSync(join(root, one)))) {
    put(from, to.endsWith('/') && !from.endsWith('/') ? join(to, basename(from)) : to)
  }
}

for (const line of stageOf(file, (from) => from.endsWith(' AS packages'))) {
  if (line.startsWith('COPY ')) copy(line)
  if (line.startsWith('RUN '))
    execFileSync('sh', ['-c', line.slice(4)], { cwd: folder, env: { ...process.env, FFMPEG: values.ffmpeg }, stdio: 'ignore' })
}
const packages = bytesOf(folder)
const last = stageOf(file, (from) => !from.includes(' AS '))
for (const line of last.filter((one) => one.startsWith('COPY ') && !one.includes('--from='))) copy(line)
const product = bytesOf(folder) - packages
const web = bytesOf(join(root, 'web/dist'))
rmSync(folder, { recursive: true, force: true })
const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE)
const all = megabytes(packages + product + web)
process.stdout.write(
  `${JSON.stringify({ ffmpeg: values.ffmpeg, packages: megabytes(packages), product: megabytes(product), web: megabytes(web), all })}\n`,
)
