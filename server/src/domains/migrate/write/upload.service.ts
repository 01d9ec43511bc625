// Files of assignments and hand-ins: private uploads of the person to whom they belong.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../kernel/fail.ts'
import { acceptFile, mustBeAcceptable, recordFile } from '../../common/file.service.ts'
import type { OldAttachment, OldSite } from '../old-site.format.ts'
import { urlOf } from './file.service.ts'
import { digestOf, type Run } from './run.service.ts'

const TITLE = 200
type Place = { scene: 'course' | 'work'; /** without it the administrator of the run */ ownerId?: string }

/**
 * Stores each file once; a rehearsal looks at it and stores none.
 * @returns what can be shown, and in Chinese what could not be stored
 */
export async function bringUploads(run: Run, site: OldSite, files: readonly OldAttachment[], place: Place) {
  const sent: { title: string; fileUrl: string }[] = []
  const lost: string[] = []
  for (const { title, address } of files) {
    const id = digestOf([place.scene, place.ownerId ?? '', address]).slice(0, 40)
    const known = run.idOf('file', id)
    try {
      const fileUrl = known === undefined ? await bringUpload(run, site, { address, id, place }) : await urlOf(run, known)
      if (fileUrl !== undefined) sent.push({ title: title.slice(0, TITLE), fileUrl })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      run.note('file', id, title, 'refused', error.refusal.zh)
      lost.push(`文件“${title}”没有带过来：${error.refusal.zh}`)
    }
  }
  return { sent, lost }
}

async function bringUpload(run: Run, site: OldSite, { address, id, place }: { address: string; id: string; place: Place }) {
  const file = site.fileOf(address)
  if (!file) {
    run.note('file', id, address.slice(0, 300), 'refused', '找不到这个文件')
    return undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-migrate-'))
  try {
    const bytes = await file.read()
    const given = { path: join(folder, 'file'), name: file.name, size: bytes.length }
    await writeFile(given.path, bytes)
    if (run.isDry) {
      await mustBeAcceptable(given, place.scene)
      run.note('file', id, file.name, 'made')
      return undefined
    }
    const accepted = await acceptFile(run.ctx(), given, place.scene)
    await run.portion(async (ctx) => {
      const owner = { ...ctx, user: { ...ctx.user, id: place.ownerId ?? ctx.user.id } }
      const { id: newId } = await recordFile(owner, accepted)
      await run.brought(ctx, 'file', [{ oldId: id, newId, made: true, given: digestOf(address) }])
      run.note('file', id, file.name, 'made')
    })
    return accepted.url
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
