// A course with its files: for its learner with their progress, and in a preview as to one who begins.
import { courseFileType, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { hasBought } from '../../pay/order/order.service.ts'
import { pointsFor } from '../../points/rule.service.ts'
import { captionsOf } from '../media/caption-address.service.ts'
import { mediaAddresses } from '../media/media-address.service.ts'
import { playKeyOf } from '../media/play-key.service.ts'
import { isEarly, isPriced, lockedOf, needSecOf, nextOf, processOf, reasonsOf } from '../progress/learn.rules.ts'
import { attachmentsOf, noticesOf } from './material.service.ts'
import { findMine, findUnbegun, NO_LEARNER } from './my-course.service.ts'
import { stopsOf } from './stop.service.ts'

/** The enabled files of a course in order, with a learner's progress; times in seconds. */
const stepsOf = async ({ db }: Pick<Ctx, 'db'>, courseId: string, learnerId: string) => {
  const rows = await db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'courseItem.fileId')
    .leftJoin('courseFileLearn', (join) =>
      join
        .on('courseFileLearn.userId', '=', learnerId)
        .onRef('courseFileLearn.courseId', '=', 'courseItem.courseId')
        .onRef('courseFileLearn.fileId', '=', 'courseItem.fileId'),
    )
    .where('courseItem.courseId', '=', courseId)
    .where('courseFile.enabled', '=', true)
    .orderBy('courseItem.sort')
    .orderBy('courseItem.fileId')
    .select([
      'courseItem.fileId',
      'chapter',
      'required',
      'minSec',
      'courseItem.openTime',
      'courseItem.dueTime',
      'title',
      'fileType',
      'duration',
      'fileUrl',
      'viewUrl',
      'posterUrl',
      'rendition',
    ])
    .select(sql<number>`file_size::float8`.as('fileSize'))
    .select(sql<number | null>`learn_sec + provisional_sec`.as('learnSec'))
    .select(['finishTime', 'packageProcess', 'courseFileLearn.updateTime as lastTime'])
    .execute()
  return rows.map((one) => ({ ...one, finished: one.finishTime !== null }))
}

type Step = Awaited<ReturnType<typeof stepsOf>>[number]
const closed = { fileUrl: '', viewUrl: '', posterUrl: '' }

/** The files for the caller, with addresses where they may be opened. */
async function shownFiles(ctx: Ctx, steps: readonly Step[], { canLearn, locked }: { canLearn: boolean; locked: ReadonlySet<string> }) {
  const opened = await mediaAddresses(ctx.app, ctx.user)
  const films = canLearn ? steps.filter((one) => one.fileType === CourseFileType.video && !locked.has(one.fileId)) : []
  const captions = await captionsOf(
    ctx,
    films.map((one) => one.fileId),
  )
  return steps.map(({ minSec, finishTime: _at, lastTime: _last, rendition, packageProcess, ...one }) => {
    const isLocked = locked.has(one.fileId)
    const isShown = canLearn && !isLocked
    const learnSec = one.learnSec ?? 0
    const needSec = needSecOf({ ...one, minSec })
    return {
      ...one,
      fileType: one.fileType,
      fileType_dictText: courseFileType[one.fileType as keyof typeof courseFileType],
      needSec,
      learnSec,
      process: processOf({ ...one, learnSec, needSec, packageProcess }),
      locked: isLocked,
      openTime: isEarly(one, ctx.now) ? one.openTime : null,
      overdue: !one.finished && one.dueTime !== null && one.dueTime <= ctx.now,
      // the upload of a converted video or of a package is not for learners
      ...(isShown && one.fileType !== CourseFileType.scorm
        ? opened(one.fileId, rendition === '' ? one : { ...one, fileUrl: one.viewUrl })
        : closed),
      captions: captions.get(one.fileId) ?? [],
    }
  })
}

/** A course with its files, attachments and notices. Addresses are included only while the course may be learnt, and not for locked files. Fails notFound. */
export async function courseDetail(ctx: Ctx, { id }: Input<typeof course.detail>): Promise<Output<typeof course.detail>> {
  const row = await findMine(ctx, id)
  const bought = isPriced(row) && (await hasBought(ctx.db, ctx.user.id, 'course', id))
  const reasons = reasonsOf(row, bought, ctx.now)
  const canLearn = reasons.length === 0
  const steps = await stepsOf(ctx, id, ctx.user.id)
  const files = await shownFiles(ctx, steps, { canLearn, locked: lockedOf(steps, row.sequential, ctx.now) })
  const attachments = (await attachmentsOf(ctx, id)).map((one) => (canLearn ? one : { ...one, fileUrl: '' }))
  const nextFileId = canLearn ? nextOf(steps, row.sequential, ctx.now) : ''
  const earnedPoints = row.learned === 'finished' ? await pointsFor(ctx, 'course', id) : 0
  return { ...row, canLearn, reasons, files, attachments, notices: await noticesOf(ctx, id), nextFileId, earnedPoints }
}

/** The same for the back office, whatever the state of the course; every file is open, so that each can be looked at. Stores nothing. Fails notFound. */
export async function previewCourse(ctx: Ctx, { id }: Input<typeof course.preview>): Promise<Output<typeof course.preview>> {
  const row = await findUnbegun(ctx, id)
  const steps = await stepsOf(ctx, id, NO_LEARNER)
  const stops = await stopsOf(ctx, id)
  const files = await shownFiles(ctx, steps, { canLearn: true, locked: new Set() })
  return {
    ...row,
    canLearn: true,
    reasons: [],
    files: files.map((file) => ({ ...file, stops: stops.get(file.fileId) ?? [] })),
    attachments: await attachmentsOf(ctx, id),
    notices: await noticesOf(ctx, id),
    nextFileId: nextOf(steps, false, ctx.now),
    earnedPoints: 0,
    play: await playKeyOf(ctx.app, ctx.user),
  }
}
