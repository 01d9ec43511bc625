// Makes the PDFs of granted certificates in the background: each is claimed for some minutes, so that another process takes over what a
// killed one left.
import { FileState } from '@shuyuan/contract/cert/grant.ts'
import type { CertVariable, Layout } from '@shuyuan/contract/cert/layout.ts'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../kernel/ctx.ts'
import { Failure } from '../../kernel/fail.ts'
import { appPart } from '../../kernel/part.ts'
import { addKeeper } from '../common/file.service.ts'
import { openPrinter, type Printer } from '../../kernel/typeset/typeset.ts'
import { printCertificate, verifyAddress } from './pdf.service.ts'
import { among } from '../../kernel/database.ts'

export const PDF = 'cert.pdf'
const BATCH = 100
const LEASE_MS = 300_000
const TRIES = 3

/** Requests a run; if that fails, the scheduled run makes the files. */
export async function pdfSoon(app: App): Promise<void> {
  try {
    await app.jobs.send(app.db, PDF, {})
  } catch (error) {
    app.log.debug({ err: error }, 'certificates wait for the next scheduled run')
  }
}

const runOf = appPart((app) => {
  const run = { closing: false, going: undefined as Promise<number> | undefined }
  app.onClose(async () => {
    run.closing = true
    await run.going
  })
  return run
})

/** Makes all files that are due; one run at a time in a process. @returns the number of files made */
export function makePdfs(app: App): Promise<number> {
  const run = runOf(app)
  run.going ??= makeAll(app).finally(() => (run.going = undefined))
  return run.going
}

async function makeAll(app: App): Promise<number> {
  let made = 0
  for (;;) {
    const claimed = runOf(app).closing ? [] : await claim(app)
    if (claimed.length === 0) return made
    // a new printer for each batch: it keeps the photos that it was given
    const printer = await openPrinter(app)
    try {
      for (const one of claimed) {
        if (runOf(app).closing) await release(app, one)
        else if (await makeOne(app, printer, one)) made++
      }
    } finally {
      await printer.close()
    }
  }
}

type Claimed = Awaited<ReturnType<typeof claim>>[number]

async function claim({ db, clock }: App) {
  const now = clock()
  const due = db
    .selectFrom('certGrant')
    .where('fileState', '=', FileState.waiting)
    .where((eb) => eb.or([eb('fileLease', 'is', null), eb('fileLease', '<', now)]))
    .orderBy('id')
    .limit(BATCH)
    .select('id')
    .forUpdate()
    .skipLocked()
  const claimed = await db
    .updateTable('certGrant')
    .set((eb) => ({ fileTries: eb('fileTries', '+', 1), fileLease: new Date(now.getTime() + LEASE_MS) }))
    .where('id', 'in', due)
    .returning('id')
    .execute()
  if (claimed.length === 0) return []
  return db
    .selectFrom('certGrant')
    .innerJoin('certVersion', (join) =>
      join.onRef('certVersion.certId', '=', 'certGrant.certId').onRef('certVersion.version', '=', 'certGrant.version'),
    )
    .innerJoin('sysUser', 'sysUser.id', 'certGrant.userId')
    .where(
      among(
        'certGrant.id',
        claimed.map((one) => one.id),
      ),
    )
    .orderBy('certGrant.id')
    .select(['certGrant.id', 'grantNo', 'title', 'vars', 'layout', 'origin', 'fileTries', 'file', 'face', 'avatar'])
    .execute()
}

const release = ({ db }: App, { id }: Claimed) =>
  db
    .updateTable('certGrant')
    .set((eb) => ({ fileTries: eb('fileTries', '-', 1), fileLease: null }))
    .where('id', '=', id)
    .execute()

/** @returns whether the file was made; after three failures the certificate has none */
async function makeOne(app: App, printer: Printer, row: Claimed): Promise<boolean> {
  const { db, storage, log } = app
  try {
    const pdf = await printCertificate(app, printer, {
      title: row.title,
      layout: row.layout as unknown as Layout,
      vars: row.vars as Partial<Record<CertVariable, string>>,
      verifyUrl: (await verifyAddress({ app }, row.origin))(row.grantNo),
      photo: row.face || row.avatar,
    })
    const place = await storePdf(app, pdf)
    // of a certificate that says another result now
    if (row.file !== '') await storage.removePrivate(row.file)
    const stored = db
      .updateTable('certGrant')
      .set({ ...place, fileState: FileState.ready, fileLease: null })
      .where('id', '=', row.id)
    // another process may have made it after this one was thought dead
    const { numUpdatedRows } = await stored.where('fileState', '=', FileState.waiting).executeTakeFirst()
    if (numUpdatedRows === 0n) await storage.removePrivate(place.file)
    return numUpdatedRows > 0n
  } catch (error) {
    log.error({ err: error, grantId: row.id }, 'a certificate could not be made')
    // a storage provider that is down is asked again until it answers
    const isDown = error instanceof Failure && error.reason === 'storageDown'
    const fileState = !isDown && row.fileTries >= TRIES ? FileState.failed : FileState.waiting
    const fileTries = row.fileTries - (isDown ? 1 : 0)
    await db.updateTable('certGrant').set({ fileState, fileTries }).where('id', '=', row.id).execute()
    return false
  }
}

/** Stores a PDF at the active storage provider or in the private folder; a signed address opens it. @returns its key and its place */
async function storePdf({ storage, runtime, clock }: App, pdf: Uint8Array): Promise<{ file: string; fileProvider: string }> {
  const path = join(runtime.tmpDir || tmpdir(), `cert-${randomUUID()}`)
  await writeFile(path, pdf)
  try {
    const fileProvider = (await storage.activeProvider())?.provider ?? 'local'
    return { file: await storage.storePrivate(path, '.pdf', clock(), 'application/pdf'), fileProvider }
  } finally {
    // a provider has got a copy
    await rm(path, { force: true })
  }
}

/** Registers the files that lie at a storage provider. */
export const keepCertFiles = (app: App): void =>
  addKeeper(app, async ({ db }, key) => {
    const row = db.selectFrom('certGrant').where('file', '=', key).where('fileProvider', '<>', 'local').select('fileProvider')
    return (await row.executeTakeFirst())?.fileProvider
  })
