// Makes the PDFs of granted certificates in the background: each is claimed for some minutes, so that another process takes over what a
// killed one left.
import { FileState } from '@shuyuan/contract/cert/grant.ts'
import type { CertVariable, Layout } from '@shuyuan/contract/cert/layout.ts'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { moveInto } from '../../kernel/storage.ts'
import { openPrinter, type Printer } from '../../kernel/typeset/typeset.ts'
import { printCertificate, verifyAddress } from './pdf.service.ts'

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
    .where('certGrant.id', '=', sql<string>`any(${claimed.map((one) => one.id)}::bigint[])`)
    .orderBy('certGrant.id')
    .select(['certGrant.id', 'grantNo', 'title', 'vars', 'layout', 'origin', 'fileTries', 'face', 'avatar'])
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
    const file = await storePdf(app, pdf)
    const stored = db.updateTable('certGrant').set({ file, fileState: FileState.ready, fileLease: null }).where('id', '=', row.id)
    // another process may have made it after this one was thought dead
    const { numUpdatedRows } = await stored.where('fileState', '=', FileState.waiting).executeTakeFirst()
    if (numUpdatedRows === 0n) await storage.removePrivate(file)
    return numUpdatedRows > 0n
  } catch (error) {
    log.error({ err: error, grantId: row.id }, 'a certificate could not be made')
    const fileState = row.fileTries >= TRIES ? FileState.failed : FileState.waiting
    await db.updateTable('certGrant').set({ fileState }).where('id', '=', row.id).execute()
    return false
  }
}

/** Stores a PDF in the private folder of this site, where its signed address opens it. @returns its key */
async function storePdf({ storage, live, clock }: App, pdf: Uint8Array): Promise<string> {
  const path = join(live.tmpDir || tmpdir(), `cert-${randomUUID()}`)
  await writeFile(path, pdf)
  const key = `${clock().toISOString().slice(0, 7).replace('-', '')}/${randomBytes(16).toString('hex')}.pdf`
  await moveInto(storage.privateRoot, path, key, true)
  return key
}
