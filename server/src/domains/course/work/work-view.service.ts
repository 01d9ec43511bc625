// Documents of office programs in hand-ins, as PDF for the marking desk. The first call queues the conversion; the PDF is deleted with the file.
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { ViewState } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { addressHours, fileAddresses, plainAddress } from '../../../kernel/files/signed-file.ts'
import { addTask, addTaskKind, type Task, type TaskControl, type TaskEnd } from '../../common/task.service.ts'
import { isConvertible } from '../file/media-queue.service.ts'
import { makePdf } from '../file/office-task.service.ts'
import { handsOf } from './reach.service.ts'

type Calls = typeof courseWork

const VIEW = 'course.work.view'

/** The subject of the tasks of an upload, of which one is open at most. */
const subjectOf = (fileUrl: string) => `work-file:${fileUrl}`

/** Later tries may have the same upload, and then the same PDF. */
const ofUpload = (db: Database, fileUrl: string) =>
  db.selectFrom('courseWorkFile').where('fileUrl', '=', fileUrl).where('handId', 'is not', null)

/** Whether a file of a hand-in can be read as PDF, and where. Fails notFound for a hand-in beyond the caller's reach and for a file of another one. */
export async function viewDocument(ctx: Ctx, { id, fileUrl }: Input<Calls['view']>): Promise<Output<Calls['view']>> {
  const { db, app, user } = ctx
  const asked = plainAddress(fileUrl)
  const row = must(
    await (
      await handsOf(ctx, {})
    )
      .innerJoin('courseWorkFile as part', 'part.handId', 'hand.id')
      .where('hand.id', '=', id)
      .where('part.fileUrl', '=', asked)
      .select('part.title')
      .executeTakeFirst(),
  )
  const known = await ofUpload(db, asked).orderBy('viewState', 'desc').select(['viewState', 'viewUrl']).execute()
  const made = known.find((one) => one.viewState === ViewState.made)
  if (made) return { state: 'ready', viewUrl: (await fileAddresses(app, addressHours.personal, user.id))(made.viewUrl) }
  if (known.some((one) => one.viewState === ViewState.refused)) return { state: 'refused', viewUrl: '' }
  if (!(await isConvertible(ctx, row.title))) return { state: 'missing', viewUrl: '' }
  await addTask(ctx, VIEW, subjectOf(asked))
  return { state: 'making', viewUrl: '' }
}

const set = async (db: Database, fileUrl: string, values: { viewState: ViewState; viewUrl?: string }) => {
  await db.updateTable('courseWorkFile').where('fileUrl', '=', fileUrl).where('handId', 'is not', null).set(values).execute()
}

const urlOf = ({ subject }: Task) => subject.slice(subjectOf('').length)

async function convert(app: App, task: Task, { signal }: TaskControl): Promise<TaskEnd> {
  const fileUrl = urlOf(task)
  const row = await ofUpload(app.db, fileUrl)
    .orderBy('viewState', 'desc')
    .select(['title', 'fileSize', 'viewState'])
    .limit(1)
    .executeTakeFirst()
  if (!row || row.viewState !== ViewState.none) return async () => undefined
  const viewUrl = await makePdf(app, { fileUrl, fileName: row.title, size: Number(row.fileSize) }, signal)
  // without LibreOffice by now, the next call says so
  return async (db) => void (viewUrl !== undefined && (await set(db, fileUrl, { viewState: ViewState.made, viewUrl })))
}

/** Registers the task. */
export function workViewTasks(app: App): void {
  const failed = (db: Database, task: Task) => set(db, urlOf(task), { viewState: ViewState.refused })
  addTaskKind(app, { kind: VIEW, atOnce: 1, heavy: true, run: (task, control) => convert(app, task, control), failed })
}
