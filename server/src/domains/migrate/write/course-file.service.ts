// Files of courses: stored as an upload is, and put into the library.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptFile, mustBeAcceptable, recordFile } from '../../common/file.service.ts'
import { saveFile } from '../../course/file/file.service.ts'
import type { OldFile } from '../old-site.format.ts'
import { digestOf, type Run, whyOf } from './run.service.ts'

const TITLE = 200

/** A rehearsal looks at each file and stores none. @returns ids in the other system of the files that are here, or would be */
export async function bringCourseFiles(run: Run, files: readonly OldFile[]): Promise<Set<string>> {
  for (const one of run.fresh('courseFile', files, (row) => row.title)) {
    const folder = await mkdtemp(join(tmpdir(), 'shuyuan-migrate-'))
    try {
      const path = join(folder, 'file')
      await one.put(path)
      const { size } = await stat(path)
      await bringFile(run, one, { path, name: one.name, size })
    } catch (error) {
      run.note('courseFile', one.id, one.title, 'refused', whyOf(error).zh)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const refused = new Set(run.entries.filter((one) => one.kind === 'courseFile' && one.outcome === 'refused').map((one) => one.id))
  return new Set(files.map((one) => one.id).filter((id) => run.idOf('courseFile', id) !== undefined || (run.isDry && !refused.has(id))))
}

async function bringFile(run: Run, file: OldFile, given: { path: string; name: string; size: number }): Promise<void> {
  if (run.isDry) {
    await mustBeAcceptable(given, 'course')
    run.note('courseFile', file.id, file.title, 'made')
    return
  }
  const accepted = await acceptFile(run.ctx(), given, 'course')
  await run.portion(async (ctx) => {
    const { url } = await recordFile(ctx, accepted)
    const title = file.title.trim().slice(0, TITLE) || file.name.slice(0, TITLE)
    const { id: newId } = await saveFile(ctx, { title, catId: '', duration: 0, fileUrl: url })
    await run.brought(ctx, 'courseFile', [{ oldId: file.id, newId, made: true, given: digestOf(file) }])
    run.note('courseFile', file.id, file.title, 'made')
  })
}
