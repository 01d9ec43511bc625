// Converts Office files by LibreOffice, where the machine has it. One at a time per process, in a folder of its own, without network.
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { execFile, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { App } from '../ctx.ts'
import { appPart } from '../part.ts'
import { Failure } from '../fail.ts'
import { proxyVariables, withoutNetwork, writeOfflineProfile } from './no-network.ts'

const SECONDS = 60
const VERSION_MS = 10_000
/** The first start of LibreOffice writes a profile; formats of Office and of WPS before their XML, OpenDocument and rich text. */
const targets: Record<string, 'xlsx' | 'docx'> = {
  xls: 'xlsx',
  et: 'xlsx',
  ods: 'xlsx',
  doc: 'docx',
  wps: 'docx',
  odt: 'docx',
  rtf: 'docx',
}
const extensionOf = (name: string) => /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''

/** What a file of this name is converted to; undefined for files that are read as they are. */
export const officeTarget = (name: string): 'xlsx' | 'docx' | undefined => targets[extensionOf(name)]

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** The program: the given path, else `soffice` of the search path; undefined where there is none. Looked up at each call: it may be installed meanwhile. */
export async function findOffice(given: string | undefined): Promise<string | undefined> {
  const places = given === undefined ? (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'soffice')) : [given]
  for (const place of places) if (await isProgram(place)) return place
  return undefined
}

/** What the program says of itself, such as `LibreOffice 24.8.1`; '' where there is none, the bare name where it does not answer. */
export async function officeVersion(given: string | undefined): Promise<string> {
  const program = await findOffice(given)
  if (program === undefined) return ''
  const answer = await promisify(execFile)(program, ['--version'], { timeout: VERSION_MS, killSignal: 'SIGKILL' }).catch(() => undefined)
  return /^LibreOffice[ \w]* \d[\d.]*/.exec(answer?.stdout.trim() ?? '')?.[0] ?? 'LibreOffice'
}

type OfficeFile = { path: string; name: string }
type Refusal = ConstructorParameters<typeof Failure>[1]

const seatOf = appPart(() => ({ last: Promise.resolve() as Promise<unknown> }))

/**
 * Converts the file and passes the path of the result to `act`; undefined if the machine has no LibreOffice. All files are removed
 * afterwards. Fails sheetBroken with `refusal` where LibreOffice gives no result within a minute.
 */
export async function withConverted<T>(
  app: App,
  file: OfficeFile,
  refusal: Refusal,
  act: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const target = officeTarget(file.name)
  return target && convertTo(app, target, file, refusal, act)
}

/** As withConverted, for the PDF of any document of an office program. */
export const withPdf = <T>(app: App, file: OfficeFile, refusal: Refusal, act: (path: string) => Promise<T>): Promise<T | undefined> =>
  convertTo(app, 'pdf', file, refusal, act)

async function convertTo<T>(app: App, target: string, file: OfficeFile, refusal: Refusal, act: (path: string) => Promise<T>) {
  const program = await findOffice(app.config.office)
  if (program === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-office-'))
  try {
    const seat = seatOf(app)
    const turn = seat.last.then(() => convert(program, { folder, target, file }))
    seat.last = turn.catch(() => undefined)
    const made = await turn
    if (made === undefined) throw new Failure('sheetBroken', refusal ?? sayError('sheetBroken'))
    return await act(made)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Conversion = { folder: string; target: string; file: { path: string; name: string } }

async function convert(program: string, { folder, target, file }: Conversion): Promise<string | undefined> {
  const input = join(folder, `input.${extensionOf(file.name)}`)
  const output = join(folder, 'output')
  await mkdir(output)
  await copyFile(file.path, input)
  const profile = join(folder, 'profile')
  await writeOfflineProfile(profile)
  const flags = ['--headless', '--norestore', '--nodefault', '--nolockcheck', `-env:UserInstallation=${pathToFileURL(profile).href}`]
  const [command, args] = await withoutNetwork(program, [...flags, '--convert-to', target, '--outdir', output, input])
  const { promise, resolve } = Promise.withResolvers<void>()
  // a group of its own: the program starts another one, which must end with it
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', ...proxyVariables },
  })
  const clock = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, SECONDS * 1_000)
  child.once('error', () => resolve())
  child.once('close', () => resolve())
  await promise.finally(() => clearTimeout(clock))
  const [made] = await readdir(output)
  return made === undefined ? undefined : join(output, made)
}
